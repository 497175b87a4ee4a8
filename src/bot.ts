/** Process: logs in to Discord, puts requests in the queue, delivers the answers. */
import { Client, Events, GatewayIntentBits, Options, REST } from 'discord.js';
import { dispatcher } from './discord/dispatch.ts';
import { inTurn } from './discord/login.ts';
import { makeRequest } from './discord/rest.ts';
import { shardsOf, watchTraffic } from './discord/traffic.ts';
import { analyseAnswer } from './features/analyse/answer.ts';
import { analyseFeature } from './features/analyse/command.ts';
import { compareAnswer } from './features/compare/answer.ts';
import { compareFeature } from './features/compare/command.ts';
import { ContestChallenges } from './features/contest/challenges.ts';
import { Contests } from './features/contest/command.ts';
import { Referee } from './features/contest/referee.ts';
import { ContestStore } from './features/contest/store.ts';
import { convertFeature } from './features/convert/command.ts';
import { DailyChallenges } from './features/daily/challenges.ts';
import { Daily } from './features/daily/command.ts';
import { PostStore, ReminderStore } from './features/daily/post-store.ts';
import { Poster } from './features/daily/poster.ts';
import { Posting } from './features/daily/settings.ts';
import { Standings } from './features/daily/standings.ts';
import { DailyStore } from './features/daily/store.ts';
import { findFeature } from './features/find/command.ts';
import { hardestAnswer } from './features/hardest/answer.ts';
import { hardestFeature } from './features/hardest/command.ts';
import { helpFeature } from './features/help/command.ts';
import { leaderboardFeature, recordFind } from './features/leaderboard/command.ts';
import { FindStore } from './features/leaderboard/store.ts';
import { Adviser } from './features/play/adviser.ts';
import { Games } from './features/play/command.ts';
import { GameStore } from './features/play/store.ts';
import { privacyFeature } from './features/privacy/command.ts';
import { scrambleAnswer } from './features/scramble/answer.ts';
import { scrambleFeature } from './features/scramble/command.ts';
import { settingsFeature } from './features/settings/command.ts';
import { solveAnswer } from './features/solve/answer.ts';
import { solveButtons } from './features/solve/button.ts';
import { solveFeature } from './features/solve/command.ts';
import { jobVersion } from './jobs/job.ts';
import { WorkQueue } from './jobs/queue.ts';
import { Quota } from './jobs/quota.ts';
import { type Renderers, ReplyProcessor } from './jobs/reply.ts';
import { Requests } from './jobs/request.ts';
import { WorkStore } from './jobs/store.ts';
import { Drawing } from './render/drawing.ts';
import { ConfigError, loadConfig } from './runtime/config.ts';
import { Erasures } from './runtime/erasure.ts';
import { serveReports } from './runtime/http.ts';
import { createLogger } from './runtime/log.ts';
import { metrics } from './runtime/metrics.ts';
import { logCrashes, onShutdown } from './runtime/process.ts';
import { connect, untilReady } from './runtime/redis.ts';
import { startTracing } from './runtime/tracing.ts';
import { version } from './runtime/version.ts';
import { SpoilerGuard } from './spoilers/guard.ts';

