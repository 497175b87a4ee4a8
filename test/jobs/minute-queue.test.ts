import { Queue } from 'bullmq';
import { REST } from 'discord.js';
import { afterAll, expect, test } from 'vitest';
import { queueOptions } from '../../src/jobs/bullmq.ts';
import { MinuteQueue } from '../../src/jobs/minute-queue.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { openRedis } from '../support/redis.ts';

const redis = await openRedis();
const closing: { close(): Promise<unknown> }[] = [];
afterAll(() => Promise.all(closing.map((part) => part.close())));

test('a look that has lost its content is made again, and leaves nothing behind', async () => {
  const names: string[] = [];
  // Without an answer of Discord, the clock of Redis tells the time.
  const rest = new REST({ api: 'http://127.0.0.1:9', retries: 0 }).setToken('none');
  const run = async (job: { name: string }): Promise<void> => {
    names.push(job.name);
  };
  const looks = new MinuteQueue('looks', redis, 'test', { rest, log: createLogger('test', 'silent'), run });
  const queue = new Queue('looks', queueOptions(redis, 'test'));
  closing.push(looks, queue);
  await looks.ready();
  await expect.poll(() => names).toContain('look');
  const [scheduled] = await queue.getDelayed();
  // Its hash is gone, but its id is in the queue.
  await redis.del(queue.toKey(scheduled!.id!));
  await redis.zadd(queue.toKey('delayed'), 0, scheduled!.id!);
  await queue.add('other', {});
  await expect.poll(() => names.filter((name) => name === 'look').length).toBeGreaterThan(1);
  expect(names).toContain('other');
  expect(await queue.getJobCounts('failed', 'completed')).toEqual({ failed: 0, completed: 0 });
});
