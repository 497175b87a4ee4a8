/** One message of the list. */
import { Component as PreactComponent } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ActionResult, PageMessage } from '../page-protocol.ts';
import type { Connection } from './connection.ts';
import { useRoom } from './hooks.ts';
import { Components, Embed, FileLink, Gallery, Using } from './layout.tsx';
import { Around, Markdown } from './markup.tsx';
import { usedIn } from './suggestions.ts';
import { fill, type Words } from './words.ts';

/** The sentence for a failed action. */
export const explain = (words: Words, result: Extract<ActionResult, { ok: false }>): string => {
  const sentence = fill(words.reasons[result.reason] ?? '', { option: result.option ?? '' });
  // Only the server's English message explains a bad value.
  return result.reason === 'bad value' || sentence === ''
    ? [sentence, result.message].filter(Boolean).join(' ')
    : sentence;
};

const hueOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 97 + letter.codePointAt(0)! * 41) % 360, 7);

export const Avatar = ({ name, isBot }: { name: string; isBot: boolean }) => {
  if (isBot) return <img class="avatar" src="/playground/icon.svg" alt="" />;
  const style = { '--hue': String(hueOf(name)) };
  return (
    <span class="avatar" style={style as never} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  );
};

/** The text of a message, to be copied. */
const textOf = (message: PageMessage): string => {
  const words: string[] = message.content ? [message.content] : [];
  const walk = (nodes: readonly PageMessage['components'][number][]) => {
    for (const node of nodes) {
      if (typeof node.content === 'string') words.push(node.content);
      walk(node.components ?? []);
    }
  };
  walk(message.components);
  return words.join('\n');
};

interface ContextMenuProps {
  readonly message: PageMessage;
  readonly connection: Connection;
  readonly onClose: () => void;
  readonly onResult: (result: ActionResult) => void;
}

