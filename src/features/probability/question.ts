/** What somebody asks for: the puzzles of a solve, how many solves, and a range of moves. */
import { z } from 'zod';
import type { Histogram } from '../../puzzles/catalogue/histograms.ts';
import { lengthsOf, puzzleNamed } from '../../puzzles/lengths.ts';
import { ok, type Result, wrong } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { puzzleId } from '../../search/schemas.ts';
import type { Range, Repeated } from './distribution.ts';

/** What counts of several solves: their mean, or their sum. */
export const kinds = ['mean', 'marathon'] as const;
export type SeriesKind = (typeof kinds)[number];

/** Solves of one sum, with those of a relay. A convolution of a thousand would keep the bot busy for seconds. */
const mostSolves = 100;
export const mostAttempts = 1_000_000;

/** Texts and numbers as they are given. */
export interface Written {
  /** A puzzle or a size; several for a relay, `2-4` for the squares from 2 × 2 to 4 × 4, `4x4 eut` for all sizes up to it. */
  readonly puzzle: string;
  /** `<=40`, `40`, `>=40`, `30-40`, and the like. */
  readonly moves: string;
  readonly solves?: number | undefined;
  readonly kind?: SeriesKind | undefined;
  readonly attempts?: number | undefined;
}

export const chanceQuestion = z.strictObject({
  /** More than one for a relay. */
  puzzles: z.array(puzzleId).min(1).max(mostSolves),
  solves: z.int().min(1).max(mostSolves),
  /** `kind` is that of the work. */
  series: z.enum(kinds),
  attempts: z.int().min(1).max(mostAttempts),
  /** Of the sum of all solves. Without `most`, its range has no end. */
  least: z.int().min(0),
  most: z.int().min(0).optional(),
});
export type ChanceQuestion = z.output<typeof chanceQuestion>;

export type ChanceProblem =
  | 'unknown-puzzle'
  | 'no-lengths'
  | 'too-many-solves'
  | 'no-moves'
  | 'whole-moves'
  | 'no-such-mean'
  | 'below-zero'
  | 'backwards';

/** The solves of each histogram: a board and the one on its side share theirs, and its errors if it is a sample. */
export const repeatedOf = ({ puzzles, solves }: Pick<ChanceQuestion, 'puzzles' | 'solves'>): Repeated[] => {
  const times = new Map<Histogram, number>();
  for (const puzzle of puzzles) {
    const histogram = lengthsOf(knownPuzzle(puzzle))!;
    times.set(histogram, (times.get(histogram) ?? 0) + solves);
  }
  return Array.from(times, ([histogram, count]) => ({ histogram, times: count }));
};

export const chanceRange = ({ least, most = Number.POSITIVE_INFINITY }: ChanceQuestion): Range => ({ least, most });

export const divisorOf = ({ series, solves }: Pick<ChanceQuestion, 'series' | 'solves'>): number =>
  series === 'mean' ? solves : 1;

const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The puzzles of a relay of a known kind, as sizes: `2-4`, `3x4eut`. */
const relay = (word: string): string[] => {
  const [, from, to] = (/^(\d)-(\d)(?:relay)?$/u.exec(word) ?? []).map(Number);
  if (from && to && from <= to) return upTo(from, to).map((side) => `${side}x${side}`);
  const [, rows = 0, columns = rows] = (/^(\d)(?:x(\d))?eut$/u.exec(word) ?? []).filter(Boolean).map(Number);
  if (rows < 2 || columns < 2) return [word];
  return upTo(2, rows).flatMap((row) => upTo(2, columns).map((column) => `${row}x${column}`));
};

const normal = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase();

const readPuzzles = (typed: string): Result<string[], ChanceProblem> => {
  const words = normal(typed)
    .replace(/\s*[x×*]\s*(?=\d)/gu, 'x')
    .replace(/\s+(?=(?:eut|relay)(?:\s|$))/gu, '')
    .split(/[\s,+、]+/u);
  const puzzles: string[] = [];
  for (const word of words.filter(Boolean).flatMap(relay)) {
    const puzzle = puzzleNamed(word);
    if (!puzzle) return wrong('unknown-puzzle', { typed: word });
    if (!lengthsOf(puzzle)) return wrong('no-lengths', { typed: puzzle.id });
    puzzles.push(puzzle.id);
  }
  return puzzles.length === 0 ? wrong('unknown-puzzle', { typed }) : ok(puzzles);
};

