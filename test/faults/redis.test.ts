/** Redis killed, stopped, full, or behind a bad line: what was accepted is answered, and who is not accepted is told. */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { isLong, shortWaits } from '../support/disturbances.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { hasRedisServer } from '../support/needs.ts';
import { groupTroubles, type ResourceUse, type Trouble, underLoad, warmUp } from '../support/recovery.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { TestSystem } from '../support/test-system.ts';

/** How many times as long trouble lasts in `npm run test:faults`. */
const long = isLong ? 4 : 1;

let system: TestSystem;
let processes: ChildProcess[];
let lines: Record<'bot' | 'worker', TcpProxy>;
let before: ResourceUse;
beforeAll(async () => {
  system = await TestSystem.open({}, { SOLVER_THREADS: '2', LOG_LEVEL: 'fatal' }, { waits: shortWaits });
  system.redis.on('error', () => {});
  const { port, password } = system.redis.options;
  lines = { bot: await TcpProxy.open(port!), worker: await TcpProxy.open(port!) };
  const through = (line: TcpProxy) => ({ REDIS_URL: `redis://:${password}@127.0.0.1:${line.near}` });
  processes = await Promise.all([
    system.start('bot', through(lines.bot)),
    system.start('worker', through(lines.worker)),
  ]);
  before = await warmUp(system, processes);
});
afterAll(async () => {
  await Promise.all(Object.values(lines ?? {}).map((line) => line.close()));
  await system?.close();
});

const silent: Trouble = async () => {
  expect(system.signalRedis('SIGSTOP')).toBe(true);
  await sleep(long * 2500);
  system.signalRedis('SIGCONT');
};

const full: Trouble = async () => {
  const { redis } = system;
  const [, used] = /used_memory:(\d+)/u.exec(await redis.info('memory'))!;
  await redis.config('SET', 'maxmemory', Number(used) - 100_000);
  const asked = await system.person('ann').command(system.channel, 'solve', {
    subcommand: 'eleven',
    options: { position: '032187654BA9', method: 'iddfs' },
  });
  const refusal = await asked.until(() => true);
  expect(textOf(refusal)).toMatch(/Something went wrong on our side.*Please try again/u);
  expect(refusal.ephemeral).toBe(true);
  await sleep(long * 1000);
  await redis.config('SET', 'maxmemory', 0);
};

// Only a redis-server of its own may be stopped and killed.
test.skipIf(!hasRedisServer).each(
  groupTroubles({
    'killed, and started again with its append-only file': async () => {
      expect(system.signalRedis('SIGKILL')).toBe(true);
    },
    'silent for a while': silent,
    'full, so that who asks is refused, and what was accepted waits': full,
  }),
)('Redis: %s (needs redis-server)', async (_, troubles) => {
  await underLoad(system, processes, before, troubles);
});

test.skipIf(!hasRedisServer)(
  'a full Redis: due jobs wait for room, and the log tells each trouble once (needs redis-server)',
  async () => {
    const own = await TestSystem.open();
    onTestFinished(() => own.close());
    const bot = await own.start('bot', {}, undefined, 'pipe');
    const lines: string[] = [];
    createInterface({ input: bot.stderr! }).on('line', (line) => lines.push(line));
    const refused = async () => Number(/errorstat_OOM:count=(\d+)/u.exec(await own.redis.info('errorstats'))?.[1] ?? 0);
    await own.redis.config('SET', 'maxmemory', 1);
    // The jobs of the next minute are due.
    await own.later(61_000);
    await expect.poll(refused, { interval: 100 }).toBeGreaterThan(60);
    expect(lines.filter((line) => line.includes('OOM')).length).toBeLessThan(20);
    await own.redis.config('SET', 'maxmemory', 0);
    await own.start('worker');
    const line = { subcommand: 'eight', options: { position: '867254301' } };
    const asked = await own.person('ann').command(own.channel, 'solve', line);
    expect(movesOf(await asked.until(isFinal))).toHaveLength(31);
  },
);

const troubles: Record<string, (line: TcpProxy) => void> = {
  cut: (line) => line.cut(),
  stalled: (line) => line.stall(),
  slow: (line) => line.slow(50),
  'dead, with nobody told': (line) => line.halfOpen(),
};
/** The trouble of each line. A dead one is noticed by who uses it; the others are mended after a while. */
const pairs: readonly (readonly [bot: string | undefined, worker: string | undefined])[] = isLong
  ? Object.keys(troubles).flatMap((name) => [[name, undefined] as const, [undefined, name] as const])
  : [
      ['cut', 'slow'],
      ['stalled', 'cut'],
      ['slow', 'stalled'],
      ['dead, with nobody told', 'dead, with nobody told'],
    ];

test.each(
  groupTroubles(
    Object.fromEntries(
      pairs.map(([bot, worker]) => [
        [bot && `of a bot ${bot}`, worker && `of a worker ${worker}`].filter(Boolean).join(', '),
        async () => {
          if (bot) troubles[bot]!(lines.bot);
          if (worker) troubles[worker]!(lines.worker);
          await sleep(long * ([bot, worker].includes('stalled') ? 2500 : 1000));
          for (const line of Object.values(lines)) line.mend();
        },
      ]),
    ),
  ),
)('the line to Redis: %s', async (_, troubles) => {
  await underLoad(system, processes, before, troubles);
});
