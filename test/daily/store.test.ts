import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { startOf } from '../../src/daily/rules.ts';
import { DailyStore, everywhere } from '../../src/daily/store.ts';
import { createLogger } from '../../src/log.ts';
import { type RunningRedis, startRedis } from '../../src/redis.ts';

let folder: string;
let server: RunningRedis;
let redis: Redis;
let store: DailyStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antipode-'));
  const config = loadConfig({ ...process.env, REDIS_URL: '', DATA_DIRECTORY: folder });
  server = await startRedis(config, createLogger('redis', 'error'));
  redis = new Redis(server.url);
  store = new DailyStore(redis, 'test');
});
afterAll(async () => {
  redis?.disconnect();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => redis.flushall());

const finish = (
  number: number,
  user: string,
  moves: number,
  {
    seconds = 60,
    at = 100,
    hints = 0,
    guild,
    optimal = 20,
  }: { seconds?: number; at?: number; hints?: number; guild?: string; optimal?: number } = {},
) => store.record(number, user, { moves, hints, seconds }, { optimal, at: startOf(number) + at * 1000, guild });

test('500 finish at once, each sent twice: 500 scores in the right order, with the right ranks', async () => {
  const people = Array.from({ length: 500 }, (_, index) => ({
    user: `user-${index}`,
    moves: 20 + (index % 7),
    seconds: (index * 37) % 101,
    at: (index * 7919) % 80_000,
  }));
  const sent = [...people, ...people.toReversed()];
  const firsts = await Promise.all(sent.map(({ user, ...how }) => finish(5, user, how.moves, how)));
  expect(firsts.filter(Boolean)).toHaveLength(500);
  const wanted = people.toSorted((a, b) => a.moves - b.moves || a.seconds - b.seconds || a.at - b.at);
  const pages = await Promise.all(Array.from({ length: 51 }, (_, page) => store.page(5, everywhere, page, 'user-499')));
  const rows = pages.flatMap((page) => page.rows);
  expect(rows.map(({ user }) => user)).toEqual(wanted.map(({ user }) => user));
  expect(rows.map(({ rank }) => rank)).toEqual(wanted.map(({ moves }, index) => (moves === 20 ? 1 : index + 1)));
  for (const { own, total } of pages) {
    expect(total).toBe(500);
    expect(own?.rank).toBe(wanted.findIndex(({ user }) => user === 'user-499') + 1);
  }
  expect(await store.figures('user-0', 5)).toEqual({ played: 1, solved: 1, perfect: 1, streak: 1, best: 1 });
});

test('a better result replaces the one before in every server, a worse one nothing', async () => {
  expect(await finish(3, 'ann', 24, { guild: '1' })).toBe(true);
  expect(await finish(3, 'ann', 26, { guild: '2' })).toBe(false);
  expect(await store.result(3, 'ann')).toMatchObject({ moves: 24 });
  expect(await finish(3, 'ann', 19, { hints: 1, guild: '2' })).toBe(false);
  // Sent again, it still tells what it has replaced.
  await finish(3, 'ann', 19, { hints: 1 });
  for (const scope of [everywhere, '1', '2']) {
    expect((await store.page(3, scope, 0, 'bob')).rows).toEqual([
      { user: 'ann', rank: 1, moves: 19, hints: 1, seconds: 60, isPerfect: true, replaced: 24 },
    ]);
  }
  expect((await store.page(3, '3', 0, 'ann')).own).toBeUndefined();
  await finish(3, 'ann', 20, { seconds: 5 });
  expect(await store.figures('ann', 3)).toEqual({ played: 1, solved: 1, perfect: 1, streak: 1, best: 1 });
});

test('a streak goes on from number to number, ends with a gap, and its best is kept', async () => {
  const streaks = [];
  for (const number of [1, 2, 3, 3, 5, 6, 7, 8, 12]) {
    await finish(number, 'ann', 25);
    streaks.push((await store.figures('ann', number)).streak);
  }
  expect(streaks).toEqual([1, 2, 3, 3, 1, 2, 3, 4, 1]);
  expect(await store.figures('ann', 13)).toEqual({ played: 8, solved: 8, perfect: 0, streak: 1, best: 4 });
  expect((await store.figures('ann', 14)).streak).toBe(0);
});

test('a result from after its day counts for the figures, but neither for the streak nor on any board', async () => {
  const after = { at: 86_400, guild: '1' };
  await finish(3, 'ann', 25, { guild: '1' });
  expect(await finish(4, 'ann', 21, after)).toBe(true);
  expect(await finish(4, 'ann', 20, after)).toBe(false);
  expect(await store.result(4, 'ann')).toMatchObject({ moves: 20, isPerfect: true, replaced: 21 });
  expect(await store.figures('ann', 4)).toEqual({ played: 2, solved: 2, perfect: 1, streak: 1, best: 1 });
  for (const scope of [everywhere, '1']) expect((await store.page(4, scope, 0, 'ann')).total).toBe(0);
  // The last moment of the day is still in it, and what is better after it leaves the board as it was.
  expect(await finish(5, 'ann', 22, { at: 86_399.999, guild: '1' })).toBe(true);
  await finish(5, 'ann', 19, { ...after, hints: 1 });
  expect(await store.result(5, 'ann')).toMatchObject({ moves: 19, hints: 1, isPerfect: true, replaced: 22 });
  for (const scope of [everywhere, '1']) {
    expect((await store.page(5, scope, 0, 'ann')).own).toMatchObject({ rank: 1, moves: 22, isPerfect: false });
  }
  expect(await store.figures('ann', 5)).toEqual({ played: 3, solved: 3, perfect: 2, streak: 1, best: 1 });
});

test('the clock runs from the first look, or from the start of the day', async () => {
  expect(await store.began(4, 'ann')).toBe(startOf(4));
  await store.begin(4, 'ann', startOf(4) + 5000);
  await store.begin(4, 'ann', startOf(4) + 9000);
  expect(await store.began(4, 'ann')).toBe(startOf(4) + 5000);
  expect(await store.figures('ann', 4)).toMatchObject({ played: 1, solved: 0 });
  await finish(4, 'ann', 30);
  expect(await store.figures('ann', 4)).toMatchObject({ played: 1, solved: 1 });
});

test('all processes get the same secret', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => new DailyStore(redis, 'test').secret()));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/u);
});

test('of 100,000 members a page comes with the own rank, soon', async () => {
  const members = 100_000;
  for (let from = 0; from < members; from += 5000) {
    const people = Array.from({ length: 5000 }, (_, index) => from + index);
    await Promise.all(people.map((index) => finish(9, String(10n ** 17n + BigInt(index)), 20 + (index % 90))));
  }
  await redis.config('RESETSTAT');
  const { own, rows, total } = await store.page(9, everywhere, 5000, String(10n ** 17n + 77n));
  expect([total, rows.length]).toEqual([members, 10]);
  expect(own?.moves).toBe(97);
  const stats = await redis.info('commandstats');
  const spent = [...stats.matchAll(/cmdstat_(?:z\w+|hmget):calls=\d+,usec=(\d+)/gu)].map(([, usec]) => Number(usec));
  expect(spent.length).toBe(4);
  // Promised are 20 ms.
  expect(spent.reduce((sum, usec) => sum + usec, 0)).toBeLessThan(20_000);
}, 60_000);
