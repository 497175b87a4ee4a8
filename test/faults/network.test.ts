/**
 * A network between bots and Discord that delays, loses, repeats, reorders and cuts what passes. NETWORK says for how many
 * seconds; `npm run test:faults` has ten minutes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Crowd } from '../support/crowd.ts';
import { DiscordProxy } from '../support/discord-proxy.ts';
import { leftoverKeys } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

const seconds = Number(process.env.NETWORK ?? 10);
const seed = process.env.NETWORK_SEED ?? String(Date.now());

/** Searches that take long enough for reports of progress; some are private. */
const search = (random: () => number) => ({
  subcommand: 'eleven',
  options: {
    position: random() < 0.6 ? '904725B8A613' : '94B72508A613',
    method: 'iddfs',
    private: random() < 0.3,
  },
});

test(
  `${seconds} seconds of a bad network: acknowledged is answered, once, and nothing replaces the answer`,
  async () => {
    const system = await TestSystem.open({}, { LOG_LEVEL: 'fatal', SOLVER_THREADS: '2' });
    onTestFinished(() => system.close());
    const proxies = await Promise.all(['a', 'b'].map((name) => DiscordProxy.open(system.standIn, `${seed}-${name}`)));
    onTestFinished(async () => {
      for (const proxy of proxies) await proxy.close();
    });
    const bots = proxies.map(({ apiUrl }) => system.start('bot', { DISCORD_API_URL: apiUrl }));
    const processes = await Promise.all([...bots, system.start('worker'), system.start('worker')]);
    for (const proxy of proxies) proxy.bad = true;
    const quick = new Crowd(system, 6, { seed: 1, patience: 300_000 });
    const slow = new Crowd(system, 4, { seed: 2, patience: 300_000, question: search });
    for (let second = 0; second < seconds; second++) {
      await sleep(1000);
      // Otherwise the second search for a position takes no time.
      const results = await system.redis.keys('*:work:result:*');
      if (results.length > 0) await system.redis.del(...results);
    }
    const totals = await Promise.all([quick.leave(), slow.leave()]);
    for (const proxy of proxies) proxy.bad = false;
    await expect.poll(() => leftoverKeys(system), { interval: 200 }).toEqual([]);
    process.stdout.write(
      `${JSON.stringify({ seed, counts: proxies.map(({ count }) => count), totals: totals.map(({ times, ...rest }) => rest) })}\n`,
    );
    expect([...quick.replaced(), ...slow.replaced()]).toEqual([]);
    for (const { accepted, answered, asked, refused, silent, ...rest } of totals) {
      expect(rest).toMatchObject({ words: [], wrong: 0, lost: 0, duplicates: 0 });
      expect(answered).toBe(accepted);
      expect(accepted).toBeGreaterThan(asked / 2);
    }
    expect(processes.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null, null, null]);
  },
  400_000 + seconds * 1000,
);
