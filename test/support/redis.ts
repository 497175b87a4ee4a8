/** A Redis for a suite: redis-server if it is installed, otherwise the Redis in memory. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { afterAll, beforeEach } from 'vitest';
import { type Config, loadConfig } from '../../src/runtime/config.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { connect, startRedis, untilReady } from '../../src/runtime/redis.ts';

const directories: string[] = [];
afterAll(() => Promise.all(directories.map((directory) => rm(directory, { recursive: true, force: true }))));

/** A configuration whose data directory is removed after the suite. */
export const configure = async (env: NodeJS.ProcessEnv): Promise<Config> => {
  const directory = await mkdtemp(join(tmpdir(), 'antipode-'));
  directories.push(directory);
  return loadConfig({ DATA_DIRECTORY: directory, SHUTDOWN_SECONDS: '5', ...env });
};

/** A connection for the whole suite. Redis is emptied before each test, and stopped after the last. */
export const openRedis = async (): Promise<Redis> => {
  const log = createLogger('redis', 'error');
  const server = await startRedis(await configure({ ...process.env, REDIS_URL: '' }), log);
  const redis = connect(server.url, 'worker', log);
  await untilReady(redis);
  beforeEach(() => redis.flushall());
  afterAll(async () => {
    redis.disconnect();
    await server.close();
  });
  return redis;
};
