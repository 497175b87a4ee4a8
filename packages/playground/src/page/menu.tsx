/** A select menu: a button that opens a list with one or several choices. */

import type { ComponentNode } from '@antipode/stand-in/components';
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageScene } from '../page-protocol.ts';
import { useRoom } from './hooks.ts';
import { Around, Emoji, type EmojiProps } from './markup.tsx';
import { fill } from './words.ts';

export interface MenuOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string | null;
  readonly emoji?: EmojiProps;
  readonly default?: boolean;
}

const kinds = { string: 3, user: 5, role: 6, mentionable: 7, channel: 8 } as const;
export const isSelect = ({ type }: ComponentNode): boolean => (Object.values(kinds) as number[]).includes(type);

/** The options of a select: its own, or the people, roles and channels of the guild. */
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

interface MenuListProps {
  readonly id: string;
  /** The index of the active option. */
  readonly at: number;
  readonly options: readonly MenuOption[];
  readonly picked: readonly string[];
  readonly least: number;
  readonly most: number;
  readonly label: string;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onHover: (index: number) => void;
  readonly onPick: (value: string) => void;
}

interface MenuProps {
  readonly options: readonly MenuOption[];
  readonly placeholder: string;
  readonly least: number;
  readonly most: number;
  readonly disabled?: boolean;
  readonly chosen: readonly string[];
  readonly label?: string;
  readonly onChoose: (values: string[]) => void;
}

/** The open list of a menu. The list has focus and keys, not its options. */
const MenuList = ({ id, at, options, picked, least, most, label, onKey, onHover, onPick }: MenuListProps) => {
  const { words } = useContext(Around);
  const list = useRef<HTMLDivElement>(null);
  // In a layout effect, so that the list has the focus before the next key arrives.
  useLayoutEffect(() => list.current?.focus({ preventScroll: true }), []);
  useRoom(list);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div
      class="menu-list"
      role="listbox"
      ref={list}
      tabIndex={0}
      aria-label={label}
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
          onMouseEnter={() => onHover(index)}
          onClick={() => onPick(option.value)}
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
  );
};

/** The state of a menu. A single choice is sent at once, several are sent when the list closes. */
const useMenu = ({ options, least, most, chosen, onChoose }: MenuProps) => {
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<readonly string[]>(chosen);
  const [at, setAt] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const known = chosen.join('\n');
  // The message's own choice, compared by its values.
  useEffect(() => setPicked(chosen), [known]);

  const open = () => {
    const first = options.findIndex(({ value }) => picked.includes(value));
    setAt(Math.max(0, first));
    setOpen(true);
  };
  const close = (values: readonly string[] = picked, refocus = true) => {
    setOpen(false);
    if (refocus) button.current?.focus();
    if (values.length < least || values.length > most) return setPicked(chosen);
    if (values.join('\n') !== known || most === 1) onChoose([...values]);
  };
  const cancel = () => {
    setPicked(chosen);
    setOpen(false);
    button.current?.focus();
  };
  const pick = (value: string) => {
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
    else if ((event.key === 'Enter' || event.key === ' ') && option) pick(option.value);
    else if (event.key === 'Escape') cancel();
    else if (event.key === 'Tab') return close(picked, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { isOpen, picked, at, setAt, button, open, close, pick, onKey };
};

export const Menu = (props: MenuProps) => {
  const { options, placeholder, least, most, disabled = false, chosen, label } = props;
  const { isOpen, picked, at, setAt, button, open, close, pick, onKey } = useMenu(props);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
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
        <MenuList
          {...{ id, at, options, picked, least, most, onKey }}
          label={label ?? placeholder}
          onHover={setAt}
          onPick={pick}
        />
      )}
    </div>
  );
};
