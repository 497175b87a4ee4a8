/** The reports of a long search whose bot ends: another bot goes on with them, and the answer comes once. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { InteractionHandle } from '@antipode/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdSearches, releaseSearches, searches, shortWaits } from '../support/disturbances.ts';
import { textOf } from '../support/messages.ts';
import { expectAnswered, leftoverKeys } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let bot: ChildProcess;
let worker: ChildProcess;
beforeAll(async () => {
  system = await TestSystem.open({}, { SOLVER_THREADS: '2' }, { held: 'searches', waits: shortWaits });
  [bot, worker] = await Promise.all([system.start('bot'), system.start('worker')]);
});
afterAll(() => system?.close());

const stop = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
};

const shows = (asked: InteractionHandle, words: string) =>
  expect.poll(() => textOf(asked.reply()!), { interval: 50 }).toContain(words);

test.each([
  ['is killed', (one: ChildProcess) => system.kill(one), searches[0]!],
  ['is restarted', stop, searches[1]!],
])('a bot that %s', async (_, end, search) => {
  await holdSearches(system);
  const asked = await system.person('ann').command(system.channel, 'solve', search);
  await asked.acknowledged;
  await shows(asked, 'Searching …');
  const other = await system.start('bot');
  await end(bot);
  bot = other;
  // What happens to the search is shown again.
  await stop(worker);
  await shows(asked, 'In the queue');
  worker = await system.start('worker');
  await shows(asked, 'Searching …');
  await releaseSearches(system);
  await expectAnswered(asked, search);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});
