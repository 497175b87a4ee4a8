/** Triangles of pegs in lists, tables and numbered lines, whose rows grow by one; and pegs of two marks between commas. */
import { expect, it } from 'vitest';
import { findBoards } from '../../src/puzzles/reader.ts';
import { drawnKinds, puzzles } from '../../src/puzzles/registry.ts';
import { around, each, type Form, readAs } from '../support/rows-apart.ts';

const padded =
  (room: string, form: Form): Form =>
  (cells) =>
    form(cells.map((row) => [...row, ...Array.from({ length: cells.length - row.length }, () => room)]));

const inMiddle: Form = (cells) => cells.map((row, at) => ' '.repeat(cells.length - 1 - at) + row.join(' ')).join('\n');

const forms: Readonly<Record<string, Form>> = {
  'in the middle': inMiddle,
  'on the left': each('', ' ', ''),
  'right below a word': around('Please solve this:\n', inMiddle, '\nthanks'),
  commas: each('', ', ', ''),
  slashes: each('', ' ', '', ' / '),
  lists: around('[', each('[', ', ', ']', ', '), ']'),
  'a name': around('board = [', each('[', ', ', ']', ', '), ']'),
  braces: around('{', each('{', ',', '}', ','), '}'),
  'lists of one length': padded('None', around('[', each('[', ', ', ']', ',\n '), ']')),
  'lists with -1': padded('-1', around('[', each('[', ', ', ']', ',\n '), ']')),
  table: padded(' ', each('| ', ' | ', ' |')),
  'table of growing rows': each('| ', ' | ', ' |'),
  latex: padded('', around('\\begin{bmatrix}\n', each('', ' & ', '', ' \\\\\n'), '\n\\end{bmatrix}')),
  html: around('<table>', each('<tr><td>', '</td><td>', '</td></tr>', ''), '</table>'),
  numbers: (cells) => cells.map((row, at) => `${at + 1}. ${row.join(' ')}`).join('\n'),
  names: (cells) => cells.map((row, at) => `Row ${at + 1}: ${row.join(' ')}`).join('\n'),
};

const read = (kind: string, text: string): string | undefined => {
  const found = readAs(kind, text);
  return found && `${found.id} ${found.position}`;
};
const rowsOf = (position: string): string[] =>
  Array.from({ length: Math.sqrt(2 * position.length) }, (_, at) =>
    position.slice((at * (at + 1)) / 2, ((at + 1) * (at + 2)) / 2),
  );

const triangles = [
  ['peg15', '011111111111111'],
  ['peg15', '111101101010111'],
  ['triangle21', '011111111111111111111'],
] as const;

it.each(
  triangles.flatMap(([id, position]) =>
    ['10', 'x.', 'X.', 'o.', '*.', '●○', '🔵⚪'].map((signs) => [id, position, signs] as const),
  ),
)('%s %s as %s', (id, position, signs) => {
  const marks = [...signs];
  const cells = rowsOf(position).map((row) => Array.from(row, (cell) => marks[cell === '1' ? 0 : 1]!));
  const found = Object.entries(forms).flatMap(([form, write]) =>
    [id, 'pegs'].map((kind) => [form, read(kind, write(cells))]),
  );
  expect(found).toEqual(found.map(([form]) => [form, `${id} ${position}`]));
});

it.each(['numbers', 'table', 'lists with -1', 'on the left'])(
  'nobody knows on which lattice other triangles are: %s',
  (form) => {
    const cells = rowsOf('0111111111').map((row) => [...row]);
    expect(read('pegs', forms[form]!(cells))).toBeUndefined();
  },
);

it('a triangle in a table is no tray', () => {
  const table = padded(' ', each('| ', ' | ', ' |'))(rowsOf('OXXXXXXXXXXXXXX').map((row) => [...row]));
  const found = findBoards(table, puzzles, drawnKinds);
  expect(found.map(({ puzzle }) => puzzle.id)).toEqual(['peg15']);
});

it.each(['x.', '*.', 'o.', 'X_'])('a rectangle of pegs as %s between commas', (signs) => {
  const cells = ['1111', '1011', '1111'].map((row) => Array.from(row, (cell) => signs[cell === '1' ? 0 : 1]!));
  const found = ['commas', 'lists', 'table of growing rows', 'html'].map((form) => read('pegs', forms[form]!(cells)));
  expect(found).toEqual(found.map(() => read('pegs', '1111\n1011\n1111')));
});
