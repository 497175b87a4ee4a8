/** Processes killed at any moment under load, Redis among them. KILLS says how many; `npm run test:faults` has a thousand. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { solveWork } from '../../src/features/solve/job.ts';
import { storedQuestion } from '../../src/jobs/fields.ts';
import { defaultPresentation, jobVersion, type ReplyJob } from '../../src/jobs/job.ts';
import { laneQueue, replyQueue, WorkQueue } from '../../src/jobs/queue.ts';
import { eight } from '../../src/puzzles/catalogue/eight.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { seeded } from '../../src/search/scramble.ts';
import { Crowd } from '../support/crowd.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { expectAnswered, expectRecovery, leftoverKeys, warmUp } from '../support/recovery.ts';
import { type Program, TestSystem } from '../support/test-system.ts';

const kills = Number(process.env.KILLS ?? 15);

let system: TestSystem | undefined;
afterEach(async () => {
  await system?.close();
  system = undefined;
});

test(
  `${kills} random kills under load: accepted is answered, once`,
  async () => {
    system = await TestSystem.open({}, { LOG_LEVEL: 'silent', SOLVER_THREADS: '2' });
    const { redis } = system;
    redis.on('error', () => {});
    const random = seeded(String(Date.now()));
    const running = new Map<number, ChildProcess>();
    const processes: readonly Program[] = ['bot', 'bot', 'worker', 'worker'];
    const keep = async (slot: number): Promise<void> => {
      for (;;) {
        try {
          running.set(slot, await system!.start(processes[slot]!));
          return;
        } catch {
          // Started while Redis was away, or killed while it started.
        }
      }
    };
    await Promise.all(processes.map((_, slot) => keep(slot)));
    const all = () => processes.map((_, slot) => running.get(slot)!);
    const before = await warmUp(system, all());
    const crowd = new Crowd(system, 12, { patience: 600_000 });
    const began = performance.now();
    const killed = { bot: 0, worker: 0, redis: 0 };
    let redisUntouched = 0;
    const starting = new Set<Promise<void>>();
    while (killed.bot + killed.worker + killed.redis < kills) {
      await sleep(100 + random() * 700);
      // A Redis that ends again within 10 s is thought broken by who keeps it running.
      if (random() < 0.15 && performance.now() > redisUntouched) {
        if (!system.signalRedis('SIGKILL')) continue;
        killed.redis++;
        redisUntouched = performance.now() + 12_000;
        continue;
      }
      const slots = [...running.keys()];
      const slot = slots[Math.floor(random() * slots.length)];
      // Where starting takes long, half of them are left to work.
      if (slot === undefined || slots.length < processes.length / 2) continue;
      const child = running.get(slot)!;
      running.delete(slot);
      await system.kill(child);
      killed[processes[slot]!]++;
      const start = keep(slot).finally(() => starting.delete(start));
      starting.add(start);
    }
    const minutes = (performance.now() - began) / 60_000;
    await Promise.all(starting);
    const totals = await crowd.leave();
    const { times, ...counts } = totals;
    // Questions that were never acknowledged are tried for a while longer; then nothing of them is left either.
    let left = await leftoverKeys(system);
    for (let waited = 0; left.length > 0 && waited < 60_000; waited += 500) {
      await sleep(500);
      left = await leftoverKeys(system);
    }
    const slowest = Math.max(...times) / 1000;
    process.stdout.write(
      `${JSON.stringify({ killed, ...counts, left })}, ${minutes.toFixed(1)} minutes, slowest answer ${slowest.toFixed(1)} s\n`,
    );
    expect(counts).toMatchObject({ words: [], wrong: 0, lost: 0, duplicates: 0, answered: counts.accepted });
    expect(counts.accepted).toBeGreaterThan(12);
    expect(left).toEqual([]);
    await expectRecovery(system, all(), before);
  },
  660_000 + kills * 6000,
);

/** A second of search. */
const search = { subcommand: 'eleven', options: { position: '904725B8A613', method: 'iddfs' } };

test('a worker killed in mid-search: another finishes, and the answer comes once', async () => {
  system = await TestSystem.open();
  const [, worker] = await Promise.all([system.start('bot'), system.start('worker')]);
  const asked = await system.person('ann').command(system.channel, 'solve', search);
  const job = `antipode:${laneQueue('long')}:work-${asked.id}`;
  await expect
    .poll(() => system!.redis.hget(job, 'progress'), { timeout: 30_000, interval: 20 })
    .toContain('generated');
  await system.kill(worker!);
  await system.start('worker');
  await expectAnswered(asked, search, 100_000);
}, 180_000);

test('a bot killed between acknowledgement and answer: after its restart the answer comes once', async () => {
  system = await TestSystem.open();
  const bot = await system.start('bot');
  const asked = await system.person('ann').command(system.channel, 'solve', search);
  await asked.acknowledged;
  await system.kill(bot);
  await system.start('worker');
  // The search is over, and nobody is there to tell.
  await expect
    .poll(() => system!.redis.lpos(`antipode:${replyQueue()}:wait`, `reply-${asked.id}`), { timeout: 100_000 })
    .not.toBeNull();
  expect(asked.reply()?.loading).toBe(true);
  await system.start('bot');
  await expectAnswered(asked, search, 20_000);
}, 180_000);

test('a bot that comes to the queue when the answer is there already: it is not given twice', async () => {
  system = await TestSystem.open();
  await Promise.all([system.start('bot'), system.start('worker')]);
  const position = '867254301';
  const ann = system.person('ann');
  const asked = await ann.command(system.channel, 'solve', { subcommand: 'eight', options: { position } });
  expect(movesOf(await asked.until(isFinal, 20_000))).toHaveLength(31);
  await expect.poll(() => leftoverKeys(system!)).toEqual([]);
  // As the first did; this one kept the token before that was deleted, and was held up.
  const queue = new WorkQueue(system.redis, 'antipode', createLogger('test', 'error'));
  const { standIn, channel, guild } = system;
  const request: ReplyJob = {
    version: jobVersion,
    id: asked.id,
    application: standIn.applicationId,
    channel: channel.id,
    guild: guild.id,
    user: ann.id,
    private: false,
    locale: 'en-US',
    work: solveWork(eight, storedQuestion(eight, position)),
    step: 0,
    presentation: defaultPresentation,
  };
  await queue.add(request, 'quick', 1);
  await expect.poll(() => leftoverKeys(system!)).toEqual([]);
  await queue.close();
  expect(channel.messages.size).toBe(1);
}, 60_000);

test('no worker at all: the request waits for one, and the person is told', async () => {
  system = await TestSystem.open();
  await system.start('bot');
  const ann = system.person('ann');
  const asked = await ann.command(system.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
  await asked.until((message) => textOf(message).includes('In the queue'), 10_000);
  await system.start('worker');
  expect(movesOf(await asked.until(isFinal, 20_000))).toHaveLength(31);
}, 180_000);
