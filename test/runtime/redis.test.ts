import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../src/runtime/config.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { connect, type RunningRedis, startRedis, untilReady } from '../../src/runtime/redis.ts';
import { hasRedisServer } from '../support/needs.ts';
import { configure } from '../support/redis.ts';
import { Replicas } from '../support/replicas.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';

const log = createLogger('test', 'silent');

describe('connect', () => {
  it('lets a producer fail at once while the server is unreachable, and logs it once', async () => {
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const { port } = nobody.address() as { port: number };
    nobody.close();

    const lines: string[] = [];
    const url = `redis://:hidden@127.0.0.1:${port}`;
    const redis = connect(
      url,
      'producer',
      createLogger('test', 'info', (line) => lines.push(line)),
    );
    await expect(redis.get('key')).rejects.toThrow();
    await sleep(500);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Redis is unreachable');
    expect(lines[0]).not.toContain('hidden');
    redis.disconnect();
  });
});

describe.skipIf(!hasRedisServer)('connect, after its server became a replica (needs redis-server)', () => {
  it('repeats commands and scripts of a worker on the new primary, and lets producers and transactions fail', async () => {
    const replicas = await Replicas.open(2, 0);
    const [old, next] = replicas.servers;
    const line = await TcpProxy.open(old!.port);
    const url = `redis://127.0.0.1:${line.near}`;
    const lines: string[] = [];
    const logger = createLogger('test', 'info', (text) => lines.push(text));
    const [worker, producer] = [connect(url, 'worker', logger), connect(url, 'producer', logger)];
    const blocked = worker.duplicate();
    blocked.on('error', () => {});
    await Promise.all([worker, producer, blocked].map(untilReady));
    const job = blocked.blpop('jobs', 30);
    worker.defineCommand('bump', { numberOfKeys: 1, lua: "return redis.call('INCR', KEYS[1])" });
    const { bump } = worker as unknown as { bump(key: string): Promise<number> };
    expect(await bump.call(worker, 'number')).toBe(1);

    await old!.redis.call('FAILOVER');
    await expect.poll(() => old!.redis.info('replication')).toContain('role:slave');
    const repeated = Promise.all([worker.set('key', 'value'), bump.call(worker, 'number')]);
    await expect(worker.multi().set('key', 'other').exec()).rejects.toThrow('EXECABORT');
    await expect(producer.set('key', 'other')).rejects.toThrow('READONLY');
    await expect.poll(() => lines.join('')).toContain('this Redis is a read-only replica');
    await expect(producer.get('key')).rejects.toThrow();

    line.port = next!.port;
    expect(await repeated).toEqual(['OK', 2]);
    await untilReady(producer);
    await producer.rpush('jobs', 'one');
    expect(await job).toEqual(['jobs', 'one']);
    expect(await producer.get('key')).toBe('value');
    for (const redis of [worker, producer, blocked]) redis.disconnect();
    await line.close();
    await replicas.close();
  });
});

describe('startRedis', () => {
  it('uses the Redis in REDIS_URL', async () => {
    const redis = await startRedis(await configure({ REDIS_URL: 'redis://:hidden@redis.example:6380' }), log);
    expect(redis).toMatchObject({ url: 'redis://:hidden@redis.example:6380', kind: 'external' });
    expect(redis.place).toBe('redis.example:6380');
    await redis.close();
  });

  it('binds the Redis in memory to the loopback address and requires a password', async () => {
    const lines: string[] = [];
    const logger = createLogger('test', 'info', (line) => lines.push(line));
    const redis = await startRedis(await configure({ REDIS_BACKEND: 'memory' }), logger);
    expect(redis.kind).toBe('memory');
    expect(lines.join()).toContain('nothing is kept after exit');
    const { hostname, port } = new URL(redis.url);
    expect(hostname).toBe('127.0.0.1');
    const stranger = connect(`redis://127.0.0.1:${port}`, 'worker', log);
    await expect(stranger.get('key')).rejects.toThrow('NOAUTH');
    stranger.disconnect();
    await redis.close();
  });
});

