/** What is said of daily challenges. Pure: from data to components. */
import { ButtonStyle, ComponentType } from 'discord.js';
import type { TFunction } from 'i18next';
import { customId } from '../discord/command.ts';
import { titleOf } from '../locales/index.ts';
import { emojiBoard } from '../render/emoji.ts';
import { knownPuzzle, questionOf, type ResultOf, type WorkOf } from '../work/job.ts';
import { colours, container, type Message, plainMessage, text } from '../work/message.ts';
import { clock, shareLine, startOf } from './rules.ts';
import { type Figures, type Page, pageLength, type Result, type Standing } from './store.ts';

export const shareComponent = 'daily-share';
export const pageComponent = 'daily-page';

/** When the next one starts, as everybody's own clock says it. */
const next = (number: number): string => `<t:${startOf(number + 1) / 1000}:R>`;

/** The board of the day. */
export const dailyAnswer = (t: TFunction, { number }: WorkOf<'daily'>, result: ResultOf<'daily'>): Message => {
  if (result.status === 'gave-up') return plainMessage(t(`gaveUp.${result.reason}`));
  const puzzle = knownPuzzle(result.puzzle);
  const { question } = questionOf({ ...result, goal: puzzle.goal.text });
  const goal = puzzle.family === 'peg' ? [`-# ${t('play.goal', { goal: `\`${puzzle.goal.text}\`` })}`] : [];
  return {
    components: container(
      colours.working,
      text([`### ${t('daily.title', { number })} · ${titleOf(t, puzzle)}`, ...goal].join('\n')),
      text(`${emojiBoard(puzzle, question.start)}\n\`${result.position}\``),
      text(`${t('daily.how')}\n-# ${t('daily.next', { when: next(number) })}`),
    ),
  };
};

/** A result, for the one whose it is, with a button to show it to all. */
export const submitAnswer = (
  t: TFunction,
  {
    number,
    puzzle,
    optimal,
    made,
    best,
    isFirst,
    streak,
  }: {
    number: number;
    puzzle: string;
    optimal: number;
    /** The moves just sent. */
    made: number;
    /** The best that is kept, with these or before. */
    best: Result;
    isFirst: boolean;
    streak: number;
  },
): Message => {
  const over = made - optimal;
  const said = over === 0 ? t('daily.perfect', { count: made }) : t('daily.solved', { count: made, over, optimal });
  const notes = [
    t('daily.streak', { count: streak }),
    ...(isFirst ? [] : [t('daily.again')]),
    t('daily.next', { when: next(number) }),
  ];
  return {
    components: container(
      colours.solved,
      text(`### ${t('daily.title', { number })}\n${said}`),
      text(`\`${shareLine(number, puzzle, optimal, best)}\``),
      text(`-# ${notes.join(' · ')}`),
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Primary,
            label: t('daily.share'),
            custom_id: customId(shareComponent, number),
          },
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