try {
  const config = loadConfig();
  if (config.discordToken === undefined) throw new ConfigError('DISCORD_TOKEN is needed: a bot logs in with it.');
  if (config.redisUrl === undefined)
    throw new ConfigError('REDIS_URL is needed: the bot shares its Redis with the workers.');
  const log = createLogger('bot', config.logLevel);
  logCrashes(log);
  const stopTracing = await startTracing(config, 'bot');

  const producer = connect(config.redisUrl, 'producer', log);
  const consumer = connect(config.redisUrl, 'worker', log);
  await untilReady(producer);
  const discord = {
    api: config.discordApiUrl,
    version: config.discordApiVersion,
    makeRequest,
    // At 10,000 in ten minutes Discord shuts the address out.
    invalidRequestWarningInterval: 500,
    // Each interaction has a rate limit of its own, which is half a kilobyte, and over with its answer.
    handlerSweepInterval: 10_000,
  };
  // What Discord counts among a bot's 50 requests a second: all that is posted in channels.
  const rest = new REST(discord).setToken(config.discordToken);
  const { shardCount, shards } = config;
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    shards: shards ?? (shardCount === undefined ? 'auto' : Array.from({ length: shardCount }, (_, shard) => shard)),
    ...(shardCount !== undefined && { shardCount }),
    // Other bots with other shards log in as well.
    ...(shards && { ws: { buildIdentifyThrottler: inTurn(producer, config.redisPrefix) } }),
    // Nobody is called by what the bot says, also where a message forgets to say so.
    allowedMentions: { parse: [] },
    // Answers to interactions are not counted; in a rush they must not wait behind each other.
    rest: { ...discord, globalRequestsPerSecond: Number.MAX_SAFE_INTEGER },
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
  const drawing = new Drawing();
  const renderers: Renderers = {
    solve: (t, asked, outcome) => solveAnswer(t, asked, outcome, drawing),
    survey: (t, { work }, result) => hardestAnswer(t, work, result, drawing),
    compare: (t, { work }, result) => compareAnswer(t, work, result, drawing),
    analyse: (t, { work }, result) => analyseAnswer(t, work, result),
    scramble: (t, { work, refusal }, result) => scrambleAnswer(t, work, result, refusal),
    draw: (t, { work }, result) => games.drawn(t, work, result),
    contest: (t, asked, result) => contests.drawn(t, asked, result),
    daily: (t, asked, result) => daily.drawn(t, asked, result),
  };
  const store = new WorkStore(producer, config.redisPrefix);
  const quota = new Quota(producer, config.redisPrefix);
  const queue = new WorkQueue(producer, config.redisPrefix, log);
  const days = new DailyStore(producer, config.redisPrefix);
  const contestStore = new ContestStore(producer, config.redisPrefix);
  const guard = new SpoilerGuard([new DailyChallenges(store, days), new ContestChallenges(contestStore)]);
  // As the answers themselves, what they prove waits for a Redis that is away.
  const board = new FindStore(consumer, config.redisPrefix);
  const replies = new ReplyProcessor(consumer, config, {
    rest,
    webhooks: client.rest,
    // What delivers answers waits for a Redis that is away, instead of failing.
    store: new WorkStore(consumer, config.redisPrefix),
    quota: new Quota(consumer, config.redisPrefix),
    erasures: new Erasures(consumer, config.redisPrefix),
    queue,
    renderers,
    guard,
    onSolved: (asked, outcome) => recordFind(board, asked, outcome),
    log,
  });
  const { userRate, guildRate } = config;
  const limits = { quota: config.jobsPerUser, queueLimit: config.queueLimit };
  const requests = new Requests({ ...limits, userRate, guildRate }, quota, store, queue, replies, guard);
  const reminders = new ReminderStore(producer, config.redisPrefix);
  const posting = new Posting({ posts: new PostStore(producer, config.redisPrefix), reminders });
  const poster = new Poster(consumer, config, {
    rest,
    posts: new PostStore(consumer, config.redisPrefix),
    reminders: new ReminderStore(consumer, config.redisPrefix),
    daily: new DailyStore(consumer, config.redisPrefix),
    store: new WorkStore(consumer, config.redisPrefix),
    work: queue,
    drawing,
    log,
  });
  // Challenges are played as games, and games on them end as results.
  const daily: Daily = new Daily({
    daily: days,
    store,
    requests,
    drawing,
    games: {
      challenged: (t, asked, drawn) => games.challenged(t, asked, drawn),
      hintsOf: (number, user) => games.hintsOf(number, user),
    },
    reminders: {
      set: (interaction, isOn) => posting.remind(interaction, isOn),
      note: (t, user) => posting.reminderNote(t, user),
    },
  });
  const gameStore = new GameStore(producer, config.redisPrefix);
  const games = new Games({
    store,
    requests,
    games: gameStore,
    adviser: new Adviser(store, queue, quota, limits),
    guard,
    onFinished: (t, finish, guild) => daily.finished(t, finish, guild),
  });
  const standings = new Standings({ daily: days, drawing, note: (t, user) => posting.reminderNote(t, user) });
  const hardest = new FindStore(producer, config.redisPrefix);
  const referee = new Referee(producer, consumer, config, {
    rest,
    contests: new ContestStore(consumer, config.redisPrefix),
    log,
  });
  const contests = new Contests({ contests: contestStore, referee, requests, guard });
  const features = [
    solveFeature({ store, requests, drawing, guard }),
    hardestFeature({ requests }),
    compareFeature({ store, requests }),
    analyseFeature({ store, requests }),
    scrambleFeature({ requests }),
    convertFeature({ store }),
    findFeature({ store, requests }),
    games.feature,
    leaderboardFeature({
      board: hardest,
      store,
      requests,
      daily: (interaction, period, isHere) => standings.show(interaction, period, isHere),
      contest: (interaction, isHere) => contests.standings(interaction, isHere),
    }),
    daily.feature,
    standings.feature,
    contests.feature,
    settingsFeature({ daily: posting.setting, result: standings.setting }),
    posting.feature,
    privacyFeature({
      kept: [requests, gameStore, hardest, days, reminders, contestStore],
      erasures: new Erasures(producer, config.redisPrefix),
    }),
    helpFeature,
    { commands: [], components: [requests.cancel, solveButtons({ store, requests })] },
  ];
  watchTraffic(client, [rest, client.rest], log);
  const dispatch = dispatcher(features, log);
  const underWay = new Set<Promise<void>>();
  client.on(Events.InteractionCreate, (interaction) => {
    const handled = dispatch(interaction).finally(() => underWay.delete(handled));
    underWay.add(handled);
  });
  const noted = (what: string) => (error: unknown) => log.error({ err: error }, what);
  client.on(Events.GuildDelete, (guild) => posting.left(guild).catch(noted('a server was left, but not forgotten')));
  client.on(Events.GuildUpdate, (_, guild) => posting.changed(guild).catch(noted('a new language was not noted')));

  let isStopping = false;
  const reports = await serveReports(config, {
    part: 'bot',
    redis: producer,
    obstacles: () => {
      const { all, ready } = shardsOf(client);
      return [
        ...(isStopping ? ['it is being stopped'] : []),
        ...(client.isReady() && ready === all ? [] : [`${ready} of ${all} shards are connected`]),
        ...(replies.isRunning ? [] : ['no answers are taken from the queue']),
      ];
    },
    look: async () => {
      const { all, ready } = shardsOf(client);
      metrics.shards.set({ state: 'ready' }, ready);
      metrics.shards.set({ state: 'other' }, all - ready);
      metrics.guilds.set(client.guilds.cache.size);
      for (const { queue: name, ...states } of await queue.counts()) {
        for (const [state, count] of Object.entries(states)) metrics.queued.set({ queue: name, state }, count);
        if (name === 'reply') continue;
        const wait = states.waiting === 0 ? 0 : await queue.wait(name, states.waiting, await store.pace(name));
        if (wait === undefined) metrics.wait.remove({ queue: name });
        else metrics.wait.set({ queue: name }, wait / 1000);
      }
    },
  });

  onShutdown(
    async () => {
      isStopping = true;
      // First no new work, then what is under way, then the connections below it.
      await client.destroy();
      await Promise.all(underWay);
      await Promise.all([replies.close(), poster.close(), referee.close()]);
      await queue.close();
      await drawing.close();
      await reports?.close();
      await stopTracing?.();
      producer.disconnect();
      consumer.disconnect();
    },
    config.shutdownSeconds,
    log,
  );
  client.once(Events.ClientReady, ({ user, guilds, options }) => {
    const parts = { shards: options.shards, of: options.shardCount, servers: guilds.cache.size };
    const redis = new URL(config.redisUrl!).host;
    log.info({ user: user.tag, version, jobs: jobVersion, ...parts, redis, reports: reports?.address }, 'ready');
    process.send?.('ready');
  });
  await replies.ready();
  await referee.ready();
  await client.login(config.discordToken);
  await poster.ready();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
