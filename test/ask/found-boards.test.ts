/** What "Solve this position" offers of a message. */
import { expect, it } from 'vitest';
import { boardsToOffer } from '../../src/ask/found-boards.ts';

const offered = (text: string): string[] => boardsToOffer(text).map(({ puzzle }) => puzzle.id);

it.each([
  ['123405', ['five', '3x2']],
  ['who solves [1, 2, 3, 4, 5, 0, 6, 7]?', ['seven', '4x2']],
  ['1 2 3 4 5 6 7 8 9 10 0 11', ['eleven', '2x6', '6x2', '4x3']],
  ['1 2 3 4 5 6 7 8 9 10 11 12 13 0', ['2x7', '7x2']],
  // What the rows, the size or the name tell.
  ['1 2 3 4\n5 6 7 8\n9 10 0 11', ['eleven']],
  ['1 2 3\n4 5 6\n7 8 9\n10 0 11', ['4x3']],
  ['my 4 × 3 board: 1 2 3 4 5 6 7 8 9 10 0 11', ['4x3']],
  ['eleven: 123456789A0B', ['eleven']],
  ['867254301', ['eight']],
  ['1 2 3 4 5 6 7 8 9 10 0 11 -> 1 2 3 4 5 6 7 8 9 10 11 0', ['eleven', 'eleven']],
  ['nothing here', []],
])('%j', (text, ids) => {
  expect(offered(text)).toEqual(ids);
});
