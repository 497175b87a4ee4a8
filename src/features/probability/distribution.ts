/**
 * Sums of random lengths. Chances are doubles. All of them are positive, so nothing cancels out in a convolution, and small
 * chances are as precise as large ones: a term of n additions is wrong by n × 10⁻¹⁶ of itself at most, so ten digits are
 * right. What is below 10⁻³⁰⁸ becomes 0.
 */

import type { Histogram } from '../../puzzles/catalogue/histograms.ts';
import { sizeOf } from '../../puzzles/lengths.ts';

/** Solves of one puzzle within a sum. */
export interface Repeated {
  readonly histogram: Histogram;
  readonly times: number;
}

/** Sums from `least` to `most`, with both. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** The chance of a range, and that of everything else. */
export interface Share {
  readonly inside: number;
  readonly outside: number;
}

const convolved = (one: Float64Array, other: Float64Array) => {
  const sums = new Float64Array(one.length + other.length - 1);
  for (const [index, chance] of one.entries()) {
    if (chance === 0) continue;
    for (let at = 0; at < other.length; at++) sums[index + at]! += chance * other[at]!;
  }
  return sums;
};

/** The chance of each sum of `times` solves of one puzzle. */
const repeated = ({ histogram, times }: Repeated): Float64Array => {
  const size = sizeOf(histogram);
  let square = Float64Array.from(histogram.counts, (count) => count / size);
  let sums = Float64Array.of(1);
  for (let left = times; left > 0; left >>= 1) {
    if (left & 1) sums = convolved(sums, square);
    if (left > 1) square = convolved(square, square);
  }
  return sums;
};

/** The chance of each sum of all solves, from 0 on. */
export const chancesOf = (parts: readonly Repeated[]): Float64Array => {
  const [first, ...others] = parts.map(repeated);
  return others.reduce(convolved, first ?? Float64Array.of(1));
};

/** The chances of being in a range, and of not being there: each is added up by itself, so both are precise. */
export const chanceOf = (chances: Float64Array, { least, most }: Range): Share => {
  let [inside, outside] = [0, 0];
  for (const [sum, chance] of chances.entries()) {
    if (sum >= least && sum <= most) inside += chance;
    else outside += chance;
  }
  return { inside, outside };
};

/** The least sum that is not exceeded with this chance. */
export const quantile = (chances: Float64Array, share: number): number => {
  let below = 0;
  const found = chances.findIndex((chance) => {
    below += chance;
    return below >= share;
  });
  return found === -1 ? chances.length - 1 : found;
};

export const meanOf = (chances: Float64Array): number => chances.reduce((mean, chance, sum) => mean + chance * sum, 0);

export const deviationOf = (chances: Float64Array): number => {
  const mean = meanOf(chances);
  return Math.sqrt(chances.reduce((variance, chance, sum) => variance + chance * (sum - mean) ** 2, 0));
};

/** Of a normal distribution, for 95 %. */
const deviations = 1.96;

/**
 * Where the chance of a range is with a confidence of 95 %, if it comes from samples. The variance is that of the first term
 * of the Hoeffding decomposition, and the interval that of Wilson (1927) for a sample with this variance.
 * @param share the chance by the samples
 */
export const confidence = (
  parts: readonly Repeated[],
  range: Range,
  share: Share,
): { readonly low: number; readonly high: number; readonly size: number } | undefined => {
  const sampled = parts.filter(({ histogram }) => histogram.source === 'sample');
  if (sampled.length === 0) return undefined;
  const variances = sampled.map((part) => {
    const rest = chancesOf(parts.map((one) => (one === part ? { ...one, times: one.times - 1 } : one)));
    const size = sizeOf(part.histogram);
    const variance = part.histogram.counts.reduce((sum, count, length) => {
      if (count === 0) return sum;
      const { inside } = chanceOf(rest, { least: range.least - length, most: range.most - length });
      return sum + (count / size) * (inside - share.inside) ** 2;
    }, 0);
    return (part.times ** 2 * variance) / size;
  });
  const variance = variances.reduce((sum, one) => sum + one, 0);
  const size = Math.min(...sampled.map(({ histogram }) => sizeOf(histogram)));
  // The size of a sample of results, not of lengths, that would be as good.
  const product = share.inside * share.outside;
  const worth = product > 0 && variance > 0 ? product / variance : size;
  const scale = 1 + deviations ** 2 / worth;
  const middle = (share.inside + deviations ** 2 / (2 * worth)) / scale;
  const half = (deviations / scale) * Math.sqrt(product / worth + (deviations / (2 * worth)) ** 2);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half), size };
};
