/** Facts of the triangle of 15 holes (Bell, Solving Triangular Peg Solitaire, 2008). */
import { expect, it } from 'vitest';
import { peg15 } from '../../../src/puzzles/catalogue/peg15.ts';
import { distancesTo, positionOf, questionOf, rankOf } from '../../support/truth.ts';

it('has rows of one to five holes, and 36 jumps', () => {
  const rows = Array.from({ length: 5 }, (_, row) => peg15.board.y.filter((y) => y === row).length);
  expect(rows).toEqual([1, 2, 3, 4, 5]);
  expect(peg15.board.jumps).toHaveLength(36);
  expect(peg15.states).toBe(2 ** 15);
});

it('goes from all but 1 to 1 in 10 moves', () => {
  const { start, goal } = questionOf(peg15, 'all-1', '1');
  expect(distancesTo(peg15, goal).get(rankOf(peg15, start))).toBe(10);
});

// OEIS A127500.
it('takes 9 moves at least, wherever the first hole and the last peg are', () => {
  const distances = distancesTo(peg15, questionOf(peg15, 'all-1', 'any').goal);
  const lengths = Array.from({ length: 15 }, (_, hole) =>
    distances.get(rankOf(peg15, positionOf(peg15, `all-${hole + 1}`))),
  );
  expect(lengths).not.toContain(undefined);
  expect(Math.min(...lengths.map(Number))).toBe(9);
});
