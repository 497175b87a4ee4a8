/** After a person deletes their data, nothing they did before is written, however late it arrives. Later actions are. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RecentQuestions } from '../../src/ask/recent-questions.ts';
import { madeAt } from '../../src/discord/snowflake.ts';
import { DailyStore } from '../../src/features/daily/store.ts';
import { changed, type Game, newGame } from '../../src/features/play/game.ts';
import { GameStore } from '../../src/features/play/store.ts';
import { eight } from '../../src/puzzles/catalogue/eight.ts';
import { Quota } from '../../src/queue/quota.ts';
import { noteErasure } from '../../src/runtime/erasure.ts';
import { storedQuestion } from '../../src/search/schemas.ts';
import { openRedis } from '../support/redis.ts';

const redis = await openRedis();
const recent = new RecentQuestions(redis, 'test');
const quota = new Quota(redis, 'test');
const games = new GameStore(redis, 'test');
const daily = new DailyStore(redis, 'test');

/** The id of an interaction at a time relative to now. */
const interaction = (milliseconds: number): string =>
  String(BigInt(Date.now() - 1_420_070_400_000 + milliseconds) << 22n);
const [earlier, then, later] = [interaction(-5), interaction(0), interaction(5)];
const ann = '100000000000000001';
const bob = '100000000000000002';

const acquire = (id: string, user: string, mostOpen = 5) =>
  quota.acquire(
    { id, user },
    { lane: 'long', waiting: ['wait', 'prioritized', 'delayed'], job: 'job-' },
    { quota: mostOpen, queueLimit: 100 },
  );
const game = (id: string, owner: string): Game => {
  const setup = { id, owner, private: true, shared: false, locale: 'en', puzzle: 'five', goal: '123450' };
  return newGame(setup, '123405', undefined, 1000);
};
const keys = async (): Promise<string[]> =>
  (await redis.keys('*')).filter((key) => !key.startsWith('test:left:')).sort();

test.each([
  ['a question', (id: string, user: string) => recent.add({ id, user: { id: user } }, question)],
  ['a place in the queue', (id: string, user: string) => acquire(id, user)],
  ['a game', (id: string, user: string) => games.add(game(id, user), madeAt(id))],
  ['the start of a challenge', (id: string, user: string) => daily.begin(1, user, madeAt(id))],
  [
    'a result',
    (id: string, user: string) => daily.record(1, user, effort, { optimal: 20, at: madeAt(id), guild: '9' }),
  ],
  [
    'the server where a result is shown',
    (id: string, user: string) => daily.share(1, user, '8', { at: madeAt(id), guild: '9' }),
  ],
])('does not write %s from before a deletion', async (_, write) => {
  await noteErasure(redis, 'test', ann, madeAt(then));
  await write(earlier, ann);
  await write(then, ann);
  expect(await keys()).toEqual([]);
  await write(earlier, bob);
  const bobs = await keys();
  expect(bobs).not.toEqual([]);
  await write(later, ann);
  expect((await keys()).length).toBeGreaterThan(bobs.length);
});
const effort = { moves: 24, hints: 0, seconds: 60 };
const question = { puzzle: 'eight', question: storedQuestion(eight, '867254301') };

test('does not apply the quota to requests from before a deletion', async () => {
  await noteErasure(redis, 'test', ann, madeAt(then));
  expect(await acquire(earlier, ann, 0)).toMatchObject({ is: 'accepted', place: 1 });
  expect(await acquire(later, ann, 0)).toEqual({ is: 'busy' });
});

test('stores a deletion without the id of the person, and expires it after 15 minutes', async () => {
  await noteErasure(redis, 'test', ann, madeAt(then));
  const [key = '', ...others] = await redis.keys('*');
  expect(others).toEqual([]);
  expect(`${key} ${await redis.get(key)}`).not.toContain(ann);
  expect(await redis.ttl(key)).toBeGreaterThan(14 * 60);
  expect(await redis.ttl(key)).toBeLessThanOrEqual(15 * 60);
});

test('deletes the games of an owner, and a concurrent move does not restore one', async () => {
  for (const id of [earlier, then]) await games.add(game(id, ann), madeAt(id));
  await games.add(game(later, bob), madeAt(later));
  // Games are listed by their last moves, in milliseconds.
  await sleep(2);
  for (const id of [earlier, later]) await games.update(id, (now) => changed(now, { hints: 1 }), true);
  const kept = { current: earlier, games: [{ id: then }, { id: earlier, start: '123405' }] };
  expect(await games.exported(ann)).toMatchObject(kept);
  const before = await redis.keys('*');
  // The game is deleted while a move is applied: the state that the move has read is gone.
  let isErased = false;
  const moved = games.update(earlier, (now) => {
    if (!isErased) void games.erase(ann);
    isErased = true;
    return changed(now, { hints: 2 });
  });
  expect(await moved).toBeUndefined();
  expect(await games.exported(ann)).toBeUndefined();
  expect((await keys()).length).toBe(before.length - 4);
  expect((await keys()).every((key) => key.endsWith(later) || key.endsWith(bob))).toBe(true);
  expect(await games.exported(bob)).toMatchObject({ current: later, games: [{ id: later }] });
});
