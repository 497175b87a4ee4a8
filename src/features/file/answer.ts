/** The answer to a file: a summary, the lines that can't be read, and a file with all results. */
import type { TFunction } from 'i18next';
import { fitting } from '../../discord/fitting.ts';
import { gaveUpMessage, heading } from '../../discord/heading.ts';
import { card, colours, download, type Message, text } from '../../discord/message.ts';
import { harmless } from '../../discord/text.ts';
import type { ReplyContext } from '../../queue/answer.ts';
import { loopTurn } from '../../runtime/loop-turn.ts';
import { csvOf, mostAtOnce } from './csv.ts';
import type { fileJob } from './job.ts';
import { type AskedLines, doneOf, type FileResult, type KnownOfLine, linesIn } from './result.ts';
import { summaryOf, wrongLines } from './summary.ts';

/** Room for the lines that can't be read, of a message's 4,000 characters. */
const wrongRoom = 2000;

type Context = Pick<ReplyContext<typeof fileJob>, 'request' | 'withheld' | 'user'>;

/** The lines that can't be read, up to those that fit. */
const wrongText = async (
  t: TFunction,
  request: AskedLines,
  lines: readonly KnownOfLine[],
  asker: string,
): Promise<string> => {
  const count = lines.filter(({ is }) => is === 'wrong').length;
  if (count === 0) return '';
  const sentences: string[] = [];
  // Each takes a while to put into words, so only those that fit, and one more.
  for (const sentence of wrongLines(t, request, lines, harmless)) {
    sentences.push(`- ${sentence}`);
    if (sentences.length % mostAtOnce === 0) await loopTurn(asker);
    if (sentences.join('\n').length > wrongRoom) break;
  }
  const { text: listed, left } = fitting(sentences, wrongRoom, '\n');
  const unlisted = left + count - sentences.length;
  const more = unlisted === 0 ? '' : `\n… ${t('file.more', { count: unlisted })}`;
  return `${t('file.wrong', { count })}\n${listed}${more}`;
};

export const fileAnswer = async (
  t: TFunction,
  { request, withheld, user: asker }: Context,
  result: FileResult,
): Promise<Message> => {
  if (result.status === 'gave-up') return gaveUpMessage(t, { puzzle: request.puzzle }, result);
  const { lines, reason } = result;
  const [first, ...others] = summaryOf(t, request, lines, withheld);
  await loopTurn(asker);
  const read = { ...request, lines: linesIn(request) };
  await loopTurn(asker);
  const wrong = await wrongText(t, read, lines, asker);
  const csv = await csvOf(t, read, lines, { withheld, asker });
  const ending =
    reason && t(reason === 'cancelled' ? 'file.cancelled' : 'file.late', { count: doneOf(lines), all: lines.length });
  return card(
    reason ? colours['gave-up'] : colours.solved,
    text(heading(t, { puzzle: request.puzzle })),
    ending && text(ending),
    text(`**${first}**`, ...others),
    wrong && text(wrong),
    download(`${request.puzzle}.csv`, csv),
  );
};
