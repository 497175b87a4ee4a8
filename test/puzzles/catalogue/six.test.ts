import { expect, it } from 'vitest';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { distancesTo, positionOf, rankOf, unrank } from '../../support/truth.ts';

const six = puzzleOf('six')!;

it('is a hexagon and its centre, which touches all others', () => {
  expect(six.board.neighbours).toEqual([
    [1, 2, 3],
    [0, 3, 4],
    [0, 3, 5],
    [0, 1, 2, 4, 5, 6],
    [1, 3, 6],
    [2, 3, 6],
    [3, 4, 5],
  ]);
  expect(six.board.colours).toBeUndefined();
});

// Wilson (1974): on a 2-connected graph with odd cycles (θ0 apart) every arrangement can be reached.
it('can be solved from every arrangement of its seven cells', () => {
  const distances = distancesTo(six, six.goal);
  expect(distances.size).toBe(5040);
  for (const rank of distances.keys()) {
    if (six.obstacle({ start: unrank(six, rank), goal: six.goal })) throw new Error(`${unrank(six, rank)}`);
  }
});

it('is bounded by 10 at 4651320, which needs 15', () => {
  const cursor = six.cursor(six.goal);
  cursor.load(rankOf(six, positionOf(six, '4651320')));
  expect(cursor.lowerBound()).toBe(10);
  expect(cursor.parity()).toBe(-1);
});

it('goes from 4651320 to the goal by 1 3 1 2 5 3 6 1 2 5 6 4 1 2 5', () => {
  let position = positionOf(six, '4651320');
  for (const tile of [1, 3, 1, 2, 5, 3, 6, 1, 2, 5, 6, 4, 1, 2, 5]) {
    position = six.play(position, [position.indexOf(tile), position.indexOf(0)]);
  }
  expect(six.formatPosition(position)).toBe('1234560');
});
