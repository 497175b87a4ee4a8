import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/puzzles/puzzle.ts';
import { readGoal } from '../../src/puzzles/reader.ts';
import { puzzleOf, puzzles } from '../../src/puzzles/registry.ts';
import {
  bandOf,
  difficulties,
  draws,
  nearby,
  scramble,
  scrambleNeeds,
  scrambleOf,
  seeded,
} from '../../src/search/scramble.ts';
import { needsOf, solve } from '../../src/search/solve.ts';
import { sharedTables } from '../support/tables.ts';
import { rankOf } from '../support/truth.ts';

const tablesOf = (id: string) => sharedTables(scrambleNeeds(puzzleOf(id)!));
const lengthOf = (id: string) => {
  const puzzle = puzzleOf(id)!;
  const tables = sharedTables(needsOf(puzzle, puzzle.goal));
  return (start: readonly number[]): number => {
    const outcome = solve(puzzle, { start, goal: puzzle.goal }, { tables, withoutCount: true });
    return outcome.status === 'solved' ? outcome.moves.length : -1;
  };
};

describe.each(['five', 'six', 'seven', 'eight', 'onoff', 'peg15', 'peg21', 'eleven'])('%s', (id) => {
  const puzzle = puzzleOf(id)!;
  const tables = tablesOf(id);

  test.each(difficulties)('gives %s positions within their band, with their lengths', (difficulty) => {
    const measure = lengthOf(id);
    const { least, most } = bandOf(puzzle, difficulty, tables);
    for (let seed = 0; seed < 10; seed++) {
      const { position, length } = scrambleOf(puzzle, difficulty, seeded(`${seed}`), tables);
      expect(length).toBe(measure(position));
      expect(length).toBeGreaterThanOrEqual(least);
      expect(length).toBeLessThanOrEqual(most);
    }
  });

  test('gives each length that is asked for, also those that hardly any position has', () => {
    const measure = lengthOf(id);
    const { most } = bandOf(puzzle, 'farthest', tables);
    for (const wanted of [0, 1, 2, most - 1, most]) {
      const found = scramble(puzzle, { least: wanted, most: wanted }, seeded(id), tables);
      expect([found?.length, measure(found!.position)]).toEqual([wanted, wanted]);
    }
    expect(scramble(puzzle, { least: most + 1, most: most + 9 }, seeded(id), tables)).toBeUndefined();
  });

  test('goes up in difficulty, each band above the one before', () => {
    const bands = difficulties.map((difficulty) => bandOf(puzzle, difficulty, tables));
    for (const [index, band] of bands.entries()) {
      expect(band.most).toBeGreaterThanOrEqual(band.least);
      if (index > 0) expect(band.least).toBeGreaterThan(bands[index - 1]!.most);
    }
  });
});

test('every position of a band is as likely as any other', () => {
  const six = puzzleOf('six')!;
  const random = seeded('even');
  const counts = new Map<string, number>();
  const rounds = 24_000;
  for (let round = 0; round < rounds; round++) {
    const { position } = scramble(six, { least: 15, most: 15 }, random, new Map())!;
    const printed = six.formatPosition(position);
    counts.set(printed, (counts.get(printed) ?? 0) + 1);
  }
  // 24 antipodes, a thousand each; five standard deviations are 155.
  expect(counts.size).toBe(24);
  for (const count of counts.values()) expect(Math.abs(count - rounds / 24)).toBeLessThan(160);
});

test('a random draw is any solvable position but the goal, each as likely as any other', () => {
  const twelve = puzzleOf('2x2')!;
  const random = seeded('any');
  const counts = new Map<string, number>();
  for (let round = 0; round < 11_000; round++) {
    const printed = twelve.formatPosition(scrambleOf(twelve, 'random', random, new Map()).position);
    counts.set(printed, (counts.get(printed) ?? 0) + 1);
  }
  // Five standard deviations are 151.
  expect(counts.size).toBe(11);
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(160);
});

test.each(['fifteen', 'twentyfour', 'peg33', 'peg37'])(
  '%s, which has no table: solvable positions of every difficulty, and any',
  (id) => {
    const puzzle = puzzleOf(id)!;
    for (const draw of draws) {
      const drawn = [1, 2, 3].map((seed) => scrambleOf(puzzle, draw, seeded(`${id} ${seed}`), new Map()));
      for (const { position } of drawn) {
        expect(puzzle.obstacle({ start: position, goal: puzzle.goal })).toBeUndefined();
        expect(rankOf(puzzle, position)).not.toBe(rankOf(puzzle, puzzle.goal.positions[0]!));
      }
    }
  },
);

test.each(['five', 'eight', 'fifteen', 'onoff', 'peg15', 'peg33', 'diamond41'])(
  '%s has positions near its goal',
  (id) => {
    const puzzle = puzzleOf(id)!;
    for (let seed = 0; seed < 10; seed++) {
      const outcome = solve(
        puzzle,
        { start: nearby(puzzle, seeded(`${seed}`)), goal: puzzle.goal },
        { method: 'bidirectional' },
      );
      if (outcome.status !== 'solved') throw new Error(outcome.status);
      expect(outcome.moves.length).toBeGreaterThan(0);
      expect(outcome.moves.length).toBeLessThanOrEqual(12);
    }
  },
);

test.each([
  ['eight', '123804765'],
  ['fifteen', '0123456789ABCDEF'],
  ['peg15', '4'],
])('%s has positions near the goal %s', (id, typed) => {
  const puzzle = puzzleOf(id)!;
  const goal = unwrap(readGoal(puzzle, typed), typed);
  const outcome = solve(puzzle, { start: nearby(puzzle, seeded(id), goal), goal }, { method: 'bidirectional' });
  expect(outcome).toMatchObject({ status: 'solved' });
  expect(outcome.status === 'solved' && outcome.moves.length).toBeLessThanOrEqual(12);
});

test('boards of pieces of their own are easy ones, or the usual start', () => {
  const rush = puzzleOf('rush')!;
  const easiest = rush.boards!.map(({ length }) => length).toSorted((a, b) => a - b)[9]!;
  const drawn = rush.formatPosition(nearby(rush, seeded('1')));
  expect(rush.boards!.find(({ position }) => position === drawn)!.length).toBeLessThanOrEqual(easiest);
  const klotski = puzzleOf('klotski')!;
  expect(klotski.formatPosition(nearby(klotski, seeded('1')))).toBe(klotski.landmarks[0]!.position);
});

test('the same seed gives the same position, another one another', () => {
  const eight = puzzleOf('eight')!;
  const draw = (seed: string) => scrambleOf(eight, 'medium', seeded(seed), new Map()).position;
  expect(draw('867254301867254301')).toEqual(draw('867254301867254301'));
  expect(draw('867254301867254301')).not.toEqual(draw('867254301867254302'));
  expect(puzzles.filter((puzzle) => scrambleNeeds(puzzle).length > 0).map(({ id }) => id)).toEqual(['eleven', 'peg21']);
});
