/** An update without downtime: bots and workers of two job versions on one Redis. */
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobVersion } from '../../src/jobs/job.ts';
import { Gateway } from '../../src/stand-in/gateway.ts';
import type { Channel, InteractionHandle, Message } from '../../src/stand-in/stand-in.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { type Program, TestSystem } from '../support/test-system.ts';

const isRefused = (message: Message): boolean => textOf(message).includes('Antipode was updated just now');
const old = 'proved shortest';
const next = 'proved by the next version';

let system: TestSystem;
/** The build of the new version. */
let build: string;
let oldBot: ChildProcess;
let oldWorker: ChildProcess;
let newWorker: ChildProcess;
/** Two servers: the first has the old bot, the second the new one, each with a shard of its own. */
const channels: (Channel | undefined)[] = [];
beforeAll(async () => {
  // The bots log in at the same time.
  system = await TestSystem.open({ maxConcurrency: 2 });
  while (!channels[0] || !channels[1]) {
    const guild = system.standIn.createGuild();
    channels[Gateway.shardOf(guild, 2)] = guild.createChannel({ name: 'puzzles' });
  }
  build = await system.buildWith({
    'jobs/job.js': { [`jobVersion = ${jobVersion};`]: `jobVersion = ${jobVersion + 1};` },
    'jobs/orphaned-jobs.js': { 'beatMilliseconds = 3000': 'beatMilliseconds = 300' },
    'locales/en.js': { [`'${old}'`]: `'${next}'` },
  });
  [oldBot, , oldWorker, newWorker] = await Promise.all([
    system.start('bot', { SHARDS: '2', SHARD_LIST: '0' }),
    system.start('bot', { SHARDS: '2', SHARD_LIST: '1' }, build),
    system.start('worker'),
    system.start('worker', {}, build),
  ]);
});
afterAll(() => system?.close());

const askIn = (channel: Channel): Promise<InteractionHandle> => {
  const person = system.standIn.createUser({ name: 'ann' });
  person.join(channel.guild!);
  return person.command(channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
};
const ask = { old: () => askIn(channels[0]!), new: () => askIn(channels[1]!) };

/** The heartbeat of the old version, which Redis, whose clock can't be moved, keeps for 15 s. */
const heartbeat = (program: Program): string => `antipode:work:alive:${program}:${jobVersion}`;
/** Kills the last process of its kind and version. */
const end = async (program: Program, child: ChildProcess): Promise<void> => {
  await system.kill(child);
  await system.redis.del(heartbeat(program));
};

test('each version answers its own requests, and none of the other', async () => {
  for (let index = 0; index < 5; index++) {
    const asked = { [old]: await ask.old(), [next]: await ask.new() };
    for (const [words, one] of Object.entries(asked)) {
      const message = await one.until(isFinal, 20_000);
      expect(textOf(message)).toContain(words);
      expect(movesOf(message)).toHaveLength(31);
      expect(message.history.filter((state) => JSON.stringify(state).includes('proved'))).toHaveLength(1);
    }
  }
}, 60_000);

test('a request waits for a worker of its version, and is refused only when none is left', async () => {
  // The old worker starts again; until then the new one leaves its requests alone.
  await system.kill(oldWorker);
  // It is in time however slowly this machine starts it.
  await system.redis.persist(heartbeat('worker'));
  const waiting = await ask.old();
  await waiting.until((message) => textOf(message).includes('In the queue'), 10_000);
  const again = await system.start('worker');
  expect(textOf(await waiting.until(isFinal, 20_000))).toContain(old);

  // The last old worker has gone for good: the new one refuses its requests, and the old bot replies.
  await end('worker', again);
  const left = await ask.old();
  await left.until(isRefused, 40_000);
  expect(isRefused(await left.until(isFinal))).toBe(true);

  // The old bot goes too, after it accepted a request: the new bot replies.
  await system.kill(newWorker);
  const orphan = await ask.old();
  await orphan.acknowledged;
  await end('bot', oldBot);
  await system.start('worker', {}, build);
  await orphan.until(isRefused, 40_000);

  // Requests of the new version are not affected.
  const last = await ask.new();
  expect(textOf(await last.until(isFinal, 20_000))).toContain(next);
  await expect.poll(() => system.keys(`*-v${jobVersion}:work-*`), { timeout: 5000 }).toEqual([]);
  await expect.poll(() => system.keys(`*-v${jobVersion}:reply-*`), { timeout: 5000 }).toEqual([]);
}, 150_000);
