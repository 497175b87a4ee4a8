/** The processes of all suites of games. */
import type { ChildProcess } from 'node:child_process';
import type { Message, Person } from '@antipode/stand-in';
import type { OptionValue } from '@antipode/stand-in/person/command-options';
import { afterAll, beforeAll } from 'vitest';
import { isFinal, isGame } from '../../support/messages.ts';
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

type Options = Record<string, OptionValue>;
/** Has somebody use a command. @returns the answer */
export const ask = async (who: Person, name: string, subcommand?: string, options: Options = {}): Promise<Message> =>
  (await who.command(system.channel, name, { ...(subcommand && { subcommand }), options })).until(isFinal);
/** Starts a game. @returns its board */
export const begin = async (who: Person, options: Options): Promise<Message> =>
  (await who.command(system.channel, 'play', { subcommand: 'new', options })).until(isGame);
