/** What is said of daily challenges. Pure: from data to components. */

import {
  type APIButtonComponentWithCustomId,
  type APIMessageTopLevelComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { customId, fieldsBy, numberField } from '../../discord/command.ts';
import { colours, container, goalNote, type Message, picture, plainMessage, text } from '../../discord/message.ts';
import { boardPage, hereField, turnField } from '../../discord/pager.ts';
import { solveButton } from '../../discord/solve-button.ts';
import { storedQuestion } from '../../jobs/fields.ts';
import { titleOf } from '../../locales/index.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { Card } from '../../render/card.ts';
import type { Drawing } from '../../render/drawing.ts';
import { emojiBoard } from '../../render/emoji.ts';
import type { ThemeName } from '../../render/theme.ts';
import { everywhere } from '../scope.ts';
import type { DailyResult } from './job.ts';
import {
  clock,
  type Effort,
  type Finish,
  isOver,
  lastDaily,
  mostStars,
  type Period,
  periods,
  shareLine,
  spanOf,
  starsOf,
  startOf,
} from './rules.ts';
import { type Board, type Figures, farthestOver, type Page, type Place, type Result } from './store.ts';

export const playComponent = 'daily-play';
export const shareComponent = 'daily-share';
export const pageComponent = 'daily-page';

const pageFields = z.tuple([z.enum(periods), numberField, hereField, numberField, turnField]);
/** The period, a number in it, whose board, the page. */
export type PageFields = z.output<typeof pageFields>;
export const parsePage = fieldsBy(pageFields);
export const parseNumber = fieldsBy(z.tuple([numberField.refine((number) => number > 0 && number <= lastDaily)]));

/** When the next one starts, as everybody's own clock says it. */
const next = (number: number): string => `<t:${startOf(number + 1) / 1000}:R>`;

/** Opens a challenge as a game, for whoever presses. */
export const playButton = (t: TFunction, number: number): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Success,
  label: t('daily.play'),
  custom_id: customId(playComponent, number),
});

/** The board of a number. */
export const dailyAnswer = (
  t: TFunction,
  { number }: { readonly number: number },
  result: DailyResult,
  now: number,
): Message => {
  if (result.status === 'gave-up') return plainMessage(t(`gaveUp.${result.reason}`));
  const puzzle = knownPuzzle(result.puzzle);
  const question = storedQuestion(puzzle, result.position);
  const note = isOver(number, now) ? t('daily.late', { number }) : t('daily.next', { when: next(number) });
  return {
    components: container(
      colours.working,
      text([`### ${t('daily.title', { number })} · ${titleOf(t, puzzle)}`, ...goalNote(t, puzzle)].join('\n')),
      text(`${emojiBoard(puzzle, question.start)}\n\`${result.position}\``),
      text(`${t('daily.how')}\n-# ${note}`),
      { type: ComponentType.ActionRow, components: [playButton(t, number)] },
    ),
  };
};

/** What came of the moves just made: the best possible, or how far from it. */
const said = (t: TFunction, optimal: number, { moves, hints }: Effort): string => {
  if (moves + hints === optimal) return t('daily.perfect', { count: moves });
  const over = moves + hints - optimal;
  if (hints === 0) return t('daily.solved', { count: moves, over, optimal });
  return t('daily.helped', { count: moves, hints: t('play.hints', { count: hints }), over, optimal });
};

/** A result, for the one whose it is, with buttons to show it to all and to try again. */
export const resultAnswer = (
  t: TFunction,
  { number, puzzle: id, position, optimal, at }: Finish,
  {
    made,
    best,
    streak,
    now,
  }: {
    /** What was just sent. */
    made: Effort;
    /** The best that is kept, with this or before. */
    best: Result;
    streak: number;
    now: number;
  },
): Message => {
  const puzzle = knownPuzzle(id);
  const question = storedQuestion(puzzle, position);
  const isPast = isOver(number, now);
  const isBest = made.moves === best.moves && made.hints === best.hints && made.seconds === best.seconds;
  const isFirst = isBest && best.replaced === undefined;
  const total = best.moves + best.hints;
  const better =
    isBest && best.replaced !== undefined && best.replaced > total
      ? [t('daily.improved', { before: best.replaced, now: total })]
      : [];
  const notes = isOver(number, at)
    ? [t('daily.late', { number })]
    : [
        t('daily.streak', { count: streak }),
        ...(isFirst ? [] : [t('daily.again')]),
        ...(isPast ? [] : [t('daily.next', { when: next(number) })]),
      ];
  const share: APIButtonComponentWithCustomId = {
    type: ComponentType.Button,
    style: ButtonStyle.Primary,
    label: t('daily.share'),
    custom_id: customId(shareComponent, number),
  };
  const label = t('play.watch');
  const solution = solveButton(puzzle, question.start, { label, isPrivate: true, style: ButtonStyle.Secondary });
  return {
    components: container(
      colours.solved,
      text([`### ${t('daily.title', { number })}`, said(t, optimal, made), ...better].join('\n')),
      text(`\`${shareLine(number, id, optimal, best)}\``),
      text(`-# ${notes.join(' · ')}`),
      {
        type: ComponentType.ActionRow,
        components: [
          share,
          { ...playButton(t, number), label: t('play.again'), style: ButtonStyle.Secondary },
          ...(isPast ? [solution] : []),
        ],
      },
    ),
  };
};

