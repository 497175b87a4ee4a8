/** The answer to `/compare`: all methods on one position, in a chart, and what each of them is. */
import type { TFunction } from 'i18next';
import { gaveUpMessage, heading, questionBoard, unsolvableMessage } from '../../discord/heading.ts';
import { card, colours, duration, picture, text } from '../../discord/message.ts';
import { compact } from '../../discord/text.ts';
import type { Render } from '../../queue/answer.ts';
import { type Compared, type compareJob, isStopped } from './job.ts';

const ending = (t: TFunction, outcome: Compared): string => {
  if (outcome.status === 'gave-up') return t('compare.atLeast', { count: outcome.lowerBound });
  const { moves, optimal, lowerBound } = outcome;
  if (optimal) return t('answer.length', { count: moves.length });
  return t('compare.between', { least: lowerBound, most: moves.length });
};

export const compareAnswer: Render<typeof compareJob> = async (t, { request }, result, drawing) => {
  if (result.status === 'gave-up') return gaveUpMessage(t, request, result);
  const unsolvable = result.outcomes.find((outcome) => outcome.status === 'unsolvable');
  if (unsolvable) return unsolvableMessage(t, request, unsolvable, drawing);
  const outcomes = result.outcomes as readonly Compared[];
  const rows = outcomes.map((outcome) =>
    [`**${outcome.method}**`, ending(t, outcome), t(`compare.method.${outcome.method}`)].join(' · '),
  );
  const fewest = Math.min(...outcomes.filter((one) => !isStopped(one)).map(({ generated }) => generated));
  const bars = outcomes.map((outcome) => ({
    label: outcome.method,
    value: outcome.generated,
    note: `${compact(outcome.generated)} · ${isStopped(outcome) ? t('compare.stopped') : duration(t, outcome.milliseconds)}`,
    isMarked: outcome.generated === fewest,
  }));
  const [board, data] = await Promise.all([
    questionBoard(t, request, drawing),
    drawing.chart({ title: t('compare.chart'), bars, layout: 'rows', isLogarithmic: true }),
  ]);
  const spoken = outcomes.map(({ method, generated }) => `${method} ${compact(generated)}`).join(', ');
  return card(
    colours.solved,
    text(heading(t, request)),
    board,
    text(rows.join('\n')),
    picture('methods.png', data, t('compare.alt', { rows: spoken })),
  );
};
