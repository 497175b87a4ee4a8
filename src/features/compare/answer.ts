/** The answer to `/compare`: all methods on one position, as a table and a chart. */

import type { TFunction } from 'i18next';
import { colours, container, duration, type Message, picture, plainMessage, text } from '../../discord/message.ts';
import { boards, heading } from '../../jobs/progress.ts';
import type { Drawing } from '../../render/drawing.ts';
import type { Outcome } from '../../search/solve.ts';
import type { CompareRequest, CompareResult } from './job.ts';

const chartName = 'methods.png';

/** Columns aligned for a fixed-width font, the first to the left and the others to the right. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const aligned = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  );
  return `\`\`\`\n${aligned.join('\n')}\n\`\`\``;
};

/** `1.2M`, so that a table of several columns fits on a phone. */
const short = (value: number): string =>
  new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value);

const ending = (t: TFunction, outcome: Outcome): string => {
  if (outcome.status === 'solved') return String(outcome.moves.length);
  return outcome.status === 'unsolvable' ? t('compare.unsolvable') : `≥ ${outcome.lowerBound}`;
};

export const compareAnswer = async (
  t: TFunction,
  request: CompareRequest,
  result: CompareResult,
  drawing: Drawing,
): Promise<Message> => {
  if (result.status === 'gave-up') return plainMessage(`${heading(t, request)}\n${t(`gaveUp.${result.reason}`)}`);
  const { outcomes } = result;
  const header = [
    t('compare.method'),
    t('compare.moves'),
    t('compare.states'),
    t('compare.frontier'),
    t('compare.time'),
  ];
  const rows = outcomes.map((outcome) => [
    outcome.method,
    ending(t, outcome),
    short(outcome.generated),
    short(outcome.peakFrontier),
    duration(t, outcome.milliseconds),
  ]);
  const fewest = Math.min(...outcomes.filter(({ status }) => status === 'solved').map(({ generated }) => generated));
  const bars = outcomes.map((outcome) => ({
    label: outcome.method,
    value: outcome.generated,
    note: `${short(outcome.generated)} · ${outcome.status === 'gave-up' ? t('compare.stopped') : duration(t, outcome.milliseconds)}`,
    isMarked: outcome.generated === fewest,
  }));
  const data = await drawing.chart({ title: t('compare.chart'), bars, layout: 'rows', isLogarithmic: true });
  return {
    components: container(
      colours.solved,
      text(heading(t, request)),
      ...boards(request),
      text(table([header, ...rows])),
      picture(
        chartName,
        t('compare.alt', { rows: rows.map(([method, , states]) => `${method} ${states}`).join(', ') }),
      ),
      text(`-# ${t('compare.lesson')}`),
    ),
    files: [{ name: chartName, data }],
  };
};
