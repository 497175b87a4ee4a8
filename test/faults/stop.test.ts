/** Processes that are told to stop: they finish or hand back their work, and exit with 0 in time. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { laneQueue } from '../../src/jobs/queue.ts';
import type { Message } from '../../src/stand-in/stand-in.ts';
import { Crowd } from '../support/crowd.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { expectAnswered, expectConsistent, expectRecovery, warmUp } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

const sixSeconds = { subcommand: 'eleven', options: { position: '94B72580A136', method: 'iddfs' } };
const threeSeconds = { subcommand: 'eleven', options: { position: '94B72508A613', method: 'iddfs' } };
const endless = { subcommand: 'eleven', options: { position: '032187654BA9', method: 'iddfs' } };
const isSearching = (message: Message) => textOf(message).includes('Searching …');
const isWaiting = (message: Message) => textOf(message).includes('In the queue');

let system: TestSystem | undefined;
afterEach(async () => {
  await system?.close();
  system = undefined;
});

/** Stops a process, which must take less than ten seconds. */
const stop = async (child: ChildProcess): Promise<void> => {
  const began = performance.now();
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(performance.now() - began).toBeLessThan(10_000);
};

test('everything under load: all accepted requests are answered after the restart', async () => {
  system = await TestSystem.open({}, { SOLVER_THREADS: '2' });
  const start = () => Promise.all([system!.start('bot'), system!.start('worker')]);
  const first = await start();
  const before = await warmUp(system, first);
  const search = await system.person('ann').command(system.channel, 'solve', endless);
  await search.until(isSearching, 30_000);
  const crowd = new Crowd(system, 12, { pause: 20 });
  await expect.poll(() => crowd.totals.answered, { timeout: 20_000, interval: 20 }).toBeGreaterThan(12);
  await Promise.all(first.map((child) => stop(child)));
  const owed = crowd.totals.accepted - crowd.totals.answered;
  const second = await start();
  const answered = crowd.totals.answered;
  await expect.poll(() => crowd.totals.answered, { timeout: 30_000, interval: 20 }).toBeGreaterThan(answered + owed);
  // It is searched again; another bot reports on it, so only Redis can tell.
  await expect
    .poll(() => system!.redis.lpos(`antipode:${laneQueue('long')}:active`, `work-${search.id}`), { timeout: 30_000 })
    .not.toBeNull();
  await system.redis.set(`antipode:work:cancelled:${search.id}`, '1', 'EX', 60);
  await search.until((message) => textOf(message).includes('was cancelled'), 15_000);
  expectConsistent(await crowd.leave());
  await expectRecovery(system, second, before);
}, 180_000);

describe('SIGTERM in mid-search', () => {
  test('hands the search to another worker, and the answer comes once', async () => {
    system = await TestSystem.open();
    const [, worker] = await Promise.all([system.start('bot'), system.start('worker')]);
    const asked = await system.person('ann').command(system.channel, 'solve', sixSeconds);
    await asked.until(isSearching, 15_000);
    const job = `antipode:${laneQueue('long')}:work-${asked.id}`;
    await system.start('worker');
    const startedBefore = Number(await system.redis.hget(job, 'ats'));
    const exit = stop(worker!);
    await expect
      .poll(async () => Number(await system!.redis.hget(job, 'ats')), { timeout: 8000, interval: 20 })
      .toBe(startedBefore + 1);
    // Handed over, rather than found as stalled.
    expect(await system.redis.hmget(job, 'atm', 'stc')).toEqual([null, null]);
    await exit;
    await expectAnswered(asked, sixSeconds, 100_000);
  }, 180_000);

  test('without another worker, keeps its place in the queue until the restart, and says so', async () => {
    system = await TestSystem.open();
    const [, worker] = await Promise.all([system.start('bot'), system.start('worker')]);
    const asked = await system.person('ann').command(system.channel, 'solve', endless);
    await asked.until(isSearching, 15_000);
    const other = await system.person('bob').command(system.channel, 'solve', threeSeconds);
    await other.acknowledged;
    await stop(worker!);
    await asked.until(isWaiting, 10_000);
    await system.start('worker');
    const again = await asked.until(isSearching, 15_000);
    expect(isWaiting(await other.until(isWaiting, 10_000))).toBe(true);
    await system.redis.set(`antipode:work:cancelled:${asked.id}`, '1');
    await asked.until((message) => textOf(message).includes('was cancelled'), 15_000);
    expect(again).toBe(asked.reply());
    await expectAnswered(other, threeSeconds, 100_000);
  }, 180_000);

  test('finishes short work', async () => {
    system = await TestSystem.open();
    const [, worker] = await Promise.all([system.start('bot'), system.start('worker')]);
    const people = Array.from({ length: 20 }, (_, index) => system!.person(`person-${index}`));
    const asked = await Promise.all(
      people.map((person, index) =>
        person.command(system!.channel, 'scramble', { subcommand: 'eight', options: { length: String(10 + index) } }),
      ),
    );
    await Promise.all(asked.map((one) => one.acknowledged));
    await stop(worker!);
    expect(await system.redis.llen(`antipode:${laneQueue('quick')}:active`)).toBe(0);
    await system.start('worker');
    for (const [index, one] of asked.entries()) {
      const message = await one.until(isFinal, 20_000);
      expect(textOf(message)).toContain(`${10 + index}`);
    }
  }, 180_000);
});

test('a bot that is told to stop acknowledges what it has received, and accepts nothing else', async () => {
  system = await TestSystem.open();
  const bot = await system.start('bot');
  const asked = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      system!
        .person(`person-${index}`)
        .command(system!.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } }),
    ),
  );
  await Promise.race(asked.map((one) => one.acknowledged));
  await stop(bot);
  const acknowledged = asked.filter((one) => one.reply() !== undefined);
  expect(acknowledged.length).toBeGreaterThan(0);
  const taken = (await system.keys('work:token:*')).map((key) => key.slice('work:token:'.length));
  expect(taken.sort()).toEqual(acknowledged.map(({ id }) => id).sort());
  await Promise.all([system.start('bot'), system.start('worker')]);
  for (const one of acknowledged) expect(movesOf(await one.until(isFinal, 20_000))).toHaveLength(31);
}, 180_000);
