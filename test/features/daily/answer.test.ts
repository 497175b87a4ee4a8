import { describe, expect, test } from 'vitest';
import { pathText, resultAnswer } from '../../../src/features/daily/answer.ts';
import { startOf } from '../../../src/features/daily/rules.ts';
import type { DayComparison } from '../../../src/features/daily/store.ts';
import { translator } from '../../../src/locales/index.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { analyse, costsOf } from '../../../src/search/analysis.ts';
import fc from '../../support/properties.ts';
import { positionOf } from '../../support/truth.ts';

const [en, ja] = [translator('en'), translator('ja')];

describe('the squares of a path', () => {
  const eight = puzzleOf('eight')!;
  /** What a path of the blank on the 8 puzzle is shown as. */
  const shown = (position: string, typed: string): string | undefined => {
    const start = positionOf(eight, position);
    const read = eight.parseMoves(start, typed, eight.goal);
    if (!read.ok) throw new Error(typed);
    const analysis = analyse(eight, { start, goal: eight.goal }, read.value.moves);
    return analysis.status === 'analysed' ? pathText(en, costsOf(analysis.distances)) : analysis.status;
  };

  test('are one a move, the mistakes last, wherever they were made', () => {
    expect(shown('123450786', '6')).toBe('🟩');
    expect(shown('123450786', '3 3 6')).toBe('🟩🟩🟥');
    expect(shown('123450786', '3 3 6')).toBe(shown('123450786', '3 3 6'));
    expect(shown('123450786', '5 5 6')).toBe(shown('123450786', '3 3 6'));
    expect(shown('123450786', '3 2 2 3 6')).toBe('🟩🟩🟩🟥🟥');
    expect(shown('123405786', '5 3 3 6')).toBe(shown('123405786', '4 4 5 6'));
  });

  test('are the same for all paths with the same numbers of moves and mistakes, and for no others', () => {
    const cost = fc.constantFrom(0, 0, 1, 2, 7);
    const path = fc.array(cost, { minLength: 1, maxLength: 60 });
    const counts = (costs: readonly number[]) => `${costs.length} ${costs.filter((one) => one > 0).length}`;
    fc.assert(
      fc.property(path, path, fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), (one, other, keys) => {
        const moved = one
          .map((value, index) => ({ value: value === 0 ? 0 : 1 + (keys[index]! % 9), key: keys[index]! }))
          .sort((a, b) => a.key - b.key)
          .map(({ value }) => value);
        for (const t of [en, ja]) {
          expect(pathText(t, moved)).toBe(pathText(t, one));
          expect(pathText(t, other) === pathText(t, one)).toBe(counts(other) === counts(one));
        }
      }),
    );
  });

  test('are numbers for long paths, and nothing where a mistake is not known', () => {
    const costs = (moves: number, mistakes: number) =>
      Array.from({ length: moves }, (_, index) => (index < mistakes ? 2 : 0));
    expect(pathText(en, costs(40, 0))).toBe('🟩'.repeat(40));
    expect(pathText(en, costs(41, 0))).toBe('41 moves, no mistakes');
    expect(pathText(en, costs(43, 1))).toBe('43 moves, 1 mistake');
    expect(pathText(ja, costs(45, 2))).toBe('45 手、うち誤り 2 手');
    expect(pathText(en, [0, undefined, 0])).toBeUndefined();
  });
});

describe('a result', () => {
  const result = { number: 6, puzzle: 'eight', position: '867254301', optimal: 31 };
  const made = { moves: 33, hints: 0, seconds: 134, at: startOf(6) + 1000 };
  const texts = (t: typeof en, comparison: DayComparison | undefined, now = made.at, hasPath = true): string => {
    const view = { made, best: { ...made, replaced: 0 }, streak: 2, isUnranked: false, comparison, hasPath, now };
    return JSON.stringify(resultAnswer(t, result, view).components);
  };

  test('says which share of at least five players it is better than', () => {
    expect(texts(en, { players: 13, worse: 8 })).toContain('Better than 62% of 13 players');
    expect(texts(ja, { players: 13, worse: 8 })).toContain('13 人中 62% の人を上回りました');
    // Nobody is better than themselves.
    expect(texts(en, { players: 1000, worse: 999 })).toContain('Better than 99% of 1,000 players');
    for (const comparison of [undefined, { players: 4, worse: 3 }, { players: 13, worse: 0 }]) {
      expect(texts(en, comparison)).not.toContain('Better than');
    }
  });

  test('says how hard the position was', () => {
    expect(texts(en, undefined)).toContain('-# One of the 2 hardest positions');
    expect(texts(ja, undefined)).toContain('-# 最も難しい');
  });

  test('has the line with the title of the puzzle, and its path once the day is over, if that is stored', () => {
    expect(texts(en, undefined)).toContain('`Antipode #6 · 8 puzzle (3 × 3) · ★★★★☆ +2 · 2:14`');
    expect(texts(en, undefined)).not.toContain('daily-path|');
    expect(texts(en, undefined, startOf(7))).toContain('daily-path|6');
    expect(texts(en, undefined, startOf(7), false)).not.toContain('daily-path|');
  });
});
