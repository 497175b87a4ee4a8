/** The processes of all suites of questions. */
import type { Message } from '@antipode/stand-in';
import type { OptionValue } from '@antipode/stand-in/person/command-options';
import { afterAll, beforeAll } from 'vitest';
import { isFinal, isGame } from '../../support/messages.ts';
import { TestSystem } from '../../support/test-system.ts';

export let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.open();
  await Promise.all([system.start('bot'), system.start('worker')]);
});
afterAll(() => system?.close());

/** Has somebody use a command. @returns the answer, or the board of a game */
export const ask = async (
  command: string,
  options: Record<string, OptionValue>,
  subcommand?: string,
  who = system.person('ann'),
): Promise<Message> => {
  const asked = await who.command(system.channel, command, { ...(subcommand && { subcommand }), options });
  return asked.until(command === 'play' ? isGame : isFinal);
};
