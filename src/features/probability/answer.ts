/** The answer to `/probability`, with a chart. */
import type { TFunction } from 'i18next';
import { colours, container, line, type Message, picture, text } from '../../discord/message.ts';
import type { Chart } from '../../render/chart.ts';
import type { Drawing } from '../../render/drawing.ts';
import type { Chance } from './chance.ts';
import { quantile } from './distribution.ts';
import { type Asked, divisorOf } from './question.ts';
import { chanceTexts, whatText } from './wording.ts';

/** Sums that are rarer, at either end, are not drawn. */
const rare = 1e-6;
const mostColumns = 90;
/** Puzzles in the title of the chart. */
const mostInTitle = 3;

const chartOf = (t: TFunction, asked: Asked, { chances }: Chance): Chart & { readonly ends: readonly number[] } => {
  const divisor = divisorOf(asked);
  const [least, most] = [quantile(chances, rare), quantile(chances, 1 - rare)];
  // Sums side by side share a column where they are many.
  const width = Math.ceil((most - least + 1) / mostColumns);
  const firsts = Array.from({ length: Math.ceil((most - least + 1) / width) }, (_, index) => least + index * width);
  const columns = firsts.map((first) =>
    chances.subarray(first, first + width).reduce((sum, chance) => sum + chance, 0),
  );
  const highest = Math.max(...columns);
  const { range } = asked;
  return {
    title: t('probability.chart', { what: whatText(t, asked, mostInTitle) }),
    layout: 'columns',
    bars: firsts.map((first, index) => ({
      label: String(Math.round(first / divisor)),
      value: columns[index]! / highest,
      isMarked: first + width > range.least && first <= range.most,
    })),
    ends: [least, most].map((sum) => Math.round(sum / divisor)),
  };
};

export const probabilityAnswer = async (
  t: TFunction,
  asked: Asked,
  chance: Chance,
  drawing: Drawing,
): Promise<Message> => {
  const { headline, claim, confidence, attempts, figures, sources } = chanceTexts(t, asked, chance);
  const { ends, ...drawn } = chartOf(t, asked, chance);
  const chart = { name: 'chances.png', data: await drawing.chart(drawn) };
  const peak = Math.round(chance.peak * 100) / 100;
  return {
    components: container(
      colours.solved,
      text(`### ${whatText(t, asked)}`, `**${headline}**`, claim, confidence, attempts),
      picture(chart.name, t('probability.alt', { least: ends[0], most: ends[1], peak })),
      text(figures.join(' · ')),
      line,
      text(...sources.map((source) => `-# ${source}`)),
    ),
    files: [chart],
  };
};
