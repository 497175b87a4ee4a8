/** Advice that a request asks for while it is answered: its place, and the token for its answer, stay. On a real Redis. */
import { afterAll, expect, test } from 'vitest';
import { askAdvice } from '../../../src/features/play/adviser.ts';
import { newGame } from '../../../src/features/play/game.ts';
import { solveWork } from '../../../src/features/solve/job.ts';
import { five } from '../../../src/puzzles/catalogue/five.ts';
import { WorkQueue } from '../../../src/queue/queue.ts';
import { Quota } from '../../../src/queue/quota.ts';
import { WorkStore } from '../../../src/queue/store.ts';
import { createLogger } from '../../../src/runtime/log.ts';
import { storedQuestion } from '../../../src/search/schemas.ts';
import { solve } from '../../../src/search/solve.ts';
import { openRedis } from '../../support/redis.ts';

const redis = await openRedis();
const quota = new Quota(redis, 'test');
const store = new WorkStore(redis, 'test');
const queue = new WorkQueue(redis, 'test', createLogger('test', 'error'));
afterAll(() => queue.close());
const limits = { quota: 5, queueLimit: 100 };

const position = '123405';
const question = storedQuestion(five, position);
const work = solveWork(five, question);
const user = '223456789012345678';

/** Asks for advice on a game, and answers as a worker does. */
const advise = async (id: string) => {
  const invited = { id, owner: user, private: true, shared: false, locale: 'en', puzzle: 'five', goal: '123450' };
  const game = newGame(invited, position, undefined, 1000);
  const asked = askAdvice({ store, queue, quota, limits }, game, {
    user,
    id,
    milliseconds: 60_000,
    lane: 'long',
  });
  await expect.poll(() => redis.keys('test:work-quick*:ask-*')).toHaveLength(1);
  await store.keepResult(work, solve(five, question), { outcomeDays: 1, resultsMb: 1 });
  await redis.del(await redis.keys('test:work-quick*:ask-*'));
  return asked;
};

test('the place and the token of the request that shows the game stay', async () => {
  const id = '123456789012345678';
  await quota.acquire({ id, user }, queue.keysOf('quick'), limits, 'secret');
  expect(await advise(id)).toMatchObject({ at: 0, proved: true });
  expect(await store.token(id)).toBe('secret');
  expect(await quota.pendingRequests(user)).toHaveLength(1);
});

test('a place of its own is free again', async () => {
  expect(await advise('123456789012345679')).toMatchObject({ at: 0, proved: true });
  expect(await quota.pendingRequests(user)).toEqual([]);
});
