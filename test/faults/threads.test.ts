/** Solver threads that throw, hang, run out of memory or exit: their request fails, and all others go on. */
import type { ChildProcess } from 'node:child_process';
import type { Message } from '@antipode/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Crowd } from '../support/crowd.ts';
import { shortWaits } from '../support/disturbances.ts';
import { isFinal, leadsToGoal, movesOf, textOf } from '../support/messages.ts';
import { expectConsistent, expectRecovery, type ResourceUse, warmUp } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let processes: ChildProcess[];
let before: ResourceUse;
beforeAll(async () => {
  // On a busy machine, a thread takes seconds to fill its memory.
  const settings = { SOLVE_MEMORY_MB: '64', SOLVE_TIMEOUT_SECONDS: '8', SOLVER_THREADS: '2', LOG_LEVEL: 'fatal' };
  system = await TestSystem.open({}, settings, { failing: 'threads', waits: shortWaits });
  processes = await Promise.all([system.start('bot'), system.start('worker')]);
  // All threads for parts of searches too.
  const long = { subcommand: 'fifteen', options: { position: '0CADFBE937254861' } };
  await (await system.person('ann').command(system.channel, 'solve', long)).until(isFinal);
  before = await warmUp(system, processes);
});
afterAll(() => system?.close());

const position = '94B72508A613';
/** The answer to a request with a method, while others send quick requests. */
const hear = async (method: string): Promise<Message> => {
  const crowd = new Crowd(system, 3, { seed: method.length, pause: 400 });
  const asked = await system.person('ann').command(system.channel, 'solve', {
    subcommand: 'eleven',
    options: { position, method },
  });
  const message = await asked.until(isFinal);
  await expect.poll(() => crowd.totals.answered, { interval: 20 }).toBeGreaterThan(3);
  const totals = await crowd.leave();
  expectConsistent(totals);
  expect(totals).toMatchObject({ refused: 0, silent: 0 });
  return message;
};

test.each([
  ['throws', 'bfs', 'Something went wrong on our side'],
  ['ends', 'bidirectional', 'Something went wrong on our side'],
  ['fills its memory', 'iddfs', 'The search ran out of memory.'],
  ['hangs before it says anything', 'ida', 'The search timed out.'],
])('a thread that %s', async (_, method, words) => {
  expect(textOf(await hear(method))).toContain(words);
  await expectRecovery(system, processes, before);
});

test.each(['ida-lc', 'ida-wd'])(
  'a thread that exits in the middle of %s, once: another one answers',
  async (method) => {
    expect(leadsToGoal('eleven', position, movesOf(await hear(method)))).toBe(true);
    await expectRecovery(system, processes, before);
  },
);
