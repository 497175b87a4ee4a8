/** Searches whose workers end: one that ends them itself is given up soon, and one that others end goes on. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { InteractionHandle } from '@antipode/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workQueue } from '../../src/queue/queue.ts';
import { holdSearches, releaseSearches, searches, shortWaits } from '../support/disturbances.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { expectAnswered, leftoverKeys } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let worker: ChildProcess;
beforeAll(async () => {
  const disturbance = { failing: 'processes', held: 'searches', waits: shortWaits } as const;
  system = await TestSystem.open({}, { LOG_LEVEL: 'fatal', SOLVER_THREADS: '2' }, disturbance);
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

/** How often the part that a worker has now was lost, and the lock of the worker; nothing if none has one. */
const taken = async (): Promise<{ lost: number; lock: string } | undefined> => {
  const parts = `antipode:${workQueue('parts')}`;
  const [part] = await system.redis.lrange(`${parts}:active`, 0, 0);
  const [lost, lock] = await Promise.all([
    system.redis.hget(`${parts}:${part}`, 'stc'),
    system.redis.get(`${parts}:${part}:lock`),
  ]);
  return lock === null ? undefined : { lost: Number(lost), lock };
};

/** A search that is held, and whose workers are killed while they search: then it has processes of its own. */
const lost = async ({ subcommand, options }: (typeof searches)[number]): Promise<InteractionHandle> => {
  await holdSearches(system);
  const asked = await ask(options, subcommand);
  for (let last = ''; ; ) {
    await expect.poll(async () => (await taken())?.lock ?? last, { interval: 20 }).not.toBe(last);
    const now = await taken();
    if (now && now.lost >= 2) return asked;
    last = now?.lock ?? last;
    await system.kill(worker);
    worker = await system.start('worker');
  }
};

test('a search whose workers others kill goes on, also on another worker, and is answered', async () => {
  const asked = await lost(searches[0]!);
  // A worker that is told to stop hands it back.
  const exit = once(worker, 'exit');
  worker.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  worker = await system.start('worker');
  await expect.poll(async () => (await taken())?.lost ?? 0, { interval: 20 }).toBeGreaterThanOrEqual(2);
  const other = await ask(searches[2]!.options, searches[2]!.subcommand);
  await releaseSearches(system);
  await expectAnswered(other, searches[2]!);
  await expectAnswered(asked, searches[0]!);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});

test('it can be cancelled', async () => {
  const asked = await lost(searches[1]!);
  await system.redis.set(`antipode:work:cancelled:${asked.id}`, '1', 'EX', 60);
  expect(textOf(await asked.until(isFinal))).toContain('was cancelled');
  await releaseSearches(system);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});
