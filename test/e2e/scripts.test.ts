/** Redis gets the text of a script when a process starts, and only its hash afterwards. */
import { expect, onTestFinished, test } from 'vitest';
import { isFinal, textOf } from '../support/messages.ts';
import { hasRedisServer } from '../support/redis.ts';
import { TestSystem } from '../support/test-system.ts';

test.skipIf(!hasRedisServer)(
  'no EVAL reaches Redis after the start',
  async () => {
    const system = await TestSystem.open();
    onTestFinished(() => system.close());
    await Promise.all([system.start('bot'), system.start('worker')]);
    await system.redis.config('RESETSTAT');

    const ann = system.person('ann');
    const options = { position: '867254301' };
    const use = async (name: string, given: Parameters<typeof ann.command>[2]) =>
      (await ann.command(system.channel, name, given)).until(isFinal, 20_000);
    expect(textOf(await use('solve', { subcommand: 'eight', options }))).toContain('31');
    await use('solve', { subcommand: 'eleven', options: { position: '904725B8A613', method: 'iddfs' } });
    await use('leaderboard', { subcommand: 'hardest', options: { puzzle: 'eight' } });
    await use('play', { subcommand: 'new', options: { puzzle: 'five' } });
    await use('daily', { subcommand: 'show' });
    await use('leaderboard', { subcommand: 'daily', options: { period: 'week' } });
    await use('privacy', { subcommand: 'hide' });

    const stats = await system.redis.info('commandstats');
    const callsOf = (command: string): number =>
      Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'mu').exec(stats)?.[1] ?? 0);
    expect(callsOf('evalsha')).toBeGreaterThan(20);
    expect(callsOf('eval')).toBe(0);
  },
  120_000,
);
