/** How this process speaks with Discord. */
import { Client, GatewayIntentBits, Options, REST, type RESTOptions } from 'discord.js';
import type { Redis } from 'ioredis';
import type { Config } from '../runtime/config.ts';
import { inTurn } from './login.ts';
import { makeRequest } from './rest.ts';

const restOptions = ({ discordApiUrl, discordApiVersion }: Config): Partial<RESTOptions> => ({
  api: discordApiUrl,
  version: discordApiVersion,
  makeRequest,
  // At 10,000 in ten minutes Discord shuts the address out.
  invalidRequestWarningInterval: 500,
  // Each interaction has a rate limit of its own, which takes half a kilobyte and ends with its answer.
  handlerSweepInterval: 10_000,
});

/** For what Discord counts among a bot's 50 requests a second: all that is posted in channels. */
export const createRest = (config: Config, token: string): REST => new REST(restOptions(config)).setToken(token);

/** @param redis where bots with other shards take turns to log in */
export const createClient = (config: Config, redis: Redis): Client => {
  const { shardCount, shards, redisPrefix } = config;
  return new Client({
    intents: [GatewayIntentBits.Guilds],
    shards: shards ?? (shardCount === undefined ? 'auto' : Array.from({ length: shardCount }, (_, shard) => shard)),
    ...(shardCount !== undefined && { shardCount }),
    ...(shards && { ws: { buildIdentifyThrottler: inTurn(redis, redisPrefix) } }),
    // No answer to an interaction mentions anybody.
    allowedMentions: { parse: [] },
    // Answers to interactions are not counted; in a rush they must not wait behind each other.
    rest: { ...restOptions(config), globalRequestsPerSecond: Number.MAX_SAFE_INTEGER },
    // Interactions bring all that we need of messages, members and users.
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
};
