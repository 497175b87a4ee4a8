/** Leaderboards as running servers have stored them: the keys and their forms stay the same. */
import { describe, expect, test } from 'vitest';
import { ContestStore } from '../../src/features/contest/store.ts';
import { numberAt, startOf } from '../../src/features/daily/rules.ts';
import { DailyStore } from '../../src/features/daily/store.ts';
import { PracticeStore } from '../../src/features/practice/store.ts';
import { everywhere } from '../../src/standings/scope.ts';
import type { Page, StandingsStore } from '../../src/standings/store.ts';
import { openRedis } from '../support/redis.ts';

const redis = await openRedis();
const [ann, bob] = ['100000000000000001', '100000000000000002'];
const today = numberAt(Date.now());
const second = startOf(today) / 1000 + 5;

interface Stored {
  readonly store: StandingsStore;
  readonly page: (reader: string) => Promise<Page>;
  readonly board: string;
  /** What is stored of somebody with this value, and their entry on the board. */
  readonly put: (user: string, value: number) => Promise<[score: number, member: string]>;
  readonly hide: (user: string) => Promise<unknown>;
}

const daily = new DailyStore(redis, 'test');
const contest = new ContestStore(redis, 'test');
const practice = new PracticeStore(redis, 'test');
const stored: Readonly<Record<string, Stored>> = {
  daily: {
    store: daily,
    page: (reader) => daily.page({ period: 'day', number: today, scope: everywhere }, 0, reader),
    board: `test:daily:board:day:${today}:everywhere`,
    put: async (user, value) => {
      await redis.hset(`test:daily:standings:${user}`, `day:${today}:everywhere`, `${-value} 60 ${today} ${second}`);
      return [value * 2 ** 33 + 60, `${second}${user}`];
    },
    hide: (user) => redis.hset(`test:daily:figures:${user}`, 'hidden', 1),
  },
  contest: {
    store: contest,
    page: (reader) => contest.standings(everywhere, 0, reader),
    board: 'test:contest:board:everywhere',
    put: async (user, value) => {
      await redis.hset(`test:contest:points:${user}`, everywhere, value);
      return [value, user];
    },
    hide: (user) => redis.sadd('test:contest:hidden', user),
  },
  practice: {
    store: practice,
    page: (reader) =>
      practice.page({ puzzle: 'eight', mode: 'random', measure: 'single', scope: everywhere }, 0, reader),
    board: 'test:practice:board:eight:random:single:everywhere',
    put: async (user, value) => {
      await redis.hset(`test:practice:places:${user}`, 'eight:random:single:everywhere', value);
      return [value, user];
    },
    hide: (user) => redis.sadd('test:practice:hidden', user),
  },
};

describe.each(Object.entries(stored))('the leaderboard of %s', (_, { store, page, board, put, hide }) => {
  test('reads what is stored, hides, shows and erases', async () => {
    await redis.zadd(board, ...(await put(ann, 20)));
    await redis.zadd(board, ...(await put(bob, 20)));
    const before = await redis.zrange(board, 0, '-1', 'WITHSCORES');
    const { rows, own, total } = await page(bob);
    expect([total, own?.value]).toEqual([2, 20]);
    expect(rows.map(({ user, value }) => [user, value]).toSorted()).toEqual([
      [ann, 20],
      [bob, 20],
    ]);
    await store.setHidden(ann, true);
    expect((await page(ann)).rows.map(({ user }) => user)).toEqual([bob]);
    expect((await page(ann)).own).toMatchObject({ value: 20, absence: 'hidden' });
    await store.setHidden(ann, false);
    expect(await redis.zrange(board, 0, '-1', 'WITHSCORES')).toEqual(before);
    for (const user of [ann, bob]) await store.erase(user);
    expect(await redis.keys('*')).toEqual([]);
  });

  test('keeps those hidden who were', async () => {
    await put(ann, 20);
    await hide(ann);
    expect(await store.isHidden(ann)).toBe(true);
    expect((await page(ann)).own).toMatchObject({ value: 20, absence: 'hidden' });
    await store.setHidden(ann, true);
    expect((await page(ann)).total).toBe(0);
    await store.setHidden(ann, false);
    expect((await page(bob)).rows).toMatchObject([{ user: ann, rank: 1, value: 20 }]);
  });
});
