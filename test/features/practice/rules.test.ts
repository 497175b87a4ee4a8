/** Averages and personal bests, against plain recomputation. */

import { describe, expect, test } from 'vitest';
import {
  averageOf,
  clockOf,
  emptyRecord,
  hundredthsBetween,
  mostKeptSolves,
  type PracticeRecord,
  reached,
  type Solve,
  solvesUpTo,
  withSolve,
} from '../../../src/features/practice/rules.ts';
import fc from '../../support/properties.ts';

const time = fc.option(fc.integer({ min: 1, max: 400_000 }), { nil: undefined, freq: 4 });
const times = (length: { minLength?: number; maxLength: number }) => fc.array(time, length);
const solves = (all: readonly (number | undefined)[]): Solve[] =>
  all.map((one, index) => ({
    game: String(100_000_000_000_000_000n + BigInt(index)),
    at: 1000 * (index + 1),
    moves: 10 + ((index * 7) % 5),
    ...(one !== undefined && { time: one }),
  }));
const recordOf = (all: readonly Solve[]): PracticeRecord =>
  all.reduce((record, solve) => withSolve(record, solve) ?? expect.fail('not counted'), emptyRecord);

/** Takes out the best and the worst one by one. */
const plainAverage = (all: readonly (number | undefined)[]): number | 'dnf' => {
  const rest = all.map((one) => one ?? Number.POSITIVE_INFINITY);
  rest.splice(rest.indexOf(Math.max(...rest)), 1);
  rest.splice(rest.indexOf(Math.min(...rest)), 1);
  let sum = 0;
  for (const one of rest) sum += one;
  return Number.isFinite(sum) ? Math.round(sum / rest.length) : 'dnf';
};

describe('an average', () => {
  test.each([
    [[1000, 1100, 1200, 1300, 1400], 1200],
    // A game that was given up is the worst.
    [[undefined, 1100, 1000, 1001, 1001], 1034],
    [[undefined, 1100, 1000, undefined, 1001], 'dnf'],
    // A third of a hundredth is rounded off, two are rounded up.
    [[1, 5, 5, 6, 9], 5],
    [[1, 5, 6, 6, 9], 6],
    [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, undefined], 1],
    [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, undefined, undefined], 'dnf'],
  ])('of %j is %j', (all, average) => {
    expect(averageOf(solves(all))).toBe(average);
  });

  test('agrees with a plain one, whatever the times and their order', () => {
    fc.assert(
      fc.property(times({ minLength: 3, maxLength: 12 }), (all) => {
        expect(averageOf(solves(all))).toBe(plainAverage(all));
        expect(averageOf(solves(all.toReversed()))).toBe(plainAverage(all));
      }),
    );
  });

  test('needs enough solves, and takes the last ones', () => {
    const all = solves([9, 1, 2, 3, 4, 5]);
    expect(reached('ao5', all.slice(0, 4))).toBeUndefined();
    expect(reached('ao5', all)).toBe(3);
    expect(reached('ao12', all)).toBeUndefined();
  });
});

describe('a record', () => {
  test('has the best of each measure, as computed from all solves at once', () => {
    fc.assert(
      fc.property(times({ maxLength: 40 }), (all) => {
        const given = solves(all);
        const record = recordOf(given);
        const windows = (length: number) =>
          all.slice(length - 1).map((_, from) => plainAverage(all.slice(from, from + length)));
        const least = (values: readonly (number | 'dnf')[]) =>
          values.reduce<number | undefined>(
            (best, value) => (value !== 'dnf' && !(value >= (best ?? value + 1)) ? value : best),
            undefined,
          );
        const solved = given.filter((solve) => solve.time !== undefined);
        expect(record.bests.single?.value).toBe(least(solved.map((solve) => solve.time!)));
        expect(record.bests.moves?.value).toBe(least(solved.map((solve) => solve.moves)));
        expect(record.bests.ao5?.value).toBe(least(windows(5)));
        expect(record.bests.ao12?.value).toBe(least(windows(12)));
        expect([record.solved, record.givenUp]).toEqual([solved.length, given.length - solved.length]);
        expect(record.solves).toEqual(given.slice(-mostKeptSolves));
      }),
    );
  });

  test('counts each solve once, in any order', () => {
    fc.assert(
      fc.property(
        times({ minLength: 1, maxLength: mostKeptSolves }).chain((all) => {
          const given = solves(all);
          return fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length }));
        }),
        ([given, shuffled]) => {
          const [record, other] = [recordOf(given), recordOf(shuffled)];
          expect({ ...other, bests: [] }).toEqual({ ...record, bests: [] });
          for (const measure of ['single', 'moves'] as const) {
            expect(other.bests[measure]?.value).toBe(record.bests[measure]?.value);
          }
          for (const measure of ['ao5', 'ao12'] as const) {
            const best = record.bests[measure]?.value;
            if (best !== undefined) expect(other.bests[measure]!.value).toBeLessThanOrEqual(best);
          }
          for (const solve of given) expect(withSolve(record, solve)).toBeUndefined();
        },
      ),
    );
  });

  test('does not count again what it has let go', () => {
    const given = solves(Array.from({ length: 20 }, (_, index) => 100 + index));
    const record = recordOf(given);
    for (const solve of given) expect(withSolve(record, solve)).toBeUndefined();
    expect(solvesUpTo(record, given[0]!.game)).toEqual([]);
    expect(solvesUpTo(record, given[9]!.game)).toEqual(given.slice(8, 10));
  });
});

test.each([
  [1, '0.01'],
  [1234, '12.34'],
  [5999, '59.99'],
  [6000, '1:00.00'],
  [372_345, '1:02:03.45'],
])('%i hundredths are %s', (hundredths, clock) => {
  expect(clockOf(hundredths)).toBe(clock);
});

test('a time is cut off, not rounded', () => {
  expect(hundredthsBetween(1_000_000_000_001, 1_000_000_000_020)).toBe(1);
  expect(hundredthsBetween(1000, 1019.9)).toBe(1);
  expect(hundredthsBetween(1000, 900)).toBe(0);
});
