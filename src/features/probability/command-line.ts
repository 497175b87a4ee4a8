/** Probabilities on the command line. */
import { translator } from '../../locales/index.ts';
import { print, refuse } from '../../runtime/terminal.ts';
import { chanceFor } from './chance.ts';
import { chanceRange, divisorOf, readChance, type Written } from './question.ts';
import { chanceTexts, explain, whatText } from './wording.ts';

const t = translator('en');

export const printChance = ({ json, ...written }: Written & { readonly json?: true }): void => {
  const question = readChance(written);
  if (!question.ok) {
    refuse(explain(t, question.problem));
    return;
  }
  const { puzzles, solves, series: kind, attempts } = question.value;
  const chance = chanceFor(question.value);
  if (json) {
    const { share, once, longest, positions, all, sample, sources, mean, median, deviation } = chance;
    const { least, most } = chanceRange(question.value);
    const divisor = divisorOf(question.value);
    const known = { puzzles, solves, kind, least: least / divisor, most: Math.min(most / divisor, longest) };
    const found = { probability: share.inside, complement: share.outside };
    const tried = once && { attempts, once: once.inside };
    const details = { positions, all, sample, sources, mean, median, deviation };
    print(JSON.stringify({ ...known, ...found, ...tried, ...details }));
    return;
  }
  const { headline, claim, confidence, attempts: tried, figures, sources } = chanceTexts(t, question.value, chance);
  const lines = [whatText(t, question.value), headline, claim, confidence, tried, figures.join(' · '), ...sources];
  print(lines.filter(Boolean).join('\n'));
};
