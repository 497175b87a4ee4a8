/** What the bot says of a text that it can't read. */
import { expect, test } from 'vitest';
import { likenessText, noPuzzle, wrongInput } from '../../src/ask/wrong-input.ts';
import { translator } from '../../src/locales/index.ts';
import { parseQuestion, readPosition } from '../../src/puzzles/reader.ts';
import { knownPuzzle } from '../../src/puzzles/registry.ts';

const said = (locale: string, puzzle: string, typed: string, goal?: string): string => {
  const question = parseQuestion(knownPuzzle(puzzle), typed, goal);
  if (question.ok) throw new Error(`${typed} can be read`);
  return wrongInput(locale, goal ?? typed, question.problem);
};

test.each([
  ['en', 'The 8 puzzle (3 × 3) has 9 cells, counting the blank; you gave 8.\nExample: `867254301`'],
  ['ja', '8パズル（3×3） は空白を含めて 9 マスです（入力は 8 マス）。\n例：`867254301`'],
])('a text of another form is answered with a sentence and an example (%s)', (locale, text) => {
  expect(said(locale, 'eight', '86725430')).toBe(text);
});

test('a mark is pointed out, and an example follows', () => {
  expect(said('en', 'eight', 'h67254301').split('\n')).toEqual([
    'Cell 1: "h" isn’t a tile of eight; use 1–8, and 0 for the blank.',
    ...['```', 'h67254301', '^', '```', 'Example: `867254301`'],
  ]);
});

test('a text of the right form has no example', () => {
  expect(readPosition(knownPuzzle('eight'), '867254311').ok).toBe(false);
  expect(said('en', 'eight', '867254311')).not.toContain('Example');
});

test('the puzzle that a text is most like is named with an example', () => {
  const t = translator('en');
  expect(likenessText(t, 'choose.like', '86725430')).toBe(
    'I can’t tell the puzzle from this. Read as `eight`: the 8 puzzle (3 × 3) has 9 cells, counting the blank; you gave 8.\nExample: `867254301`. For another puzzle, add `puzzle`.',
  );
  expect(likenessText(t, 'find.like', 'good morning')).toBeUndefined();
});

test('what only fits boards of one’s own says which kinds of them', () => {
  const t = translator('en');
  expect(noPuzzle(t, 'RATE YOUR MIND PAL').split('\n').at(-1)).toBe(
    'As a board of your own, it fits `slide`. If you mean that, add `puzzle`.',
  );
  expect(noPuzzle(t, 'RATE/YOUR/MIND/PAL_')).toContain('it fits `blocks`, `slide`.');
  expect(noPuzzle(t, 'good morning')).not.toContain('own');
});
