/** Discord's Markdown on the page. */

import { timestampText } from '@antipode/stand-in/timestamp';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';
import type { PageScene } from '../page-protocol.ts';
import { useNow } from './hooks.ts';
import { isEmojiOnly, type MarkNode, parseMarkdown } from './markdown.ts';
import { type Words, wordsFor } from './words.ts';

/** Context of all components of the page. */
export const Around = createContext<{
  readonly scene: PageScene | undefined;
  readonly locale: string;
  readonly words: Words;
  readonly goTo: (channel: string) => void;
}>({ scene: undefined, locale: 'en-US', words: wordsFor('en'), goTo: () => {} });

const Timestamp = ({ seconds, format }: { seconds: number; format: string }) => {
  const { locale } = useContext(Around);
  const now = useNow(format === 'R' ? 1000 : 3_600_000);
  const shown = timestampText(locale, seconds, format, now);
  if (shown === undefined) return <>{`<t:${seconds}>`}</>;
  return (
    <time
      class="timestamp"
      dateTime={new Date(seconds * 1000).toISOString()}
      title={timestampText(locale, seconds, 'F') ?? ''}
    >
      {shown}
    </time>
  );
};

/** Hides its content until it is clicked. */
export const Spoiler = ({ children, block = false }: { children: ComponentChildren; block?: boolean }) => {
  const [isOpen, setOpen] = useState(false);
  const { words } = useContext(Around);
  if (isOpen) return block ? <div class="spoiler open">{children}</div> : <span class="spoiler open">{children}</span>;
  return (
    <button type="button" class={`spoiler closed ${block ? 'block' : ''}`} onClick={() => setOpen(true)}>
      <span class="hidden-words">{words.spoiler}</span>
      <span inert class="spoiled">
        {children}
      </span>
    </button>
  );
};

export interface EmojiProps {
  readonly id?: string | null;
  readonly name?: string | null;
}

export const Emoji = ({ id, name }: EmojiProps) =>
  id ? (
    <img class="emoji" src={`/emojis/${id}.png`} alt={`:${name ?? ''}:`} title={`:${name ?? ''}:`} />
  ) : (
    <span class="emoji">{name}</span>
  );

/** A link out of the playground. It shows its address and sends no referrer. */
const Link = ({ to, title, children }: { to: string; title?: string; children: ComponentChildren }) =>
  /^https?:/u.test(to) ? (
    <a href={to} title={title ?? to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );

const Mention = ({ node }: { node: MarkNode }) => {
  const { scene, goTo } = useContext(Around);
  const id = String(node.id);
  switch (node.type) {
    case 'user': {
      const everyone = [...(scene?.people ?? []), ...(scene ? [scene.bot] : [])];
      return <span class="mention">@{everyone.find((user) => user.id === id)?.name ?? id}</span>;
    }
    case 'role': {
      const roles = scene?.guilds.flatMap((guild) => guild.roles) ?? [];
      return <span class="mention">@{roles.find((role) => role.id === id)?.name ?? id}</span>;
    }
    case 'channel': {
      const channel = scene?.channels.find((one) => one.id === id);
      if (!channel) return <span class="mention">#{id}</span>;
      return (
        <button type="button" class="mention" onClick={() => goTo(id)}>
          #{channel.name}
        </button>
      );
    }
    default:
      return <span class="mention">@{node.type}</span>;
  }
};

const contentOf = (node: MarkNode): readonly MarkNode[] => (Array.isArray(node.content) ? node.content : []);

const Quote = ({ node }: { node: MarkNode }) => {
  const lines = contentOf(node);
  const end = lines.at(-1)?.type === 'br' ? -1 : lines.length;
  return (
    <blockquote>
      <Nodes nodes={lines.slice(0, end)} />
    </blockquote>
  );
};

const List = ({ node }: { node: MarkNode }) => {
  const items = (node.items ?? []).map((item, index) => (
    <li key={index}>
      <Nodes nodes={item} />
    </li>
  ));
  return node.start === undefined ? <ul>{items}</ul> : <ol start={Number(node.start)}>{items}</ol>;
};

/** Elements of marks that only wrap their content. */
const tags: Readonly<Record<string, 'strong' | 'em' | 'u' | 's'>> = {
  strong: 'strong',
  em: 'em',
  underline: 'u',
  strikethrough: 's',
};

const Node = ({ node }: { node: MarkNode }) => {
  const inner = () => <Nodes nodes={contentOf(node)} />;
  const Wrapper = tags[node.type];
  if (Wrapper) return <Wrapper>{inner()}</Wrapper>;
  switch (node.type) {
    case 'text':
      return <>{String(node.content)}</>;
    case 'br':
    case 'newline':
      return <br />;
    case 'spoiler':
      return <Spoiler>{inner()}</Spoiler>;
    case 'inlineCode':
      return <code>{String(node.content)}</code>;
    case 'codeBlock':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <pre tabIndex={0}>
          <code>{String(node.content)}</code>
        </pre>
      );
    case 'blockQuote':
      return <Quote node={node} />;
    case 'heading':
      // The level below the channel's name, as the headings of messages are no outline.
      return <h2 class={`heading-${node.level}`}>{inner()}</h2>;
    case 'subtext':
      return <small class="subtext">{inner()}</small>;
    case 'list':
      return <List node={node} />;
    case 'link':
      return (
        <Link to={String(node.target)} {...(node.title ? { title: String(node.title) } : {})}>
          {inner()}
        </Link>
      );
    case 'url':
    case 'autolink':
      return <Link to={String(node.target)}>{inner()}</Link>;
    case 'timestamp':
      return <Timestamp seconds={Number(node.timestamp)} format={String(node.format ?? 'f')} />;
    case 'user':
    case 'role':
    case 'channel':
    case 'everyone':
    case 'here':
      return <Mention node={node} />;
    case 'slashCommand':
      return <span class="mention">/{String(node.fullName)}</span>;
    case 'guildNavigation':
      return <span class="mention">{String(node.navigationType ?? node.id)}</span>;
    case 'emoji':
      return <Emoji id={String(node.id)} name={String(node.name)} />;
    case 'twemoji':
    case 'emoticon':
      return <Emoji name={String(node.name ?? node.content)} />;
    default:
      return <Unsupported what={node.type} />;
  }
};

const Nodes = ({ nodes }: { nodes: readonly MarkNode[] }) => (
  <>
    {nodes.map((node, index) => (
      <Node key={index} node={node} />
    ))}
  </>
);

export const Markdown = ({ text }: { text: string }) => {
  const nodes = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div class={isEmojiOnly(nodes) ? 'markdown large-emoji' : 'markdown'}>
      <Nodes nodes={nodes} />
    </div>
  );
};

/** Stands in for anything the page cannot show. A test ensures that the project's bot never needs it. */
export const Unsupported = ({ what }: { what: string }) => {
  const { words } = useContext(Around);
  return <span class="unsupported">{words.unsupported.replace('{{what}}', what)}</span>;
};
