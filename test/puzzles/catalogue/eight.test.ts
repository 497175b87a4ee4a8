/** Facts of the 8 puzzle. Its mean of 21.97 moves is that of Reinefeld (1993). */
import { expect, it } from 'vitest';
import { eight } from '../../../src/puzzles/catalogue/eight.ts';
import { distancesTo, histogramOf, unrank } from '../../support/truth.ts';

const distances = distancesTo(eight, eight.goal);

it('has as many positions at each distance from the goal as a search over everything finds', () => {
  expect(eight.states).toBe(181_440);
  expect(distances.size).toBe(181_440);
  expect(histogramOf(distances)).toEqual([
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110, 23952,
    20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
  ]);
});

it('has its farthest positions among its landmarks', () => {
  const diameter = Math.max(...histogramOf(distances).keys());
  const farthest = [...distances].flatMap(([rank, distance]) =>
    distance === diameter ? eight.formatPosition(unrank(eight, rank)) : [],
  );
  expect(farthest.sort()).toEqual(['867254301', '647850321'].sort());
  const shown = eight.landmarks.flatMap(({ name, position }) => (name === 'antipode' ? position : []));
  expect(shown.sort()).toEqual(farthest);
});

it('is 21.97 moves away on average', () => {
  const sum = [...distances.values()].reduce((total, distance) => total + distance, 0);
  expect(sum / distances.size).toBeCloseTo(21.97, 2);
});
