/** The 15 puzzle as a puzzle: notations, and which positions can be solved (Johnson & Story 1879). */
import { describe, expect, it } from 'vitest';
import { fifteen } from '../../../src/puzzles/catalogue/fifteen.ts';
import { positionOf, questionOf, rankOf, unrank, vectorsOf } from '../../support/truth.ts';

describe('fifteen', () => {
  it('has 16!/2 positions, and its goal in order', () => {
    expect(fifteen.states).toBe(10_461_394_944_000);
    expect(fifteen.goal.text).toBe('123456789ABCDEF0');
  });

  it.each([
    '15 2 1 12 8 5 6 11 4 9 10 7 3 14 13 0',
    '15 2 1 12 / 8 5 6 11 / 4 9 10 7 / 3 14 13 0',
    '[15, 2, 1, 12, 8, 5, 6, 11, 4, 9, 10, 7, 3, 14, 13, 0]',
    'F21C 856B 49A7 3ED_',
    'f21c856b49a73ed0',
  ])('reads %s', (text) => {
    expect(fifteen.formatPosition(positionOf(fifteen, text))).toBe('F21C856B49A73ED0');
  });

  it('ranks and unranks every known position below 2^53', () => {
    for (const [text] of [...vectorsOf('fifteen'), ...vectorsOf('korf')]) {
      const { start } = questionOf(fifteen, text);
      expect(Number.isSafeInteger(rankOf(fifteen, start))).toBe(true);
      expect(unrank(fifteen, rankOf(fifteen, start))).toEqual(start);
    }
  });

  it('finds the exchange of 14 and 15 unsolvable (Loyd), and known positions not', () => {
    expect(fifteen.obstacle(questionOf(fifteen, '123456789ABCDFE0'))?.code).toBe('tile-parity');
    for (const [text] of vectorsOf('fifteen')) expect(fifteen.obstacle(questionOf(fifteen, text))).toBeUndefined();
    for (const [text] of vectorsOf('korf')) {
      expect(fifteen.obstacle(questionOf(fifteen, text, '0123456789ABCDEF'))).toBeUndefined();
    }
  });

  it('offers landmarks that can be solved', () => {
    for (const { position } of fifteen.landmarks) {
      expect(fifteen.obstacle(questionOf(fifteen, position))).toBeUndefined();
    }
  });
});
