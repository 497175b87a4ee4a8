/** The message field, for plain messages and for commands with suggestions. */

import { isCalled, nameIn } from '@antipode/stand-in/command';
import { useContext, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { Leaf } from '../command-line.ts';
import type { ActionResult, PageChannel, PageScene } from '../page-protocol.ts';
import { AttachButton, AttachedFile, encodedFile, fileOptionOf, useAttachment } from './attachment.tsx';
import type { Connection } from './connection.ts';
import { Around } from './markup.tsx';
import { explain } from './message.tsx';
import {
  type Composition,
  compose,
  descriptionOf,
  mentionOf,
  type Place,
  pathOf,
  type Suggestion,
  withValue,
} from './suggestions.ts';
import { fill } from './words.ts';

/** The pause in typing after which the bot is asked for choices. */
const COMPLETE_MS = 150;
const HISTORY = 50;
const HISTORY_KEY = 'antipode-history';

const storedHistory = (): string[] => {
  try {
    return JSON.parse(sessionStorage.getItem(HISTORY_KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
};

export const placeOf = (scene: PageScene, channel: PageChannel, file?: File): Place => {
  const guild = scene.guilds.find(({ id }) => id === channel.guild);
  return {
    commands: channel.commands.flatMap((index) => scene.commands[index] ?? []),
    locale: scene.me.locale,
    users: guild?.members ?? [...scene.people, scene.bot],
    guild,
    channels: scene.channels,
    hasFile: file !== undefined,
  };
};

/** The fields of the action for a line. */
const commandFields = (composition: Composition, place: Place, channel: string) => {
  const { line } = composition;
  const options = [...(line?.values ?? [])].map(([name, text]) => {
    const option = composition.leaf?.options.find((one) => isCalled(one, name, place.locale));
    return [name, option ? mentionOf(option, text, place) : text] as const;
  });
  return {
    channel,
    name: line?.name ?? '',
    ...(line?.group === undefined ? {} : { group: line.group }),
    ...(line?.subcommand === undefined ? {} : { subcommand: line.subcommand }),
    options: Object.fromEntries(options),
  };
};

/** The action for a line: a command, or a plain message. Undefined for a file that nothing takes. */
const actionOf = async (line: string, composition: Composition, place: Place, channel: string, file?: File) => {
  const option = file && fileOptionOf(composition, place.locale);
  if (file && option === undefined) return undefined;
  if (composition.stage === 'none') return { do: 'say', channel, content: line };
  const { options, ...fields } = commandFields(composition, place, channel);
  const given = file && option ? { ...options, [option]: await encodedFile(file) } : options;
  return { do: 'command', ...fields, options: given };
};

/** The bot's choices for the option being typed. */
const useCompletions = (
  text: string,
  composition: Composition,
  place: Place,
  channel: string,
  connection: Connection,
) => {
  const [found, setFound] = useState<{ text: string; suggestions: Suggestion[] } | undefined>();
  const { current, stage, line } = composition;
  const isAutocomplete = stage === 'value' && current?.autocomplete === true;
  useEffect(() => {
    if (!isAutocomplete || !current || !line) return setFound(undefined);
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const focused = line.at ?? current.name;
      const action = { do: 'complete', ...commandFields(composition, place, channel), focused };
      const result = await connection.act(action);
      if (!isCurrent) return;
      const choices = result.ok ? (result.choices ?? []) : [];
      const suggestions = choices.map(({ name, value, name_localizations }) => ({
        label: name_localizations?.[place.locale] ?? name,
        hint: '',
        line: withValue(text, line, current, place.locale, String(value)),
      }));
      setFound({ text, suggestions });
    }, COMPLETE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, isAutocomplete, channel]);
  return {
    isAutocomplete,
    isLoading: isAutocomplete && found?.text !== text,
    suggestions: isAutocomplete ? (found?.suggestions ?? []) : [],
  };
};

interface ComposerProps {
  readonly scene: PageScene;
  readonly channel: PageChannel;
  readonly connection: Connection;
  /** A line of the tour to send, once. */
  readonly requested: string | undefined;
  readonly onRequested: () => void;
  /** Called before the line is sent. */
  readonly onSend: () => void;
  readonly onResult: (result: ActionResult, line: string) => void;
}

/** Lines that were sent, the newest first, kept for this tab. */
const useHistory = () => {
  const [lines, setLines] = useState(storedHistory);
  /** The index of the recalled line, or -1. */
  const [recalled, setRecalled] = useState(-1);
  const add = (line: string) => {
    const next = [line, ...lines.filter((one) => one !== line)].slice(0, HISTORY);
    setLines(next);
    sessionStorage.setItem(HISTORY_KEY, JSON.stringify(next));
  };
  /** The line that is a number of steps older than the last one. */
  const recall = (steps: number): string => {
    const index = Math.max(-1, Math.min(lines.length - 1, recalled + steps));
    setRecalled(index);
    return lines[index] ?? '';
  };
  return { isRecalling: recalled !== -1, add, recall, stop: () => setRecalled(-1) };
};

/** The command being typed with its options, given ones marked. */
const Signature = ({ composition, leaf, file }: { composition: Composition; leaf: Leaf; file: File | undefined }) => {
  const { words, locale } = useContext(Around);
  const { current, line } = composition;
  const filled = file && fileOptionOf(composition, locale);
  const isGiven = (name: string) => line?.values.has(name) === true || name === filled;
  return (
    <div class="signature">
      <strong>/{pathOf(leaf, locale)}</strong>
      {leaf.options.map((option) => {
        const name = nameIn(option, locale);
        const state = isGiven(name) || isGiven(option.name) ? 'given' : option.required ? 'required' : '';
        return (
          <span key={name} class={`option ${state} ${option === current ? 'current' : ''}`}>
            {name}
            {option.required && <abbr title={words.required}>*</abbr>}
          </span>
        );
      })}
      {current && (
        <small class="muted">
          {nameIn(current, locale)}: {descriptionOf(current, locale)}
        </small>
      )}
    </div>
  );
};

interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  /** The index of the active suggestion. */
  readonly active: number;
  readonly onTake: (suggestion: Suggestion) => void;
}

const SuggestionList = ({ id, suggestions, active, onTake }: SuggestionListProps) => {
  const { words } = useContext(Around);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('.at')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div id={`${id}-list`} role="listbox" aria-label={words.suggestions} ref={list} class="suggestion-list">
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
        <div
          key={`${index} ${suggestion.label}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          class={`suggestion ${index === active ? 'at' : ''}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion)}
        >
          <span>{suggestion.label}</span>
          {suggestion.hint && <small class="muted">{suggestion.hint}</small>}
        </div>
      ))}
    </div>
  );
};

