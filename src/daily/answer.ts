/** What is said of daily challenges. Pure: from data to components. */
import { type APIButtonComponentWithCustomId, ButtonStyle, ComponentType } from 'discord.js';
import type { TFunction } from 'i18next';
import { customId } from '../discord/command.ts';
import { titleOf } from '../locales/index.ts';
import { emojiBoard } from '../render/emoji.ts';
import { knownPuzzle, questionOf, type ResultOf, type WorkOf } from '../work/job.ts';
import { colours, container, type Message, plainMessage, text } from '../work/message.ts';
import { solveButton } from '../work/solve-button.ts';
import { clock, type Effort, type Finish, isOver, shareLine, startOf } from './rules.ts';
import { type Figures, type Page, pageLength, type Result, type Standing } from './store.ts';

export const playComponent = 'daily-play';
export const shareComponent = 'daily-share';
export const pageComponent = 'daily-page';

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
  { number }: WorkOf<'daily'>,
  result: ResultOf<'daily'>,
  now: number,
): Message => {
  if (result.status === 'gave-up') return plainMessage(t(`gaveUp.${result.reason}`));
  const puzzle = knownPuzzle(result.puzzle);
  const { question } = questionOf({ ...result, goal: puzzle.goal.text });
  const goal = puzzle.family === 'peg' ? [`-# ${t('play.goal', { goal: `\`${puzzle.goal.text}\`` })}`] : [];
  const note = isOver(number, now) ? t('daily.late', { number }) : t('daily.next', { when: next(number) });
  return {
    components: container(
      colours.working,
      text([`### ${t('daily.title', { number })} · ${titleOf(t, puzzle)}`, ...goal].join('\n')),
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
  const { question } = questionOf({ puzzle: id, position, goal: puzzle.goal.text });
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

const row = ({ rank, user, moves, hints, seconds }: Standing): string =>
  `${rank}. <@${user}> · **${moves + hints}** · ${clock(seconds)}`;

/** A page of a day's results, always with the place of whoever asked. */
export const dailyPage = (
  t: TFunction,
  { number, isHere, page, of }: { number: number; isHere: boolean; page: number; of: Page },
): Message => {
  const pages = Math.max(1, Math.ceil(of.total / pageLength));
  const where = t(isHere ? 'leaderboard.here' : 'leaderboard.everywhere');
  const rows = of.rows.length === 0 ? t('daily.nobody') : of.rows.map(row).join('\n');
  const own = of.own ? `${t('daily.own')} ${row(of.own)}` : t('daily.noOwn');
  const turn = (name: '◀' | '▶', to: number, isOff: boolean) => ({
    type: ComponentType.Button as const,
    style: ButtonStyle.Secondary as const,
    emoji: { name },
    custom_id: customId(pageComponent, number, isHere ? 'here' : 'all', to, name === '◀' ? 'back' : 'on'),
    disabled: isOff,
  });
  return {
    components: container(
      colours.solved,
      text(`### ${t('daily.title', { number })}\n-# ${where} · ${t('leaderboard.page', { page: page + 1, pages })}`),
      text(rows),
      text(own),
      {
        type: ComponentType.ActionRow,
        components: [turn('◀', Math.max(0, page - 1), page === 0), turn('▶', page + 1, page + 1 >= pages)],
      },
    ),
  };
};

export const statsAnswer = (
  t: TFunction,
  user: string,
  { played, solved, perfect, streak, best }: Figures,
): Message => ({
  components: container(
    colours.working,
    text(`### ${t('daily.stats')}\n<@${user}>`),
    text(
      [
        t('daily.played', { count: played }),
        t('daily.solvedCount', { count: solved }),
        t('daily.perfectCount', { count: perfect }),
        t('daily.streak', { count: streak }),
        t('daily.bestStreak', { count: best }),
      ].join('\n'),
    ),
  ),
});
