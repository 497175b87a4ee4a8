/** Parses Discord's Markdown. The library supports everything but lists, which are added here. */
import { rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';

export interface MarkNode {
  readonly type: string;
  readonly content?: string | readonly MarkNode[];
  readonly items?: readonly (readonly MarkNode[])[];
  readonly [field: string]: unknown;
}

type State = Record<string, unknown> & { prevCapture?: readonly string[] | null };

/** Lines that start with a bullet or a number, and the indented lines that continue them. */
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
      // For the rules, a `prevCapture` of null is the start of a line. The text of an item is not at one.
      const text = parse(items[from]!.text, { ...state, prevCapture: [' '] });
      return inner.length > 0 ? [...text, listOf(inner, parse, state)] : text;
    }),
  };
};

const isAtLineStart = ({ prevCapture }: State): boolean => prevCapture == null || /\n$/u.test(prevCapture[0] ?? '');

const list = {
  order: 0,
  match: (source: string, state: State) => {
    const [whole] = (isAtLineStart(state) && listPattern.exec(source)) || [];
    // The library's rules find the start of a line by the end of the last capture.
    return whole === undefined ? null : [whole, whole.endsWith('\n') ? '\n' : ''];
  },
  parse: (capture: readonly string[], parse: Parse, state: State) => listOf(itemsOf(capture[0]!), parse, state),
};

/** Text ends before a digit of a keycap emoji. The library's own rule includes the digit. */
const text = {
  ...rulesExtended.text,
  match: (source: string) => /^[\s\S]+?(?=[^0-9A-Za-z\s]|[0-9]\uFE0F?\u20E3|\n|\w+:\S|$)/u.exec(source),
};

const parser = SimpleMarkdown.parserFor({ ...rulesExtended, list, text } as never);

export const parseMarkdown = (text: string): MarkNode[] => parser(text, { inline: true }) as MarkNode[];

const shownLarge = new Set(['twemoji', 'emoji']);

/** Whether a text is nothing but emoji, at most thirty. Discord shows them larger. */
export const isEmojiOnly = (nodes: readonly MarkNode[]): boolean => {
  const blank = (node: MarkNode) =>
    node.type === 'br' || (node.type === 'text' && /^[\s\u200B]*$/u.test(String(node.content)));
  const emoji = nodes.filter(({ type }) => shownLarge.has(type));
  return emoji.length > 0 && emoji.length <= 30 && nodes.every((node) => shownLarge.has(node.type) || blank(node));
};