/** Joins pasted lines with spaces, because the field has one line. */
const pasteInOneLine = (event: ClipboardEvent, field: HTMLInputElement): boolean => {
  const pasted = event.clipboardData?.getData('text') ?? '';
  if (!pasted.includes('\n')) return false;
  event.preventDefault();
  const text = pasted.trim().replace(/\s*\n\s*/gu, ' ');
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  return true;
};

/** The text of the field, its suggestions, and what the keys do. */
const useComposer = (props: ComposerProps) => {
  const { scene, channel, connection, requested, onRequested, onSend, onResult } = props;
  const { words, locale } = useContext(Around);
  const [text, setText] = useState('');
  /** The index of the active suggestion, or -1. */
  const [at, setAt] = useState(-1);
  const [isQuiet, setQuiet] = useState(false);
  const [trouble, setTrouble] = useState('');
  const history = useHistory();
  const attachment = useAttachment();
  const input = useRef<HTMLInputElement>(null);
  const place = useMemo(() => placeOf(scene, channel, attachment.file), [scene, channel, attachment.file]);
  const composition = useMemo(() => compose(text, place), [text, place]);
  const completions = useCompletions(text, composition, place, channel.id, connection);
  const suggestions = [...composition.suggestions, ...completions.suggestions];
  const isOpen = !isQuiet && composition.stage !== 'none' && (suggestions.length > 0 || composition.leaf !== undefined);
  const active = at === -1 && composition.isEager ? 0 : Math.min(at, suggestions.length - 1);

  const write = (next: string, quiet = false) => {
    setText(next);
    setAt(-1);
    setQuiet(quiet);
    setTrouble('');
  };
  const type = (next: string) => {
    history.stop();
    write(next);
  };
  const take = (suggestion: Suggestion) => {
    type(suggestion.line);
    input.current?.focus();
  };
  const send = async (line: string) => {
    const whole = line.trim();
    if (whole === '') return;
    const { file, setFile } = attachment;
    const sent = compose(whole, place);
    const action = await actionOf(whole, sent, place, channel.id, file);
    if (!action) return setTrouble(words.noFileOption);
    history.add(whole);
    type('');
    setFile(undefined);
    onSend();
    const result = await connection.act(action);
    if (result.ok || result.reason === 'no response') return onResult(result, whole);
    if (file) setFile(file);
    // A refused line was not sent. Put it back for correction.
    setText((now) => (now === '' ? line : now));
    setQuiet(true);
    const option = sent.leaf?.options.find(({ name }) => name === result.option);
    setTrouble(explain(words, option ? { ...result, option: nameIn(option, locale) } : result));
  };
  useEffect(() => {
    if (requested === undefined) return;
    onRequested();
    write(requested, true);
    void send(requested);
    input.current?.focus();
  }, [requested]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const mayRecall = history.isRecalling || text === '';
    const isListed = isOpen && suggestions.length > 0;
    if (step !== 0 && mayRecall && !isOpen) write(history.recall(-step), true);
    else if (step !== 0 && isListed) {
      setAt((active + step + suggestions.length + (active === -1 && step === -1 ? 1 : 0)) % suggestions.length);
    } else if (event.key === 'Tab' && !event.shiftKey && isListed) take(suggestions[Math.max(0, active)]!);
    else if (event.key === 'Escape' && isOpen) setQuiet(true);
    else if (event.key === 'Enter') {
      const chosen = isOpen ? suggestions[active] : undefined;
      if (chosen) take(chosen);
      else void send(text);
    } else return;
    event.preventDefault();
  };
  const { isLoading } = completions;
  const state = { text, trouble, input, composition, suggestions, isLoading, isOpen, active, attachment };
  return { ...state, type, take, send, onKeyDown };
};

