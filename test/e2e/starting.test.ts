/** A bot and a worker that start: what they need first, and what they say of a Redis that doesn't suit them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emojiFiles } from '../../src/render/emoji-art.ts';
import { isFinal, textOf } from '../support/messages.ts';
import { hasRedisServer } from '../support/needs.ts';
import { type Program, TestSystem } from '../support/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.open({}, { LOG_LEVEL: 'warn' });
  for (const [name, png] of emojiFiles()) system.standIn.addEmoji(name, png);
  await system.start('worker');
});
afterAll(() => system?.close());

test('the first answer of a bot shows the emoji of the application, also if Discord lists them late', async () => {
  const { standIn, channel } = system;
  standIn.faults.add({ method: 'GET', path: /\/emojis$/u, answer: { kind: 'delay', ms: 1500 } });
  const starting = system.start('bot');
  await expect.poll(() => standIn.gateway.connected, { interval: 5, timeout: 60_000 }).toBe(true);
  const options = { position: '867254301' };
  const asked = await system.person('ann').command(channel, 'solve', { subcommand: 'eight', options });
  expect(textOf(await asked.until(isFinal))).toMatch(/<:ap_tile_8_/u);
  await system.kill(await starting);
});

test.skipIf(!hasRedisServer)(
  'a bot says once, as JSON, that its Redis may evict data (needs redis-server)',
  async () => {
    await system.redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const bot = await system.start('bot', {}, undefined, 'pipe');
    const log = text(bot.stderr!);
    await system.kill(bot);
    await system.redis.config('SET', 'maxmemory-policy', 'noeviction');
    const lines = (await log)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { level: string; msg: string });
    const evicting = lines.filter(({ msg }) => msg.includes('Eviction policy is allkeys-lru'));
    expect(evicting).toMatchObject([{ level: 'warn' }]);
  },
);

test.each<Program>(['bot', 'worker'])('a %s ends with one sentence if its Redis is too old', async (program) => {
  // The real Redis, which says that it is an older one.
  const { port, password } = new URL(system.redisUrl);
  const proxy = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    near.pipe(far).on('error', () => {});
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('data', (data) => {
      near.write(data.toString('latin1').replace(/(?<=^redis_version:)\d/mu, '5'), 'latin1');
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port: near } = proxy.address() as AddressInfo;
  const REDIS_URL = `redis://:${password}@127.0.0.1:${near}`;
  const { token: DISCORD_TOKEN, apiUrl: DISCORD_API_URL } = system.standIn;
  const env = { ...process.env, REDIS_URL, DISCORD_TOKEN, DISCORD_API_URL, DATA_DIRECTORY: system.folder };
  const path = fileURLToPath(new URL(`../../dist/${program}.js`, import.meta.url));
  const child = spawn(process.execPath, [path], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const log = text(child.stderr);
  const [code] = await once(child, 'exit');
  const sentences = (await log).split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  expect(sentences).toEqual([
    expect.stringMatching(/^This Redis is version 5\.\S+, but version 7 or newer is needed\.$/u),
  ]);
  expect(code).toBe(2);
  proxy.close();
});
