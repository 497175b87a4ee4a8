/** What a daily puzzle teaches about search, once its day is over: how many positions each method saw, and the best idea. */
import type { TFunction } from 'i18next';
import { card, colours, type Message, text } from '../../discord/message.ts';
import { compact } from '../../discord/text.ts';
import { type Compared, type CompareResult, isStopped } from '../compare/job.ts';

/** What knows each distance beforehand saw all positions when it was made, so it is no idea for one of them. */
const prepared: readonly string[] = ['table', 'component'];

/** Undefined if fewer than two methods came to an end. */
export const lessonCard = (t: TFunction, number: number, result: CompareResult): Message | undefined => {
  if (result.status !== 'compared') return undefined;
  const outcomes = result.outcomes
    .filter((outcome): outcome is Compared => outcome.status !== 'unsolvable')
    .sort((one, other) => one.generated - other.generated);
  const [best, ...others] = outcomes.filter((outcome) => !isStopped(outcome) && !prepared.includes(outcome.method));
  const most = others.at(-1);
  if (!best || !most) return undefined;
  const rows = outcomes.map((outcome) => {
    const note = isStopped(outcome) ? ` (${t('compare.stopped')})` : '';
    return `\`${outcome.method}\` ${compact(outcome.generated)}${note}`;
  });
  const times = Math.round(most.generated / best.generated);
  const values = { method: most.method, seen: most.generated, times };
  return card(
    colours.working,
    text(
      `### ${t('posting.lesson.title', { number })}`,
      t('posting.lesson.best', { method: best.method, idea: t(`compare.method.${best.method}`) }),
      t(times > 1 ? 'posting.lesson.fewer' : 'posting.lesson.alike', { ...values, count: best.generated }),
      t('posting.lesson.each', { rows: rows.join(' · ') }),
    ),
  );
};
