/** What is let in: places, rates and the room in a lane, on a real Redis. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { defineJob } from '../../src/queue/define.ts';
import { encodeReply, type ReplyJob } from '../../src/queue/job.ts';
import { WorkQueue } from '../../src/queue/queue.ts';
import { type Admission, longProofLife, type QueueLimits, Quota } from '../../src/queue/quota.ts';
import { WorkStore } from '../../src/queue/store.ts';
import { defaultPresentation } from '../../src/render/presentation.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { jobVersion } from '../../src/runtime/version.ts';
import { gaveUpResult } from '../../src/search/schemas.ts';
import fc from '../support/properties.ts';
import { openRedis } from '../support/redis.ts';

const log = createLogger('test', 'error');
const redis = await openRedis();
const quota = new Quota(redis, 'test');
const store = new WorkStore(redis, 'test');
const queue = new WorkQueue(redis, 'test', log);
afterAll(() => queue.close());

/** Work that no worker takes in these tests. */
const endlessJob = defineJob({
  kind: 'endless',
  input: z.strictObject({ id: z.string() }),
  result: gaveUpResult,
  key: ({ id }) => [id],
  lane: () => 'long',
  tables: () => [],
  run: () => ({ status: 'gave-up' as const, reason: 'deadline' as const }),
  keepFor: () => 'retry',
});

const wide: QueueLimits = { quota: 1000, queueLimit: 1000 };
let last = 0;
const newId = (): string => String(100_000_000_000_000_000n + BigInt(++last));
const acquire = (
  user: string,
  limits: Partial<QueueLimits>,
  { id = newId(), guild }: { id?: string; guild?: string } = {},
) => quota.acquire({ id, user, guild }, queue.keysOf('long'), { ...wide, ...limits });
const times = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index));
const accepted = (verdicts: readonly Admission[]): number => verdicts.filter(({ is }) => is === 'accepted').length;

describe('places', () => {
  test('are as many as there are, however many come at once; each request knows which it is', async () => {
    const verdicts = await Promise.all(times(20, () => acquire('ann', { quota: 5 })));
    const places = verdicts.flatMap((verdict) => (verdict.is === 'accepted' ? [verdict.place] : []));
    expect(places.sort()).toEqual([1, 2, 3, 4, 5]);
    expect(verdicts.filter(({ is }) => is === 'busy')).toHaveLength(15);
    expect((await acquire('bob', { quota: 5 })).is).toBe('accepted');
  });

  test('are free again after the answer, which names the requests that wait still', async () => {
    const ids = times(3, newId);
    for (const id of ids) await acquire('ann', { quota: 3 }, { id });
    expect((await acquire('ann', { quota: 3 })).is).toBe('busy');
    expect(await quota.answered(ids[0]!, 'ann')).toEqual(ids.slice(1));
    expect((await acquire('ann', { quota: 3 })).is).toBe('accepted');
  });

  test('are taken once by two bots with the same request, of which each knows whether it was first', async () => {
    const id = newId();
    const both = () => quota.acquire({ id, user: 'ann' }, queue.keysOf('long'), wide, 'secret');
    const verdicts = await Promise.all([both(), both()]);
    expect(verdicts.map((verdict) => verdict.is === 'accepted' && verdict.isFirst).sort()).toEqual([false, true]);
    expect(await quota.pendingRequests('ann')).toHaveLength(1);
    expect(await store.token(id)).toBe('secret');
  });

  test('are not taken by who comes too late to a request that has been answered', async () => {
    const id = newId();
    expect((await acquire('ann', { quota: 1 }, { id })).is).toBe('accepted');
    await quota.answered(id, 'ann');
    expect(await acquire('ann', { quota: 0 }, { id })).toEqual({ is: 'answered' });
    expect((await acquire('ann', { quota: 1 })).is).toBe('accepted');
    // As long as its token is valid, a bot that was frozen can be that late.
    expect(await redis.pttl(`test:work:taken:${id}`)).toBeLessThanOrEqual(900_000);
  });
});

