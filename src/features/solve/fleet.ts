/** A question from the command line that the workers of a Redis search for. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstSnowflake } from '../../discord/snowflake.ts';
import type { Work } from '../../jobs/define.ts';
import { WorkQueue } from '../../jobs/queue.ts';
import { WorkStore } from '../../jobs/store.ts';
import { type Config, ConfigError } from '../../runtime/config.ts';
import { createLogger } from '../../runtime/log.ts';
import { connect, untilReady } from '../../runtime/redis.ts';
import { complain } from '../../runtime/terminal.ts';
import type { Outcome } from '../../search/solve.ts';
import type { solveJob } from './job.ts';

/** Between two looks, in milliseconds; and how long a result may come after its job has ended. */
const lookMilliseconds = 100;
const lateMilliseconds = 2000;

/** @throws ConfigError without REDIS_URL */
export const askWorkers = async (work: Work<typeof solveJob>, config: Config): Promise<Outcome> => {
  const { redisUrl, redisPrefix } = config;
  if (redisUrl === undefined) throw new ConfigError('REDIS_URL is needed: it is where the workers are.');
  const log = createLogger('solve', 'warn');
  const redis = connect(redisUrl, 'worker', log);
  await untilReady(redis);
  const queue = new WorkQueue(redis, redisPrefix, log);
  const store = new WorkStore(redis, redisPrefix);
  const id = String(firstSnowflake(Date.now()) + BigInt(randomInt(2 ** 22)));
  // Who ends the program wants no answer.
  process.once('SIGINT', () => void store.cancel(id).finally(() => process.exit(130)));
  try {
    await queue.addWork(id, id, work, 1);
    for (let gone = 0; gone < lateMilliseconds; gone += lookMilliseconds) {
      if (await queue.isAsked(id)) gone = 0;
      const found = await store.result(work);
      if (found) return found;
      await sleep(lookMilliseconds);
    }
    complain('The workers have no answer: their log says why.');
    process.exit(1);
  } finally {
    await queue.close();
    redis.disconnect();
  }
};
