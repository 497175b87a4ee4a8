import type { Redis } from 'ioredis';
import { numberAt, type Period, periods, pointsOf, spanOf, startOf } from '../../src/features/daily/rules.ts';
import { type DailyBoard, DailyStore } from '../../src/features/daily/store.ts';
import { everywhere, pageLength } from '../../src/standings/scope.ts';
import type { LeaderboardRow } from '../../src/standings/store.ts';
import { openRedis } from './redis.ts';

export let redis: Redis;
export let store: DailyStore;

/** Each suite opens its own: suites share this module if they run in the same process. */
export const openResults = async (): Promise<void> => {
  redis = await openRedis();
  store = new DailyStore(redis, 'test');
};

/** The first Monday from a number on whose week is in one month. */
const mondayFrom = (number: number): number => {
  const [first, last] = spanOf('week', number + 6);
  return last <= spanOf('month', first)[1] ? first : mondayFrom(first + 1);
};
/** Boards are kept for a while only, so that hiding and showing is tried on those of our days: a Monday and all after. */
export const monday = mondayFrom(numberAt(Date.now()) + 1);
export const optimal = 20;

export interface Finish {
  readonly number: number;
  readonly user: string;
  readonly moves: number;
  readonly hints?: number;
  readonly seconds?: number;
  /** Seconds since the start of the day. */
  readonly at?: number;
  readonly guild?: string | undefined;
}

export const send = ({ number, user, moves, hints = 0, seconds = 60, at = 100, guild }: Finish): Promise<void> =>
  store.record(number, user, { moves, hints, seconds }, { optimal, at: startOf(number) + at * 1000, guild });
export const finish = (number: number, user: string, moves: number, rest: Partial<Finish> = {}): Promise<void> =>
  send({ number, user, moves, ...rest });

export const board = (period: Period, number: number, scope = everywhere): DailyBoard => ({ period, number, scope });
/** The boards of these numbers in these scopes, each once: a week, say, has one for all of its numbers. */
export const boardsOf = (numbers: readonly number[], scopes: readonly string[]): DailyBoard[] => [
  ...new Map(
    scopes.flatMap((scope) =>
      periods.flatMap((period) =>
        numbers.map(
          (number) => [`${period} ${spanOf(period, number)} ${scope}`, board(period, number, scope)] as const,
        ),
      ),
    ),
  ).values(),
];
export const rowsOf = async (of: DailyBoard): Promise<LeaderboardRow[]> => {
  const { total } = await store.page(of, 0, 'nobody');
  const pages = Array.from({ length: Math.ceil(total / pageLength) }, (_, page) => store.page(of, page, 'nobody'));
  return (await Promise.all(pages)).flatMap(({ rows }) => rows);
};

export const stepsOf = ({ moves, hints = 0 }: Finish): number => moves + hints;
/** When it was sent, in whole seconds since 1970. */
const timeOf = ({ number, at = 100 }: Finish): number => startOf(number) / 1000 + Math.floor(at);
export const isInTime = ({ at = 100 }: Finish): boolean => at < 86_400;

export const groups = <T>(all: readonly T[], keyOf: (one: T) => string | number): T[][] =>
  [...new Set(all.map(keyOf))].map((key) => all.filter((one) => keyOf(one) === key));

/** A whole board by adding up plainly. */
export const recount = (finishes: readonly Finish[], { period, number, scope }: DailyBoard): LeaderboardRow[] => {
  const [first, last] = spanOf(period, number);
  const inTime = finishes.filter((one) => one.number >= first && one.number <= last && isInTime(one));
  const sums = groups(inTime, ({ user }) => user).flatMap((own) => {
    const counted = groups(own, (one) => one.number).flatMap((ofDay) => {
      if (scope !== everywhere && !ofDay.some(({ guild }) => guild === scope)) return [];
      const better = (a: Finish, b: Finish): number =>
        stepsOf(a) - stepsOf(b) || (a.seconds ?? 60) - (b.seconds ?? 60) || timeOf(a) - timeOf(b);
      return ofDay.toSorted(better).slice(0, 1);
    });
    if (counted.length === 0) return [];
    const sum = (worth: (one: Finish) => number): number => counted.reduce((total, one) => total + worth(one), 0);
    const points = sum(({ moves, hints = 0 }) => pointsOf(optimal, { moves, hints }));
    const steps = sum(stepsOf);
    return {
      user: own[0]!.user,
      value: period === 'day' ? steps : points,
      // What is less comes first.
      order: [period === 'day' ? steps : -points, sum(({ seconds = 60 }) => seconds), Math.max(...counted.map(timeOf))],
      isPerfect: period === 'day' && steps === optimal,
    };
  });
  const ranked = sums.toSorted(
    (a, b) => a.order.map((value, index) => value - b.order[index]!).find(Boolean) ?? (a.user < b.user ? -1 : 1),
  );
  return ranked.map(({ user, value, order, isPerfect }, index) => ({
    user,
    rank: isPerfect ? 1 : index + 1,
    value,
    seconds: order[1]!,
  }));
};
