import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, FlowProducer, Queue, QueueEvents, Worker } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../src/runtime/log.ts';
import { connect, type RunningRedis, startRedis, untilReady } from '../../src/runtime/redis.ts';
import { hasRedisServer } from '../support/needs.ts';
import { configure } from '../support/redis.ts';

const log = createLogger('test', 'silent');

// The features of BullMQ that the bot uses, on each Redis that it can start.
describe.each([
  { backend: 'memory', skip: false },
  { backend: 'server', skip: !hasRedisServer },
])('BullMQ on $backend', ({ backend, skip }) => {
  if (skip) return it.skip('redis-server is not installed');

  let redis: RunningRedis;
  let producer: ReturnType<typeof connect>;
  const open: { close(): Promise<unknown> }[] = [];
  const own = <T extends { close(): Promise<unknown>; on(event: 'error', listener: (error: Error) => void): unknown }>(
    part: T,
  ): T => {
    part.on('error', (error) => errors.push(error));
    open.push(part);
    return part;
  };
  const errors: Error[] = [];
  const base = () => ({ prefix: 'test', connection: producer, streams: { events: { maxLen: 100 } } });
  const blocking = () => ({ prefix: 'test', connection: connect(redis.url, 'worker', log) });

  beforeAll(async () => {
    redis = await startRedis(await configure({ REDIS_BACKEND: backend }), log);
    producer = connect(redis.url, 'producer', log);
    await untilReady(producer);
  });
  afterEach(async () => {
    const parts = open.splice(0);
    await Promise.all(parts.map((part) => part.close()));
    expect(errors.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    producer.disconnect();
    await redis.close();
  });

  it('runs 200 flows, each reply after its solve, and removes all jobs', async () => {
    const count = 200;
    const flows = own(new FlowProducer(base()));
    // A Queue stores the maximum length of its event stream; a FlowProducer doesn't.
    for (const name of ['solve', 'reply']) await own(new Queue(name, base())).waitUntilReady();
    const answers = new Map<number, unknown>();
    own(new Worker('solve', async ({ data }) => ({ moves: data.n * 2 }), { ...blocking(), concurrency: 4 }));
    own(
      new Worker(
        'reply',
        async (job) => {
          answers.set(job.data.n, Object.values(await job.getChildrenValues())[0]);
        },
        { ...blocking(), concurrency: 8 },
      ),
    );
    const removal = { removeOnComplete: true, removeOnFail: true };
    const began = performance.now();
    for (let n = 0; n < count; n++) {
      await flows.add({
        name: 'reply',
        queueName: 'reply',
        prefix: 'test',
        data: { n },
        opts: { ...removal, jobId: `reply-${n}` },
        children: [
          {
            name: 'solve',
            queueName: 'solve',
            prefix: 'test',
            data: { n },
            opts: { ...removal, jobId: `solve-${n}`, priority: 1 + (n % 3), ignoreDependencyOnFailure: true },
          },
        ],
      });
    }
    await vi.waitFor(() => expect(answers.size).toBe(count), 100_000);
    const milliseconds = (performance.now() - began) / count;
    process.stderr.write(`BullMQ on ${backend}: ${milliseconds.toFixed(1)} ms per flow\n`);
    for (const [n, answer] of answers) expect(answer).toEqual({ moves: n * 2 });
    const remainingKeys = async () =>
      (await producer.keys('test:*')).filter((key) => /-\d+|:(wait|active|prioritized)/.test(key));
    await vi.waitFor(async () => expect(await remainingKeys()).toEqual([]), 100_000);
    // Redis trims streams in whole nodes, so it is a little longer than `maxLen`.
    expect(await producer.xlen('test:solve:events')).toBeLessThan(250);
  });

  it('passes an ignored failure to the parent', async () => {
    const flows = own(new FlowProducer(base()));
    own(
      new Worker(
        'solve-failing',
        () => {
          throw new Error('no table');
        },
        blocking(),
      ),
    );
    let failures: Record<string, string> = {};
    own(
      new Worker(
        'reply-failing',
        async (job) => {
          failures = await job.getIgnoredChildrenFailures();
        },
        blocking(),
      ),
    );
    await flows.add({
      name: 'reply',
      queueName: 'reply-failing',
      prefix: 'test',
      children: [
        { name: 'solve', queueName: 'solve-failing', prefix: 'test', opts: { ignoreDependencyOnFailure: true } },
      ],
    });
    await vi.waitFor(() => expect(Object.values(failures)).toEqual(['no table']), 100_000);
  });

  it('runs jobs without priority first, then by priority', async () => {
    const queue = own(new Queue('order', base()));
    for (const priority of [3, 1, 2, 0]) await queue.add('job', { priority }, { priority });
    const order: number[] = [];
    own(new Worker('order', async ({ data }) => void order.push(data.priority), blocking()));
    await vi.waitFor(() => expect(order).toEqual([0, 1, 2, 3]), 100_000);
  });

  it('delays jobs, moves them back to delayed, and retries with backoff', async () => {
    const queue = own(new Queue('delay', base()));
    const began = performance.now();
    const times: Record<string, number[]> = { delayed: [], again: [], retried: [] };
    own(
      new Worker(
        'delay',
        async (job, token) => {
          times[job.name]!.push(performance.now() - began);
          if (job.name === 'again' && times.again!.length === 1) {
            await job.moveToDelayed(Date.now() + 300, token);
            throw new DelayedError();
          }
          if (job.name === 'retried' && times.retried!.length < 3) throw new Error('not yet');
        },
        blocking(),
      ),
    );
    await queue.add('delayed', {}, { delay: 300 });
    await queue.add('again', {});
    await queue.add('retried', {}, { attempts: 3, backoff: { type: 'exponential', delay: 50 } });
    await vi.waitFor(() => expect(Object.values(times).map((list) => list.length)).toEqual([1, 2, 3]), 100_000);
    expect(times.delayed![0]).toBeGreaterThan(290);
    expect(times.again![1]! - times.again![0]!).toBeGreaterThan(290);
  });

  it('runs schedulers, and emits QueueEvents', async () => {
    const queue = own(new Queue('daily', base()));
    const events = own(new QueueEvents('daily', blocking()));
    await events.waitUntilReady();
    const seen: string[] = [];
    events.on('completed', ({ jobId }) => seen.push(jobId));
    events.on('progress', ({ data }) => seen.push(String(data)));
    let runs = 0;
    own(
      new Worker(
        'daily',
        async (job) => {
          await job.updateProgress(50);
          runs++;
        },
        blocking(),
      ),
    );
    await queue.upsertJobScheduler('often', { every: 200 }, { name: 'post' });
    await queue.upsertJobScheduler('daily', { pattern: '0 9 * * *', tz: 'Asia/Tokyo' }, { name: 'post' });
    await vi.waitFor(() => expect(runs).toBeGreaterThan(2), 100_000);
    expect((await queue.getJobSchedulers()).map(({ key }) => key).sort()).toEqual(['daily', 'often']);
    await queue.removeJobScheduler('often');
    await vi.waitFor(() => expect(seen).toContain('50'), 100_000);
    await vi.waitFor(() => expect(seen.some((id) => id.startsWith('repeat:often'))).toBe(true), 100_000);
  });

  it('moves the job of a dead worker to another worker', async () => {
    const queue = own(new Queue('stall', base()));
    const quick = { lockDuration: 500, stalledInterval: 300, maxStalledCount: 3 };
    const never = () => sleep(60_000, undefined, { ref: false });
    const dead = new Worker('stall', never, { ...blocking(), ...quick, skipLockRenewal: true, skipStalledCheck: true });
    dead.on('error', () => {});
    const active = once(dead, 'active');
    await queue.add('job', {});
    await active;
    await dead.close(true);
    let done = false;
    own(
      new Worker(
        'stall',
        async () => {
          done = true;
        },
        { ...blocking(), ...quick },
      ),
    );
    await vi.waitFor(() => expect(done).toBe(true), 100_000);
  });

  it('runs Lua through defineCommand', async () => {
    producer.defineCommand('raise', {
      numberOfKeys: 1,
      lua: `local old = tonumber(redis.call('HGET', KEYS[1], 'depth') or '-1')
            if tonumber(ARGV[1]) > old then redis.call('HSET', KEYS[1], 'depth', ARGV[1]); return 1 end
            return 0`,
    });
    const raise = (depth: number) =>
      (producer as unknown as { raise(...a: unknown[]): Promise<number> }).raise('k', depth);
    expect([await raise(3), await raise(2), await raise(31)]).toEqual([1, 0, 1]);
    expect(await producer.hget('k', 'depth')).toBe('31');
  });

  it('supports the commands behind scores and limits', async () => {
    expect(await producer.set('lock', 1, 'PX', 5000, 'NX')).toBe('OK');
    expect(await producer.set('lock', 1, 'PX', 5000, 'NX')).toBeNull();
    await producer.zadd('board', 'GT', 31, 'a', 28, 'b');
    await producer.zadd('board', 'GT', 12, 'a');
    expect(await producer.zrevrange('board', 0, -1, 'WITHSCORES')).toEqual(['a', '31', 'b', '28']);
    expect(await producer.zrange('board', '0', '0', 'REV')).toEqual(['a']);
    const results = await producer.multi().incr('count').expire('count', 60).hincrby('h', 'f', 2).exec();
    expect(results).toEqual([
      [null, 1],
      [null, 1],
      [null, 2],
    ]);
  });
});
