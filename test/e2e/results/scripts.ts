/** Redis gets the text of a script when a process starts, and only its hash afterwards. */
import { expect, test } from 'vitest';
import { isFinal, textOf } from '../../support/messages.ts';
import { monitor } from '../../support/monitor.ts';
import { system } from './setup.ts';

test('no EVAL reaches Redis after the start', async () => {
  const commands = await monitor(system.redisUrl);

  const ann = system.person('ann');
  const options = { position: '867254301' };
  const use = async (name: string, given: Parameters<typeof ann.command>[2]) =>
    (await ann.command(system.channel, name, given)).until(isFinal);
  expect(textOf(await use('solve', { subcommand: 'eight', options }))).toContain('31');
  // A long search renews its locks and reports its progress, and is cancelled.
  const endless = { subcommand: 'eleven', options: { position: '032187654BA9', method: 'iddfs' } };
  const asked = await ann.command(system.channel, 'solve', endless);
  const searching = await asked.until((message) => textOf(message).includes('Searching …'));
  await (await ann.press(searching, 'Cancel')).acknowledged;
  await asked.until(isFinal);
  await use('leaderboard', { subcommand: 'hardest', options: { puzzle: 'eight' } });
  await use('play', { subcommand: 'new', options: { puzzle: 'five' } });
  await use('daily', { subcommand: 'show' });
  await use('leaderboard', { subcommand: 'daily', options: { period: 'week' } });
  await use('privacy', { subcommand: 'hide' });

  const names = commands.map(([name]) => name?.toLowerCase());
  expect(names.filter((name) => name === 'evalsha').length).toBeGreaterThan(20);
  expect(names).not.toContain('eval');
});
