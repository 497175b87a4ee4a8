/** A Redis for a suite: a redis-server where one is installed, otherwise the one in memory. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { afterAll, beforeEach } from 'vitest';
import { loadConfig } from '../../src/runtime/config.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { connect, startRedis, untilReady } from '../../src/runtime/redis.ts';

export const hasRedisServer = ['redis-server', 'valkey-server'].some(
  (command) => spawnSync(command, ['--version']).status === 0,
);

/** A connection for the whole suite. Redis is empty before each test, and stopped after the last. */
export const openRedis = async (): Promise<Redis> => {
  const folder = await mkdtemp(join(tmpdir(), 'antipode-'));
  const log = createLogger('redis', 'error');
  const server = await startRedis(loadConfig({ ...process.env, REDIS_URL: '', DATA_DIRECTORY: folder }), log);
  const redis = connect(server.url, 'worker', log);
  await untilReady(redis);
  beforeEach(() => redis.flushall());
  afterAll(async () => {
    redis.disconnect();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return redis;
};
