/** The French board (Beasley, The Ins and Outs of Peg Solitaire, 1985). */
import { expect, it } from 'vitest';
import { peg37 } from '../../../src/puzzles/catalogue/peg37.ts';
import { questionOf } from '../../support/truth.ts';

it('lies in rows of three, five, seven, seven, seven, five and three holes', () => {
  const rows = Array.from({ length: peg37.board.rows }, (_, row) => peg37.board.y.filter((y) => y === row).length);
  expect(rows).toEqual([3, 5, 7, 7, 7, 5, 3]);
});

it('has no solution of the central game: its position class has no board with one peg', () => {
  const question = questionOf(peg37, 'all-d4', 'd4');
  const obstacle = peg37.obstacle(question)!;
  expect(obstacle.code).toBe('peg-class');
  expect(peg37.obstacle(questionOf(peg37, 'all-d4', 'any'))?.code).toBe('peg-class-any');
  expect(peg37.obstacle(questionOf(peg37, obstacle.nearest!.position, obstacle.nearest!.goal))).toBeUndefined();
});

it('offers games that no position class excludes', () => {
  for (const { position, goal } of peg37.landmarks) {
    expect(peg37.obstacle(questionOf(peg37, position, goal))).toBeUndefined();
  }
});