describe('a rate', () => {
  test('lets its burst in at once, and then one more at the time that it names', async () => {
    const userRate = { burst: 7, perMinute: 120 };
    const started = Date.now();
    const verdicts = await Promise.all(times(30, () => acquire('ann', { userRate })));
    expect(accepted(verdicts)).toBe(7);
    const refused = verdicts.flatMap((verdict) => (verdict.is === 'asker' ? [verdict.at] : []));
    expect(refused).toHaveLength(23);
    // Two a second, so the first comes back half a second after the first was taken.
    for (const at of refused) expect(at).toBeGreaterThanOrEqual(started + 500);
    expect((await acquire('ann', { userRate })).is).toBe('asker');
    // A timer may fire a moment before its time.
    while (Date.now() < Math.max(...refused)) await sleep(1);
    expect((await acquire('ann', { userRate })).is).toBe('accepted');
    const [key] = await redis.keys('*rate*');
    expect(await redis.pttl(key!)).toBeGreaterThan(0);
    expect(await redis.pttl(key!)).toBeLessThanOrEqual(3500);
  });

  test('of a server is for all of its people, and not for those elsewhere', async () => {
    const guildRate = { burst: 3, perMinute: 1 };
    const verdicts = await Promise.all(times(10, (index) => acquire(`person-${index}`, { guildRate }, { guild: '1' })));
    expect(accepted(verdicts)).toBe(3);
    expect(verdicts.filter(({ is }) => is === 'server')).toHaveLength(7);
    expect((await acquire('ann', { guildRate }, { guild: '2' })).is).toBe('accepted');
    expect((await acquire('ann', { guildRate })).is).toBe('accepted');
  });

  test('costs nothing where another limit refuses', async () => {
    const userRate = { burst: 2, perMinute: 1 };
    const guildRate = { burst: 1, perMinute: 1 };
    expect((await acquire('ann', { userRate, guildRate }, { guild: '1' })).is).toBe('accepted');
    for (let i = 0; i < 5; i++) {
      expect((await acquire('ann', { userRate, guildRate }, { guild: '1' })).is).toBe('server');
      expect((await acquire('ann', { userRate, queueLimit: 0 })).is).toBe('full');
    }
    expect((await acquire('ann', { userRate, guildRate }, { guild: '2' })).is).toBe('accepted');
    expect((await acquire('ann', { userRate, guildRate }, { guild: '3' })).is).toBe('asker');
  });

  test('counts a request that is delivered twice once', async () => {
    const userRate = { burst: 1, perMinute: 1 };
    const id = newId();
    expect(await acquire('ann', { userRate, quota: 1 }, { id })).toMatchObject({ is: 'accepted', place: 1 });
    expect(await acquire('ann', { userRate, quota: 1 }, { id })).toMatchObject({ is: 'accepted', place: 1 });
  });
});

test('a rate is a bucket of tokens: what a plain one lets in, whoever comes when', async () => {
  // Only the clock of the asker is turned; a token a second, and steps of quarters, so that nothing is rounded.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const steps = fc.array(fc.record({ user: fc.constantFrom('ann', 'bob'), quarters: fc.nat(9) }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (visits, burst) => {
      await redis.flushall();
      const tokens: Record<string, number> = { ann: burst * 4, bob: burst * 4 };
      for (const { user, quarters } of visits) {
        vi.setSystemTime(Date.now() + quarters * 250);
        for (const name of Object.keys(tokens)) tokens[name] = Math.min(burst * 4, tokens[name]! + quarters);
        const verdict = await acquire(user, { userRate: { burst, perMinute: 60 } });
        const missing = 4 - tokens[user]!;
        if (missing <= 0) {
          expect(verdict.is).toBe('accepted');
          tokens[user]! -= 4;
        } else {
          expect(verdict).toEqual({ is: 'asker', at: Date.now() + missing * 250 });
        }
      }
    }),
    { numRuns: 40 },
  );
});

describe('the room in a lane', () => {
  test('is not overrun by a rush', async () => {
    const verdicts = await Promise.all(times(100, (index) => acquire(`person-${index}`, { queueLimit: 10 })));
    expect(accepted(verdicts)).toBe(10);
    expect(verdicts.filter((verdict) => verdict.is === 'full' && verdict.length === 10)).toHaveLength(90);
  });

  test('is what the queue holds, and what is on its way there', async () => {
    const request = (id: string): ReplyJob => ({
      version: jobVersion,
      id,
      application: newId(),
      user: newId(),
      private: false,
      locale: 'en',
      work: { job: endlessJob, request: { id } },
      step: 0,
      presentation: defaultPresentation,
    });
    for (const id of times(4, newId)) {
      expect((await acquire('ann', { queueLimit: 5 }, { id })).is).toBe('accepted');
      await queue.add(encodeReply(request(id)), 1);
      await quota.entered({ id, user: 'ann' });
    }
    const onItsWay = newId();
    expect((await acquire('bob', { queueLimit: 5 }, { id: onItsWay })).is).toBe('accepted');
    expect(await acquire('cid', { queueLimit: 5 })).toEqual({ is: 'full', lane: 'long', length: 5 });
    await quota.release({ id: onItsWay, user: 'bob' });
    expect((await acquire('cid', { queueLimit: 5 })).is).toBe('accepted');
  });
});

test('a long proof has its place for days, and the next request is the first one again', async () => {
  const [long, next] = times(2, newId) as [string, string];
  expect(await acquire('dan', { quota: 2 }, { id: long })).toMatchObject({ place: 1 });
  await quota.entered({ id: long, user: 'dan' }, true);
  expect(await acquire('dan', { quota: 2 }, { id: next })).toMatchObject({ place: 1 });
  await quota.entered({ id: next, user: 'dan' });
  expect(await redis.ttl('test:work:pending:dan')).toBeGreaterThan(longProofLife - 60);
  expect((await acquire('dan', { quota: 2 })).is).toBe('busy');
  // Those that wait for long come last.
  const last = newId();
  expect(await acquire('dan', { quota: 3 }, { id: last })).toMatchObject({ place: 2 });
  expect(await quota.answered(last, 'dan')).toEqual([next, long]);
  await quota.answered(next, 'dan');
  await quota.answered(long, 'dan');
});

test('the pace of a queue is an average that follows', async () => {
  expect(await store.pace('quick')).toBeUndefined();
  await store.notePace('quick', 100);
  expect(await store.pace('quick')).toBe(100);
  await store.notePace('quick', 200);
  expect(await store.pace('quick')).toBeCloseTo(110);
  for (let i = 0; i < 60; i++) await store.notePace('quick', 1000);
  expect(await store.pace('quick')).toBeGreaterThan(950);
  expect(await store.pace('searches')).toBeUndefined();
});