const cardName = 'result.png';

/** A result for all to see: who has it, the line, and the same as a card unless it takes too long to draw. */
export const shareAnswer = (user: string, line: string, alt: string, data: Buffer | undefined): Message => {
  const said: APIMessageTopLevelComponent[] = [{ type: ComponentType.TextDisplay, content: `<@${user}>\n${line}` }];
  if (!data) return { components: said };
  return { components: [...said, picture(cardName, alt)], files: [{ name: cardName, data }] };
};

/** What a card says of a result, and the same in words. */
export const cardOf = (
  t: TFunction,
  { number, puzzle, optimal }: Pick<Finish, 'number' | 'puzzle' | 'optimal'>,
  effort: Effort,
  { streak, theme }: { streak: number; theme: ThemeName },
): { readonly card: Card; readonly alt: string } => {
  const made = effort.moves + effort.hints;
  const stars = starsOf(optimal, effort);
  const title = t('daily.title', { number });
  const subtitle = titleOf(t, knownPuzzle(puzzle));
  const time = clock(effort.seconds);
  const figures = [
    { value: `${made}/${optimal}`, label: t('daily.card.moves') },
    ...(effort.hints > 0
      ? [{ value: String(effort.hints), label: t('daily.card.hints', { count: effort.hints }) }]
      : []),
    { value: time, label: t('daily.card.time') },
    ...(streak > 0 ? [{ value: String(streak), label: t('daily.card.streak', { count: streak }) }] : []),
  ];
  const hints = t('play.hints', { count: effort.hints });
  const words = { title, subtitle, stars, of: mostStars, count: effort.moves, optimal, hints, time };
  return {
    card: { title, subtitle, stars: { won: stars, of: mostStars }, figures, theme },
    alt: t('daily.card.alt', words),
  };
};

/** `1. ` of whoever has a place, and what they did. */
const row = (t: TFunction, period: Period, user: string, { rank, value, seconds, absence }: Place): string => {
  const place = rank === undefined ? '' : `${rank}. `;
  const worth = period === 'day' ? String(value) : t('standings.points', { count: value });
  const note = absence ? ` · ${t(`standings.absence.${absence}`)}` : '';
  return `${place}<@${user}> · **${worth}** · ${clock(seconds)}${note}`;
};

const titleOfBoard = (t: TFunction, { period, number }: Board): string => {
  const [from, to] = spanOf(period, number).map(startOf);
  return period === 'day' ? t('daily.title', { number }) : t(`standings.title.${period}`, { from, to });
};

/** A page of a board, always with the place of whoever asked. */
export const standingsPage = (t: TFunction, board: Board, { page, pages, rows, own }: Page, asker: string): Message => {
  const { period, number, scope } = board;
  const isHere = scope !== everywhere;
  const isDay = period === 'day';
  const places = rows.map(({ user, ...place }) => row(t, period, user, place)).join('\n');
  const nobody = t(isDay ? 'daily.nobody' : 'standings.nobody');
  const none = t(isDay ? 'daily.noOwn' : 'standings.noOwn');
  return boardPage(t, {
    title: titleOfBoard(t, board),
    isHere,
    page,
    pages,
    parts: [
      text(places || nobody),
      text(own ? `${t('daily.own')} ${row(t, period, asker, own)}` : none),
      ...(isDay ? [] : [text(`-# ${t('standings.how')}`)]),
    ],
    id: [pageComponent, period, number, isHere ? 'here' : 'all'],
  });
};

const chartName = 'results.png';

/** Somebody's figures, with a chart once there is something to draw. */
export const statsAnswer = async (
  t: TFunction,
  user: string,
  { played, solved, perfect, streak, best, over }: Figures,
  drawing: Drawing,
): Promise<Message> => {
  const figures = [
    t('daily.played', { count: played }),
    t('daily.solvedCount', { count: solved }),
    t('daily.perfectCount', { count: perfect }),
    t('daily.streak', { count: streak }),
    t('daily.bestStreak', { count: best }),
  ];
  const heading = [text(`### ${t('daily.stats')}\n<@${user}>`), text(figures.join('\n'))];
  if (solved === 0) return { components: container(colours.working, ...heading) };
  const label = (moves: number): string => (moves === farthestOver ? t('stats.andMore', { moves }) : `+${moves}`);
  const bars = over.map((value, moves) => ({
    label: label(moves),
    value,
    note: String(value),
    isMarked: moves === 0,
  }));
  const data = await drawing.chart({ title: t('stats.chart'), bars, layout: 'rows' });
  const rows = bars.filter(({ value }) => value > 0).map(({ label, value }) => `${label}: ${value}`);
  return {
    components: container(colours.working, ...heading, picture(chartName, t('stats.alt', { rows: rows.join(', ') }))),
    files: [{ name: chartName, data }],
  };
};
