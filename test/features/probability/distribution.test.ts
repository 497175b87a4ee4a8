/** Chances of sums, against exact arithmetic and against simulations that share nothing with the convolution. */
import { describe, expect, it, test } from 'vitest';
import { chanceFor } from '../../../src/features/probability/chance.ts';
import { chanceOf, chancesOf, confidence, type Repeated } from '../../../src/features/probability/distribution.ts';
import { chanceRange, readChance, type Written } from '../../../src/features/probability/question.ts';
import { histograms } from '../../../src/puzzles/catalogue/histograms.ts';
import { unwrap } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { distancesTo, rankOf } from '../../support/truth.ts';

const partOf = (name: string, times: number): Repeated => ({ histogram: histograms[name]!, times });
const asked = (written: Written) => unwrap(readChance(written), JSON.stringify(written));

/** The number of ways to each sum, exactly. */
const ways = (parts: readonly Repeated[]): bigint[] =>
  parts
    .flatMap(({ histogram, times }) => new Array<readonly number[]>(times).fill(histogram.counts))
    .reduce(
      (sums, counts) => {
        const longer = new Array<bigint>(sums.length + counts.length - 1).fill(0n);
        for (const [index, way] of sums.entries()) {
          for (const [length, count] of counts.entries()) longer[index + length]! += way * BigInt(count);
        }
        return longer;
      },
      [1n],
    );

/** A quotient of large numbers with all digits of a double. */
const quotient = (one: bigint, other: bigint): number => {
  const shift = BigInt(Math.max(0, other.toString(2).length - one.toString(2).length + 64));
  return Number((one << shift) / other) / 2 ** Number(shift);
};

test.each([
  ['a mean of three', [partOf('4x4', 3)]],
  ['a marathon of ten', [partOf('3x3', 10)]],
  ['a relay, five times', [partOf('2x2', 5), partOf('3x3', 5), partOf('4x4', 5)]],
] as const)('%s has ten right digits, also of the least likely sums', (_, parts) => {
  const exact = ways(parts);
  const all = exact.reduce((sum, way) => sum + way);
  const chances = chancesOf(parts);
  expect(chances).toHaveLength(exact.length);
  for (const [sum, way] of exact.entries()) {
    const expected = quotient(way, all);
    expect(Math.abs(chances[sum]! / expected - 1)).toBeLessThan(1e-10);
  }
  // Both sides of a range, however small one is.
  const { inside, outside } = chanceOf(chances, { least: 1, most: exact.length - 2 });
  expect(Math.abs(outside / quotient(exact[0]! + exact.at(-1)!, all) - 1)).toBeLessThan(1e-10);
  expect(inside).toBeCloseTo(1, 10);
});

describe('a simulation is within three standard errors', () => {
  const eight = puzzleOf('eight')!;
  const random = seeded('probability');
  /** The length of a random position of the 8 puzzle, as a search of its own finds it. */
  const ofEight = (): number =>
    distancesTo(eight, eight.goal).get(rankOf(eight, eight.randomPosition(random, eight.goal)))!;
  /** That of a random position of the 15 puzzle, by its number among those that are sorted by length. */
  const ofFifteen = (): number => {
    const { counts } = histograms['4x4']!;
    let number = Math.floor(random() * counts.reduce((sum, count) => sum + count));
    return counts.findIndex((count) => {
      number -= count;
      return number < 0;
    });
  };
  const runs = 20_000;

  test.each([
    ['a mean of 3', 'eight', ofEight, 3, 'mean', ['<=20', '22', '>=24.67']],
    ['a marathon of 10', 'eight', ofEight, 10, 'marathon', ['<=210', '220', '225-235']],
    ['a mean of 3', 'fifteen', ofFifteen, 3, 'mean', ['<=50', '52.33', '>=57']],
    ['a marathon of 10', 'fifteen', ofFifteen, 10, 'marathon', ['<=510', '526', '530-560']],
  ] as const)('%s of %s', (_, puzzle, lengthOf, solves, kind, ranges) => {
    const sums = Array.from({ length: runs }, () => {
      let sum = 0;
      for (let solve = 0; solve < solves; solve++) sum += lengthOf();
      return sum;
    });
    for (const moves of ranges) {
      const question = asked({ puzzle, moves, solves, kind });
      const { least, most } = chanceRange(question);
      const { inside } = chanceFor(question).share;
      const share = sums.filter((sum) => sum >= least && sum <= most).length / runs;
      expect(inside).toBeGreaterThan(0.005);
      expect(Math.abs(share - inside)).toBeLessThan(3 * Math.sqrt((inside * (1 - inside)) / runs));
    }
  });

  test('at least one of 20 attempts', () => {
    const question = asked({ puzzle: 'fifteen', moves: '<=43', attempts: 20 });
    const { once } = chanceFor(question);
    let successes = 0;
    for (let run = 0; run < runs; run++) {
      if (Array.from({ length: 20 }, ofFifteen).some((length) => length <= 43)) successes++;
    }
    const { inside } = once!;
    expect(Math.abs(successes / runs - inside)).toBeLessThan(3 * Math.sqrt((inside * (1 - inside)) / runs));
  });
});

