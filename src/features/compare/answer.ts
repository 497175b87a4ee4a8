/** The answer to `/compare`: all methods on one position, as a table and a chart. */
import type { TFunction } from 'i18next';
import { colours, container, duration, type Message, picture, text } from '../../discord/message.ts';
import { boards, gaveUpMessage, heading } from '../../jobs/progress.ts';
import type { Drawing } from '../../render/drawing.ts';
import type { Outcome } from '../../search/solve.ts';
import type { CompareRequest, CompareResult } from './job.ts';

/** Columns for a fixed-width font, the first aligned to the left and the others to the right. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const aligned = rows.map(([first = '', ...others]) =>
    [first.padEnd(widths[0]!), ...others.map((cell, index) => cell.padStart(widths[index + 1]!))].join('  '),
  );
  return `\`\`\`\n${aligned.join('\n')}\n\`\`\``;
};

/** `1.2M`, so that the table fits on a phone. */
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
  if (result.status === 'gave-up') return gaveUpMessage(t, request, result);
  const { outcomes } = result;
  const columns = ['method', 'moves', 'states', 'frontier', 'time'] as const;
  const header = columns.map((column) => t(`compare.${column}`));
  const rows = outcomes.map((outcome) => [
    outcome.method,
    ending(t, outcome),
    short(outcome.generated),
    short(outcome.peakFrontier),
    duration(t, outcome.milliseconds),
  ]);
  const fewest = Math.min(...outcomes.filter(({ status }) => status === 'solved').map(({ generated }) => generated));
  const bars = outcomes.map(({ method, generated, status, milliseconds }) => ({
    label: method,
    value: generated,
    note: `${short(generated)} · ${status === 'gave-up' ? t('compare.stopped') : duration(t, milliseconds)}`,
    isMarked: generated === fewest,
  }));
  const data = await drawing.chart({ title: t('compare.chart'), bars, layout: 'rows', isLogarithmic: true });
  const chart = { name: 'methods.png', data };
  const spoken = rows.map(([method, , states]) => `${method} ${states}`).join(', ');
  return {
    components: container(
      colours.solved,
      text(heading(t, request)),
      ...boards(request),
      text(table([header, ...rows])),
      picture(chart.name, t('compare.alt', { rows: spoken })),
      text(`-# ${t('compare.lesson')}`),
    ),
    files: [chart],
  };
};
