/** Discord's Markdown as a tree. The library knows its dialect but for lists, which are added here. */
import { rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';

export interface MarkNode {
  readonly type: string;
  readonly content?: string | readonly MarkNode[];
  readonly items?: readonly (readonly MarkNode[])[];
  readonly [field: string]: unknown;
}

type State = Record<string, unknown> & { prevCapture?: readonly string[] | null };

/** Lines that start with a bullet or a number, and the indented ones that go on with them. */
const listPattern = /^( *)(?:[-*]|\d{1,9}\.) [^\n]+(?:\n\1(?: *(?:[-*]|\d{1,9}\.) | {2,})[^\n]+)*(?:\n|$)/u;
const itemPattern = /^( *)(?:[-*]|(\d{1,9})\.) /u;

interface Item {
  readonly indent: number;
  readonly number: number | undefined;
  text: string;
}

const itemsOf = (text: string): Item[] => {
  const items: Item[] = [];
  for (const line of text.replace(/\n$/u, '').split('\n')) {
    const found = itemPattern.exec(line);
    const last = items.at(-1);
    if (found) {
      const number = found[2] === undefined ? undefined : Number(found[2]);
      items.push({ indent: found[1]!.length, number, text: line.slice(found[0].length) });
    } else if (last) last.text += `\n${line.trim()}`;
  }
  return items;
};

type Parse = (text: string, state: State) => MarkNode[];

const listOf = (items: readonly Item[], parse: Parse, state: State): MarkNode => {
  const [first] = items;
  const own = items.flatMap((item, index) => (item.indent <= (first?.indent ?? 0) ? [index] : []));
  return {
    type: 'list',
    start: first?.number,
    items: own.map((from, index) => {
      const inner = items.slice(from + 1, own[index + 1]);
      // `prevCapture` null is the start of a line to the rules, and an item is none.
      const words = parse(items[from]!.text, { ...state, prevCapture: [' '] });
      return inner.length > 0 ? [...words, listOf(inner, parse, state)] : words;
    }),
  };
};

const isAtLineStart = ({ prevCapture }: State): boolean => prevCapture == null || /\n$/u.test(prevCapture[0] ?? '');

const list = {
  order: 0,
  match: (source: string, state: State) => {
    const [whole] = (isAtLineStart(state) && listPattern.exec(source)) || [];
    // By the last part of what came before, the library's rules know the start of a line.
    return whole === undefined ? null : [whole, whole.endsWith('\n') ? '\n' : ''];
  },
  parse: (capture: readonly string[], parse: Parse, state: State) => listOf(itemsOf(capture[0]!), parse, state),
};

/** The library's own goes on into a digit that a keycap is made of. */
const text = {
  ...rulesExtended.text,
  match: (source: string) => /^[\s\S]+?(?=[^0-9A-Za-z\s]|[0-9]\uFE0F?\u20E3|\n|\w+:\S|$)/u.exec(source),
};

const parser = SimpleMarkdown.parserFor({ ...rulesExtended, list, text } as never) as unknown as (
  text: string,
  state: State,
) => MarkNode[];

export const parseMarkdown = (text: string): MarkNode[] => parser(text, { inline: true });

const shownLarge = new Set(['twemoji', 'emoji']);

/** Nothing but emoji, and no more than thirty: Discord shows them larger. */
export const isEmojiOnly = (nodes: readonly MarkNode[]): boolean => {
  const blank = (node: MarkNode) =>
    node.type === 'br' || (node.type === 'text' && /^[\s\u200B]*$/u.test(String(node.content)));
  const emoji = nodes.filter(({ type }) => shownLarge.has(type));
  return emoji.length > 0 && emoji.length <= 30 && nodes.every((node) => shownLarge.has(node.type) || blank(node));
};
