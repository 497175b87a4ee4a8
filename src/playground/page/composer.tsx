/** The message field: plain messages, and commands with what there is to choose at each point. */
import { useContext, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { isCalled, nameIn } from '../../stand-in/command.ts';
import type { ActionResult, PageChannel, PageScene } from '../page-protocol.ts';
import type { Connection } from './connection.ts';
import { Around } from './markup.tsx';
import { explain } from './message.tsx';
import {
  aboutOption,
  type Composition,
  compose,
  mentionOf,
  type Place,
  type Suggestion,
  withValue,
} from './suggestions.ts';
import { fill } from './words.ts';

/** How long the typing has to rest before the bot is asked what could be meant. */
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

export const placeOf = (scene: PageScene, channel: PageChannel): Place => {
  const guild = scene.guilds.find(({ id }) => id === channel.guild);
  return {
    commands: channel.commands.flatMap((index) => scene.commands[index] ?? []),
    locale: scene.me.locale,
    users: guild?.members ?? [...scene.people, scene.bot],
    guild,
    channels: scene.channels,
  };
};

/** The deed that a line asks for. */
const deedOf = (composition: Composition, place: Place, channel: string) => {
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

/** What the bot offers for the option that is being typed. */
const useCompletions = (
  text: string,
  composition: Composition,
  place: Place,
  channel: string,
  connection: Connection,
) => {
  const [found, setFound] = useState<{ text: string; suggestions: Suggestion[] } | undefined>();
  const { current, stage, line } = composition;
  const isAsked = stage === 'value' && current?.autocomplete === true;
  // Asked for each text, once.
  useEffect(() => {
    if (!isAsked || !current || !line) return setFound(undefined);
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const focused = line.at ?? current.name;
      const deed = { do: 'complete', ...deedOf(composition, place, channel), focused };
      const done = await connection.act(deed);
      if (!isCurrent) return;
      const choices = done.ok ? (done.choices ?? []) : [];
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
  }, [text, isAsked, channel]);
  return {
    isAsked,
    isLooking: isAsked && found?.text !== text,
    suggestions: isAsked ? (found?.suggestions ?? []) : [],
  };
};

interface Given {
  readonly scene: PageScene;
  readonly channel: PageChannel;
  readonly connection: Connection;
  /** A line to put into the field and send, by the tour. */
  readonly wish: { readonly line: string } | undefined;
  /** PageEvent before anything comes of it. */
  readonly onSend: () => void;
  readonly onDone: (done: ActionResult, line: string) => void;
}

export const Composer = ({ scene, channel, connection, wish, onSend, onDone }: Given) => {
  const { words, locale } = useContext(Around);
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const [isQuiet, setQuiet] = useState(false);
  const [trouble, setTrouble] = useState('');
  const [history, setHistory] = useState(storedHistory);
  const [past, setPast] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const place = useMemo(() => placeOf(scene, channel), [scene, channel]);
  const composition = useMemo(() => compose(text, place), [text, place]);
  const completions = useCompletions(text, composition, place, channel.id, connection);
  const suggestions = completions.isAsked
    ? [...composition.suggestions, ...completions.suggestions]
    : composition.suggestions;
  const isOpen = !isQuiet && composition.stage !== 'none' && (suggestions.length > 0 || composition.leaf !== undefined);
  const active = at === -1 && composition.isEager ? 0 : Math.min(at, suggestions.length - 1);

  useEffect(() => {
    list.current?.querySelector('.at')?.scrollIntoView({ block: 'nearest' });
  });
  // A wish is granted once.
  useEffect(() => {
    if (!wish) return;
    write(wish.line, true);
    void send(wish.line);
    input.current?.focus();
  }, [wish]);

  const write = (next: string, quiet = false) => {
    setText(next);
    setAt(-1);
    setQuiet(quiet);
    setTrouble('');
  };
  const take = (suggestion: Suggestion) => {
    setPast(-1);
    write(suggestion.line);
    input.current?.focus();
  };
  const send = async (line: string) => {
    const whole = line.trim();
    if (whole === '') return;
    const next = [whole, ...history.filter((one) => one !== whole)].slice(0, HISTORY);
    setHistory(next);
    sessionStorage.setItem(HISTORY_KEY, JSON.stringify(next));
    setPast(-1);
    write('');
    onSend();
    const meant = compose(whole, place);
    const done =
      meant.stage === 'none'
        ? await connection.act({ do: 'say', channel: channel.id, content: whole })
        : await connection.act({ do: 'command', ...deedOf(meant, place, channel.id) });
    if (!done.ok && done.reason !== 'no response') {
      // What was refused was never sent: it is given back to be put right.
      setText((now) => (now === '' ? line : now));
      setQuiet(true);
      const option = meant.leaf?.options.find(({ name }) => name === done.option);
      setTrouble(explain(words, option ? { ...done, option: nameIn(option, locale) } : done));
      return;
    }
    onDone(done, whole);
  };
  const recall = (to: number) => {
    const index = Math.max(-1, Math.min(history.length - 1, to));
    setPast(index);
    write(history[index] ?? '', true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const mayRecall = past !== -1 || text === '';
    if (step !== 0 && mayRecall && (isQuiet || !isOpen)) recall(past - step);
    else if (step !== 0 && isOpen && suggestions.length > 0) {
      setAt((active + step + suggestions.length + (active === -1 && step === -1 ? 1 : 0)) % suggestions.length);
    } else if (event.key === 'Tab' && !event.shiftKey && isOpen && suggestions.length > 0) {
      take(suggestions[Math.max(0, active)]!);
    } else if (event.key === 'Escape' && isOpen) setQuiet(true);
    else if (event.key === 'Enter') {
      const chosen = isOpen ? suggestions[active] : undefined;
      if (chosen) take(chosen);
      else void send(text);
    } else return;
    event.preventDefault();
  };

  const { leaf, current, line } = composition;
  const isGiven = (name: string) => [...(line?.values.keys() ?? [])].includes(name);
  const placeholder = fill(words.placeholder, { channel: channel.guild ? `#${channel.name}` : `@${channel.name}` });
  return (
    <div class="composer">
      {isOpen && (
        <div class="suggestions">
          {leaf && composition.stage !== 'command' && (
            <div class="signature">
              <strong>/{[leaf.command, ...leaf.path].map((part) => nameIn(part, locale)).join(' ')}</strong>
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
                  {nameIn(current, locale)}: {aboutOption(current, locale)}
                </small>
              )}
            </div>
          )}
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
                onClick={() => take(suggestion)}
              >
                <span>{suggestion.label}</span>
                {suggestion.hint && <small class="muted">{suggestion.hint}</small>}
              </div>
            ))}
          </div>
          {completions.isLooking && suggestions.length === 0 && <div class="menu-note muted">{words.looking}</div>}
        </div>
      )}
      {trouble && (
        <p class="trouble" role="alert" id={`${id}-trouble`}>
          {trouble}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(text);
        }}
      >
        <input
          ref={input}
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
          onInput={(event) => {
            setPast(-1);
            write(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text') ?? '';
            if (!pasted.includes('\n')) return;
            // The field has one line: rows of a board are not to run into each other.
            event.preventDefault();
            const field = event.currentTarget;
            field.setRangeText(
              pasted.trim().replace(/\s*\n\s*/gu, ' '),
              field.selectionStart ?? 0,
              field.selectionEnd ?? 0,
              'end',
            );
            write(field.value);
          }}
        />
        <button type="submit" class="send" aria-label={words.send} disabled={text.trim() === ''}>
          ➤
        </button>
      </form>
    </div>
  );
};
