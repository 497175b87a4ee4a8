/** Texts with several boards: the menu offers each of them, and `/solve` asks which. */
import { describe, expect, it } from 'vitest';
import { findBoards, questionFor } from '../../src/puzzles/reader.ts';
import { drawnKinds, puzzleOrKind, puzzles } from '../../src/puzzles/registry.ts';

const found = (text: string): string[] =>
  findBoards(text, puzzles, drawnKinds).map(({ puzzle, position }) => puzzle.formatPosition(position));
const problemOf = (name: string, text: string): string | undefined => {
  const read = questionFor(puzzleOrKind(name)!, text);
  return read.ok ? undefined : read.problem.code;
};

const [one, other] = ['283164705', '867254301'] as const;
const rows = (board: string): string => board.replace(/...(?=.)/gu, '$&\n');
const apart = (board: string): string => rows(board).replace(/\d(?=\d)/gu, '$& ');
const table = (board: string): string => rows(board).replace(/\d/gu, '| $& ').replace(/$/gmu, '|');
const list = (board: string): string =>
  `[[${rows(board)
    .split('\n')
    .join('], [')
    .replace(/\d(?=\d)/gu, '$&, ')}]]`;

describe('two boards of the 8 puzzle', () => {
  it.each([
    `Puzzle 1: ${rows(one)}\nPuzzle 2: ${rows(other)}`,
    `Puzzle 1: ${table(one)}\nPuzzle 2: ${table(other)}`,
    `1.\n${apart(one)}\n2.\n${apart(other)}`,
    `(1)\n${table(one)}\n(2)\n${table(other)}`,
    `Level 41\n${rows(one)}\nLevel 42\n${rows(other)}`,
    `第1問：${rows(one)}\n第2問：${rows(other)}`,
    `問題1\n${rows(one)}\n\n問題2\n${rows(other)}`,
    `a) ${list(one)}\nb) ${list(other)}`,
    `board1 = ${list(one)}\nboard2 = ${list(other)}`,
    `${table(one)} (5 moves)\n\n${table(other)} (31 moves)`,
  ])('%j', (text) => {
    expect(found(text)).toEqual([one, other]);
    for (const name of ['eight', 'slide']) expect(problemOf(name, text)).toBe('several-positions');
  });
});

it('two lines of numbers are two positions, of which the first may be in order', () => {
  const text = '0 1 2 3 4 5 6 7 8\n7 8 3 6 5 4 1 2 0';
  expect(found(text)).toEqual(['012345678', '783654120']);
  expect(problemOf('eight', text)).toBe('several-positions');
});

it('three positions below each other are no board of three rows', () => {
  expect(found(`${one}\n${other}\n123804765`)).toEqual([one, other, '123804765']);
});

it.each([
  ['klotski', ['ABBC/ABBC/DEEF/DGHF/I..J', 'ABBC/ABBC/DEEF/DGHF/.IJ.']],
  ['rush', ['.BB.../C..D../CAAD../C..D../..EE../......', 'BB...C/D..E.C/DAAE.C/D..E../F...GG/F.HHH.']],
  ['peg33', ['  111/  111/1111111/1110111/1111111/  111/  111', '  000/  010/0111110/0001000/0000000/  000/  000']],
])('two boards of %s', (name, [first = '', second = '']) => {
  const [upper, lower] = [first, second].map((board) => board.replaceAll('/', '\n'));
  for (const text of [`1)\n${upper}\n2)\n${lower}`, `Puzzle 1: ${first}\nPuzzle 2: ${second}`]) {
    expect(found(text)).toHaveLength(2);
    expect(problemOf(name, text)).toBe('several-positions');
  }
});

