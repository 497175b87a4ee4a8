/** Workers that are held, as by SIGSTOP or a machine that sleeps, and go on: time in which they were held is nobody's. */
import type { ChildProcess } from 'node:child_process';
import type { InteractionHandle, Message } from '@antipode/stand-in';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { workQueue } from '../../src/queue/queue.ts';
import { whole } from '../../src/queue/whole.ts';
import { holdSearches, releaseSearches, searches, shortWaits } from '../support/disturbances.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { expectAnswered, leftoverKeys } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

const [first, second] = searches as [Search, Search];
type Search = (typeof searches)[number];
/** Searches that are not done in parts, and can be held. Their solutions have 18 moves. */
const undivided = { subcommand: 'peg33', options: { position: 'all-d4', method: 'regions' } };
const another = { subcommand: 'peg33', options: { position: 'all-d1', method: 'regions' } };
const isSearching = (message: Message) => textOf(message).includes('Searching …');
const limitSeconds = 6;

let system: TestSystem;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  // Each worker has a thread for work that is not done in parts.
  system = await TestSystem.open({}, { SOLVER_THREADS: '2' }, { held: 'searches', waits: shortWaits });
  await system.start('bot');
});
afterEach(async () => {
  await releaseSearches(system);
  await Promise.all(workers.splice(0).map((worker) => system.kill(worker)));
});
afterAll(() => system?.close());

/** A field of the job of the only search that can't be divided. */
const fieldOfSearch = async (field: 'ats' | 'timestamp'): Promise<number> => {
  const [job] = await system.redis.keys(`antipode:${workQueue('long')}:*.${whole}`);
  return Number(job && (await system.redis.hget(job, field)));
};
/** How often it was begun. */
const starts = (): Promise<number> => fieldOfSearch('ats');

/** How many requests wait for the only search. */
const waiting = async (): Promise<number> => {
  const [key] = await system.redis.keys('antipode:work:attending:*');
  return key === undefined ? 0 : system.redis.hlen(key);
};

const ask = (name: string, search: Search | typeof undivided): Promise<InteractionHandle> =>
  system.person(name).command(system.channel, 'solve', search);

test('a worker held for longer than its lock: its search ends, and the answer is that of another, once', async () => {
  await holdSearches(system);
  const worker = await system.start('worker', { LOG_LEVEL: 'warn' }, undefined, 'pipe');
  workers.push(worker);
  let log = '';
  worker.stderr!.on('data', (data) => {
    log += data;
  });
  const ann = await ask('ann', undivided);
  await ann.until(isSearching);
  workers.push(await system.start('worker'));
  await expect.poll(starts).toBeGreaterThan(0);
  const before = await starts();
  worker.kill('SIGSTOP');
  await expect.poll(starts).toBe(before + 1);
  worker.kill('SIGCONT');
  const bob = await ask('bob', first);
  await bob.until(isSearching);
  await releaseSearches(system);
  expect(movesOf(await ann.until(isFinal))).toHaveLength(18);
  await expectAnswered(bob, first);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  expect(log).toContain('this worker has lost its job');
  expect(log.trim().split('\n').length).toBeLessThan(5);
});

test('the only worker, held for longer than its time limit: the answer is right, and so are its figures', async () => {
  const worker = await system.start('worker', { SOLVE_TIMEOUT_SECONDS: String(limitSeconds) });
  workers.push(worker);
  await holdSearches(system);
  const cid = system.person('cid');
  const asked = await cid.command(system.channel, 'solve', second);
  await asked.until(isSearching);
  worker.kill('SIGSTOP');
  const end = performance.now() + (limitSeconds + 3) * 1000;
  await expect.poll(() => performance.now()).toBeGreaterThan(end);
  await releaseSearches(system);
  worker.kill('SIGCONT');
  await expectAnswered(asked, second);
  const details = await (await cid.press(asked.reply()!, 'Details')).until(isFinal);
  const [, searched, seconds, unit] = /([\d,]+) positions searched in ([\d.]+) (s|ms) · /u.exec(textOf(details))!;
  expect(textOf(details)).toContain('iterative deepening');
  expect(Number(searched!.replaceAll(',', ''))).toBeGreaterThan(1000);
  expect(Number(seconds) / (unit === 's' ? 1 : 1000)).toBeLessThan(limitSeconds);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});

test('whoever cancels a search that can’t be divided ends it for nobody else', async () => {
  workers.push(await system.start('worker'));
  await holdSearches(system);
  const dan = system.person('dan');
  const asked = await dan.command(system.channel, 'solve', another);
  const eve = await ask('eve', another);
  await expect.poll(waiting).toBe(2);
  const before = await fieldOfSearch('timestamp');
  await (await dan.press(await asked.until(isSearching), 'Cancel')).acknowledged;
  expect(textOf(await asked.until(isFinal))).toContain('The search was cancelled.');
  // Another job would be later.
  expect(await fieldOfSearch('timestamp')).toBe(before);
  await releaseSearches(system);
  expect(movesOf(await eve.until(isFinal))).toHaveLength(18);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});
