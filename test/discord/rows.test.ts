/** Rows of buttons as Discord takes them, and as a phone shows them. */
import { expect, test } from 'vitest';
import { button, buttonRows, wordRows } from '../../src/discord/message.ts';

const buttons = (count: number) => Array.from({ length: count }, (_, index) => button(`id ${index}`, 'words'));
const lengths = (rows: ReturnType<typeof buttonRows>) => rows.map(({ components }) => components.length);

test('a row has five buttons, or three with words, divided evenly', () => {
  expect(lengths(buttonRows(buttons(7)))).toEqual([5, 2]);
  expect([0, 1, 3, 4, 5, 7].map((count) => lengths(wordRows(...buttons(count))))).toEqual([
    [],
    [1],
    [3],
    [2, 2],
    [3, 2],
    [3, 3, 1],
  ]);
  const [one, other] = buttons(2);
  expect(wordRows(false, one, undefined, other)).toEqual(buttonRows(buttons(2)));
});
