/** A question from the command line that the workers of a Redis search for. */
import { randomInt } from 'node:crypto';
import { firstSnowflake } from '../../discord/snowflake.ts';
import type { Work } from '../../queue/define.ts';
import { resultOf } from '../../queue/preparation.ts';
import { WorkQueue } from '../../queue/queue.ts';
import { WorkStore } from '../../queue/store.ts';
import { type Config, ConfigError } from '../../runtime/config.ts';
import { createLogger } from '../../runtime/log.ts';
import { connect, untilReady } from '../../runtime/redis.ts';
import { complain } from '../../runtime/terminal.ts';
import type { Outcome } from '../../search/solve.ts';
import type { solveJob } from './job.ts';

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
    const found = await resultOf(work, { id, milliseconds: Number.POSITIVE_INFINITY }, { queue, store });
    if (found) return found;
    complain('The workers have no answer: their log says why.');
    process.exit(1);
  } finally {
    await queue.close();
    redis.disconnect();
  }
};
