/** The connections of this process to Discord. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  DefaultRestOptions,
  GatewayIntentBits,
  Options,
  REST,
  RESTJSONErrorCodes,
  type RESTOptions,
  Routes,
  type WebSocketOptions,
} from 'discord.js';
import type { Redis } from 'ioredis';
import type { Config } from '../runtime/config.ts';
import type { Logger } from '../runtime/log.ts';
import { isRefusal } from './post-once.ts';

/** Discord's distance between two logins, and a second for connections of different speed. */
const apartMilliseconds = 5000 + 1000;

/** The headers of requests that Discord may have carried out although they failed. discord.js sends a retry with the same. */
const uncertain = new WeakSet<object>();

const makeRequest: RESTOptions['makeRequest'] = async (url, init) => {
  const headers = init.headers as object;
  try {
    const response = await DefaultRestOptions.makeRequest(url, init);
    if (response.status >= 500) uncertain.add(headers);
    if (response.status !== 400 || !uncertain.has(headers)) return response;
    // An interaction that is acknowledged already was acknowledged by the first try.
    const text = await response.text();
    const { code } = JSON.parse(text) as { code?: number };
    if (code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged) return new Response(null, { status: 204 });
    return new Response(text, response);
  } catch (error) {
    uncertain.add(headers);
    // discord.js retries after a lost connection, but doesn't know the error code of undici.
    if (error instanceof Error && 'code' in error && error.code === 'UND_ERR_SOCKET') error.code = 'ECONNRESET';
    throw error;
  }
};

const restOptions = ({ discordApiUrl, discordApiVersion }: Config): Partial<RESTOptions> => ({
  api: discordApiUrl,
  version: discordApiVersion,
  makeRequest,
  // At 10,000 in ten minutes Discord blocks the address.
  invalidRequestWarningInterval: 500,
  // Each interaction has its own rate limit, which takes half a kilobyte and ends with its answer.
  handlerSweepInterval: 10_000,
});

/** Discord doesn't count answers to interactions; in a rush they must not wait for each other. */
const unlimited: Partial<RESTOptions> = { globalRequestsPerSecond: Number.MAX_SAFE_INTEGER };

/** For requests that Discord counts among a bot's 50 a second: everything that is posted in channels. */
export const createRest = (config: Config, token: string): REST => new REST(restOptions(config)).setToken(token);

/**
 * For reports of progress. Each is sent once and at once: after a repeated edit, nobody knows when the first takes effect.
 * Discord's proxy gives up on a request sooner than we do.
 */
export const createReportRest = (config: Config): REST =>
  new REST({ ...restOptions(config), ...unlimited, retries: 0, timeout: 120_000, rejectOnRateLimit: () => true });

/** @param redis coordinates the logins of bots with other shards */
export const createClient = (config: Config, redis: Redis, log: Logger): Client => {
  const { shardCount, shards, redisPrefix } = config;
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    shards: shards ?? (shardCount === undefined ? 'auto' : Array.from({ length: shardCount }, (_, shard) => shard)),
    ...(shardCount !== undefined && { shardCount }),
    ...(shards && { ws: { buildIdentifyThrottler: inTurn(redis, redisPrefix) } }),
    // No answer to an interaction mentions anybody.
    allowedMentions: { parse: [] },
    rest: { ...restOptions(config), ...unlimited },
    // Interactions contain all that we need of messages, members and users.
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      GuildMemberManager: 0,
      UserManager: 0,
      PresenceManager: 0,
      ReactionManager: 0,
      VoiceStateManager: 0,
    }),
  });
  const { rest } = client;
  const get = rest.get.bind(rest);
  // A client is of no use any more once its request for the address of the gateway has failed.
  rest.get = (route, options) =>
    route === Routes.gatewayBot() ? untilAnswered(() => get(route, options), log) : get(route, options);
  return client;
};

const firstPause = 250;
const longestPause = 30_000;

/** Asks again, without limit, until Discord answers. Rejects with what Discord refuses. */
const untilAnswered = async <Answer>(ask: () => Promise<Answer>, log: Logger): Promise<Answer> => {
  for (let pause = firstPause; ; pause = Math.min(longestPause, 2 * pause)) {
    try {
      const answer = await ask();
      if (pause > firstPause) log.info('Discord is back');
      return answer;
    } catch (error) {
      if (isRefusal(error)) throw error;
      if (pause === firstPause) log.error({ err: error }, 'Discord is unreachable');
      await sleep(pause);
    }
  }
};

/** Discord accepts one login in 5 s for all shards whose numbers are the same modulo `max_concurrency`. */
const inTurn =
  (redis: Redis, prefix: string): NonNullable<WebSocketOptions['buildIdentifyThrottler']> =>
  async (manager) => {
    const { session_start_limit: limit } = await manager.fetchGatewayInformation();
    return {
      async waitForIdentify(shard, signal) {
        const key = `${prefix}:login:${shard % limit.max_concurrency}`;
        while ((await redis.set(key, shard, 'PX', apartMilliseconds, 'NX')) !== 'OK')
          await sleep(Math.max(1, await redis.pttl(key)), undefined, { signal });
      },
    };
  };
