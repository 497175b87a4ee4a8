/** Stored results: the room that they take, and which of them go first. On a real Redis. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { dailyJob } from '../../src/features/daily/job.ts';
import { defineJob, resultNameOf, type Work } from '../../src/queue/define.ts';
import { WorkStore } from '../../src/queue/store.ts';
import { gaveUpResult } from '../../src/search/schemas.ts';
import { solverVersion } from '../../src/search/solve.ts';
import { hasRedisServer } from '../support/needs.ts';
import { openRedis } from '../support/redis.ts';

const redis = await openRedis();
const store = new WorkStore(redis, 'test');

/** Work whose result is text of any length. */
const textJob = defineJob({
  kind: 'text',
  input: z.strictObject({ id: z.int(), isBrief: z.boolean() }),
  result: z.discriminatedUnion('status', [z.object({ status: z.literal('text'), text: z.string() }), gaveUpResult]),
  key: ({ id, isBrief }) => [id, String(isBrief)],
  lane: () => 'long',
  tables: () => [],
  run: () => ({ status: 'gave-up' as const, reason: 'deadline' as const }),
  keepFor: (_, { isBrief }) => (isBrief ? 'reply' : 'configured'),
});
const work = (id: number, isBrief = false): Work<typeof textJob> => ({ job: textJob, request: { id, isBrief } });

const mebibytes = 0.1;
const limits = { outcomeDays: 30, resultsMb: mebibytes };
const keep = (asked: Work, length = 500) =>
  store.keepResult(asked, { status: 'text', text: 'x'.repeat(length) } as { status: string }, limits);
const isKept = async (asked: Work) => (await store.result(asked)) !== undefined;
const keys = async () => (await redis.keys('test:work:result:*')).sort();
/** What is in a cache: its keys, and the bytes that it counts. */
const cache = async (name: 'kept' | 'brief' | 'drawings') => ({
  keys: (await redis.zrange(`test:work:cache:${name}`, '0', '-1')).sort(),
  bytes: Number(await redis.get(`test:work:cache:${name}:size`)) * 64,
});

/** Moves the last use of a result back. */
const age = async (asked: Work, seconds: number, name: 'kept' | 'brief' = 'kept') => {
  await redis.zincrby(`test:work:cache:${name}`, -seconds * 2 ** 20, `test:work:result:${resultNameOf(asked)}`);
};

test('many results take no more room than they may, and those that were used last stay', async () => {
  for (let id = 0; id < 300; id++) {
    await keep(work(id));
    await age(work(id), 1000 - id);
    expect(await isKept(work(0))).toBe(true);
  }
  const { keys: listed, bytes } = await cache('kept');
  expect(bytes).toBeLessThanOrEqual(mebibytes * 0.75 * 2 ** 20);
  expect(listed).toEqual(await keys());
  expect(listed.length).toBeGreaterThan(50);
  expect(await isKept(work(299))).toBe(true);
  expect(await isKept(work(1))).toBe(false);
});

test('a result that is stored again counts once', async () => {
  for (const length of [500, 100, 1000, 300]) await keep(work(1), length);
  const { bytes } = await cache('kept');
  await redis.flushall();
  await keep(work(1), 300);
  expect(await cache('kept')).toMatchObject({ bytes });
});

test('a rush for results of tables drops none of the others', async () => {
  for (let id = 0; id < 20; id++) await keep(work(id));
  for (let id = 0; id < 300; id++) await keep(work(id, true));
  for (let id = 0; id < 20; id++) expect(await isKept(work(id))).toBe(true);
  expect((await cache('brief')).bytes).toBeLessThanOrEqual((mebibytes / 4) * 2 ** 20);
});

test('what has expired makes room for others', async () => {
  for (let id = 0; id < 10; id++) {
    await keep(work(id, true));
    await age(work(id, true), 1000, 'brief');
    await redis.del(`test:work:result:${resultNameOf(work(id, true))}`);
  }
  await keep(work(10, true));
  const { keys: listed, bytes } = await cache('brief');
  expect(listed).toHaveLength(1);
  expect(bytes).toBeLessThan(1000);
});

test('a result for which there is no room drops few others, and is asked for again', async () => {
  for (let id = 0; id < 60; id++) await keep(work(id));
  await keep(work(60), mebibytes * 2 ** 20);
  expect(await isKept(work(60))).toBe(false);
  await keep(work(61));
  expect(await isKept(work(61))).toBe(true);
});

test('a challenge is a record: others drop it for no room, and no later solver replaces it', async () => {
  const daily = { job: dailyJob, request: { number: 7 } };
  await store.keepResult(
    daily,
    { status: 'challenge', puzzle: 'five', position: '450123', moves: [] } as never,
    limits,
  );
  for (let id = 0; id < 300; id++) await keep(work(id));
  expect(await store.result(daily)).toMatchObject({ status: 'challenge' });
  expect(await redis.exists('test:work:result:daily|7')).toBe(1);
});

test('a result of an older solver is not found', async () => {
  await keep(work(1));
  const [key = ''] = await keys();
  expect(key).toContain(`:v${solverVersion}:`);
  await redis.rename(key, key.replace(`:v${solverVersion}:`, `:v${solverVersion - 1}:`));
  expect(await isKept(work(1))).toBe(false);
});

test.skipIf(!hasRedisServer)(
  'the room that results take in Redis is what is counted (needs redis-server)',
  async () => {
    const used = async () => Number(/used_memory:(\d+)/u.exec(await redis.info('memory'))![1]);
    const wide = { outcomeDays: 30, resultsMb: 4 };
    const before = await used();
    for (let id = 0; id < 12_000; id += 500) {
      const some = Array.from({ length: 500 }, (_, index) => work(id + index));
      await Promise.all(
        some.map((one) => store.keepResult(one, { status: 'text', text: 'x'.repeat(400) } as never, wide)),
      );
    }
    const { bytes } = await cache('kept');
    expect(bytes).toBeGreaterThan(2.9 * 2 ** 20);
    expect((await used()) - before).toBeLessThan(1.25 * bytes);
  },
);

test('a stored result of an older form is none', async () => {
  await keep(work(1));
  await redis.set((await keys())[0]!, '{"status":"old"}');
  expect(await isKept(work(1))).toBe(false);
});

test('drawings of megabytes are kept byte for byte, and the oldest make room', async () => {
  const bytes = Buffer.from(Array.from({ length: 3 * 2 ** 20 }, (_, index) => (index * 31) % 256));
  for (let index = 0; index < 7; index++) await store.keepDrawing(`drawing ${index}`, bytes);
  expect(bytes.equals((await store.drawing('drawing 6'))!)).toBe(true);
  expect(await store.drawing('drawing 2')).toHaveLength(bytes.length);
  expect(await store.drawing('drawing 1')).toBeUndefined();
  const { keys: listed } = await cache('drawings');
  expect(listed).toEqual((await redis.keys('test:work:drawing:*')).sort());
});
