/** A select menu: a button that opens a list to choose one or several of. */
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentNode } from '../../stand-in/components.ts';
import type { PageScene } from '../page-protocol.ts';
import { Around, Emoji, type EmojiGiven } from './markup.tsx';
import { fill } from './words.ts';

export interface MenuOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string | null;
  readonly emoji?: EmojiGiven;
  readonly default?: boolean;
}

const kinds = { string: 3, user: 5, role: 6, mentionable: 7, channel: 8 } as const;
export const isSelect = ({ type }: ComponentNode): boolean => (Object.values(kinds) as number[]).includes(type);

/** What a select offers: its own options, or people, roles and channels of the place. */
export const optionsOf = (node: ComponentNode, scene: PageScene | undefined, channelId: string): MenuOption[] => {
  if (node.type === kinds.string) return [...((node.options as MenuOption[] | undefined) ?? [])];
  const channel = scene?.channels.find(({ id }) => id === channelId);
  const guild = scene?.guilds.find(({ id }) => id === channel?.guild);
  const chosen = new Set(((node.default_values as { id: string }[] | undefined) ?? []).map(({ id }) => id));
  const option = ({ id, name }: { id: string; name: string }, mark: string): MenuOption => ({
    value: id,
    label: mark + name,
    default: chosen.has(id),
  });
  const users = (guild?.members ?? scene?.people ?? []).map((user) => option(user, '@'));
  const roles = (guild?.roles ?? []).map((role) => option(role, '@'));
  switch (node.type) {
    case kinds.user:
      return users;
    case kinds.role:
      return roles;
    case kinds.mentionable:
      return [...users, ...roles.filter(({ label }) => !users.some((user) => user.label === label))];
    default:
      return (scene?.channels ?? []).filter((one) => one.guild === guild?.id).map((one) => option(one, '#'));
  }
};

interface Given {
  readonly options: readonly MenuOption[];
  readonly placeholder: string;
  readonly least: number;
  readonly most: number;
  readonly disabled?: boolean;
  readonly chosen: readonly string[];
  readonly label?: string;
  readonly onChoose: (values: string[]) => void;
}

/** One is sent as soon as it is chosen; several when the list is closed. */
export const Menu = ({ options, placeholder, least, most, disabled = false, chosen, label, onChoose }: Given) => {
  const { words } = useContext(Around);
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<readonly string[]>(chosen);
  const [at, setAt] = useState(0);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const known = chosen.join('\n');
  // What the message says is chosen, compared by its values.
  useEffect(() => setPicked(chosen), [known]);
  // Before the next key arrives, however fast somebody types.
  useLayoutEffect(() => {
    if (isOpen) list.current?.focus();
  }, [isOpen]);
  useEffect(() => {
    if (isOpen) root.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at, isOpen]);

  const open = () => {
    setAt(
      Math.max(
        0,
        options.findIndex(({ value }) => picked.includes(value)),
      ),
    );
    setOpen(true);
  };
  const close = (values: readonly string[] = picked, refocus = true) => {
    setOpen(false);
    if (refocus) button.current?.focus();
    if (values.length < least || values.length > most) return setPicked(chosen);
    if (values.join('\n') !== known || most === 1) onChoose([...values]);
  };
  const leave = () => {
    setPicked(chosen);
    setOpen(false);
    button.current?.focus();
  };
  const toggle = (value: string) => {
    if (most === 1) {
      setPicked([value]);
      close([value]);
    } else if (picked.includes(value)) setPicked(picked.filter((one) => one !== value));
    else if (picked.length < most) setPicked([...picked, value]);
  };
  const onKey = (event: KeyboardEvent) => {
    const last = options.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: Math.min(last, at + 1),
      ArrowUp: Math.max(0, at - 1),
      Home: 0,
      End: last,
    };
    const option = options[at];
    if (event.key in moves) setAt(moves[event.key]!);
    else if ((event.key === 'Enter' || event.key === ' ') && option) toggle(option.value);
    else if (event.key === 'Escape') leave();
    else if (event.key === 'Tab') return close(picked, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shown = options
    .filter(({ value }) => picked.includes(value))
    .map((option) => option.label)
    .join(', ');
  const face = shown || placeholder;
  return (
    <div
      class="menu"
      ref={root}
      onFocusOut={({ relatedTarget }) => {
        if (isOpen && !root.current?.contains(relatedTarget as Node | null)) close(most === 1 ? chosen : picked, false);
      }}
    >
      <button
        type="button"
        ref={button}
        class="menu-button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        {...(label === undefined ? {} : { 'aria-label': label === face ? label : `${label}: ${face}` })}
        disabled={disabled}
        onClick={() => (isOpen ? close() : open())}
        onKeyDown={(event) => {
          if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
            event.preventDefault();
            open();
          }
        }}
      >
        <span class={shown ? '' : 'muted'}>{face}</span>
        <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <div
          class="menu-list"
          role="listbox"
          ref={list}
          tabIndex={0}
          aria-label={label ?? placeholder}
          aria-multiselectable={most > 1}
          aria-activedescendant={`${id}-${at}`}
          onKeyDown={onKey}
        >
          {most > 1 && <div class="menu-note muted">{fill(words.chooseSome, { least, most })}</div>}
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
            <div
              key={option.value}
              id={`${id}-${index}`}
              data-at={index}
              role="option"
              aria-selected={picked.includes(option.value)}
              class={`menu-option ${index === at ? 'at' : ''}`}
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setAt(index)}
              onClick={() => toggle(option.value)}
            >
              <span class="check" aria-hidden="true">
                {picked.includes(option.value) ? '✓' : ''}
              </span>
              {option.emoji && <Emoji {...option.emoji} />}
              <span>
                {option.label}
                {option.description && <small class="muted">{option.description}</small>}
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
};
