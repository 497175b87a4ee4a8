/** Process: logs in to Discord, puts requests in the queue, delivers the answers. */
import { Events } from 'discord.js';
import { RecentQuestions } from './ask/recent-questions.ts';
import { Claims } from './discord/claims.ts';
import { createClient, createReportRest, createRest } from './discord/client.ts';
import { dispatcher, handleInteractions } from './discord/dispatch.ts';
import { learnNames, learnNamesSoon } from './discord/names.ts';
import { measureGateway, shardsOf, watchTraffic } from './discord/traffic.ts';
import { takeSolution } from './features/daily/results.ts';
import { DailyStore } from './features/daily/store.ts';
import type { Foundation, RunningFeature, Services } from './features/feature.ts';
import { answersOf, definitions, features, handleGuildEvents } from './features/index.ts';
import { jobs } from './features/jobs.ts';
import { GameBoards } from './features/play/boards.ts';
import { GameStore } from './features/play/store.ts';
import { PracticeStore } from './features/practice/store.ts';
import { PendingReplies } from './queue/pending-replies.ts';
import { drawingByWorkers } from './queue/preparation.ts';
import { WorkQueue } from './queue/queue.ts';
import { Quota } from './queue/quota.ts';
import { ReplyProcessor } from './queue/reply.ts';
import { Requests } from './queue/request.ts';
import { WorkStore } from './queue/store.ts';
import { ConfigError } from './runtime/config.ts';
import { serveReports } from './runtime/http.ts';
import { onShutdown, startProgram } from './runtime/process.ts';
import { connect, untilReady } from './runtime/redis.ts';
import { redisPlace } from './runtime/redis-address.ts';
import { startTracing } from './runtime/tracing.ts';
import { jobVersion, version } from './runtime/version.ts';
import { Posts } from './schedule/posts.ts';
import { SpoilerGuard } from './spoilers/guard.ts';

const { config, log, crash } = startProgram('bot');
const { discordToken, redisUrl, redisPrefix } = config;
if (discordToken === undefined) throw new ConfigError('DISCORD_TOKEN is needed: a bot logs in with it.');
if (redisUrl === undefined) throw new ConfigError('REDIS_URL is needed: the bot shares its Redis with the workers.');
const stopTracing = await startTracing(config, 'bot');

const producer = connect(redisUrl, 'producer', log);
const consumer = connect(redisUrl, 'worker', log);
await untilReady(producer);
const rest = createRest(config, discordToken);
// Before the first answer, so that all edits of a message look alike.
const knowsNames = await learnNamesSoon(rest);
const client = createClient(config, producer, log);
const webhooks = client.rest;
const reportRest = createReportRest(config);
const store = new WorkStore(producer, redisPrefix);
const queue = new WorkQueue(producer, redisPrefix, log);
const drawing = drawingByWorkers(queue, store);
const recent = new RecentQuestions(producer, redisPrefix);
// What nobody waits for waits for a Redis that is away, instead of failing.
const patientStore = new WorkStore(consumer, redisPrefix);
const patient = { consumer, patientStore, posts: new Posts(consumer, rest) };
const foundation: Foundation = { config, log, rest, producer, store, recent, queue, drawing, ...patient };

const guard = new SpoilerGuard(features.flatMap(({ challenges }) => challenges?.(foundation) ?? []));
const limits = { quota: config.jobsPerUser, queueLimit: config.queueLimit };
const quota = new Quota(producer, redisPrefix);
const delivery = { store: patientStore, quota: new Quota(consumer, redisPrefix), queue, webhooks, log };
const pending = new PendingReplies({ ...delivery, rest: reportRest, guard, jobs });
const asking = { ...limits, userRate: config.userRate, guildRate: config.guildRate };
const requests = new Requests({ limits: asking, quota, store, queue, replies: pending, recent, guard });
const daily = new DailyStore(producer, redisPrefix);
const services: Services = {
  ...foundation,
  features,
  limits,
  quota,
  guard,
  requests,
  personalData: [requests, ...features.flatMap(({ personalData }) => personalData?.(foundation) ?? [])],
  gameBoards: new GameBoards({
    drawing,
    games: new GameStore(producer, redisPrefix),
    guard,
    practice: new PracticeStore(producer, redisPrefix),
    takeSolution: (...solution) => takeSolution(daily, ...solution),
  }),
};
const running: readonly RunningFeature[] = features.flatMap((feature) => feature.create(services));
const answers = answersOf(running);
const answering = { ...delivery, rest, jobs, answers, drawing, guard, requests, pending };
const replies = new ReplyProcessor(consumer, config, answering);
const background = [replies, ...running.flatMap((feature) => feature.background ?? [])];

watchTraffic(client, [rest, webhooks, reportRest], log, crash);
const cancelButton = { components: [requests.cancel] };
const dispatch = dispatcher(definitions, [...running, cancelButton], new Claims(producer, redisPrefix), log);
const finishInteractions = handleInteractions(client, dispatch);
handleGuildEvents(client, running, log);

let isStopping = false;
const reports = await serveReports(config, {
  part: 'bot',
  jobVersion,
  redis: producer,
  obstacles: () => {
    const { all, ready } = shardsOf(client);
    return [
      ...(isStopping ? ['it is being stopped'] : []),
      ...(client.isReady() && ready === all ? [] : [`${ready} of ${all} shards are connected`]),
      ...(replies.isRunning ? [] : ['no answers are taken from the queue']),
    ];
  },
  updateGauges: async () => {
    measureGateway(client);
    await queue.measure(store);
  },
});

onShutdown(
  async () => {
    isStopping = true;
    // First no new work, then what is unfinished, then the connections below it.
    await client.destroy();
    await finishInteractions();
    await pending.close();
    await Promise.all(background.map((task) => task.close()));
    await queue.close();
    await reports?.close();
    await stopTracing?.();
    producer.disconnect();
    consumer.disconnect();
  },
  config.shutdownSeconds,
  log,
);
const named = new Promise<void>((resolve) => {
  client.once(Events.ClientReady, ({ user, guilds, options }) => {
    const parts = { shards: options.shards, of: options.shardCount, servers: guilds.cache.size };
    const redis = redisPlace(redisUrl);
    log.info({ user: user.tag, version, jobs: jobVersion, ...parts, redis, reports: reports?.address }, 'ready');
    Promise.resolve(knowsNames || learnNames(rest))
      .catch((error) => log.warn({ err: error }, 'the ids of commands and emoji are unknown'))
      .finally(resolve);
  });
});
await replies.ready();
await client.login(discordToken);
await Promise.all(background.map((task) => task.ready()));
void named.then(() => process.send?.('ready'));
