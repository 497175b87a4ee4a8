import { describe, expect, it } from 'vitest';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { positionOf, questionOf, rankOf } from '../../support/truth.ts';

const peg21 = puzzleOf('peg21')!;

/** Jumps of each hole as over→to. */
const table: Record<number, string> = {
  1: '3→5',
  2: '3→4',
  3: '4→6 5→8',
  4: '3→2 6→9 7→11',
  5: '3→1 7→10 8→12',
  6: '4→3 7→8 9→14 10→16',
  7: '10→15 11→17',
  8: '5→3 7→6 11→16 12→18',
  9: '6→4 10→11 14→20',
  10: '7→5 11→12',
  11: '7→4 10→9',
  12: '8→5 11→10 18→21',
  13: '14→15',
  14: '9→6 15→16',
  15: '10→7 14→13 16→17',
  16: '10→6 11→8 15→14 17→18',
  17: '11→7 16→15 18→19',
  18: '12→8 17→16',
  19: '18→17',
  20: '14→9',
  21: '18→12',
};

it('jumps along the lines of its picture', () => {
  const jumps = Object.fromEntries(
    Object.keys(table).map((from) => {
      const own = peg21.board.jumps.filter((jump) => jump.from + 1 === Number(from));
      const sorted = own.sort((a, b) => a.over - b.over || a.to - b.to);
      return [from, sorted.map(({ over, to }) => `${over + 1}→${to + 1}`).join(' ')];
    }),
  );
  expect(jumps).toEqual(table);
});

it('lies in rows of two, one, two, three, four, seven and two holes', () => {
  const rows = Array.from({ length: peg21.board.rows }, (_, row) => peg21.board.y.filter((y) => y === row).length);
  expect(rows).toEqual([2, 1, 2, 3, 4, 7, 2]);
});

it('has six corners, 1 2 13 19 20 21, that no peg is jumped over in', () => {
  const over = new Set(peg21.board.jumps.map((jump) => jump.over + 1));
  expect(peg21.board.x.flatMap((_, cell) => (over.has(cell + 1) ? [] : cell + 1))).toEqual([1, 2, 13, 19, 20, 21]);
});

describe('the lower bound', () => {
  const bound = (position: string, goal?: string): number => {
    const question = questionOf(peg21, position, goal);
    const cursor = peg21.cursor(question.goal);
    cursor.load(rankOf(peg21, question.start));
    return cursor.lowerBound();
  };

  it('wants a move for each peg in a corner', () => {
    expect(bound('all-7')).toBe(6);
    expect(bound('all-7-1')).toBe(5);
    expect(bound('all-7-1-2-13-19-20-21')).toBe(1);
  });

  it('lets as many pegs stay in corners as the goal has there', () => {
    expect(bound('all-7', '1')).toBe(5);
    expect(bound('all-7', 'any')).toBe(5);
  });

  it('is infinite when pegs are missing', () => {
    const two = '000000000000000000011';
    expect(bound('all-7', two)).toBe(4);
    const cursor = peg21.cursor(questionOf(peg21, 'all-7', two).goal);
    cursor.load(1);
    expect(cursor.lowerBound()).toBe(Number.POSITIVE_INFINITY);
  });
});

it('finishes from all but 7 in 7 with the published 12 moves and 19 jumps', () => {
  const solution = [
    [15, 7],
    [12, 10],
    [4, 11],
    [2, 4],
    [8, 3],
    [1, 5],
    [13, 15, 7],
    [6, 3, 8, 6, 14],
    [21, 12, 10],
    [16, 18],
    [20, 9, 11],
    [19, 17, 7],
  ];
  expect(solution.flatMap((move) => move.slice(1))).toHaveLength(19);
  let position = positionOf(peg21, 'all-7');
  for (const holes of solution) {
    const move = holes.map((hole) => hole - 1);
    expect(peg21.notate(position, move)).toEqual(holes);
    position = peg21.play(position, move);
  }
  expect(position).toEqual(peg21.goal.positions[0]);
});
