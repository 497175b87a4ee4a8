/** Processes killed at any moment under load, Redis among them. KILLS says how many; `npm run test:faults` has a thousand. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { House, type Part } from '../e2e/house.ts';
import { Crowd, leftovers, seeded } from './crowd.ts';

const kills = Number(process.env.KILLS ?? 15);

let house: House | undefined;
afterEach(async () => {
  await house?.close();
  house = undefined;
});

test(
  `${kills} random kills under load: accepted is answered, once`,
  async () => {
    house = await House.open({}, { LOG_LEVEL: 'silent', SOLVER_THREADS: '2' });
    const { redis } = house;
    redis.on('error', () => {});
    const random = seeded(Date.now());
    const running = new Map<number, ChildProcess>();
    const parts: readonly Part[] = ['bot', 'bot', 'worker', 'worker'];
    const keep = async (slot: number): Promise<void> => {
      for (;;) {
        try {
          running.set(slot, await house!.start(parts[slot]!));
          return;
        } catch {
          // Started while Redis was away, or killed while it started.
        }
      }
    };
    await Promise.all(parts.map((_, slot) => keep(slot)));
    const crowd = new Crowd(house, 24);
    const killed = { bot: 0, worker: 0, redis: 0 };
    let redisUntouched = 0;
    const starting = new Set<Promise<void>>();
    while (killed.bot + killed.worker + killed.redis < kills) {
      await sleep(100 + random() * 700);
      // A Redis that ends again within 10 s is thought broken by who keeps it running.
      if (random() < 0.15 && performance.now() > redisUntouched) {
        const id = /process_id:(\d+)/u.exec(await redis.info('server').catch(() => ''))?.[1];
        if (!id) continue;
        process.kill(Number(id), 'SIGKILL');
        killed.redis++;
        redisUntouched = performance.now() + 12_000;
        continue;
      }
      const slots = [...running.keys()];
      const slot = slots[Math.floor(random() * slots.length)];
      // All of one kind are starting: then the next one later.
      if (slot === undefined) continue;
      const child = running.get(slot)!;
      running.delete(slot);
      await house.kill(child);
      killed[parts[slot]!]++;
      const start = keep(slot).finally(() => starting.delete(start));
      starting.add(start);
    }
    await Promise.all(starting);
    const books = await crowd.leave();
    const { times, ...counts } = books;
    // Questions that were never acknowledged are tried for a while longer; then nothing of them is left either.
    let left = await leftovers(house);
    for (let waited = 0; left.length > 0 && waited < 60_000; waited += 500) {
      await sleep(500);
      left = await leftovers(house);
    }
    const slowest = Math.max(...times) / 1000;
    process.stdout.write(
      `${JSON.stringify({ killed, ...counts, left: left.length })}, slowest answer ${slowest.toFixed(1)} s\n`,
    );
    expect(counts).toMatchObject({ wrong: 0, lost: 0, duplicates: 0, answered: counts.accepted });
    expect(counts.accepted).toBeGreaterThan(24);
    expect(left).toEqual([]);
    // Healthy again without help.
    const again = new Crowd(house, 2, { seed: 2 });
    await sleep(1000);
    const after = await again.leave();
    expect(after).toMatchObject({ lost: 0, silent: 0, refused: 0, answered: after.asked });
  },
  120_000 + kills * 4000,
);
