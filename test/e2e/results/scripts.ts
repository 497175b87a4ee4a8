/** Redis gets the text of a script when a process starts, and only its hash afterwards. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isFinal, textOf } from '../../support/messages.ts';
import { system } from './setup.ts';

/** Records the names of all commands that reach a server. ioredis' own monitor mode fails under RESP 3. */
const monitor = async (url: string): Promise<string[]> => {
  const { hostname, port, password } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  socket.write(`AUTH ${password}\r\nMONITOR\r\n`);
  await once(socket, 'data');
  const names: string[] = [];
  let rest = '';
  socket.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\r\n');
    rest = lines.pop()!;
    for (const line of lines) names.push(/\] "(\w+)"/u.exec(line)?.[1]?.toLowerCase() ?? '');
  });
  return names;
};

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

  expect(commands.filter((name) => name === 'evalsha').length).toBeGreaterThan(20);
  expect(commands).not.toContain('eval');
});
