/** The answer to `/probability`, with a chart. */
import type { TFunction } from 'i18next';
import { card, colours, line, picture, plainMessage, text } from '../../discord/message.ts';
import { hundredths } from '../../locales/index.ts';
import type { Render } from '../../queue/answer.ts';
import type { Chart } from '../../render/chart.ts';
import type { Chance } from './chance.ts';
import type { probabilityJob } from './job.ts';
import { type ChanceQuestion, chanceRange, divisorOf } from './question.ts';
import { chanceTexts, whatText } from './wording.ts';

/** Puzzles in the title of the chart. */
const mostInTitle = 3;

const chartOf = (t: TFunction, question: ChanceQuestion, { columns: { first, width, shares } }: Chance): Chart => {
  const divisor = divisorOf(question);
  const highest = Math.max(...shares);
  const range = chanceRange(question);
  return {
    title: t('probability.chart', { what: whatText(t, question, mostInTitle) }),
    layout: 'columns',
    bars: shares.map((share, index) => {
      const from = first + index * width;
      return {
        label: String(Math.round(from / divisor)),
        value: share / highest,
        isMarked: from + width > range.least && from <= range.most,
      };
    }),
  };
};

export const probabilityAnswer: Render<typeof probabilityJob> = async (t, { request: question }, chance, drawing) => {
  if (chance.status === 'gave-up') return plainMessage(t(`gaveUp.${chance.reason}`));
  const { headline, claim, confidence, attempts, figures, sources } = chanceTexts(t, question, chance);
  const data = await drawing.chart(chartOf(t, question, chance));
  const { first, last } = chance.columns;
  const [least, most] = [first, last].map((sum) => Math.round(sum / divisorOf(question)));
  const peak = hundredths(chance.peak);
  return card(
    colours.solved,
    text(`### ${whatText(t, question)}`, `**${headline}**`, claim, confidence, attempts),
    picture('chances.png', data, t('probability.alt', { least, most, peak })),
    text(figures.join(' · ')),
    line,
    text(...sources.map((source) => `-# ${source}`)),
  );
};
