import { describe, expect, it } from 'vitest';
import { isEmojiOnly, type MarkNode, parseMarkdown } from '../../../packages/playground/src/page/markdown.ts';

/** A tree as a line: `strong(text)`, texts side by side joined. */
const shape = (nodes: readonly MarkNode[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'text') return String(node.content);
      if (node.items) return ` list${node.start ?? ''}(${node.items.map(shape).join('|')})`;
      const inner = Array.isArray(node.content) ? shape(node.content) : (node.content ?? node.name ?? node.id ?? '');
      return ` ${node.type}(${String(inner)}) `;
    })
    .join('')
    .replace(/ +/gu, ' ')
    .trim();

describe("Discord's Markdown", () => {
  it.each([
    ['**b** *i* __u__ ~~s~~ ||x|| `c`', 'strong(b) em(i) underline(u) strikethrough(s) spoiler(x) inlineCode(c)'],
    ['### a\n-# b\nc', 'heading(a) subtext(b) c'],
    ['> q\nr', 'blockQuote(q br()) r'],
    ['```js\na *b*\n```', 'codeBlock(a *b*)'],
    ['[a](https://x.y) https://z.w', 'link(a) url(https://z.w)'],
    [
      '<@123456789012345678> <t:1700000000:R> <:a_b:123456789012345678>',
      'user(123456789012345678) timestamp() emoji(a_b)',
    ],
    ['- a\n- **b**\n  - c\n- d', 'list(a|strong(b) list(c)|d)'],
    ['3. x\n4. y\n\nz', 'list3(x|y) br() z'],
    ['a\n- b', 'a br() list(b)'],
    ['1. a\n-# b\n2. c', 'list1(a) subtext(b) list2(c)'],
    ['a - b\n1.5 c', 'a - b br() 1.5 c'],
    ['\\*a\\* \\<b\\> 1\\. c', '*a* <b> 1. c'],
    ['a_b_c', 'a_b_c'],
  ])('%j', (text, expected) => {
    expect(shape(parseMarkdown(text))).toBe(expected);
  });

  it('keeps every emoji of a board apart, also behind a letter with its zero-width space', () => {
    const board = '4️⃣🇧\u200B🇦\u200B9️⃣\n⬛1️⃣🟠⚫';
    const nodes = parseMarkdown(board);
    expect(nodes.filter(({ type }) => type === 'twemoji').map(({ name }) => name)).toEqual([
      ...['4️⃣', '🇧', '🇦', '9️⃣'],
      ...['⬛', '1️⃣', '🟠', '⚫'],
    ]);
    expect(isEmojiOnly(nodes)).toBe(true);
    expect(isEmojiOnly(parseMarkdown('a ⬛'))).toBe(false);
  });

  it('parses any text to its end', () => {
    const texts = ['- ', '-', '||', '**', '> ', '``', '<t:99999999999999999:R>', '\n- a\n\n\n- b', '-# ', '# ', '1. '];
    for (const text of texts) expect(Array.isArray(parseMarkdown(text))).toBe(true);
  });
});
