/** Texts that are almost a position. */
import { describe, expect, it } from 'vitest';
import { likenessOf } from '../../src/puzzles/likeness.ts';

describe('a text that is no position', () => {
  it.each([
    ['86725430', 'eight', 'cell-count'],
    ['8 6 7 2 5 4 3 0 9', 'eight', 'unknown-piece'],
    ['1 2 3 4/5 6 7 8/9 10 11 12/13 14 15', 'fifteen', 'row-length'],
    ['| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n| 7 | 8 | 8 |', 'eight', 'repeated-tile'],
    ['==no/of_', 'onoff', 'cell-count'],
    ['ABBC/ABBC/DEEF/DGHF/I..', 'klotski', 'row-length'],
    ['GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFF', 'rush', 'cell-count'],
    ['10111111111111', 'peg15', 'cell-count'],
  ])('%j is almost one of %s', (typed, puzzle, code) => {
    expect(likenessOf(typed)).toMatchObject({ puzzle: { id: puzzle }, problem: { code } });
  });

  it.each(['', 'hello world', 'what is this?', '1110', 'R U L D', '7'.repeat(5000)])('%j is like none', (typed) => {
    expect(likenessOf(typed)).toBeUndefined();
  });
});
