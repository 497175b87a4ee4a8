/** The answer to a file: a summary, the lines that can't be read, and a file with all results. */
import type { TFunction } from 'i18next';
import { colours, container, file, type Message, text } from '../../discord/message.ts';
import { fitting, harmless } from '../../discord/text.ts';
import type { Asked } from '../../jobs/answer.ts';
import { gaveUpMessage, heading } from '../../jobs/progress.ts';
import { csvOf } from './csv.ts';
import type { FileResult, fileJob } from './job.ts';
import { doneOf, summaryOf, wrongLines } from './summary.ts';

/** Room for the lines that can't be read, of a message's 4,000 characters. */
const wrongRoom = 2000;

type Shown = Pick<Asked<typeof fileJob>, 'request' | 'withheld'>;

/** The lines that can't be read, as many as fit. */
const wrongText = (t: TFunction, wrong: readonly string[]): string => {
  if (wrong.length === 0) return '';
  const { text: listed, left } = fitting(
    wrong.map((line) => `- ${line}`),
    wrongRoom,
    '\n',
  );
  const more = left === 0 ? '' : `\n… ${t('file.more', { count: left })}`;
  return `${t('file.wrong', { count: wrong.length })}\n${listed}${more}`;
};

export const fileAnswer = (t: TFunction, { request, withheld }: Shown, result: FileResult): Message => {
  if (result.status === 'gave-up') return gaveUpMessage(t, { puzzle: request.puzzle }, result);
  const { lines, reason } = result;
  const [first, ...others] = summaryOf(t, request, lines, withheld);
  const wrong = wrongText(t, wrongLines(t, request, lines, harmless));
  const name = `${request.puzzle}.csv`;
  const ending =
    reason && t(reason === 'cancelled' ? 'file.cancelled' : 'file.late', { count: doneOf(lines), all: lines.length });
  return {
    components: container(
      reason ? colours['gave-up'] : colours.solved,
      text(heading(t, { puzzle: request.puzzle })),
      ending && text(ending),
      text(`**${first}**`, ...others),
      wrong && text(wrong),
      file(name),
    ),
    files: [{ name, data: Buffer.from(csvOf(t, request, lines, withheld)) }],
  };
};