describe.skipIf(!hasRedisServer)('startRedis with redis-server (needs redis-server)', () => {
  const running: RunningRedis[] = [];
  afterEach(async () => {
    for (const redis of running.splice(0)) await redis.close();
  });
  const start = async (config: Config) => {
    const redis = await startRedis(config, log);
    running.push(redis);
    return redis;
  };
  const serverConfig = () => configure({ REDIS_BACKEND: 'server' });

  it('keeps its data for the next start, and hides its password', async () => {
    const config = await serverConfig();
    const first = await start(config);
    expect(first.kind).toBe('redis-server');
    const one = connect(first.url, 'worker', log);
    await one.set('key', 'value');
    expect(await one.config('GET', 'maxmemory-policy')).toContain('noeviction');
    expect(await one.config('GET', 'appendonly')).toContain('yes');
    one.disconnect();

    const { password, port } = new URL(first.url);
    const note = join(config.dataDirectory, 'redis', 'owner.json');
    expect((await stat(note)).mode & 0o077).toBe(0);
    expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(password);
    const stranger = connect(`redis://127.0.0.1:${port}`, 'worker', log);
    await expect(stranger.get('key')).rejects.toThrow('NOAUTH');
    stranger.disconnect();

    await running.pop()!.close();
    await expect(stat(note)).rejects.toThrow('ENOENT');
    const two = connect((await start(config)).url, 'worker', log);
    expect(await two.get('key')).toBe('value');
    two.disconnect();
  });

  it('runs in memory if the data folder is not writable, unless REDIS_BACKEND is server', async () => {
    const occupied = join((await serverConfig()).dataDirectory, 'file');
    await writeFile(occupied, '');
    const lines: string[] = [];
    const logger = createLogger('test', 'info', (line) => lines.push(line));
    const redis = await startRedis(await configure({ DATA_DIRECTORY: occupied }), logger);
    running.push(redis);
    expect(redis.kind).toBe('memory');
    expect(lines.join()).toContain(`the folder ${join(occupied, 'redis')} can't be written (ENOTDIR)`);
    const serverOnly = await configure({ DATA_DIRECTORY: occupied, REDIS_BACKEND: 'server' });
    await expect(startRedis(serverOnly, log)).rejects.toThrow('REDIS_BACKEND is "server", but the folder');
  });

  it('restarts with its data after it was killed', async () => {
    const redis = await start(await serverConfig());
    const client = connect(redis.url, 'worker', log);
    await client.set('key', 'value');
    await sleep(1500); // The append-only file is written out every second.
    expect(redis.child?.kill('SIGKILL')).toBe(true);
    await once(client, 'close');
    expect(await client.get('key')).toBe('value');
    client.disconnect();
  });

  /** Starts a Redis on the same data in another process, which keeps running. */
  const otherStart = async (config: Config) => {
    const other = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { loadConfig } = await import('./dist/runtime/config.js');
         const { createLogger } = await import('./dist/runtime/log.js');
         const { startRedis } = await import('./dist/runtime/redis.js');
         const redis = await startRedis(loadConfig(), createLogger('other', 'silent'));
         console.log('up');
         process.on('SIGTERM', () => redis.close().then(() => process.exit(0)));`,
      ],
      { env: { ...process.env, DATA_DIRECTORY: config.dataDirectory, REDIS_BACKEND: 'server' } },
    );
    await once(other.stdout, 'data');
    return other;
  };

  it('rejects data that another process uses', async () => {
    const config = await serverConfig();
    const other = await otherStart(config);
    await expect(startRedis(config, log)).rejects.toThrow(/Another npm start uses the data in .*DATA_DIRECTORY/);
    other.kill();
    await once(other, 'exit');
    await start(config);
  });

  it('stops the orphaned Redis of a killed process, and takes over its data', async () => {
    const config = await serverConfig();
    const other = await otherStart(config);
    const left = JSON.parse(await readFile(join(config.dataDirectory, 'redis', 'owner.json'), 'utf8'));
    const client = connect(`redis://:${left.password}@127.0.0.1:${left.port}`, 'worker', log);
    await client.set('key', 'value');
    other.kill('SIGKILL');
    await once(other, 'exit');

    const redis = await start(config);
    expect(new URL(redis.url).password).not.toBe(left.password);
    const next = connect(redis.url, 'worker', log);
    expect(await next.get('key')).toBe('value');
    next.disconnect();
    client.disconnect();
  });
});
