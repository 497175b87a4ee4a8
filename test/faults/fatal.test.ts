/** Searches whose workers end: one that ends them itself is given up soon, and one that others end goes on. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { laneQueue } from '../../src/jobs/queue.ts';
import type { InteractionHandle } from '../../src/stand-in/stand-in.ts';
import { heldSearches, holdSearches, releaseSearches, searches, shortWaits } from '../support/fault-build.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { expectAnswered, leftoverKeys } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let worker: ChildProcess;
beforeAll(async () => {
  const begin = 'control.begin();';
  const isGuilty = "request.method === 'iddfs' && request.puzzle === 'eight'";
  const thread = {
    [begin]: `${heldSearches['jobs/thread.js']![begin]}
    if (${isGuilty}) process.kill(process.pid, 'SIGKILL');`,
  };
  const changes = { ...shortWaits, 'jobs/thread.js': thread };
  system = await TestSystem.open({}, { LOG_LEVEL: 'silent', SOLVER_THREADS: '2' }, changes);
  await system.start('bot');
});
afterAll(() => system?.close());

const ask = (options: Record<string, string>, subcommand = 'eight') =>
  system.person('ann').command(system.channel, 'solve', { subcommand, options });

const position = '867254301';
const guilty = { position, method: 'iddfs' };
const gaveUp = 'The worker stopped too often during this search';

test('a search that ends its process costs two workers, and none when it is asked again', async () => {
  const asked = await ask(guilty);
  const answer = asked.until(isFinal);
  let isAnswered = false;
  void answer.then(() => {
    isAnswered = true;
  });
  let ended = 0;
  while (!isAnswered) {
    worker = await system.start('worker');
    await Promise.race([once(worker, 'exit').then(() => ended++), answer]);
  }
  expect(textOf(await answer)).toContain(gaveUp);
  expect(ended).toBe(2);
  const again = await ask(guilty);
  expect(textOf(await again.until(isFinal))).toContain(gaveUp);
  const other = await ask({ position });
  expect(movesOf(await other.until(isFinal))).toHaveLength(31);
  expect(worker.exitCode ?? worker.signalCode).toBe(null);
});

/** A search that is held, and whose worker is killed some times while it searches. */
const lost = async ({ subcommand, options }: (typeof searches)[number], times: number): Promise<InteractionHandle> => {
  await holdSearches(system);
  const asked = await ask(options, subcommand);
  const job = `antipode:${laneQueue('long')}:work-${asked.id}`;
  const isSearched = () =>
    expect.poll(async () => (await system.redis.hget(job, 'progress')) ?? '', { interval: 50 }).toContain('generated');
  for (let count = 0; count < times; count++) {
    await isSearched();
    await system.redis.hdel(job, 'progress');
    await system.kill(worker);
    worker = await system.start('worker');
  }
  await isSearched();
  expect(Number(await system.redis.hget(job, 'stc'))).toBeGreaterThanOrEqual(times);
  return asked;
};

test('a search whose workers others kill goes on, and is answered', async () => {
  const asked = await lost(searches[0]!, 3);
  // It makes room for another one.
  const other = await ask(searches[3]!.options, searches[3]!.subcommand);
  const waiting = `antipode:${laneQueue('long')}:work-${other.id}`;
  await expect.poll(() => system.redis.exists(waiting), { interval: 50 }).toBe(1);
  await releaseSearches(system);
  await expectAnswered(other, searches[3]!);
  await expectAnswered(asked, searches[0]!);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});

test('it can be cancelled', async () => {
  const asked = await lost(searches[1]!, 3);
  await system.redis.set(`antipode:work:cancelled:${asked.id}`, '1', 'EX', 60);
  expect(textOf(await asked.until(isFinal))).toContain('was cancelled');
  await releaseSearches(system);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});

test('a worker that is told to stop hands it back', async () => {
  const asked = await lost(searches[2]!, 3);
  const exit = once(worker, 'exit');
  worker.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  await releaseSearches(system);
  worker = await system.start('worker');
  await expectAnswered(asked, searches[2]!);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});
