/** Facts of the 11 puzzle: 18 positions are 53 moves away. A published list of them has three misprints. */
import { expect, it } from 'vitest';
import { eleven } from '../../../src/puzzles/catalogue/eleven.ts';
import { positionOf, questionOf, rankOf } from '../../support/truth.ts';

it('has 12!/2 positions', () => {
  expect(eleven.states).toBe(239_500_800);
  expect(eleven.goal.text).toBe('123456789AB0');
});

it('is bounded by 23 at 032187654BA9, by the Manhattan distance', () => {
  const cursor = eleven.cursor(eleven.goal);
  cursor.load(rankOf(eleven, positionOf(eleven, '032187654BA9')));
  expect(cursor.lowerBound()).toBe(23);
});

it.each(['0869A7B14325', '0821A3B54769', '0829A7B54361'])('finds %s misprinted: A and B are exchanged', (printed) => {
  expect(eleven.obstacle(questionOf(eleven, printed))?.code).toBe('tile-parity');
  const exchanged = printed.replace(/[AB]/gu, (tile) => (tile === 'A' ? 'B' : 'A'));
  expect(eleven.obstacle(questionOf(eleven, exchanged))).toBeUndefined();
});
