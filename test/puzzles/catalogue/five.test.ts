/** Facts of the 5 puzzle. Its histogram was computed by two independent programs. */
import { expect, it } from 'vitest';
import { five } from '../../../src/puzzles/catalogue/five.ts';
import { distancesTo, histogramOf, unrank } from '../../support/truth.ts';

const distances = distancesTo(five, five.goal);

it('has as many positions at each distance from the goal as a search over everything finds', () => {
  expect(five.states).toBe(360);
  expect(distances.size).toBe(360);
  expect(histogramOf(distances)).toEqual([
    1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1,
  ]);
});

it('has its farthest positions among its landmarks', () => {
  const diameter = Math.max(...histogramOf(distances).keys());
  const farthest = [...distances].flatMap(([rank, distance]) =>
    distance === diameter ? five.formatPosition(unrank(five, rank)) : [],
  );
  expect(farthest.sort()).toEqual(['450123'].sort());
  const shown = five.landmarks.flatMap(({ name, position }) => (name === 'antipode' ? position : []));
  expect(shown.sort()).toEqual(farthest);
});
