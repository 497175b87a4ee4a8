/** Redis with replicas: another server becomes the primary while requests come in. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { isFinal, movesOf } from '../support/messages.ts';
import { hasRedisServer } from '../support/needs.ts';
import { type ResourceUse, underLoad, warmUp } from '../support/recovery.ts';
import { Replicas } from '../support/replicas.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem | undefined;
let replicas: Replicas | undefined;
let line: TcpProxy | undefined;
afterEach(async () => {
  await line?.close();
  await system?.close();
  await replicas?.close();
  system = replicas = line = undefined;
});

/** Starts a bot and a worker on a Redis. */
const open = async (url: string): Promise<{ processes: ChildProcess[]; before: ResourceUse }> => {
  system = await TestSystem.open({}, { REDIS_URL: url, SOLVER_THREADS: '2', LOG_LEVEL: 'fatal' });
  const processes = await Promise.all([system.start('bot'), system.start('worker')]);
  return { processes, before: await warmUp(system, processes) };
};

describe.skipIf(!hasRedisServer)('Redis', () => {
  test('the server behind its address becomes a read-only replica, and its connections stay (needs redis-server)', async () => {
    replicas = await Replicas.open(2, 0);
    const [old, next] = replicas.servers;
    line = await TcpProxy.open(old!.port);
    const { processes, before } = await open(`redis://127.0.0.1:${line.near}`);
    await underLoad(system!, processes, before, [
      async () => {
        await old!.redis.call('FAILOVER');
        await expect.poll(() => old!.redis.info('replication')).toContain('role:slave');
        // The name or the load balancer follows a little later.
        await sleep(1000);
        line!.port = next!.port;
      },
    ]);
  });

  test.each<[string, NodeJS.Signals]>([
    ['is killed', 'SIGKILL'],
    ['hangs, and comes back when another server is the primary', 'SIGSTOP'],
  ])('a primary with sentinels %s (needs redis-server)', async (name, signal) => {
    replicas = await Replicas.open(3, 3);
    const { processes, before } = await open(replicas.url);
    const lose = async () => {
      const old = await replicas!.primary();
      old.child.kill(signal);
      await expect.poll(async () => (await replicas!.primary()).port).not.toBe(old.port);
      if (signal === 'SIGKILL') return;
      // What waits in its sockets is sent to the new primary instead.
      await sleep(4000);
      old.child.kill('SIGCONT');
    };
    const { asked, accepted, refused, silent, refusals } = await underLoad(system!, processes, before, [lose]);
    const seconds = (((refusals.at(-1) ?? 0) - (refusals[0] ?? 0)) / 1000).toFixed(1);
    const figures = `${asked} asked, ${accepted} accepted, ${refused} refused within ${seconds} s, ${silent} silent`;
    process.stderr.write(`a primary ${name}: ${figures}\n`);
  });

  test('a cluster of one server, with a prefix in braces (needs redis-server)', async () => {
    replicas = await Replicas.open(1, 0, ['cluster-enabled yes']);
    const { redis, port } = replicas.servers[0]!;
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383);
    await expect.poll(() => redis.call('CLUSTER', 'INFO')).toContain('cluster_state:ok');
    system = await TestSystem.open({}, { REDIS_URL: `redis://127.0.0.1:${port}`, REDIS_PREFIX: '{antipode}' });
    await Promise.all([system.start('bot'), system.start('worker')]);
    const options = { position: '867254301' };
    const asked = await system.person('ann').command(system.channel, 'solve', { subcommand: 'eight', options });
    expect(movesOf(await asked.until(isFinal))).toHaveLength(31);
  });
});
