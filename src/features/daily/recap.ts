/** The last week of a server in its post of a Monday: the podium, the longest streak, the hardest find and a chart. */
import type { TFunction } from 'i18next';
import { card, colours, joinPresent, type Message, picture, text } from '../../discord/message.ts';
import { titleOf } from '../../locales/index.ts';
import { allPuzzles, knownPuzzle } from '../../puzzles/registry.ts';
import type { Drawing } from '../../render/drawing.ts';
import { placeLine } from '../../standings/pager.ts';
import type { LeaderboardRow } from '../../standings/store.ts';
import { erasedFinder, type Find, type FindStore, hiddenFinder } from '../leaderboard/store.ts';
import { numberAt, spanOf, startOf } from './rules.ts';
import type { DailyStore } from './store.ts';

const podiumPlaces = 3;

export interface Recap {
  /** The first number of the week. */
  readonly monday: number;
  readonly podium: readonly LeaderboardRow[];
  /** People on the board of the week. */
  readonly total: number;
  /** How many solved each number here. */
  readonly solvers: readonly number[];
  readonly streak: { readonly user: string; readonly days: number } | undefined;
  /** The longest of those in the week that are among the hardest of their puzzle here. */
  readonly find: (Find & { readonly puzzle: string }) | undefined;
}

/** What a server did in the week before a number; undefined unless a week begins with it, and for a week without players. */
export const recapBefore = async (
  number: number,
  guild: string,
  { daily, finds }: { readonly daily: DailyStore; readonly finds: FindStore },
): Promise<Recap | undefined> => {
  if (spanOf('week', number)[0] !== number) return undefined;
  const [monday, sunday] = spanOf('week', number - 1);
  const { rows, total } = await daily.page({ period: 'week', number: monday, scope: guild }, 0, '');
  if (total === 0) return undefined;
  const days = Array.from({ length: sunday - monday + 1 }, (_, index) => monday + index);
  const pages = await Promise.all(days.map((day) => daily.page({ period: 'day', number: day, scope: guild }, 0, '')));
  const streaks = await Promise.all(
    rows.map(async ({ user }) => ({ user, days: (await daily.figures(user, number)).streak })),
  );
  const isOfWeek = ({ at }: Find): boolean => days.includes(numberAt(at));
  const found = await Promise.all(
    allPuzzles.map(async ({ id: puzzle }) => {
      const { finds: own } = await finds.page(puzzle, guild, 0);
      return own.filter(isOfWeek).map((find) => ({ ...find, puzzle }));
    }),
  );
  return {
    monday,
    podium: rows.filter(({ rank = Number.POSITIVE_INFINITY }) => rank <= podiumPlaces).slice(0, podiumPlaces),
    total,
    solvers: pages.map((page) => page.total),
    streak: streaks.toSorted((one, other) => other.days - one.days).find(({ days: own }) => own > 1),
    find: found.flat().sort((one, other) => other.length - one.length)[0],
  };
};

export const recapCard = async (
  t: TFunction,
  { monday, podium, total, solvers, streak, find }: Recap,
  drawing: Drawing,
): Promise<Message> => {
  const bars = solvers.map((value, index) => ({
    label: t('posting.recap.day', { at: startOf(monday + index) }),
    value,
    note: String(value),
  }));
  const data = await drawing.chart({ title: t('posting.recap.chart'), bars, layout: 'rows' }).catch(() => undefined);
  const isNamed = find && find.finder !== hiddenFinder && find.finder !== erasedFinder;
  const spoken = bars.map(({ label, value }) => `${label} ${value}`).join(', ');
  return card(
    colours.solved,
    text(
      `### ${t('standings.title.week', { from: startOf(monday), to: startOf(monday + solvers.length - 1) })}`,
      `-# ${t('posting.solvers', { count: total })}`,
    ),
    text(joinPresent(podium.map((row) => placeLine(t, row, t('standings.points', { count: row.value }))))),
    (streak || find) &&
      text(
        streak && t('posting.recap.streak', { user: `<@${streak.user}>`, count: streak.days }),
        find &&
          t('posting.recap.find', {
            puzzle: titleOf(t, knownPuzzle(find.puzzle)),
            count: find.length,
            by: isNamed ? `<@${find.finder}>` : t('leaderboard.hidden'),
          }),
      ),
    data && picture('week.png', data, t('posting.recap.alt', { rows: spoken })),
  );
};
