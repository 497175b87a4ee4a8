/** Bounds that people share: the best of each in a week, until its end. */
import { checkMessage } from '@antipode/stand-in/payload';
import { MessageFlags } from 'discord.js';
import { beforeEach, expect, test } from 'vitest';
import { boundStandings } from '../../../src/features/heuristic/answer.ts';
import { BoundStore, weekEnd } from '../../../src/features/heuristic/store.ts';
import { languages, translator } from '../../../src/locales/index.ts';
import { noteErasure } from '../../../src/runtime/erasure.ts';
import { standingsPage } from '../../../src/standings/pager.ts';
import { everywhere } from '../../../src/standings/scope.ts';
import { openRedis } from '../../support/redis.ts';

const redis = await openRedis();
const store = new BoundStore(redis, 'test');
const [ann, bob, cid] = ['100000000000000001', '100000000000000002', '100000000000000003'];
const guild = '200000000000000001';
const now = Date.now();
const read = async (scope: string, reader = ann, at = now) => {
  const { page, bounds } = await store.page(scope, 0, reader, at);
  return page.rows.map(({ user, rank, value }) => [user, rank, value, bounds.get(user)]);
};

test('a week ends at midnight before Monday', () => {
  const at = (text: string) => Date.parse(`${text}Z`);
  expect(weekEnd(at('2026-11-28T12:00'))).toBe(at('2026-11-30T00:00'));
  expect(weekEnd(at('2026-11-29T23:59:59.999'))).toBe(at('2026-11-30T00:00'));
  expect(weekEnd(at('2026-11-30T00:00'))).toBe(at('2026-12-07T00:00'));
});

beforeEach(async () => {
  await store.keep(ann, { bound: 'manhattan', nodes: 200 }, guild, now);
  await store.keep(ann, { bound: 'walking', nodes: 100 }, guild, now);
  await store.keep(ann, { bound: 'misplaced', nodes: 300 }, guild, now);
  await store.keep(bob, { bound: 'manhattan', nodes: 200 }, undefined, now);
  await store.keep(cid, { bound: 'max(walking, blank)', nodes: 100 }, guild, now);
});

test('the best bound of a person ranks, here and everywhere, until the week ends', async () => {
  expect(await read(everywhere)).toEqual([
    [ann, 1, 100, 'walking'],
    [cid, 1, 100, 'max(walking, blank)'],
    [bob, 3, 200, 'manhattan'],
  ]);
  expect((await read(guild)).map(([user]) => user)).toEqual([ann, cid]);
  expect(await read(guild, ann, weekEnd(now))).toEqual([]);
  const last = Math.floor(weekEnd(now) / 1000);
  // An answer to a request of last week comes now.
  await store.keep(bob, { bound: 'walking', nodes: 50 }, guild, weekEnd(now) - 7 * 86_400_000 - 1000);
  expect((await store.page(everywhere, 0, bob, now)).page.own).toEqual({ rank: 3, value: 200 });
  const keys = (await redis.keys('test:bounds:*')).filter((key) => !key.includes('board:') || key.includes(`${last}`));
  expect(keys.length).toBe(8);
  for (const key of keys) expect(Math.abs((await redis.expiretime(key)) - last), key).toBeLessThan(10);
});

test('who hides is on no board, and is back afterwards', async () => {
  const before = await read(guild);
  await store.setHidden(ann, true);
  expect((await read(guild)).map(([user]) => user)).toEqual([cid]);
  expect((await store.page(guild, 0, ann, now)).page.own).toEqual({ value: 100, absence: 'hidden' });
  await store.setHidden(cid, true);
  await store.setHidden(ann, false);
  await store.setHidden(cid, false);
  expect(await read(guild)).toEqual(before);
  for (const key of await redis.keys('test:bounds:board:*')) expect(await redis.ttl(key)).toBeGreaterThan(0);
});

test('all of it is exported and deleted', async () => {
  const name = `bounds:until-${weekEnd(now) / 1000}`;
  expect(await store.exported(ann)).toEqual({
    hidden: false,
    shared: expect.arrayContaining([
      { board: `${name}:everywhere`, bound: 'walking', nodes: 100 },
      { board: `${name}:${guild}`, bound: 'walking', nodes: 100 },
    ]),
  });
  await noteErasure(redis, 'test', ann, now + 1);
  await store.erase(ann);
  await store.keep(ann, { bound: 'walking', nodes: 100 }, guild, now);
  expect(await store.exported(ann)).toBeUndefined();
  expect((await redis.keys('test:bounds:*')).filter((key) => key.includes(ann))).toEqual([]);
  expect((await read(guild)).map(([user]) => user)).toEqual([cid]);
});

test.each(languages)('a full page fits, in %s', (language) => {
  const bound = `max(${'distance(8) / 1000000000, '.repeat(10)}0.1234567890123456)`;
  const rows = Array.from({ length: 10 }, (_, index) => ({ user: `${ann}${index}`, rank: 9999, value: 999_999 }));
  const page = { page: 99_998, total: 999_999, rows, own: { value: 999_999, absence: 'hidden' } as const };
  const bounds = new Map([...rows.map(({ user }) => [user, bound] as const), [ann, bound]]);
  const t = translator(language);
  const shown = boundStandings(t, { page, bounds }, now);
  const { components } = standingsPage(t, shown, { scope: everywhere, reader: ann }, ['bounds-page']);
  const body = { components, flags: MessageFlags.IsComponentsV2, allowed_mentions: { parse: [] } };
  checkMessage(body, { route: 'webhook', knowsEmoji: () => false, uploads: [] });
  expect(JSON.stringify(components)).not.toMatch(/heuristic\.|\{\{|undefined/u);
});
