/** An update without downtime: bots and workers of two job versions on one Redis. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, InteractionHandle, Message } from '@antipode/stand-in';
import { Gateway } from '@antipode/stand-in/gateway';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobVersion } from '../../src/runtime/version.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { disturbanceOf, type Program, TestSystem } from '../support/test-system.ts';

const isRefused = (message: Message): boolean => textOf(message).includes('Antipode was just updated');
const old = 'proved shortest';
const next = 'proved by the next version';

let system: TestSystem;
/** Both versions send a heartbeat every second. */
const waits = { heartbeat: 1000 };
const versions = {
  old: disturbanceOf({ waits, version: '0.2.0' }),
  new: disturbanceOf({ waits, version: 'next' }),
};
/** The connection of each process to Redis. */
let lines: Record<'oldBot' | 'newBot' | 'oldWorker' | 'newWorker', TcpProxy>;
let oldBot: ChildProcess;
let startOldBot: () => Promise<ChildProcess>;
let oldWorker: ChildProcess;
let newWorker: ChildProcess;
/** Two servers: the first has the old bot, the second the new one, each with a shard of its own. */
const channels: (Channel | undefined)[] = [];
beforeAll(async () => {
  // The bots log in at the same time.
  system = await TestSystem.open({ maxConcurrency: 2 }, {}, { waits });
  while (!channels[0] || !channels[1]) {
    const guild = system.standIn.createGuild();
    channels[Gateway.shardOf(guild, 2)] = guild.createChannel({ name: 'puzzles' });
  }
  const { port, password } = system.redis.options;
  const open = () => TcpProxy.open(port!);
  lines = { oldBot: await open(), newBot: await open(), oldWorker: await open(), newWorker: await open() };
  const start = (
    version: keyof typeof versions,
    program: Program,
    line: TcpProxy,
    shards: Record<string, string> = {},
  ) =>
    system.start(program, {
      ...shards,
      ...versions[version],
      REDIS_URL: `redis://:${password}@127.0.0.1:${line.near}`,
    });
  startOldBot = () => start('old', 'bot', lines.oldBot, { SHARDS: '2', SHARD_LIST: '0' });
  [oldBot, , oldWorker, newWorker] = await Promise.all([
    startOldBot(),
    start('new', 'bot', lines.newBot, { SHARDS: '2', SHARD_LIST: '1' }),
    start('old', 'worker', lines.oldWorker),
    start('new', 'worker', lines.newWorker),
  ]);
});
afterAll(async () => {
  await Promise.all(Object.values(lines ?? {}).map((line) => line.close()));
  await system?.close();
});

const askIn = (channel: Channel, position = '867254301'): Promise<InteractionHandle> => {
  const person = system.standIn.createUser({ name: 'ann' });
  person.join(channel.guild!);
  return person.command(channel, 'solve', { subcommand: 'eight', options: { position } });
};
const ask = { old: () => askIn(channels[0]!), new: () => askIn(channels[1]!) };

/** The last heartbeats of the versions of workers. */
const heartbeats = 'antipode:work:versions:worker';

test('each version answers its own requests, and none of the other', async () => {
  // Longer than a version may be silent.
  const beats = new Set<string | null>();
  const countBeats = async () => beats.add(await system.redis.zscore(heartbeats, jobVersion)).size;
  await expect.poll(countBeats, { interval: 100 }).toBeGreaterThan(9);
  for (let index = 0; index < 5; index++) {
    const asked = { [old]: await ask.old(), [next]: await ask.new() };
    for (const [words, one] of Object.entries(asked)) {
      const message = await one.until(isFinal);
      expect(textOf(message)).toContain(words);
      expect(movesOf(message)).toHaveLength(31);
      expect(message.history.filter((state) => JSON.stringify(state).includes('proved'))).toHaveLength(1);
    }
  }
});

test('one version takes each request that bots of both get', async () => {
  const other = await system.start('bot', { ...versions.new, SHARDS: '2', SHARD_LIST: '0' });
  const positions = ['867254310', '123456708', '123456078', '123450786', '647850321', '806547231'];
  const asked = await Promise.all(positions.map((position) => askIn(channels[0]!, position)));
  await Promise.all(asked.map((one) => one.until(isFinal)));
  // A version removes its job after its answer.
  const jobs = async () => (await system.keys('*-v*')).filter((key) => /:(reply|work)-\d/u.test(key));
  await expect.poll(jobs).toEqual([]);
  const answers = asked.map((one) => one.reply()!.history.filter((state) => JSON.stringify(state).includes('proved')));
  expect(answers.map(({ length }) => length)).toEqual(positions.map(() => 1));
  await system.kill(other);
});

test('after an outage of Redis, no version refuses the requests of another that comes back later', {
  tags: 'heavy',
}, async () => {
  lines.oldWorker.cut();
  const waiting = await ask.old();
  await waiting.until((message) => textOf(message).includes('In the queue'));
  for (const line of Object.values(lines)) line.cut();
  // Longer than a version may be silent.
  await sleep(8000);
  const lastBeat = () => system.redis.zscore(heartbeats, jobVersion + 1);
  const before = await lastBeat();
  for (const line of [lines.newBot, lines.newWorker]) line.mend();
  await expect.poll(lastBeat, { interval: 20 }).not.toBe(before);
  for (const line of [lines.oldBot, lines.oldWorker]) line.mend();
  expect(textOf(await waiting.until(isFinal))).toContain(old);
});

test('no version refuses a request that another has answered, and ended before it said so', {
  tags: 'heavy',
}, async () => {
  const openReplies = () => system.keys(`*-v${jobVersion}:reply-*`);
  await expect.poll(openReplies).toEqual([]);
  await writeFile(join(system.folder, 'end-bot'), '');
  const ended = once(oldBot, 'exit');
  const asked = await ask.old();
  await ended;
  expect(textOf(asked.reply()!)).toContain(old);
  // The new bot takes the job, and finds nothing to do.
  await expect.poll(openReplies).toEqual([]);
  expect(textOf(asked.reply()!)).toContain(old);
  await rm(join(system.folder, 'end-bot'));
  oldBot = await startOldBot();
  const last = await ask.old();
  expect(textOf(await last.until(isFinal))).toContain(old);
});

test('a request waits for a worker of its version, and is refused only when none is left', async () => {
  // The old worker starts again; until then the new one leaves its requests alone.
  await system.kill(oldWorker);
  // It is in time however slowly this machine starts it.
  const beating = setInterval(() => system.redis.zadd(heartbeats, Date.now(), jobVersion), 100);
  const waiting = await ask.old();
  await waiting.until((message) => textOf(message).includes('In the queue'));
  const again = await system.start('worker', versions.old);
  clearInterval(beating);
  expect(textOf(await waiting.until(isFinal))).toContain(old);

  // The last old worker has gone for good: the new one refuses its requests, and the old bot replies.
  await system.kill(again);
  const left = await ask.old();
  await left.until(isRefused);
  expect(isRefused(await left.until(isFinal))).toBe(true);

  // The old bot goes too, after it accepted a request: the new bot replies.
  await system.kill(newWorker);
  const orphan = await ask.old();
  await orphan.acknowledged;
  await system.kill(oldBot);
  await system.start('worker', versions.new);
  await orphan.until(isRefused);

  // Requests of the new version are not affected.
  const last = await ask.new();
  expect(textOf(await last.until(isFinal))).toContain(next);
  await expect.poll(() => system.keys(`*-v${jobVersion}:work-*`)).toEqual([]);
  await expect.poll(() => system.keys(`*-v${jobVersion}:reply-*`)).toEqual([]);
});
