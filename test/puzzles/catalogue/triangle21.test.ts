/** Facts of the triangle with six holes on a side (Bell, Solving Triangular Peg Solitaire, 2008). */
import { expect, it } from 'vitest';
import { triangle21 } from '../../../src/puzzles/catalogue/triangle21.ts';
import { distancesTo, positionOf, questionOf, rankOf } from '../../support/truth.ts';

const { board } = triangle21;
const holes = board.x.map((_, cell) => String(cell + 1));

it('has rows of one to six holes, 60 jumps, and the six symmetries of a triangle', () => {
  const rows = Array.from({ length: board.rows }, (_, row) => board.y.filter((y) => y === row).length);
  expect(rows).toEqual([1, 2, 3, 4, 5, 6]);
  expect(board.jumps).toHaveLength(60);
  expect(triangle21.images(positionOf(triangle21, 'all-2'), questionOf(triangle21, 'all-2', 'any').goal)).toHaveLength(
    6,
  );
});

it('is another board than that of 21 holes with six corners', () => {
  expect(triangle21.parsePosition('1/11/111/1111/11111/111111').ok).toBe(true);
  expect(triangle21.parsePosition('11/1/11/111/1111/1111111/11').ok).toBe(false);
});

// Theorem 1: with six holes on a side, no position class excludes a vacancy.
it('can refill any hole by position class', () => {
  for (const hole of holes) {
    expect(triangle21.obstacle(questionOf(triangle21, `all-${hole}`, hole))).toBeUndefined();
  }
});

// OEIS A127500.
it('takes 9 moves at least, wherever the first hole and the last peg are', { tags: 'heavy' }, () => {
  const distances = distancesTo(triangle21, questionOf(triangle21, 'all-1', 'any').goal);
  const lengths = holes.map((hole) => distances.get(rankOf(triangle21, positionOf(triangle21, `all-${hole}`))));
  expect(lengths).toEqual([10, 9, 9, 9, 10, 9, 9, 9, 9, 9, 9, 10, 9, 10, 9, 10, 9, 9, 9, 9, 10]);
});
