/** Daily challenges as messages. Pure. */

import { type APIButtonComponentWithCustomId, ButtonStyle } from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { solveButton } from '../../ask/solve-button.ts';
import { customId, fieldsBy, numberField } from '../../discord/command.ts';
import { difficultyText } from '../../discord/difficulty.ts';
import {
  button,
  card,
  colours,
  joinPresent,
  type Message,
  picture,
  plainMessage,
  puzzleHeading,
  row,
  text,
  usualBoard,
  wordRows,
} from '../../discord/message.ts';
import { titleOf } from '../../locales/index.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { Card } from '../../render/card.ts';
import type { Drawing } from '../../render/drawing.ts';
import type { ThemeName } from '../../render/theme.ts';
import { storedQuestion } from '../../search/schemas.ts';
import type { Place } from '../../standings/store.ts';
import type { DailyResult } from './job.ts';
import {
  clock,
  type Effort,
  type Finish,
  isDayOver,
  lastDaily,
  mostStars,
  noTime,
  overOf,
  type Period,
  shareLine,
  spanOf,
  starsOf,
  startOf,
} from './rules.ts';
import { type DailyPage, type DayComparison, type Figures, farthestOver, type PersonalResult } from './store.ts';

export const dailyPlayComponent = 'daily-play';
export const todayComponent = 'daily-today';
export const shareComponent = 'daily-share';
export const pathComponent = 'daily-path';

/** Fewer players would make a rough share of them. */
const leastPlayers = 5;
/** Longer paths are numbers, so that they don't fill the channel. */
const mostSquares = 40;

const challengeField = numberField.refine((number) => number > 0 && number <= lastDaily);
export const parseNumber = fieldsBy(z.tuple([challengeField]));
/** Without `again`, whoever has solved the challenge sees their result first. */
export const parsePlay = fieldsBy(z.tuple([challengeField, z.literal('again').optional()]));

/** When a number ends, on the reader's own clock. */
export const endsWhen = (number: number): string => `<t:${startOf(number + 1) / 1000}:R>`;

/** Opens a challenge as a game for the person who presses. */
export const playButton = (t: TFunction, number: number): APIButtonComponentWithCustomId =>
  button(customId(dailyPlayComponent, number), t('daily.play'), ButtonStyle.Success);

/** Opens the challenge of the day on which somebody presses: its message may be old. */
export const todayButton = (t: TFunction): APIButtonComponentWithCustomId =>
  button(customId(todayComponent), t('daily.today'), ButtonStyle.Success);

/** A challenge, with its board for people whose time is running, or once its day is over. */
export const dailyAnswer = async (
  t: TFunction,
  { number }: { readonly number: number },
  result: DailyResult,
  { now, hasBegun }: { readonly now: number; readonly hasBegun: boolean },
  drawing: Drawing,
): Promise<Message> => {
  if (result.status === 'gave-up') return plainMessage(t(`gaveUp.${result.reason}`));
  const puzzle = knownPuzzle(result.puzzle);
  const { start } = storedQuestion(puzzle, result.position);
  const isPast = isDayOver(number, now);
  const note = isPast ? t('daily.late', { number }) : t('daily.next', { when: endsWhen(number) });
  const isShown = isPast || hasBegun;
  return card(
    colours.working,
    puzzleHeading(t, t('daily.title', { number }), puzzle),
    isShown && (await usualBoard(t, { puzzle, position: start, goal: puzzle.goal }, drawing)),
    text(
      isShown && `\`${result.position}\``,
      t('daily.how'),
      t(isShown ? 'daily.submit' : 'daily.clock'),
      `-# ${note}`,
    ),
    row(playButton(t, number)),
  );
};

/** How good some moves are. */
const praise = (t: TFunction, optimal: number, { moves, hints }: Effort): string => {
  const over = overOf(optimal, { moves, hints });
  if (over === 0) return t('daily.perfect', { count: moves });
  if (hints === 0) return t('daily.solved', { count: moves, over, optimal });
  return t('daily.helped', { count: moves, hints: t('play.hints', { count: hints }), over, optimal });
};

/** Better than which share of a day's players, in percent; ties don't count as better. */
const comparisonText = (t: TFunction, { players, worse }: DayComparison): string | false =>
  players >= leastPlayers &&
  worse > 0 &&
  t('daily.betterThan', { percent: Math.min(99, Math.round((100 * worse) / players)), players });

interface ResultView {
  /** What was just sent, or the best again. */
  readonly made: Effort & { readonly at: number };
  /** The best that is stored, which may be an earlier one. */
  readonly best: Effort & Pick<PersonalResult, 'replaced'>;
  readonly streak: number;
  readonly isUnranked: boolean;
  readonly comparison: DayComparison | undefined;
  /** Whether the moves of the best are stored. */
  readonly hasPath: boolean;
  readonly now: number;
}