/** Signs and words before or after a number. */
const comparisons = {
  most: ['<=', '=<', '≤', '≦', 'at most', 'up to', '以下', '以内'],
  below: ['<', 'under', 'below', 'less than', 'fewer than', '未満'],
  least: ['>=', '=>', '≥', '≧', '+', 'at least', '以上'],
  above: ['>', 'over', 'above', 'more than', '超'],
  equal: ['', '=', '==', 'exactly', 'ちょうど'],
} as const;
type Comparison = keyof typeof comparisons;
const comparisonOf = new Map<string, Comparison>(
  (Object.keys(comparisons) as Comparison[]).flatMap((name) => comparisons[name].map((word) => [word, name] as const)),
);

const written =
  /^(?<before>\D*?)\s*(?<first>\d{1,6}(?:\.\d{1,6})?)(?:\s*(?:[-−–—~〜]|\.\.|to|から)\s*(?<last>\d{1,6}(?:\.\d{1,6})?))?\s*(?<after>\D*)$/u;

/**
 * The sum of `solves` that somebody means by a mean. People write means with a few digits: of three solves, 52.33 is 157 / 3.
 */
const sumOf = (mean: string, solves: number): number => {
  const digits = mean.split('.')[1]?.length ?? 0;
  const exact = Number(mean) * solves;
  const near = Math.round(exact);
  return Math.abs(near / solves - Number(mean)) <= 0.5 * 10 ** -digits && digits > 0 ? near : exact;
};

const boundsOf: Readonly<Record<Comparison, (sum: number) => Range>> = {
  most: (sum) => ({ least: 0, most: Math.floor(sum) }),
  below: (sum) => ({ least: 0, most: Math.ceil(sum) - 1 }),
  least: (sum) => ({ least: Math.ceil(sum), most: Number.POSITIVE_INFINITY }),
  above: (sum) => ({ least: Math.floor(sum) + 1, most: Number.POSITIVE_INFINITY }),
  equal: (sum) => ({ least: Math.ceil(sum), most: Math.floor(sum) }),
};

/** @param solves what the written numbers are a mean of; 1 for sums */
const readRange = (typed: string, solves: number): Result<Range, ChanceProblem> => {
  // "40 moves or fewer" and the like are not understood, but "40 moves" is.
  const match = written.exec(normal(typed).replace(/moves?|手/gu, ''));
  const { before = '', first = '', last, after = '' } = match?.groups ?? {};
  const words = [before, after].map((word) => word.trim()).filter(Boolean);
  const comparison = comparisonOf.get(words[0] ?? '');
  if (!match || !comparison || words.length > (last === undefined ? 1 : 0)) return wrong('no-moves', { typed });
  const fraction = [first, last].find((number) => number?.includes('.'));
  if (fraction !== undefined && solves === 1) return wrong('whole-moves', { typed: fraction });
  const sum = sumOf(first, solves);
  if (last !== undefined && Number(last) < Number(first)) return wrong('backwards', { typed });
  const range =
    last === undefined ? boundsOf[comparison](sum) : { least: Math.ceil(sum), most: Math.floor(sumOf(last, solves)) };
  if (range.most < 0) return wrong('below-zero', { typed });
  if (range.least <= range.most) return ok(range);
  const mean = (near: number): number => Math.round((near / solves) * 1000) / 1000;
  return wrong('no-such-mean', { typed, solves, below: mean(range.most), above: mean(range.least) });
};

/** What somebody asks for, or the first thing that is wrong with it. */
export const readChance = ({
  puzzle,
  moves,
  solves = 1,
  kind: series = 'mean',
  attempts = 1,
}: Written): Result<ChanceQuestion, ChanceProblem> => {
  const puzzles = readPuzzles(puzzle);
  if (!puzzles.ok) return puzzles;
  const all = puzzles.value.length * solves;
  if (all > mostSolves) return wrong('too-many-solves', { count: all, most: mostSolves });
  const range = readRange(moves, divisorOf({ series, solves }));
  if (!range.ok) return range;
  const { least, most } = range.value;
  const end = most !== Number.POSITIVE_INFINITY && { most };
  return ok({ puzzles: puzzles.value, solves, series, attempts, least, ...end });
};
