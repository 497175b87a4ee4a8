/** Chances in words, for chats and terminals. */

import type { TFunction } from 'i18next';
import { type Escape, escaped, hundredths, nearestPuzzle, plain, power, titleOf } from '../../locales/index.ts';
import { histograms } from '../../puzzles/catalogue/histograms.ts';
import { lengthsOf, puzzleNamed, sizeOf } from '../../puzzles/lengths.ts';
import type { Problem } from '../../puzzles/puzzle.ts';
import { allPuzzles, knownPuzzle } from '../../puzzles/registry.ts';
import type { Chance } from './chance.ts';
import type { Range, Share } from './distribution.ts';
import { type ChanceProblem, type ChanceQuestion, chanceRange, divisorOf } from './question.ts';

/** The puzzles with known lengths. */
export const among = allPuzzles.filter(lengthsOf);

export const explain = (t: TFunction, { code, values }: Problem<ChanceProblem>, harmless: Escape = plain): string =>
  (code === 'unknown-puzzle' && nearestPuzzle(t, String(values.typed), among, harmless)) ||
  t(`probability.problem.${code}`, { ...escaped(values, harmless), puzzles: among.map(({ id }) => id).join(', ') });

const number = (t: TFunction, value: number, options: Intl.NumberFormatOptions = {}): string =>
  t('probability.number', { value, formatParams: { value: options } });

/** Of how many one is meant. */
const odds = (t: TFunction, share: number): string => {
  const of = 1 / share;
  if (of >= 1e15) return power(t, of);
  return of < 1000 ? number(t, of, { maximumSignificantDigits: 3 }) : number(t, Math.round(of));
};

/** Shares that are nearer to 0 or 1 have no percentage: `oneIn` tells more. */
const leastPercent = 1e-6;

/** A share in percent, never rounded to 0 or to 100. Empty where there would be too many digits. */
const percent = (t: TFunction, { inside, outside }: Share): string => {
  if (Math.min(inside, outside) < leastPercent) return '';
  if (inside < 0.5) return number(t, inside, { style: 'percent', maximumSignificantDigits: 3 });
  const digits = Math.max(1, 1 - Math.floor(Math.log10(outside * 100)));
  return number(t, inside, { style: 'percent', maximumFractionDigits: digits });
};

/** A share in percent, and as one in a number. */
const shareText = (t: TFunction, share: Share): string => {
  const { inside, outside } = share;
  if (inside === 0) return t('probability.tiny');
  if (outside === 0) return t('probability.almost');
  const one =
    inside <= 0.5
      ? t('probability.oneIn', { number: odds(t, inside) })
      : t('probability.allBut', { number: odds(t, outside) });
  return [percent(t, share), one].filter(Boolean).join(' · ');
};

const rangeText = (t: TFunction, { least, most }: Range): string => {
  if (least === most) return t('probability.exactly', { count: least });
  if (most === Number.POSITIVE_INFINITY) return t('probability.atLeast', { count: least });
  return least === 0 ? t('probability.atMost', { count: most }) : t('probability.between', { least, most });
};

/** More puzzles of a relay are not named: their list would be no title. */
const mostNamed = 9;

/** The puzzle, or those of a relay. */
export const whatText = (t: TFunction, { puzzles }: ChanceQuestion, most = mostNamed): string => {
  if (puzzles.length > most) return t('probability.relayOf', { count: puzzles.length });
  const titles = puzzles.map((puzzle) => titleOf(t, knownPuzzle(puzzle))).join(' + ');
  return puzzles.length === 1 ? titles : t('probability.relay', { puzzles: titles });
};

const headlineText = (t: TFunction, { share, isNever, isAlways, sample }: Chance): string => {
  if (isNever) return t('probability.never');
  if (isAlways) return t('probability.always');
  // That no position of a sample does it says little of all positions.
  return sample && Math.min(share.inside, share.outside) === 0
    ? number(t, share.inside, { style: 'percent' })
    : shareText(t, share);
};

const claimText = (t: TFunction, question: ChanceQuestion): string => {
  const { solves, series, puzzles } = question;
  const range = chanceRange(question);
  const divisor = divisorOf(question);
  const words = {
    count: solves,
    range: rangeText(t, { least: range.least / divisor, most: range.most / divisor }),
    sum: rangeText(t, range),
  };
  return t(`probability.claim.${solves === 1 ? 'one' : series}${puzzles.length === 1 ? '' : 'Relay'}`, words);
};

/** What an estimate rests on. */
const sampleTexts = (t: TFunction, { puzzles }: ChanceQuestion): string[] => {
  const counted = new Set(puzzles.map((puzzle) => lengthsOf(knownPuzzle(puzzle))));
  const samples = Object.entries(histograms).filter(([, one]) => one.source === 'sample' && counted.has(one));
  return samples.map(([name, histogram]) => {
    const { rows, size } = puzzleNamed(name)!.board;
    const values = { count: sizeOf(histogram), rows, columns: size / rows };
    return t(histogram.seed === undefined ? 'probability.publishedSample' : 'probability.sample', values);
  });
};

const sourceTexts = (t: TFunction, question: ChanceQuestion, { sources, sample, positions, all }: Chance): string[] => {
  if (sample) return sampleTexts(t, question);
  const sequences = sources.filter((source) => source !== 'counted').map((source) => `OEIS ${source}`);
  return [
    t('probability.exact'),
    ...(positions === undefined ? [] : [t('probability.positions', { count: positions, all })]),
    ...(sequences.length === 0 ? [] : [t('probability.published', { sequences: sequences.join(', ') })]),
  ];
};

/** What is known, the most important first. */
export const chanceTexts = (t: TFunction, question: ChanceQuestion, chance: Chance) => {
  const { sample, once, shortest, longest } = chance;
  const ends =
    sample &&
    [sample.low, sample.high].map(
      (end) => percent(t, { inside: end, outside: 1 - end }) || number(t, Math.round(end), { style: 'percent' }),
    );
  return {
    headline: headlineText(t, chance),
    claim: claimText(t, question),
    confidence: ends && t('probability.confidence', { low: ends[0], high: ends[1] }),
    attempts: once && t('probability.attempts', { count: question.attempts, chance: shareText(t, once) }),
    figures: [
      t(sample ? 'probability.boundsOfSample' : 'probability.bounds', {
        shortest: hundredths(shortest),
        longest: hundredths(longest),
      }),
      ...(['mean', 'median', 'peak', 'deviation'] as const).map((name) =>
        t(`probability.${name}`, { value: hundredths(chance[name]) }),
      ),
    ],
    sources: sourceTexts(t, question, chance),
  };
};
