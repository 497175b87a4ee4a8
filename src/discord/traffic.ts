/** Metrics and logs of the traffic with Discord, which may refuse it. */
import { type Client, Events, GatewayCloseCodes, InteractionType, type REST, Status } from 'discord.js';
import { ConfigError } from '../runtime/config.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';

/** After this, Discord accepts no first response. */
const acknowledgedWithin = 3000;

const callback = /^\/interactions\/(\d+)\/[^/]+\/callback/u;

export const shardsOf = ({ ws }: Client): { readonly all: number; readonly ready: number } => ({
  all: ws.shards.size,
  ready: ws.shards.filter(({ status }) => status === Status.Ready).size,
});

export const measureGateway = (client: Client): void => {
  const { all, ready } = shardsOf(client);
  metrics.shards.set({ state: 'ready' }, ready);
  metrics.shards.set({ state: 'other' }, all - ready);
  metrics.guilds.set(client.guilds.cache.size);
};

const badToken = 'Discord refuses DISCORD_TOKEN: it was reset, or it is not the token of a bot.';

/** What is wrong if a connection ends with one of these codes, after which discord.js doesn't connect again. */
const refusals: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]: badToken,
  [GatewayCloseCodes.InvalidShard]: 'Discord refuses SHARDS and SHARD_LIST: this bot has other shards.',
  [GatewayCloseCodes.ShardingRequired]: 'Discord refuses SHARDS: this bot is in too many servers for so few shards.',
  [GatewayCloseCodes.InvalidAPIVersion]: 'Discord refuses DISCORD_API_VERSION: its gateway has no such version.',
  [GatewayCloseCodes.InvalidIntents]: 'Discord refuses the intents of this bot: it knows no such intents.',
  [GatewayCloseCodes.DisallowedIntents]:
    'Discord refuses the intents of this bot: the developer portal disallows them.',
};

/**
 * @param rests of this process, also the client's own
 * @param end ends the process when Discord refuses its settings, at the start or later: nobody would be heard any more
 */
export const watchTraffic = (
  client: Client,
  rests: readonly REST[],
  log: Logger,
  end: (refusal: ConfigError) => void,
): void => {
  /** Interactions without a response, the oldest first. */
  const open = new Map<string, { readonly at: number; readonly type: string }>();

  client.on(Events.InteractionCreate, ({ id, type }) => {
    const at = performance.now();
    for (const [late, { at: came }] of open) {
      if (at - came < acknowledgedWithin) break;
      open.delete(late);
    }
    open.set(id, { at, type: InteractionType[type] ?? 'unknown' });
  });
  client.on(Events.Error, (error) => log.error({ err: error }, 'gateway trouble'));
  client.on(Events.Warn, (warning) => log.warn(warning));
  // While Discord is away, discord.js connects twice a second. Once is enough to be told.
  const lost = new Set<number>();
  client.on(Events.ShardReady, (shard) => {
    lost.delete(shard);
    log.info({ shard }, 'a shard is ready');
  });
  client.on(Events.ShardResume, (shard) => {
    lost.delete(shard);
    log.info({ shard }, 'a shard goes on');
  });
  client.on(Events.ShardDisconnect, ({ code }, shard) => {
    const refusal = refusals[code];
    if (refusal !== undefined) end(new ConfigError(refusal));
    log.error({ shard, code }, 'a shard is lost');
  });
  client.on(Events.ShardReconnecting, (shard) => {
    if (!lost.has(shard)) log.info({ shard }, 'a shard connects again');
    lost.add(shard);
  });
  client.on(Events.ShardError, (error, shard) => {
    if (!lost.has(shard)) log.warn({ err: error, shard }, 'shard trouble');
  });

  for (const rest of rests) {
    rest.on('response', ({ method, path, data }, { status }) => {
      if (status === 401 && data.auth) end(new ConfigError(badToken));
      metrics.rest.inc({ method, status: String(status) });
      const id = callback.exec(path)?.[1] ?? '';
      const interaction = open.get(id);
      if (!interaction || status >= 300) return;
      open.delete(id);
      metrics.acknowledgement.observe({ type: interaction.type }, (performance.now() - interaction.at) / 1000);
    });
    rest.on('rateLimited', ({ route, timeToReset, global }) => {
      metrics.restLimited.inc({ scope: global ? 'global' : 'route' });
      log.info({ route, timeToReset }, 'rate limited');
    });
    rest.on('invalidRequestWarning', (invalid) => log.warn(invalid, 'Discord counts invalid requests'));
  }
};