describe('the chances of rare things', () => {
  it('are exact counts for one solve', () => {
    expect(chanceFor(asked({ puzzle: 'fifteen', moves: '80' }))).toMatchObject({
      positions: 17,
      all: 10_461_394_944_000,
      share: { inside: 17 / 10_461_394_944_000 },
    });
  });

  it('keep their digits over many attempts', () => {
    const { once } = chanceFor(asked({ puzzle: 'fifteen', moves: '80', attempts: 1000 }));
    expect(once!.inside / ((1000 * 17) / 10_461_394_944_000)).toBeCloseTo(1, 8);
    const { once: likely } = chanceFor(asked({ puzzle: 'fifteen', moves: '<80', attempts: 2 }));
    expect(likely!.outside / (17 / 10_461_394_944_000) ** 2).toBeCloseTo(1, 9);
  });

  it('know what never and what always happens', () => {
    const known = (moves: string) => {
      const { isNever, isAlways } = chanceFor(asked({ puzzle: 'eight', moves, solves: 2, kind: 'marathon' }));
      return [isNever, isAlways];
    };
    expect(['>62', '62', '<=62', '<62'].map(known)).toEqual([
      [true, false],
      [false, false],
      [false, true],
      [false, false],
    ]);
  });
});

describe('the confidence in a sample', () => {
  const of = (moves: string, solves = 1) => {
    const { share, sample } = chanceFor(asked({ puzzle: '5x5', moves, solves, kind: 'marathon' }));
    return { share: share.inside, ...sample! };
  };

  it('is the interval of Wilson (1927) for one solve', () => {
    // Ten of fifty, and none: as in the tables of any textbook.
    expect(of('<=95')).toEqual({
      share: 0.2,
      low: expect.closeTo(0.1124, 4),
      high: expect.closeTo(0.3304, 4),
      size: 50,
    });
    expect(of('<=80')).toMatchObject({ share: 0, low: 0, high: expect.closeTo(0.0714, 4) });
    expect(of('<=200')).toMatchObject({ low: expect.closeTo(0.9286, 4), high: expect.closeTo(1, 12) });
  });

  it('is the same for a board on its side, which has the same sample', () => {
    const both = (puzzle: string) => chanceFor(asked({ puzzle, moves: '<=120' })).sample;
    expect(both('2x7 7x2')).toEqual(both('2x7 2x7'));
  });

  it('contains the truth for about 95 of 100 samples, also of sums', () => {
    const random = seeded('samples');
    const { counts } = histograms['3x3']!;
    const positions = counts.flatMap((count, length) => new Array<number>(Math.ceil(count / 20)).fill(length));
    const truth: Repeated = {
      histogram: { source: 'counted', counts: counts.map((count) => Math.ceil(count / 20)) },
      times: 3,
    };
    const range = { least: 0, most: 63 };
    const { inside } = chanceOf(chancesOf([truth]), range);
    const runs = 400;
    let hits = 0;
    for (let run = 0; run < runs; run++) {
      const sampled = new Array<number>(counts.length).fill(0);
      for (let one = 0; one < 50; one++) sampled[positions[Math.floor(random() * positions.length)]!]!++;
      const parts: Repeated[] = [{ histogram: { source: 'sample', counts: sampled }, times: 3 }];
      const { low, high } = confidence(parts, range, chanceOf(chancesOf(parts), range))!;
      if (low <= inside && inside <= high) hits++;
    }
    expect(hits / runs).toBeGreaterThan(0.91);
    expect(hits / runs).toBeLessThan(0.99);
  });
});