export const Composer = (props: ComposerProps) => {
  const { channel } = props;
  const { words } = useContext(Around);
  const id = useId();
  const field = useComposer(props);
  const { text, trouble, composition, suggestions, isOpen, active, attachment } = field;
  const { leaf, stage } = composition;
  const placeholder = fill(words.placeholder, { channel: channel.guild ? `#${channel.name}` : `@${channel.name}` });
  return (
    <div class="composer">
      {isOpen && (
        <div class="suggestions">
          {leaf && stage !== 'command' && <Signature composition={composition} leaf={leaf} file={attachment.file} />}
          <SuggestionList id={id} suggestions={suggestions} active={active} onTake={field.take} />
          {field.isLoading && suggestions.length === 0 && <div class="menu-note muted">{words.looking}</div>}
        </div>
      )}
      <AttachedFile {...attachment} />
      {trouble && (
        <p class="trouble" role="alert" id={`${id}-trouble`}>
          {trouble}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void field.send(text);
        }}
      >
        <AttachButton setFile={attachment.setFile} />
        <input
          ref={field.input}
          id="composer"
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          aria-label={words.composer}
          aria-autocomplete="list"
          aria-expanded={isOpen && suggestions.length > 0}
          aria-controls={`${id}-list`}
          {...(isOpen && active >= 0 ? { 'aria-activedescendant': `${id}-${active}` } : {})}
          aria-invalid={trouble !== ''}
          {...(trouble ? { 'aria-describedby': `${id}-trouble` } : {})}
          placeholder={placeholder}
          value={text}
          onInput={(event) => field.type(event.currentTarget.value)}
          onKeyDown={field.onKeyDown}
          onPaste={(event) => {
            const [pasted] = event.clipboardData?.files ?? [];
            if (pasted) attachment.setFile(pasted);
            if (pasteInOneLine(event, event.currentTarget)) field.type(event.currentTarget.value);
          }}
        />
        <button type="submit" class="send" aria-label={words.send} disabled={text.trim() === ''}>
          ➤
        </button>
      </form>
    </div>
  );
};
