import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { ComponentNode } from './components.ts';
import type { Guild, GuildHost, Message } from './guild.ts';
import { timestampText } from './timestamp.ts';

/**
 * Renders a message as plain text for a terminal: `[label]` is a button, `(label)` a disabled one, `<menu: a | b>` a select.
 * Markdown is not interpreted.
 */
export function renderMessage(message: Message): string {
  if (message.loading) return `${message.author.name} is thinking...`;
  const lines: string[] = [];
  if (message.ephemeral) lines.push('(only you can see this)');
  if (message.content !== '') lines.push(message.content);
  for (const embed of message.embeds) lines.push(...renderEmbed(embed as EmbedShape));
  for (const component of message.components) lines.push(...renderComponent(component));
  const shown = JSON.stringify([message.components, message.embeds]);
  for (const file of message.attachments) {
    if (!shown.includes(file.url)) lines.push(describeFile(file.filename, file.description));
  }
  return lines.join('\n');
}

/** Code first, as nothing in it is a mark; then what else a client doesn't show as it is written. */
const mark = new RegExp(
  [
    /```(?:\w+(?=\n))?(?<block>[\s\S]*?)```/,
    /`(?<code>[^`]+)`/,
    /\\(?<escaped>[^a-zA-Z0-9\s])/,
    /(?<=^(?:\| )*)(?:-# |#{1,3} |>>> |> )/,
    /<@!?(?<user>\d+)>/,
    /<@&(?<role>\d+)>/,
    /<#(?<channel>\d+)>/,
    /<\/(?<command>[^<>:\n]+):\d+>/,
    /<a?:(?<emoji>\w+):\d+>/,
    /<t:(?<seconds>-?\d{1,17})(?::(?<style>[tTdDfFsSR]))?>/,
    /<id:(?<place>\w+)(?::\d+)?>/,
    /\[(?<label>[^[\]\n]+)\]\(<?(?<target>https?:\/\/[^\s<>)]+)>?(?: "[^"\n]*")?\)/,
    /<(?<url>https?:\/\/[^\s<>]+)>/,
    /\*\*|\|\|/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gmu',
);

/**
 * Markdown as plain text: without marks of headings, small print, emphasis, code, quotes and spoilers, and with names in
 * place of ids.
 * @param host knows the names of people, roles and channels
 */
export const plainText = (markdown: string, host: NameHost, locale: string): string =>
  markdown.replace(mark, (...found) => {
    const whole = String(found[0]);
    const { user, role, channel, command, emoji, seconds, style, label, target, ...rest } = found.at(-1) as Marks;
    if (user) return `@${host.users.get(user)?.name ?? user}`;
    if (role) return roleName([...host.guilds.values()], role);
    if (channel) return `#${host.channels.get(channel)?.name ?? channel}`;
    if (command) return `/${command}`;
    if (emoji) return `:${emoji}:`;
    if (seconds) return timestampText(locale, Number(seconds), style) ?? whole;
    if (label) return `${label} (${target})`;
    return rest.block ?? rest.code ?? rest.escaped ?? rest.place ?? rest.url ?? '';
  });

type Marks = Readonly<Partial<Record<string, string>>>;
type NameHost = Pick<GuildHost, 'users' | 'guilds' | 'channels'>;

const roleName = (guilds: readonly Guild[], id: string): string => {
  const name = guilds.map(({ roles }) => roles.get(id)?.name).find(Boolean) ?? id;
  // `@everyone` has the sign in its name.
  return `@${name.replace(/^@/u, '')}`;
};

interface EmbedShape {
  title?: string | null;
  description?: string | null;
  url?: string | null;
  author?: { name: string } | null;
  footer?: { text: string } | null;
  image?: { url?: string } | null;
  thumbnail?: { url?: string } | null;
  fields?: { name: string; value: string }[] | null;
}

function renderEmbed(embed: EmbedShape): string[] {
  const lines: string[] = [];
  if (embed.author) lines.push(embed.author.name);
  if (embed.title) lines.push(embed.url ? `${embed.title} (${embed.url})` : embed.title);
  if (embed.description) lines.push(embed.description);
  for (const field of embed.fields ?? []) lines.push(`${field.name}: ${field.value}`);
  for (const picture of [embed.image, embed.thumbnail])
    if (picture?.url) lines.push(describeFile(fileName(picture.url)));
  if (embed.footer) lines.push(embed.footer.text);
  return bordered(lines);
}

/** Puts `| ` in front of every line. */
const bordered = (lines: readonly string[]) =>
  lines
    .join('\n')
    .split('\n')
    .map((line) => `| ${line}`);
const fileName = (url: string) => url.split('/').at(-1) ?? url;
const describeFile = (name: string, altText?: string | null) => (altText ? `{${name}: ${altText}}` : `{${name}}`);

interface Media {
  url: string;
}

function renderComponent(node: ComponentNode): string[] {
  const children = () => (node.components ?? []).flatMap(renderComponent);
  switch (node.type) {
    case ComponentType.ActionRow:
      return [children().join(' ')];
    case ComponentType.Button:
      return [renderButton(node)];
    case ComponentType.TextDisplay:
      return [String(node.content)];
    case ComponentType.Section:
      return [...children(), ...(node.accessory ? renderComponent(node.accessory) : [])];
    case ComponentType.Thumbnail:
      return [describeFile(fileName((node.media as Media).url), node.description as string | undefined)];
    case ComponentType.MediaGallery:
      return (node.items as { media: Media; description?: string }[]).map((item) =>
        describeFile(fileName(item.media.url), item.description),
      );
    case ComponentType.File:
      return [describeFile(fileName((node.file as Media).url))];
    case ComponentType.Separator:
      return [node.divider === false ? '' : '----'];
    case ComponentType.Container:
      return bordered(children());
    default:
      return [renderSelect(node)];
  }
}

function renderButton(node: ComponentNode): string {
  const emoji = node.emoji as { name?: string } | undefined;
  const label = [emoji?.name, node.label].filter(Boolean).join(' ');
  const shown = node.style === ButtonStyle.Link ? `${label} -> ${String(node.url)}` : label;
  return node.disabled ? `(${shown})` : `[${shown}]`;
}

function renderSelect(node: ComponentNode): string {
  const options = (node.options as { label: string; default?: boolean }[] | undefined) ?? [];
  const name = String(node.placeholder ?? node.custom_id);
  const labels = options.map(({ label, default: chosen }) => (chosen ? `*${label}` : label)).join(' | ');
  const shown = labels === '' ? name : `${name}: ${labels}`;
  return node.disabled ? `(${shown})` : `<${shown}>`;
}
