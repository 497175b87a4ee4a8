/** The chance of what somebody asks for. */
import {
  chanceOf,
  chancesOf,
  confidence,
  deviationOf,
  meanOf,
  type Part,
  quantile,
  type Share,
  sizeOf,
} from './distribution.ts';
import { type Asked, divisorOf, partsOf } from './question.ts';

/** The chance of at least one in so many attempts. */
const inAttempts = ({ inside, outside }: Share, attempts: number): Share => {
  // Of the two logarithms, the one that does not lose digits.
  const none = attempts * (inside < 0.5 ? Math.log1p(-inside) : Math.log(outside));
  return { inside: -Math.expm1(none), outside: Math.exp(none) };
};

const shortestOf = ({ histogram }: Part): number => histogram.counts.findIndex((count) => count > 0);

/** What is known of the sums of an asked kind. Moves are those that people see, so a mean is a fraction. */
export const chanceFor = (asked: Asked) => {
  const { range, attempts } = asked;
  const parts = partsOf(asked);
  const chances = chancesOf(parts);
  const share = chanceOf(chances, range);
  const longest = chances.length - 1;
  const divisor = divisorOf(asked);
  const sample = confidence(parts, range, share);
  const [{ histogram, times }] = parts as [(typeof parts)[number]];
  // What a single solve has to be is a count of positions.
  const isCount = parts.length === 1 && times === 1 && !sample;
  return {
    chances,
    share,
    /** Whether no sum is in the range, or all are. Otherwise, a chance of 0 is just too small for a double. */
    isNever: !sample && range.least > longest,
    isAlways: !sample && range.least <= 0 && range.most >= longest,
    ...(attempts > 1 && share.inside > 0 && share.outside > 0 && { once: inAttempts(share, attempts) }),
    ...(sample && { sample }),
    ...(isCount && {
      positions: histogram.counts.slice(range.least, range.most + 1).reduce((sum, count) => sum + count, 0),
      all: sizeOf(histogram),
    }),
    sources: new Set(parts.map((part) => part.histogram.source)),
    shortest: parts.reduce((sum, part) => sum + part.times * shortestOf(part), 0) / divisor,
    longest: longest / divisor,
    mean: meanOf(chances) / divisor,
    deviation: deviationOf(chances) / divisor,
    median: quantile(chances, 0.5) / divisor,
    peak: chances.indexOf(chances.reduce((most, chance) => Math.max(most, chance))) / divisor,
  };
};
export type Chance = ReturnType<typeof chanceFor>;
