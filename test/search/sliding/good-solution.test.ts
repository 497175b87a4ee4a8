import { expect, it } from 'vitest';
import { eight } from '../../../src/puzzles/catalogue/eight.ts';
import { type Goal, isAt, type Position } from '../../../src/puzzles/puzzle.ts';
import { Budget } from '../../../src/search/budget.ts';
import { AdditiveBound } from '../../../src/search/sliding/additive-bound.ts';
import type { Databases } from '../../../src/search/sliding/databases.ts';
import { improvementsOf } from '../../../src/search/sliding/good-solution.ts';
import { positionOf, vectorsOf } from '../../support/truth.ts';

const { board } = eight;
/** Bounded by the tiles' distances, one beam of this width in each direction. */
const databases: Databases = {
  name: 'distances',
  board,
  patterns: [],
  pairs: [[[], []]],
  beams: [{ width: 100, pair: 0 }],
};
const bound = new AdditiveBound(databases, []);

/** The length of the solution that beams find from a start to a goal, which it is checked to reach. */
const lengthOf = (start: Position, goal: Goal, first = 0): number => {
  const budget = new Budget();
  const beams = improvementsOf(
    { start, goal },
    databases,
    () => bound,
    () => 'nodes',
  );
  expect(beams).toHaveLength(2);
  for (const beam of beams.slice(first)) expect(beam.run(budget)).toBeUndefined();
  const end = budget.best!.reduce<Position>((position, move) => eight.play(position, move), start);
  expect(isAt(end, goal)).toBe(true);
  return budget.best!.length;
};

it('finds a solution from either end, and the better of both', () => {
  const total = { both: 0, back: 0, shortest: 0 };
  for (const [text, length] of vectorsOf('eight')) {
    const start = positionOf(eight, text);
    const [both, back] = [lengthOf(start, eight.goal), lengthOf(start, eight.goal, 1)];
    expect(both).toBeGreaterThanOrEqual(length);
    total.both += both;
    total.back += back;
    total.shortest += length;
  }
  expect(total.both).toBeLessThan(total.back);
  expect(total.back).toBeLessThan(total.shortest * 1.3);
});

it('finds one to a goal whose blank is not in a corner', () => {
  const goal = { text: '123405678', positions: [positionOf(eight, '123405678')] };
  for (const [text] of vectorsOf('eight').slice(0, 10))
    expect(lengthOf(positionOf(eight, text), goal)).toBeGreaterThan(0);
});