describe('some rows of a board are no smaller board', () => {
  it.each([
    ['a blank line', '867\n\n254\n301'],
    ['a word between', '8 6 7\nthen\n2 5 4\n3 _ 1'],
    ['a letter before', 'A 8 6 7\n2 5 4\n3 0 1'],
    ['a number before', '14 867\n254\n301'],
    ['two rows on one line', ' 8  6  7\n 2  5  4   3  0  1'],
    ['a table with a word between', '| 8 | 6 | 7 |\nthen\n| 2 | 5 | 4 |\n| 3 | 0 | 1 |'],
    ['a tray with a blank line', 'ABBC\nABBC\n\nDEEF\nDG.F\nIH.J'],
    ['a car park with a blank line', 'BB...C\n\nD..E.C\nDAAE.C\nD..E..\nF...GG\nF.HHH.'],
    [
      'a table of a tray',
      '| A | B | B | C |\n| A | B | B | C |\nthen\n| D | E | E | F |\n| D | G | H | F |\n| . | I | J | . |',
    ],
  ])('%s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    ['eight', '| 8 | 6 | 7 |\n| 2 | 5 | 4 |\n| 3 | 0 | 1 | (31 moves)', other],
    ['eight', 'A | 8 | 6 | 7 |\n| 2 | 5 | 4 |\n| 3 | 0 | 1 |', other],
    [
      'klotski',
      'o | A | B | B | C |\n| A | B | B | C |\n| D | E | E | F |\n| D | G | H | F |\n| I | . | . | J |',
      'ABBC/ABBC/DEEF/DGHF/I..J',
    ],
  ])('%s: what stands outside of a table is no cell: %j', (name, text, position) => {
    const read = questionFor(puzzleOrKind(name)!, text);
    expect(read.ok && read.value.puzzle.formatPosition(read.value.question.start)).toBe(position);
  });

  it('an empty cell of a list is none of a smaller board', () => {
    expect(found('2,,3,1,6,4,7,0,5')).toEqual([]);
  });

  it('a list of moves may stand below a board', () => {
    expect(found(`${rows(other)}\n\n7 5 4`)).toEqual([other]);
    expect(found(`Score 120\n${apart(other)}`)).toEqual([other]);
  });
});

describe('two boards side by side are not one', () => {
  it.each([
    [
      'lists',
      "[['A', 'B'],     [['A', '.'],\n ['A', '.'],      ['A', 'B'],\n ['C', 'D']]      ['C', 'D']]",
      ['blocks', 'klotski'],
    ],
    [
      'pegs',
      '    1 1 1             0 0 0\n    1 1 1             0 1 0\n1 1 1 1 1 1 1     0 1 1 1 1 1 0\n1 1 1 0 1 1 1     0 0 0 1 0 0 0\n1 1 1 1 1 1 1     0 0 0 0 0 0 0\n    1 1 1             0 0 0\n    1 1 1             0 0 0',
      ['peg15', 'peg21', 'peg33'],
    ],
    ['tables of pegs', '| 1 | 1 | 1 | 1 |     | 0 | 0 | 1 |\n'.repeat(5), []],
  ])('%s', (_, text, kinds) => {
    expect(found(text)).toEqual([]);
    for (const kind of kinds) expect(problemOf(kind, text)).toBeDefined();
  });
});

it('numbers before the rows of one board are none of boards', () => {
  expect(found(`1. ${apart(one).replaceAll('\n', '\n2. ').replace('2. 7', '3. 7')}`)).toEqual([one]);
  expect(problemOf('pegs', 'xxx1x\nxxx10\n00011\nx1100\n00111\nxxx11\nxxx0x')).toBeUndefined();
});

it.each([
  'Puzzle 1: | 1 | 2 | 3 |\n| . | # | 5 |\n| 6 | 4 | 7 |\nPuzzle 2: | 1 | 2 |\n| 3 | 4 |\n| 5 | . |',
  'Puzzle 1: 1 2 3\nNone # 5\n6 4 7\nPuzzle 2: 1 2\n3 4\n5 None',
])('of two boards, one with a wall, none is left out: %j', (text) => {
  expect(problemOf('slide', text)).toBe('several-positions');
});
