/** Redis loses all its data while everything runs: what must exist is made again, and the log says so. */
import type { ChildProcess } from 'node:child_process';
import { MEMBER_PERMISSIONS } from '@antipode/stand-in/permissions';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idsOf, isFinal, textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

const hour = 3_600_000;

let system: TestSystem;
let log = '';
beforeAll(async () => {
  system = await TestSystem.open({}, { LOG_LEVEL: 'warn' });
  const start = async (program: 'bot' | 'worker'): Promise<ChildProcess> => {
    const child = await system.start(program, {}, undefined, 'pipe');
    child.stderr!.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    return child;
  };
  await Promise.all([start('bot'), start('worker')]);
});
afterAll(() => system?.close());

test('daily posts go on, with the same challenges', async () => {
  const admin = system.person('admin', { permissions: MEMBER_PERMISSIONS | PermissionFlagsBits.ManageGuild });
  await (await admin.command(system.channel, 'daily', { subcommand: 'show' })).until(isFinal);
  const secret = await system.redis.get('antipode:daily:secret');

  await system.redis.flushall();
  const wait = hour - (Date.now() % hour);
  const options = { channel: system.channel, hour: new Date(Date.now() + wait).getUTCHours(), zone: 'UTC' };
  await (await admin.command(system.channel, 'settings', { subcommand: 'daily', options })).until();
  await system.later(wait + 1000);
  await system.messageIn(system.channel, (message) => idsOf(message).some((id) => id.startsWith('daily-play')));
  expect(await system.redis.get('antipode:daily:secret')).toBe(secret);
  expect(log).toMatch(/"queue":"post".*the schedule was missing in Redis/u);
  expect(log).toContain('the secret of the daily challenges was missing in Redis');
});

test.each([
  ['en-US', 'was lost'],
  ['ja', '失われました'],
])('a search that Redis has lost ends with words, in %s', async (locale, words) => {
  const asker = system.person(`asker ${locale}`, { locale });
  const options = { position: '032187654BA9', method: 'iddfs', private: true };
  const asked = await asker.command(system.channel, 'solve', { subcommand: 'eleven', options });
  // As long as it is searched, it has a button to cancel it.
  await asked.until((message) => !isFinal(message));
  await system.redis.flushall();
  expect(textOf(await asked.until(isFinal))).toContain(words);
  expect(log).toContain(`"interaction":"${asked.id}"`);
});
