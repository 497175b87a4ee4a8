/** What is known of walking distance in particular; what it shares with linear conflict is tested there. */
import { expect, it } from 'vitest';
import { fifteen } from '../../../src/puzzles/catalogue/fifteen.ts';
import { walkingDistanceCursor } from '../../../src/search/sliding/walking-distance.ts';
import { questionOf, rankOf } from '../../support/truth.ts';

it.each([
  // The reversed square: all tiles belong to the line opposite, so the rows alone need far more than the distances say.
  ['0FEDCBA987654321', 70],
  ['123456789ABCDEF0', 0],
  ['123456789ABCDE0F', 1],
])('of %s is %i', (text, bound) => {
  const { start, goal } = questionOf(fifteen, text);
  const cursor = walkingDistanceCursor(fifteen, goal);
  cursor.load(rankOf(fifteen, start));
  expect(cursor.lowerBound()).toBe(bound);
});
