/** Daily posts and reminders as messages. Pure. */

import type { TFunction } from 'i18next';
import { customId } from '../../discord/command.ts';
import { fitting } from '../../discord/fitting.ts';
import {
  boardPart,
  button,
  card,
  colours,
  joinPresent,
  type Message,
  puzzleHeading,
  row,
  stacked,
  text,
} from '../../discord/message.ts';
import { compact, movesInCode } from '../../discord/text.ts';
import { titleOf } from '../../locales/index.ts';
import { formatMoves } from '../../puzzles/moves.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { Drawing } from '../../render/drawing.ts';
import { storedQuestion } from '../../search/schemas.ts';
import type { LeaderboardRow } from '../../standings/store.ts';
import { type Compared, type CompareResult, isStopped } from '../compare/job.ts';
import { endsWhen, playButton } from './answer.ts';
import type { DailyChallenge } from './job.ts';
import type { Settings } from './post-store.ts';
import { type Recap, recapCard } from './recap.ts';

export const roleComponent = 'posting-role';

/** Of the 10 MiB that all files of a message may have together. */
const mostAnimationBytes = 8 * 2 ** 20;
/** Characters for names and for moves, of the 4,000 of a message. */
const namesRoom = 1500;
const movesRoom = 600;

/** What knows each distance beforehand saw all positions when it was made, so it is no idea for one of them. */
const prepared: readonly string[] = ['table', 'component'];

/** A number that is over, with the best of the `total` people who solved it in a server. */
export interface Past {
  readonly number: number;
  readonly drawn: DailyChallenge;
  readonly total: number;
  readonly solvers: readonly LeaderboardRow[];
  /** All methods on its puzzle, where a server wants the lesson. */
  readonly compared?: CompareResult | undefined;
}

/** The people who solved a number. All perfect results share the first place. */
const namesOf = (t: TFunction, { drawn, total, solvers }: Past): string => {
  const optimal = drawn.moves.length;
  const [first] = solvers;
  if (!first) return `${t('posting.best', { count: optimal })}\n${t('posting.nobody')}`;
  const named = (rows: readonly LeaderboardRow[]) =>
    fitting(
      rows.map(({ user }) => `<@${user}>`),
      namesRoom / 2,
      ', ',
    );
  const winners = named(solvers.filter(({ rank }) => rank === 1));
  const others = named(solvers.filter(({ rank }) => rank !== 1));
  const left = total - solvers.length + winners.left + others.left;
  const counts = [t('posting.solvers', { count: total }), left > 0 && t('posting.unnamed', { count: left })];
  return joinPresent([
    t('posting.best', { count: optimal }),
    t(first.value === optimal ? 'posting.perfect' : 'posting.shortest', { names: winners.text, count: first.value }),
    others.text && t('posting.alsoSolved', { names: others.text }),
    `-# ${joinPresent(counts, ' · ')}`,
  ]);
};

/** How a number ended: the solution as an animation, or as moves if there is none or it is too large. */
const resolution = async (t: TFunction, past: Past, drawing: Drawing): Promise<Message> => {
  const { puzzle: id, position, moves } = past.drawn;
  const puzzle = knownPuzzle(id);
  const { start, goal } = storedQuestion(puzzle, position);
  const heading = text(`### ${t('posting.solution', { number: past.number })} · ${titleOf(t, puzzle)}`);
  const names = text(namesOf(t, past));
  const board = { puzzle, position: start, goal, theme: undefined, moves };
  const picture = await boardPart(t, 'animation', board, drawing).catch(() => undefined);
  const isShown = picture && 'component' in picture && picture.file.data.length <= mostAnimationBytes;
  const written = () => text(movesInCode(t, formatMoves(puzzle, start, moves), movesRoom));
  return card(colours.solved, heading, isShown ? picture : written(), names);
};

/**
 * What a puzzle teaches about search, once its day is over: how many positions each method saw, and the best idea.
 * Undefined if fewer than two methods came to an end.
 */
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

interface PostOptions extends Pick<Settings, 'role' | 'givesRole'> {
  readonly number: number;
  readonly puzzle: string;
  readonly past: Past | undefined;
  /** Where a server wants it, and a week has begun. */
  readonly recap: Recap | undefined;
}

/** The post of a number: how the last one ended, and *Play*, which shows the board and starts the time of who presses. */
export const dailyPost = async (
  t: TFunction,
  { number, puzzle, past, recap, role, givesRole }: PostOptions,
  drawing: Drawing,
): Promise<Message> => {
  const ended = past && (await resolution(t, past, drawing));
  const lesson = past?.compared && lessonCard(t, past.number, past.compared);
  const week = recap && (await recapCard(t, recap, drawing));
  const bell = { ...button(customId(roleComponent), t('posting.role.button')), emoji: { name: '🔔' } };
  const today = card(
    colours.working,
    puzzleHeading(t, t('daily.title', { number }), knownPuzzle(puzzle)),
    text(
      role && `<@&${role}>`,
      t('daily.how'),
      t('daily.clock'),
      `-# ${t('posting.ends', { when: endsWhen(number) })}`,
    ),
    row(playButton(t, number), role && givesRole && bell),
  );
  return stacked(ended, lesson, week, today);
};

/** To a person whose streak would end. */
export const reminder = (t: TFunction, number: number, streak: number): Message => {
  const note = t('posting.reminder', { number, count: streak, when: endsWhen(number) });
  return card(colours.working, text(`${note}\n-# ${t('posting.reminderOff')}`), row(playButton(t, number)));
};