/** The menu of a message: the app's commands for it, and copying. */
const ContextMenu = ({ message, connection, onClose, onResult }: ContextMenuProps) => {
  const { scene, words, locale } = useContext(Around);
  const root = useRef<HTMLDivElement>(null);
  useRoom(root);
  useLayoutEffect(() => {
    root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const leave = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [onClose]);
  const channel = scene?.channels.find(({ id }) => id === message.channel);
  const commands = (channel?.commands ?? []).flatMap((index) => scene?.commands[index] ?? []);
  const person = scene?.people.find(({ id }) => id === message.author.id);
  const apps = commands.filter(({ type }) => type === 3 || (type === 2 && person));
  const onKey = (event: KeyboardEvent) => {
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (event.key in to) items.at(to[event.key]! % items.length)?.focus();
    else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  };
  const item = (label: string, run: () => void) => (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      key={label}
      onClick={() => {
        onClose();
        run();
      }}
    >
      {label}
    </button>
  );
  return (
    <div class="context-menu" role="menu" aria-label={words.more} ref={root} tabIndex={-1} onKeyDown={onKey}>
      {apps.length > 0 && (
        <div class="menu-note muted" role="presentation">
          {words.apps}
        </div>
      )}
      {apps.map((command) =>
        item(command.name_localizations?.[locale] ?? command.name, () => {
          const { name } = command;
          const action =
            command.type === 3
              ? { do: 'messageCommand', message: message.id, name }
              : { do: 'userCommand', channel: message.channel, user: message.author.id, name };
          void connection.act(action).then(onResult);
        }),
      )}
      {apps.length > 0 && <hr />}
      {item(words.copyText, () => void navigator.clipboard?.writeText(textOf(message)))}
      {item(words.copyId, () => void navigator.clipboard?.writeText(message.id))}
    </div>
  );
};

interface MessageProps {
  readonly message: PageMessage;
  readonly connection: Connection;
  /** Takes the result of an action, which may be a modal. */
  readonly onResult: (result: ActionResult) => void;
}

const Body = ({ message, connection, onResult }: MessageProps) => {
  const { words, goTo } = useContext(Around);
  const [trouble, setTrouble] = useState('');
  const take = (result: ActionResult) => {
    setTrouble(result.ok ? '' : explain(words, result));
    if (result.ok) onResult(result);
  };
  const using = {
    channel: message.channel,
    press: async (customId: string) => take(await connection.act({ do: 'press', message: message.id, customId })),
    select: async (customId: string, values: string[]) =>
      take(await connection.act({ do: 'select', message: message.id, customId, values })),
  };
  const shown = JSON.stringify([message.components, message.embeds]);
  const loose = message.attachments.filter(({ url }) => !shown.includes(url));
  const pictures = loose.filter(({ contentType }) => contentType.startsWith('image/'));
  if (message.isLoading) {
    return (
      <p class="thinking" role="status">
        <span class="dots" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        {fill(words.thinking, { name: message.author.name })}…
      </p>
    );
  }
  return (
    <Using.Provider value={using}>
      {message.content && <Markdown text={message.content} />}
      {pictures.length > 0 && (
        <Gallery
          items={pictures.map(({ url, description }) => ({ media: { url }, description: description ?? null }))}
        />
      )}
      {loose
        .filter((file) => !pictures.includes(file))
        .map(({ id, url, filename, size }) => (
          <FileLink key={id} url={url} name={filename} size={size} />
        ))}
      {message.embeds.map((embed, index) => (
        <Embed key={index} embed={embed} />
      ))}
      <Components nodes={message.components} />
      {message.thread !== undefined && (
        <button type="button" class="button secondary" onClick={() => goTo(message.thread!)}>
          🧵 {words.thread}
        </button>
      )}
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </Using.Provider>
  );
};

const ReplyLine = ({ author, text }: NonNullable<PageMessage['replyTo']>) => {
  const { words } = useContext(Around);
  return <p class="cause muted">↱ {fill(text ? words.reply : words.replyToHidden, { name: author, text })}</p>;
};

const Frame = (props: MessageProps) => {
  const { message, connection, onResult } = props;
  const { scene, words, locale } = useContext(Around);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const [close] = useState(() => () => setMenuOpen(false));
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(message.at);
  const { used, replyTo } = message;
  return (
    <li
      class={`message ${message.isEphemeral ? 'ephemeral' : ''}`}
      id={`message-${message.id}`}
      data-id={message.id}
      onContextMenu={(event) => {
        if ((event.target as Element).closest('a, button, .menu')) return;
        event.preventDefault();
        setMenuOpen(true);
      }}
    >
      <Avatar name={message.author.name} isBot={message.author.isBot} />
      <div class="message-main">
        {used && (
          <p class="cause muted">
            {used.command
              ? fill(words.used, { user: used.user, command: usedIn(scene?.commands ?? [], locale, used.command) })
              : fill(words.usedSomething, { user: used.user })}
          </p>
        )}
        {replyTo && <ReplyLine {...replyTo} />}
        <p class="message-head">
          <strong>{message.author.name}</strong>
          {message.author.isBot && <span class="badge">{words.app}</span>}
          <time class="muted" dateTime={new Date(message.at).toISOString()}>
            {time}
          </time>
          {message.editedAt !== undefined && !used && !replyTo && <span class="muted">({words.edited})</span>}
        </p>
        <div class="message-body">
          <Body {...props} />
        </div>
        {message.isEphemeral && (
          <p class="only-you muted">
            <span aria-hidden="true">👁</span> {words.onlyYou} ·{' '}
            <button
              type="button"
              class="plain"
              onClick={() => void connection.act({ do: 'dismiss', message: message.id })}
            >
              {words.dismiss}
            </button>
          </p>
        )}
      </div>
      <div class="message-more">
        <button
          type="button"
          ref={more}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          aria-label={words.more}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          ⋯
        </button>
        {isMenuOpen && (
          <ContextMenu
            message={message}
            connection={connection}
            onClose={() => {
              close();
              more.current?.focus();
            }}
            onResult={onResult}
          />
        )}
      </div>
    </li>
  );
};

/** Renders again only if its own message changed. */
export class MessageView extends PreactComponent<MessageProps> {
  override shouldComponentUpdate(next: MessageProps): boolean {
    return next.message !== this.props.message;
  }
  override render() {
    return <Frame {...this.props} />;
  }
}
