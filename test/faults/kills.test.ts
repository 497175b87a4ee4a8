/** Processes killed at any moment under load, Redis among them. KILLS says how many; `npm run test:faults` has a thousand. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { seeded } from '../../src/search/scramble.ts';
import { Crowd } from '../support/crowd.ts';
import { shortWaits } from '../support/disturbances.ts';
import { expectRecovery, leftoverKeys, warmUp } from '../support/recovery.ts';
import { type Program, TestSystem } from '../support/test-system.ts';

const kills = Number(process.env.KILLS ?? 10);

let system: TestSystem | undefined;
afterEach(async () => {
  await system?.close();
  system = undefined;
});

test(
  `${kills} random kills under load: accepted is answered, once`,
  async () => {
    system = await TestSystem.open({}, { LOG_LEVEL: 'fatal', SOLVER_THREADS: '2' }, { waits: shortWaits });
    const { redis } = system;
    redis.on('error', () => {});
    const random = seeded(String(Date.now()));
    const running = new Map<number, ChildProcess>();
    const processes: readonly Program[] = ['bot', 'bot', 'worker', 'worker'];
    const keep = async (slot: number): Promise<void> => {
      for (;;) {
        try {
          running.set(slot, await system!.start(processes[slot]!));
          return;
        } catch {
          // Started while Redis was away, or killed while it started.
        }
      }
    };
    await Promise.all(processes.map((_, slot) => keep(slot)));
    const all = () => processes.map((_, slot) => running.get(slot)!);
    const before = await warmUp(system, all());
    // A request whose bot was killed may wait for the end of the kills: until then, hardly a bot lives long enough to find it.
    const crowd = new Crowd(system, 12, { pause: 1000, patience: 600_000 + kills * 1500 });
    const began = performance.now();
    const killed = { bot: 0, worker: 0, redis: 0 };
    let redisUntouched = 0;
    const starting = new Set<Promise<void>>();
    while (killed.bot + killed.worker + killed.redis < kills) {
      await sleep(100 + random() * 700);
      // A Redis that ends again within 10 s is thought broken by who keeps it running.
      if (random() < 0.15 && performance.now() > redisUntouched) {
        if (!system.signalRedis('SIGKILL')) continue;
        killed.redis++;
        redisUntouched = performance.now() + 12_000;
        continue;
      }
      const slots = [...running.keys()];
      const slot = slots[Math.floor(random() * slots.length)];
      // Where starting takes long, half of them are left to work.
      if (slot === undefined || slots.length < processes.length / 2) continue;
      const child = running.get(slot)!;
      running.delete(slot);
      await system.kill(child);
      killed[processes[slot]!]++;
      const start = keep(slot).finally(() => starting.delete(start));
      starting.add(start);
    }
    const minutes = (performance.now() - began) / 60_000;
    await Promise.all(starting);
    // On a slow machine, some kills are over before twelve people have asked twice.
    await expect.poll(() => crowd.totals.accepted, { timeout: 600_000 }).toBeGreaterThan(12);
    const totals = await crowd.leave();
    const { times, ...counts } = totals;
    // Questions that were never acknowledged are tried for a while longer; then nothing of them is left either.
    let left = await leftoverKeys(system);
    for (let waited = 0; left.length > 0 && waited < 60_000; waited += 500) {
      await sleep(500);
      left = await leftoverKeys(system);
    }
    const slowest = Math.max(...times) / 1000;
    process.stdout.write(
      `${JSON.stringify({ killed, ...counts, left })}, ${minutes.toFixed(1)} minutes, slowest answer ${slowest.toFixed(1)} s\n`,
    );
    expect(counts).toMatchObject({ words: [], wrong: 0, lost: 0, duplicates: 0, answered: counts.accepted });
    expect(counts.accepted).toBeGreaterThan(12);
    expect(left).toEqual([]);
    await expectRecovery(system, all(), before);
  },
  660_000 + kills * 6000,
);
