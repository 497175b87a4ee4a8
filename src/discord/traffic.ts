/** Metrics and logs of the traffic with Discord. */
import { type Client, Events, InteractionType, type REST, Status } from 'discord.js';
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

/** @param rests of this process, also the client's own */
export const watchTraffic = (client: Client, rests: readonly REST[], log: Logger): void => {
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
  client.on(Events.ShardReady, (shard) => log.info({ shard }, 'a shard is ready'));
  client.on(Events.ShardDisconnect, ({ code }, shard) => log.error({ shard, code }, 'a shard is lost'));
  client.on(Events.ShardReconnecting, (shard) => log.info({ shard }, 'a shard connects again'));
  client.on(Events.ShardError, (error, shard) => log.warn({ err: error, shard }, 'shard trouble'));

  for (const rest of rests) {
    rest.on('response', ({ method, path }, { status }) => {
      metrics.rest.inc({ method, status: String(status) });
      const id = callback.exec(path)?.[1] ?? '';
      const asked = open.get(id);
      if (!asked || status >= 300) return;
      open.delete(id);
      metrics.acknowledgement.observe({ type: asked.type }, (performance.now() - asked.at) / 1000);
    });
    rest.on('rateLimited', ({ route, timeToReset, global }) => {
      metrics.restLimited.inc({ scope: global ? 'global' : 'route' });
      log.info({ route, timeToReset }, 'rate limited');
    });
    rest.on('invalidRequestWarning', (invalid) => log.warn(invalid, 'Discord counts invalid requests'));
  }
};