/** A result as its owner sees it. */
export const resultAnswer = (
  t: TFunction,
  { number, puzzle: id, position, optimal }: Pick<Finish, 'number' | 'puzzle' | 'position' | 'optimal'>,
  { made, best, streak, isUnranked, comparison, hasPath, now }: ResultView,
): Message => {
  const puzzle = knownPuzzle(id);
  const isPast = isDayOver(number, now);
  const isBest = made.moves === best.moves && made.hints === best.hints && made.seconds === best.seconds;
  const total = best.moves + best.hints;
  const { replaced: before } = best;
  const notes = isDayOver(number, made.at)
    ? [t('daily.late', { number })]
    : [
        isUnranked ? t('daily.unranked') : t('daily.streak', { count: streak }),
        !(isBest && before === 0) && t('daily.again'),
        !isPast && t('daily.next', { when: endsWhen(number) }),
      ];
  const question = storedQuestion(puzzle, position);
  const hardness = difficultyText(t, puzzle, optimal);
  return card(
    colours.solved,
    text(
      `### ${t('daily.title', { number })}`,
      praise(t, optimal, made),
      hardness && `-# ${hardness}`,
      isBest && before > total && t('daily.improved', { before, now: total }),
      comparison && comparisonText(t, comparison),
    ),
    text(`\`${shareLine(number, titleOf(t, puzzle), optimal, best)}\``),
    text(`-# ${joinPresent(notes, ' · ')}`),
    ...wordRows(
      button(customId(shareComponent, number), t('daily.share'), ButtonStyle.Primary),
      button(customId(dailyPlayComponent, number, 'again'), t('daily.playAgain')),
      isPast && hasPath && button(customId(pathComponent, number), t('daily.path')),
      isPast &&
        solveButton(puzzle, question, { label: t('play.watch'), isPrivate: true, style: ButtonStyle.Secondary }),
    ),
  );
};

/**
 * A row of squares, one a move of a path, the mistakes last: it tells how many there are, and not which.
 * @param costs of its moves (search/analysis.ts)
 * @returns undefined if one of them is not known
 */
export const pathText = (t: TFunction, costs: readonly (number | undefined)[]): string | undefined => {
  if (costs.includes(undefined)) return undefined;
  const mistakes = costs.filter((cost = 0) => cost > 0).length;
  if (costs.length > mostSquares)
    return t('daily.mistakes', { count: mistakes, moves: t('answer.length', { count: costs.length }) });
  return '🟩'.repeat(costs.length - mistakes) + '🟥'.repeat(mistakes);
};

/** A result for all to see: its owner, the line, and the same as a card unless that took too long to draw. */
export const shareAnswer = (user: string, line: string, alt: string, data: Buffer | undefined): Message => {
  const { components } = plainMessage(`<@${user}>\n${line}`);
  if (!data) return { components };
  const { component, file } = picture('result.png', data, alt);
  return { components: [...components, component], files: [file] };
};

/** A result as a card, and in words. */
export const cardOf = (
  t: TFunction,
  { number, puzzle, optimal }: Pick<Finish, 'number' | 'puzzle' | 'optimal'>,
  effort: Effort,
  { streak, theme }: { streak: number; theme: ThemeName },
): { readonly card: Card; readonly alt: string } => {
  const { hints } = effort;
  const stars = starsOf(optimal, effort);
  const over = overOf(optimal, effort);
  const title = t('daily.title', { number });
  const subtitle = titleOf(t, knownPuzzle(puzzle));
  const time = clock(effort.seconds);
  const figures = [
    { value: `+${over}`, label: t('daily.card.over') },
    ...(hints > 0 ? [{ value: String(hints), label: t('daily.card.hints', { count: hints }) }] : []),
    ...(effort.seconds < noTime ? [{ value: time, label: t('daily.card.time') }] : []),
    ...(streak > 0 ? [{ value: String(streak), label: t('daily.card.streak', { count: streak }) }] : []),
  ];
  const words = { title, subtitle, stars, of: mostStars, over, time };
  return {
    card: { title, subtitle, stars: { won: stars, of: mostStars }, figures, theme },
    alt: t('daily.card.alt', { ...words, hints: t('play.hints', { count: hints }) }),
  };
};

export const dailyStandings = (t: TFunction, period: Period, number: number, page: DailyPage) => {
  const isDay = period === 'day';
  const [from, to] = spanOf(period, number).map(startOf);
  const overBest = (value: number): string =>
    page.optimal === undefined ? '–' : t('standings.over', { count: value - page.optimal });
  return {
    title: isDay ? t('daily.title', { number }) : t(`standings.title.${period}`, { from, to }),
    page,
    worthOf: ({ value, seconds = noTime }: Place) =>
      `**${isDay ? overBest(value) : t('standings.points', { count: value })}** · ${clock(seconds)}`,
    nobody: t(isDay ? 'daily.nobody' : 'standings.nobody'),
    none: t(isDay ? 'daily.noOwn' : 'standings.noOwn'),
    note: !isDay && t('standings.how'),
  };
};

/** A person's figures, with a chart once a number is solved. */
export const statsAnswer = async (
  t: TFunction,
  user: string,
  { played, solved, perfect, streak, best, over }: Figures,
  drawing: Drawing,
): Promise<Message> => {
  const heading = [
    text(`### ${t('daily.stats')}\n<@${user}>`),
    text(
      t('daily.played', { count: played }),
      t('daily.solvedCount', { count: solved }),
      t('daily.perfectCount', { count: perfect }),
      t('daily.streak', { count: streak }),
      t('daily.bestStreak', { count: best }),
    ),
  ];
  if (solved === 0) return card(colours.working, ...heading);
  const bars = over.map((value, moves) => ({
    label: moves === farthestOver ? t('stats.andMore', { moves }) : `+${moves}`,
    value,
    note: String(value),
    isMarked: moves === 0,
  }));
  const data = await drawing.chart({ title: t('stats.chart'), bars, layout: 'rows' });
  const rows = bars.filter(({ value }) => value > 0).map(({ label, value }) => `${label}: ${value}`);
  return card(colours.working, ...heading, picture('results.png', data, t('stats.alt', { rows: rows.join(', ') })));
};
