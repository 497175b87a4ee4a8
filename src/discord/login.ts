/** Logging in with a part of the shards, beside other bots that have the others. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocketOptions } from 'discord.js';
import type { Redis } from 'ioredis';

/** How far apart Discord wants two logins to be, and something for ways there that are not equally long. */
const apartMilliseconds = 5000 + 1000;

/**
 * Discord takes one login in five seconds, of all processes of a bot together: of each group of shards whose numbers are
 * the same modulo `max_concurrency`. So they take turns, in Redis.
 */
export const inTurn =
  (redis: Redis, prefix: string): NonNullable<WebSocketOptions['buildIdentifyThrottler']> =>
  async (manager) => {
    const { session_start_limit: limit } = await manager.fetchGatewayInformation();
    return {
      async waitForIdentify(shard, signal) {
        const key = `${prefix}:login:${shard % limit.max_concurrency}`;
        while ((await redis.set(key, shard, 'PX', apartMilliseconds, 'NX')) !== 'OK') {
          await sleep(Math.max(1, await redis.pttl(key)), undefined, { signal });
        }
      },
    };
  };
