/** The chance of what somebody asks for. */

import { z } from 'zod';
import { sizeOf } from '../../puzzles/lengths.ts';
import {
  chanceOf,
  chancesOf,
  confidence,
  deviationOf,
  meanOf,
  quantile,
  type Repeated,
  type Share,
} from './distribution.ts';
import { type ChanceQuestion, chanceRange, divisorOf, repeatedOf } from './question.ts';

/** The chance of at least one success in `attempts`. */
const inAttempts = ({ inside, outside }: Share, attempts: number): Share => {
  // Of the two logarithms, the one that does not lose digits.
  const none = attempts * (inside < 0.5 ? Math.log1p(-inside) : Math.log(outside));
  return { inside: -Math.expm1(none), outside: Math.exp(none) };
};

const shortestOf = ({ histogram }: Repeated): number => histogram.counts.findIndex((count) => count > 0);

/** Sums that are rarer, at either end, are not drawn. */
const rare = 1e-6;
const mostColumns = 90;

const columnsOf = (chances: Float64Array) => {
  const [first, last] = [quantile(chances, rare), quantile(chances, 1 - rare)];
  // Sums side by side share a column where they are many.
  const width = Math.ceil((last - first + 1) / mostColumns);
  const shares = Array.from({ length: Math.ceil((last - first + 1) / width) }, (_, index) => {
    const from = first + index * width;
    return chances.subarray(from, from + width).reduce((sum, chance) => sum + chance, 0);
  });
  return { first, last, width, shares };
};

const share = z.object({ inside: z.number(), outside: z.number() });

/** What is known of the sums of an asked kind. Moves are those that people see, so a mean is a fraction. */
export const chanceSchema = z.object({
  share,
  /** The chances from `first` to `last` in columns of `width` sums, as a chart shows them. */
  columns: z.object({ first: z.number(), last: z.number(), width: z.number(), shares: z.array(z.number()) }),
  /** Whether no sum is in the range, or all are. Otherwise, a chance of 0 is just too small for a double. */
  isNever: z.boolean(),
  isAlways: z.boolean(),
  /** Of at least one in several attempts. */
  once: share.optional(),
  sample: z.object({ low: z.number(), high: z.number(), size: z.number() }).optional(),
  positions: z.number().optional(),
  all: z.number().optional(),
  sources: z.array(z.string()),
  shortest: z.number(),
  longest: z.number(),
  mean: z.number(),
  deviation: z.number(),
  median: z.number(),
  peak: z.number(),
});
export type Chance = z.infer<typeof chanceSchema>;

export const chanceFor = (question: ChanceQuestion): Chance => {
  const { attempts } = question;
  const range = chanceRange(question);
  const parts = repeatedOf(question);
  const chances = chancesOf(parts);
  const share = chanceOf(chances, range);
  const longest = chances.length - 1;
  const divisor = divisorOf(question);
  const sample = confidence(parts, range, share);
  const [{ histogram, times }] = parts as [(typeof parts)[number]];
  // What a single solve has to be is a count of positions.
  const isCount = parts.length === 1 && times === 1 && !sample;
  return {
    share,
    columns: columnsOf(chances),
    isNever: !sample && range.least > longest,
    isAlways: !sample && range.least <= 0 && range.most >= longest,
    ...(attempts > 1 && share.inside > 0 && share.outside > 0 && { once: inAttempts(share, attempts) }),
    ...(sample && { sample }),
    ...(isCount && {
      positions: histogram.counts.slice(range.least, range.most + 1).reduce((sum, count) => sum + count, 0),
      all: sizeOf(histogram),
    }),
    sources: [...new Set(parts.map((part) => part.histogram.source))],
    shortest: parts.reduce((sum, part) => sum + part.times * shortestOf(part), 0) / divisor,
    longest: longest / divisor,
    mean: meanOf(chances) / divisor,
    deviation: deviationOf(chances) / divisor,
    median: quantile(chances, 0.5) / divisor,
    peak: chances.indexOf(chances.reduce((most, chance) => Math.max(most, chance))) / divisor,
  };
};
