/** Facts of the 7 puzzle. Its histogram was computed by two independent programs. */
import { expect, it } from 'vitest';
import { seven } from '../../../src/puzzles/catalogue/seven.ts';
import { distancesTo, histogramOf, unrank } from '../../support/truth.ts';

const distances = distancesTo(seven, seven.goal);

it('has as many positions at each distance from the goal as a search over everything finds', () => {
  expect(seven.states).toBe(20_160);
  expect(distances.size).toBe(20_160);
  expect(histogramOf(distances)).toEqual([
    1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194, 1414, 1664, 1884, 1999,
    1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
  ]);
});

it('has its farthest positions among its landmarks', () => {
  const diameter = Math.max(...histogramOf(distances).keys());
  const farthest = [...distances].flatMap(([rank, distance]) =>
    distance === diameter ? seven.formatPosition(unrank(seven, rank)) : [],
  );
  expect(farthest.sort()).toEqual(['07214365'].sort());
  const shown = seven.landmarks.flatMap(({ name, position }) => (name === 'antipode' ? position : []));
  expect(shown.sort()).toEqual(farthest);
});
