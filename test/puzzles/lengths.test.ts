/** The stored numbers of positions, against our own searches, the file of OEIS, and published positions. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { deviationOf, meanOf } from '../../src/features/probability/distribution.ts';
import { histograms } from '../../src/puzzles/catalogue/histograms.ts';
import { lengthsOf, puzzleNamed } from '../../src/puzzles/lengths.ts';
import { factorial } from '../../src/puzzles/permutation.ts';
import { puzzlesAndSizes } from '../../src/puzzles/registry.ts';
import { seeded } from '../../src/search/scramble.ts';
import { needsOf, solve, survey } from '../../src/search/solve.ts';
import { forgetModules } from '../support/modules.ts';
import { sharedTables } from '../support/tables.ts';
import { distancesTo, vectorsOf } from '../support/truth.ts';

const all = Object.entries(histograms);
const rectangles = all.filter(([name]) => /^\d/u.test(name));
const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Of the files b….txt of OEIS, which have a line for each number and then some empty ones. */
const files: Readonly<Record<string, readonly [emptyLines: number, sha256: string]>> = {
  A089484: [7, 'c27cc6ee117c0839a321f81054831d5ba75430ae30bbbabc51f8a8e7c7a988c3'],
};

const published = rectangles.filter(([, { source }]) => source.startsWith('A'));

it.each(rectangles.filter(([, { source }]) => source !== 'sample'))(
  '%s has half of all arrangements',
  (name, { counts }) => {
    expect(total(counts)).toBe(factorial(puzzleNamed(name)!.board.size) / 2);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  },
);

it('names puzzles of the registry only', () => {
  expect(Object.keys(histograms).filter((name) => !puzzleNamed(name))).toEqual([]);
});

it('does without a size that was removed', async () => {
  forgetModules();
  vi.doMock('../../src/puzzles/catalogue/sizes.ts', async (original) => {
    const module = await original<typeof import('../../src/puzzles/catalogue/sizes.ts')>();
    return { ...module, sizes: module.sizes.filter(({ name }) => name !== '2x7') };
  });
  const { among } = await import('../../src/features/probability/wording.ts');
  vi.doUnmock('../../src/puzzles/catalogue/sizes.ts');
  forgetModules();
  const ids = among.map(({ id }) => id);
  expect(ids).not.toContain('2x7');
  expect(ids).toContain('7x2');
});

it.each(rectangles)('%s is also that of the board on its side', (name, { counts }) => {
  const side = puzzleNamed(name.replace(/(\d)x(\d)/u, '$2x$1'));
  expect(side && lengthsOf(side)?.counts).toBe(counts);
});

describe.each(published)('%s', (name, { source, counts }) => {
  const puzzle = puzzleNamed(name)!;

  it('is what OEIS has', () => {
    const [emptyLines, sha256] = files[source]!;
    const file = counts.map((count, distance) => `${distance} ${count}\n`).join('') + '\n'.repeat(emptyLines);
    expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
    expect(counts.length - 1).toBe(puzzle.diameter ?? 80);
  });

  it('begins like a search from the goal', () => {
    const near = [...distancesTo(puzzle, puzzle.goal, 20_000).values()];
    // The last level may be cut off.
    const levels = counts.slice(0, near.at(-1));
    expect(levels.length).toBeGreaterThan(12);
    expect(levels.map((_, level) => near.filter((distance) => distance === level).length)).toEqual(levels);
  });
});

it.each(all.filter(([, { source }]) => source === 'counted'))('%s is what a survey counts', (name, { counts }) => {
  expect(survey(puzzleNamed(name)!, {})).toMatchObject({ histogram: [...counts] });
});

it('has exact numbers of eight rectangles, and samples of four more', () => {
  const tiles = rectangles.filter(([name]) => !name.endsWith('-mtm'));
  const sampled = tiles.filter(([, { source }]) => source === 'sample');
  expect(sampled.map(([name, { counts }]) => [name, total(counts)])).toEqual([
    ['2x7', 100_000],
    ['3x5', 50_000],
    ['2x8', 3500],
    ['5x5', 50],
  ]);
  expect(tiles).toHaveLength(8 + sampled.length);
  const others = puzzlesAndSizes.filter(({ family, id }) => family === 'pegs' || id === 'rush' || id === 'blocks');
  expect(puzzlesAndSizes.filter((puzzle) => !lengthsOf(puzzle))).toEqual(others);
});

describe.each(all.filter(([, { seed }]) => seed))('our sample of %s', (name, { seed, counts }) => {
  const puzzle = puzzleNamed(name)!;

  it('has the lengths of the first positions of its seed', { tags: 'heavy' }, () => {
    const drawings = 3;
    const { goal } = puzzle;
    const random = seeded(seed!);
    const tables = sharedTables(needsOf(puzzle, goal));
    const left = [...counts];
    for (let drawn = 0; drawn < drawings; drawn++) {
      const start = puzzle.randomPosition(random, goal);
      const outcome = solve(puzzle, { start, goal }, { tables, withoutCount: true });
      if (outcome.status !== 'solved') throw new Error(outcome.status);
      expect(outcome.optimal).toBe(true);
      left[outcome.moves.length]!--;
    }
    expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
    expect(total(left)).toBe(total(counts) - drawings);
  });

  it('has no length above the diameter', () => {
    expect(counts.length - 1).toBeLessThanOrEqual(puzzle.diameter!);
    expect(counts.at(-1)).toBeGreaterThan(0);
  });
});

it('agrees with the hundred random positions of Korf (1985)', () => {
  const { positions } = JSON.parse(readFileSync(new URL('../vectors/korf.json', import.meta.url), 'utf8')) as {
    positions: Record<string, number>;
  };
  const lengths = Object.values(positions);
  const { counts } = histograms['4x4']!;
  const chances = Float64Array.from(counts, (count) => count / total(counts));
  const error = Math.abs(total(lengths) / lengths.length - meanOf(chances));
  expect(error).toBeLessThan((3 * deviationOf(chances)) / Math.sqrt(lengths.length));
});

it('has the sample of Korf and Felner (2002): fifty lengths with a mean of 100.78', () => {
  const { counts } = histograms['5x5']!;
  expect(total(counts)).toBe(50);
  expect(counts.reduce((sum, count, length) => sum + count * length, 0)).toBe(5039);
  const lengths = vectorsOf('twentyfour').map(([, length]) => length);
  expect(lengths.length).toBeGreaterThan(20);
  for (const length of lengths) {
    expect(lengths.filter((one) => one === length).length).toBeLessThanOrEqual(counts[length]!);
  }
});
