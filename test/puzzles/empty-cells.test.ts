/** What people write for an empty cell among letters, and for holes and what is outside among pegs, in rows that stand apart. */
import { expect, it } from 'vitest';
import { around, each, type Form, readAs } from '../support/rows-apart.ts';

const boards = [
  ['blocks', ['AAB.', 'CAB.', 'CD..']],
  ['blocks', ['BAAC', 'BAAC', 'DEEF', 'DGHF', 'I..J']],
  ['rush', ['.BB...', 'C..D..', 'CAAD..', 'C..D..', '..EE..', '......']],
] as const;

const signs = ['.', '-', '–', '—', '*', '_', '0', '·', '•', '+', '~', '__', '--', '□', '⬜'];
const words = ['None', 'null', 'nil', 'NaN', '-1', 'empty'];
const marks = [...signs, ...words, "''", '""', '" "'];

const forms: Readonly<Record<string, Form>> = {
  spaces: each('', ' ', ''),
  commas: each('', ', ', ''),
  lists: around('[', each('[', ', ', ']', ', '), ']'),
  'lists on lines': around('[', each('[', ', ', ']', ',\n '), ']'),
  braces: around('{', each('{', ', ', '}', ', '), '}'),
  bars: each('| ', ' | ', ' |'),
  'bars between': each('', ' | ', ''),
  grid: each('| ', ' | ', ' |', '\n+---+---+---+---+\n'),
  slashes: each('', ' ', '', ' / '),
  semicolons: each('', ' ', '', '; '),
  html: around('<table>', each('<tr><td>', '</td><td>', '</td></tr>', ''), '</table>'),
  latex: around('\\begin{bmatrix}\n', each('', ' & ', '', ' \\\\\n'), '\n\\end{bmatrix}'),
  numbers: (cells) => cells.map((row, at) => `${at + 1}. ${row.join(' ')}`).join('\n'),
  sentence: around('Please solve this:\n\n', each('', ' ', ''), '\n\nThanks!'),
};

const read = (kind: string, text: string): string | undefined => readAs(kind, text)?.position;

it.each(boards.flatMap(([kind, rows]) => marks.map((mark) => ({ kind, rows, mark, name: `${rows.length} rows` }))))(
  '$kind of $name with $mark',
  ({ kind, rows, mark }) => {
    const wanted = read(kind, rows.join('\n'));
    expect(wanted).toBeDefined();
    const cells = rows.map((row) => [...row].map((cell) => (cell === '.' ? mark : cell)));
    const found = Object.entries(forms).map(([form, write]) => [form, read(kind, write(cells))]);
    expect(found).toEqual(found.map(([form]) => [form, wanted]));
  },
);

/** Signs for pegs, holes and what is outside. */
const pegSigns = [
  '10#',
  '10x',
  '10█',
  'o.#',
  'O.x',
  '●○#',
  '●○.',
  '●○_',
  '●○·',
  '🔴⚪⬛',
  '🔵⭕⬜',
  '🟡🕳⬛',
  '🟠⚫🧱',
] as const;
const pegBoards = [
  ['#11#', '1011', '1111', '#11#'],
  ['##111##', '##111##', '1111111', '1110111', '1111111', '##111##', '##111##'],
];

it.each(pegSigns.flatMap((marks) => pegBoards.map((rows) => ({ marks, rows, name: `${rows.length} rows` }))))(
  'pegs of $name as $marks',
  ({ marks, rows }) => {
    const wanted = read('pegs', rows.join('\n').replaceAll('#', 'x'));
    expect(wanted).toBeDefined();
    const cells = rows.map((row) => Array.from(row, (cell) => [...marks]['10#'.indexOf(cell)]!));
    const found = Object.entries(forms).flatMap(([form, write]) =>
      // Slashes and semicolons in one line stand for pegs, too.
      form === 'slashes' || form === 'semicolons' ? [] : [[form, read('pegs', write(cells))]],
    );
    expect(found).toEqual(found.map(([form]) => [form, wanted]));
  },
);

it.each(['10-', 'o.-'])('takes dashes beside the English cross for what is outside: %s', (marks) => {
  const rows = pegBoards[1]!.map((row) => Array.from(row, (cell) => marks['10#'.indexOf(cell)]).join(' '));
  expect(readAs('pegs', rows.join('\n'))).toEqual({ id: 'peg33', position: '111111111111111101111111111111111' });
});

