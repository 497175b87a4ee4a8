/** What stands before, behind and around a board in a message: none of it is a row, and it takes no row away. */
import { describe, expect, it } from 'vitest';
import { findBoards } from '../../src/puzzles/reader.ts';
import { drawnKinds, puzzles } from '../../src/puzzles/registry.ts';
import { readAs } from '../support/rows-apart.ts';

const read = (kind: string, text: string): string | undefined => {
  const found = readAs(kind, text);
  return found && `${found.id} ${found.position}`;
};

const apart = '8 6 7\n2 5 4\n3 0 1';
const tight = '867\n254\n301';
const fifteen = '15 14 8 12\n10 11 9 13\n2 6 5 1\n3 7 4 0';
const table = '| 8 | 6 | 7 |\n| 2 | 5 | 4 |\n| 3 | 0 | 1 |';
const tray = 'ABBC\nABBC\nDEEF\nDGHF\nI..J';
const cars = '.BB...\nC..D..\nCAAD..\nC..D..\n..EE..\n......';
const carsApart = cars.replace(/[^\n](?=[^\n])/gu, '$& ');
const diamond = 'xx1xx\nx111x\n11011\nx111x\nxx1xx';
const cross = '  111\n  111\n1111111\n1110111\n1111111\n  111\n  111';
const boards = { apart, tight, fifteen, table, tray, cars, carsApart, diamond, cross };
const kindOf = { apart: 'slide', tight: 'slide', fifteen: 'slide', table: 'slide', tray: 'klotski' } as const;

type Name = keyof typeof boards;
const cases: readonly (readonly [what: string, write: (board: string) => string, names: readonly Name[]])[] = [
  ['a name and a sign', (board) => `start=${board}`, ['apart', 'tray', 'cars', 'carsApart', 'diamond']],
  ['a level', (board) => `Level 5: ${board}`, ['apart', 'tight', 'fifteen', 'carsApart', 'diamond']],
  ['a puzzle with #', (board) => `Puzzle #12: ${board}`, ['apart', 'tight', 'fifteen', 'carsApart']],
  ['a number above', (board) => `#12\n${board}`, ['tight', 'tray', 'carsApart', 'diamond']],
  ['moves behind', (board) => `${board} (31 moves)`, ['apart', 'tight', 'fifteen', 'carsApart', 'diamond']],
  ['quotes without spaces', (board) => board.replace(/^/gmu, '>'), ['apart', 'tray', 'diamond', 'cross']],
  ['Japanese quotes', (board) => `「${board}」`, ['apart', 'tray', 'diamond']],
  ['italics', (board) => `*${board}*`, ['table']],
  ['tabs before', (board) => board.replace(/^/gmu, '\t'), ['apart', 'tray', 'carsApart', 'cross']],
  ['backslashes behind', (board) => board.replace(/$/gmu, '\\'), ['apart', 'tray', 'cars', 'table']],
  ['an emoji of a server behind', (board) => `${board} <:pepe:123456789012345678>`, ['apart', 'tray', 'cars']],
];

describe.each(cases)('%s', (_, write, names) => {
  it.each(names)('%s', (name) => {
    const board = boards[name];
    const kind = kindOf[name as keyof typeof kindOf] ?? (/[A-Z]/u.test(board) ? 'rush' : 'pegs');
    expect(read(kind, board)).toBeDefined();
    expect(read(kind, write(board))).toBe(read(kind, board));
  });
});

it('a size above a board is no row', () => {
  expect(read('slide', `3x3\n${tight}`)).toBe('eight 867254301');
  expect(read('klotski', `5x4\n${tray}`)).toBe(read('klotski', tray));
});

it('a wall in the first row is no heading', () => {
  expect(read('slide', '#12\n345\n6_7')).toMatch(/#12\/345\/607$/u);
});

it('no cell of the first rows is a wall because something stands behind the last one', () => {
  const found = findBoards(`${carsApart} <:pepe:123456789012345678>`, puzzles, drawnKinds);
  expect(found.map(({ puzzle, position }) => puzzle.formatPosition(position))).toEqual([
    'oBBoooCooDooCAADooCooDooooEEoooooooo',
  ]);
});

it('a row of words for empty cells is a row', () => {
  const text = 'None 02 02 None\n03 None None 04\n03 01 01 04\nNone None None None';
  expect(read('rush', text)).toBe(read('rush', '_ 2 2 _\n3 _ _ 4\n3 1 1 4\n_ _ _ _'));
});

it('numbers of lines are no cells beside numbers in circles', () => {
  expect(read('blocks', '1. ① ① ② .\n2. ③ ① ② .\n3. ③ ④ . .')).toBe(read('blocks', 'AAB.\nCAB.\nCD..'));
});

it.each(['.', ' ', '>', ''])('takes a gap in a frame of # for the exit: %j', (gap) => {
  const rows = cars.split('\n').map((row, at) => `#${row}${at === 2 ? gap : '#'}`);
  expect(read('rush', ['########', ...rows, '########'].join('\n'))).toBe(read('rush', cars));
});

it.each([
  ['..', ''],
  ['--', ''],
  ['..', ' '],
])('takes a gap below a tray for the exit: %j, with %j between cells', (gap, between) => {
  const rows = ['######', ...tray.split('\n').map((row) => `#${row}#`), `##${gap}##`];
  const text = rows.map((row) => [...row].join(between)).join('\n');
  expect(read('klotski', text)).toBe(read('klotski', tray));
});
