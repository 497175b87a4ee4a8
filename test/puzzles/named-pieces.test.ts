/** Pieces that are numbers or names such as `A1`, and lists of numbers that are no board. */
import { describe, expect, it } from 'vitest';
import { readAs } from '../support/rows-apart.ts';

const read = (kind: string, text: string): string | undefined => readAs(kind, text)?.position;

const trays = [
  ['blocks', 'AAB.\nCAB.\nCD..'],
  ['klotski', 'ABBC\nABBC\nDEEF\nDGHF\nI..J'],
] as const;
const names = {
  'numbers and dashes': (mark: string) => (mark === '.' ? '-' : `${mark.charCodeAt(0) - 64}`),
  'numbers of two digits and dashes': (mark: string) => (mark === '.' ? '--' : `${mark.charCodeAt(0) - 55}`),
  'a letter and a number': (mark: string) => (mark === '.' ? '..' : `${mark}1`),
  'p and a number': (mark: string) => (mark === '.' ? '00' : `p${(mark.charCodeAt(0) - 64) % 10}`),
  'two series': (mark: string) =>
    mark === '.' ? '.' : `${'PQ'[mark.charCodeAt(0) % 2]}${(mark.charCodeAt(0) >> 1) - 31}`,
} as const;
const forms = {
  spaces: (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(' ')).join('\n'),
  lists: (rows: readonly (readonly string[])[]) => `[${rows.map((row) => `["${row.join('", "')}"]`).join(', ')}]`,
  bars: (rows: readonly (readonly string[])[]) => rows.map((row) => `| ${row.join(' | ')} |`).join('\n'),
} as const;

/** The same board with letters in the order of its pieces. */
const inOrder = (board: string): string => {
  const letters = new Map<string, string>();
  return board.replace(/[A-Z]/gu, (letter) => {
    if (!letters.has(letter)) letters.set(letter, String.fromCharCode(65 + letters.size));
    return letters.get(letter)!;
  });
};

describe.each(trays)('%s %j', (kind, board) => {
  it.each(Object.keys(names) as (keyof typeof names)[])('%s', (name) => {
    const rows = board.split('\n').map((row) => Array.from(row, names[name]));
    const found = Object.values(forms).map((form) => inOrder(read(kind, form(rows)) ?? ''));
    expect(found).toEqual(found.map(() => inOrder(read(kind, board)!)));
  });
});

it.each([
  'blocks = [(2,2,0,1),(1,2,0,0),(1,2,3,0),(2,1,2,1),(1,1,4,0)]',
  '[[2, 2, 0, 1], [1, 2, 0, 0], [1, 2, 3, 0], [2, 1, 2, 1]]',
  'A (0,0) (0,1)\nB (1,0) (2,0)\nX (2,2) (2,3)',
  'A1 A2\nA2 A3',
])('%j is a list of places, not a tray', (text) => {
  expect(read('blocks', text)).toBeUndefined();
});

it.each(['>', 'exit', '-->'])('a frame of # may have %s in the place of its gap', (exit) => {
  const rows = ['.BB...', 'C..D..', `CAAD.. ${exit}`, 'C..D..', '..EE..', '......'];
  const framed = rows.map((row) => `#${row}${row.length > 6 ? '' : '#'}`);
  expect(read('rush', ['########', ...framed, '########'].join('\n'))).toBe('oBBoooCooDooCAADooCooDooooEEoooooooo');
});