it.each(['None', 'null', ''])('takes %j for what is outside where x is a peg', (mark) => {
  const rows = [`[${mark}, x, x, ${mark}]`, '[x, ., x, x]', '[x, x, x, x]', `[${mark}, x, x, ${mark}]`];
  expect(read('pegs', `[${rows.join(', ')}]`)).toBe(read('pegs', 'x11x\n1011\n1111\nx11x'));
});

it('takes strings with nothing in them for what is outside, with as much room as others', () => {
  const rows = ['"", "x", "x", ""', '"x", ".", "x", "x"', '"x", "x", "x", "x"', '"", "x", "x", ""'];
  expect(read('pegs', `[[${rows.join('],\n [')}]]`)).toBe(read('pegs', 'x11x\n1011\n1111\nx11x'));
});

it.each(['-', '·'])('reads %s as the blank beside walls', (mark) => {
  expect(read('slide', `1 2 3\n4 # 5\n6 7 ${mark}`)).toBe('123/4#5/670');
});

it.each([
  'B, A, A\nB, A, A, C\nD, E, E, F\nD, G, H, F\nI, ., ., J',
  '[[B, A, A], [B, A, A, C], [D, E, E, F], [D, G, H, F], [I, None, None, J]]',
])('does not fill a short row of a board that has empty cells: %j', (text) => {
  expect(read('blocks', text)).toBeUndefined();
});

it('takes no odd sign for the blank where a word is', () => {
  expect(read('slide', '1 2 3\n4 ? 5\n6 7 None')).toBeUndefined();
});

const walls = [
  ['_', '■'],
  ['_', '⬛'],
  ['0', '⬛'],
  ['_', '-1'],
  ['_', 'None'],
] as const;
it.each(walls)('beside the blank %s, %s is a wall', (blank, wall) => {
  for (const rows of [
    ['123', '4#5', '67_'],
    ['#12#', '3456', '#7_#'],
  ]) {
    const cells = rows.map((row) => Array.from(row, (cell) => ({ _: blank, '#': wall })[cell] ?? cell));
    for (const form of ['lists', 'lists on lines', 'bars', 'html'])
      expect(read('slide', forms[form]!(cells)), form).toBe(read('slide', rows.join('\n')));
  }
});

it('beside a sign for the blank, a string with nothing in it is a wall', () => {
  expect(read('slide', '[["1", "2", "3"], ["4", " ", "5"], ["6", "7", "_"]]')).toBe('123/4#5/670');
});

it.each(['x', '█', '-1'])('names of columns are no row of a board with walls: %s', (wall) => {
  expect(read('slide', `| 1 | 2 | 3 |\n|---|---|---|\n| 1 | 2 | 3 |\n| 4 | ${wall} | 5 |\n| 6 | 7 | _ |`)).toBe(
    '123/4#5/670',
  );
});

it('refuses two signs, of which one may be a wall', () => {
  expect(read('blocks', 'A A B -\nC A B +\nC D - +')).toBeUndefined();
});

it('reads spaces in a frame of letters apart', () => {
  const frame = '+---------+\n| A A B   |\n| C A B   |\n| C D     |\n+---------+';
  expect(read('blocks', frame)).toBe(read('blocks', 'AAB.\nCAB.\nCD..'));
});

it('reads spaces of letters apart as a program prints them', () => {
  const wanted = read('blocks', 'AAB.\nCAB.\nCD..');
  expect(read('blocks', 'A A B  \nC A B  \nC D    ')).toBe(wanted);
  // What is sent loses the spaces at its end.
  expect(read('blocks', '```\nA A B  \nC A B  \nC D    \n```')).toBe(wanted);
  expect(read('blocks', 'A A B  \nC A B  \nC D D  ')).toBe(read('blocks', 'AAB\nCAB\nCDD'));
});

it('takes no cell of an open table for what stands outside of it', () => {
  expect(read('blocks', 'A | A | \n | B | \nC | C | D')).toBe(read('blocks', 'AA.\n.B.\nCCD'));
});
