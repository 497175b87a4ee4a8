/** Process: logs in to Discord, puts requests in the queue, delivers the answers. */
import { Client, Events, GatewayIntentBits, Options } from 'discord.js';
import { ConfigError, loadConfig } from './config.ts';
import { dispatcher } from './discord/dispatch.ts';
import { helpFeature } from './help/command.ts';
import { createLogger } from './log.ts';
import { logCrashes, onShutdown } from './process.ts';
import { connect, untilReady } from './redis.ts';
import { solveFeature } from './solve/command.ts';
import { SolveQueue } from './solve/queue.ts';
import { ReplyProcessor } from './solve/reply.ts';
import { SolveStore } from './solve/store.ts';

try {
  const config = loadConfig();
  if (config.discordToken === undefined) throw new ConfigError('DISCORD_TOKEN is needed: a bot logs in with it.');
  if (config.redisUrl === undefined)
    throw new ConfigError('REDIS_URL is needed: the bot shares its Redis with the workers.');
  const log = createLogger('bot', config.logLevel);
  logCrashes(log);

  const producer = connect(config.redisUrl, 'producer', log);
  const consumer = connect(config.redisUrl, 'worker', log);
  await untilReady(producer);
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: config.discordApiUrl, version: config.discordApiVersion },
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
  const store = new SolveStore(producer, config.redisPrefix);
  const queue = new SolveQueue(producer, config.redisPrefix, log);
  const replies = new ReplyProcessor(consumer, config, {
    rest: client.rest,
    // What delivers answers waits for a Redis that is away, instead of failing.
    store: new SolveStore(consumer, config.redisPrefix),
    queue,
    log,
  });
  const dispatch = dispatcher([solveFeature({ config, store, queue, replies }), helpFeature], log);
  client.on(Events.InteractionCreate, dispatch);
  client.on(Events.Error, (error) => log.error({ err: error }, 'gateway trouble'));
  client.on(Events.Warn, (warning) => log.warn(warning));
  client.rest.on('invalidRequestWarning', (invalid) => log.warn(invalid, 'Discord counts invalid requests'));
  client.rest.on('rateLimited', ({ route, timeToReset }) => log.info({ route, timeToReset }, 'rate limited'));

  onShutdown(
    async () => {
      // First no new work, then what is under way, then the connections below it.
      await client.destroy();
      await replies.close();
      await queue.close();
      producer.disconnect();
      consumer.disconnect();
    },
    config.shutdownSeconds,
    log,
  );
  client.once(Events.ClientReady, ({ user, guilds }) => {
    log.info({ user: user.tag, guilds: guilds.cache.size }, 'ready');
    process.send?.('ready');
  });
  await replies.ready();
  await client.login(config.discordToken);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
