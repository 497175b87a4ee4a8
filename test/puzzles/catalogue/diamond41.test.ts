/** Facts of the diamond of 41 holes, by position classes (Beasley, The Ins and Outs of Peg Solitaire, 1985, chapter 4). */
import { expect, it } from 'vitest';
import { fileAndRow } from '../../../src/puzzles/board.ts';
import { diamond41 } from '../../../src/puzzles/catalogue/diamond41.ts';
import { questionOf } from '../../support/truth.ts';

const { board } = diamond41;
const holes = fileAndRow(board);
const codeOf = (start: string, goal: string) => diamond41.obstacle(questionOf(diamond41, `all-${start}`, goal))?.code;

it('has 41 holes in rows of one to nine, 100 jumps and 16 corners', () => {
  const rows = Array.from({ length: board.rows }, (_, row) => board.y.filter((y) => y === row).length);
  expect(rows).toEqual([1, 3, 5, 7, 9, 7, 5, 3, 1]);
  expect(board.jumps).toHaveLength(100);
  const over = new Set(board.jumps.map((jump) => jump.over));
  expect(holes.filter((_, cell) => !over.has(cell))).toEqual([
    'e1',
    'd2',
    'f2',
    'c3',
    'g3',
    'b4',
    'h4',
    'a5',
    'i5',
    'b6',
    'h6',
    'c7',
    'g7',
    'd8',
    'f8',
    'e9',
  ]);
});

it('has no game that ends in the hole of its start', () => {
  for (const hole of holes) expect(codeOf(hole, hole)).toBe('peg-class');
});

it('has no game from the centre, and games from 20 other holes', () => {
  const open = holes.filter((hole) => codeOf(hole, 'any') === undefined);
  const rows = ['e1', 'd2 f2', 'e3', 'b4 e4 h4', 'a5 c5 d5 f5 g5 i5', 'b6 e6 h6', 'e7', 'd8 f8', 'e9'];
  expect(open).toEqual(rows.flatMap((row) => row.split(' ')));
  expect(codeOf('e5', 'any')).toBe('peg-class-any');
});

it('offers games that no position class excludes', () => {
  for (const { position, goal } of diamond41.landmarks) {
    expect(diamond41.obstacle(questionOf(diamond41, position, goal))).toBeUndefined();
  }
});
