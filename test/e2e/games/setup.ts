/** The processes of all suites of games. */
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll } from 'vitest';
import { TestSystem } from '../../support/test-system.ts';

export const day = 86_400_000;
export let system: TestSystem;
export let worker: ChildProcess;
let bot: ChildProcess;
beforeAll(async () => {
  system = await TestSystem.open();
  // The archive needs past days.
  await system.later(20 * day);
  [bot, worker] = await Promise.all([system.start('bot'), system.start('worker')]);
});
afterAll(() => system?.close());

export const restartBot = async (): Promise<void> => {
  await system.crash(bot);
  bot = await system.start('bot');
};
