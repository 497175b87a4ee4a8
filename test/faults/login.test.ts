/** A login while Discord is away, which waits, and settings that Discord refuses, which end the process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { GatewayCloseCodes } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isFinal, movesOf } from '../support/messages.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { TestSystem } from '../support/test-system.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const gatewayAddress = { method: 'GET', path: /^\/gateway\/bot$/u } as const;

let system: TestSystem;
let worker: ChildProcess;
beforeAll(async () => {
  system = await TestSystem.open();
  worker = await system.start('worker');
});
afterAll(() => system?.close());

/** Starts a program as its own process; `log` resolves when it has ended. */
const start = (program: 'bot' | 'main', settings: Record<string, string> = {}) => {
  const { token, apiUrl } = system.standIn;
  const own = { REDIS_URL: system.redisUrl, DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl, LOG_LEVEL: 'info' };
  const env = {
    ...process.env,
    ...own,
    TABLES: 'small',
    DATA_DIRECTORY: system.folder,
    ...settings,
  };
  const child = spawn(process.execPath, [join(dist, `${program}.js`)], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, log: text(child.stderr) };
};

/** Resolves when a process has logged this. */
const logged = (child: ChildProcess, words: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes(words)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });

const countOf = (log: string, words: string): number => log.split(words).length - 1;

describe('Discord is away when a bot starts', () => {
  const answers = async (): Promise<void> => {
    const asked = await system
      .person('ann')
      .command(system.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
    expect(movesOf(await asked.until(isFinal))).toHaveLength(31);
  };
  const stop = async ({ child, ended, log }: ReturnType<typeof start>): Promise<void> => {
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(countOf(await log, 'Discord is unreachable')).toBe(1);
    expect(countOf(await log, 'Discord is back')).toBe(1);
  };

  test('and nothing listens there: the bot waits, says so once, and then answers', async () => {
    const proxy = await TcpProxy.open(Number(new URL(system.standIn.origin).port));
    onTestFinished(() => proxy.close());
    proxy.cut();
    const bot = start('bot', { DISCORD_API_URL: `http://127.0.0.1:${proxy.near}/api` });
    await logged(bot.child, 'Discord is unreachable');
    proxy.mend();
    await logged(bot.child, '"msg":"ready"');
    await answers();
    await stop(bot);
  });

  test('and answers with 503 for longer than it repeats a request', async () => {
    const { faults } = system.standIn;
    // Each request is sent four times.
    faults.add({ ...gatewayAddress, times: 12, answer: { kind: 'status', status: 503 } });
    const bot = start('bot');
    await logged(bot.child, '"msg":"ready"');
    await answers();
    await stop(bot);
  });

  test('and goes away again later: the bot says so once, however often it tries', async () => {
    const { standIn } = system;
    const direct = standIn.gateway.url;
    const proxy = await TcpProxy.open(Number(new URL(standIn.origin).port));
    standIn.gateway.url = `ws://127.0.0.1:${proxy.near}`;
    onTestFinished(() => {
      standIn.gateway.url = direct;
      return proxy.close();
    });
    const bot = start('bot');
    await logged(bot.child, '"msg":"ready"');
    const { refused } = proxy;
    proxy.cut();
    await expect.poll(() => proxy.refused - refused).toBeGreaterThan(3);
    proxy.mend();
    await expect.poll(() => standIn.gateway.connected).toBe(true);
    await answers();
    bot.child.kill('SIGKILL');
    expect(countOf(await bot.log, 'a shard connects again')).toBe(1);
  });

  test('and the bot is told to stop meanwhile: it ends with 0', async () => {
    const { faults } = system.standIn;
    faults.add({ ...gatewayAddress, times: 1000, answer: { kind: 'status', status: 503 } });
    onTestFinished(() => faults.clear());
    const { child, ended } = start('bot');
    await logged(child, 'Discord is unreachable');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

describe('settings that Discord refuses end the process with 2 and one sentence', () => {
  const token = 'Discord refuses DISCORD_TOKEN: it was reset, or it is not the token of a bot.';
  const intents = 'Discord refuses the intents of this bot: the developer portal disallows them.';
  const plain = (log: string): string[] => log.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  const stacks = (log: string): string[] => log.split('\n').filter((line) => line.includes('"stack"'));

  test('a wrong token', async () => {
    const { ended, log } = start('bot', { DISCORD_TOKEN: 'no.such.token' });
    expect(await ended).toEqual([2, null]);
    expect(plain(await log)).toEqual([token]);
    expect(stacks(await log)).toEqual([]);
  });

  test.each([
    ['a token that is reset', token, () => system.standIn.resetToken()],
    ['intents that are disallowed', intents, () => system.standIn.gateway.end(GatewayCloseCodes.DisallowedIntents)],
  ])('%s while the bot runs', async (_, sentence, happen) => {
    const { child, ended, log } = start('bot');
    await logged(child, '"msg":"ready"');
    happen();
    expect(await ended).toEqual([2, null]);
    expect(plain(await log)).toEqual([sentence]);
    expect(stacks(await log)).toEqual([]);
  });

  test('a token that is reset, which a request hears first', async () => {
    const { child, ended, log } = start('bot');
    await logged(child, '"msg":"ready"');
    const channel = system.guild.createChannel({ name: 'quiet' });
    system.standIn.faults.add({ path: /^\/(channels|users)\//u, answer: { kind: 'status', status: 401 } });
    // Its answer is late, so it is posted with the bot's token.
    worker.kill('SIGSTOP');
    const asked = await system
      .person('ben')
      .command(channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
    await asked.acknowledged;
    await system.redis.del(`antipode:work:token:${asked.id}`);
    worker.kill('SIGCONT');
    expect(await ended).toEqual([2, null]);
    expect(plain(await log)).toEqual([token]);
  });

  test('npm start gives up at once, also when everything has worked before', async () => {
    const wrong = start('main', { DISCORD_TOKEN: 'no.such.token' });
    expect(await wrong.ended).toEqual([1, null]);
    expect(plain(await wrong.log)).toEqual([token, "The bot can't start with these settings."]);
    expect(stacks(await wrong.log)).toEqual([]);

    const right = start('main');
    await logged(right.child, '"msg":"ready: Discord');
    system.standIn.resetToken();
    expect(await right.ended).toEqual([1, null]);
    expect(plain(await right.log)).toEqual([token, "The bot can't go on with these settings."]);
  });
});
