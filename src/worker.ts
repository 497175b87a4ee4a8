/** Process: does the work of the queue. Start one or more, on any number of machines. */
import { totalmem } from 'node:os';
import { DailyStore } from './features/daily/store.ts';
import { jobs } from './features/jobs.ts';
import { IsolatedSearches } from './queue/isolated.ts';
import { SolverThreads } from './queue/solver-threads.ts';
import { WorkProcessor } from './queue/worker.ts';
import { DrawingThread } from './render/drawing-thread.ts';
import { ConfigError } from './runtime/config.ts';
import { serveReports } from './runtime/http.ts';
import { onShutdown, startProgram } from './runtime/process.ts';
import { connect, untilReady } from './runtime/redis.ts';
import { redisPlace } from './runtime/redis-address.ts';
import { startTracing } from './runtime/tracing.ts';
import { jobVersion, version } from './runtime/version.ts';

const { config, log } = startProgram('worker');
if (config.redisUrl === undefined)
  throw new ConfigError('REDIS_URL is needed: a worker shares its Redis with the bot.');
const stopTracing = await startTracing(config, 'worker');
const redis = connect(config.redisUrl, 'worker', log);
const daily = new DailyStore(redis, config.redisPrefix);
/** Kept here too, so that the challenges stay the same if Redis loses its data. */
let secret: string | undefined;
const secretOf = async (): Promise<string> => {
  if (config.dailySecret !== undefined) return config.dailySecret;
  secret = await daily.secret(secret, log);
  return secret;
};
const threads = new SolverThreads(config, {
  threadFile: new URL('./features/thread.js', import.meta.url),
  secret: secretOf,
});
const isolated = new IsolatedSearches({
  program: new URL('./features/isolated.js', import.meta.url),
  secret: secretOf,
});
const drawing = new DrawingThread();
const processor = new WorkProcessor({ connection: redis, config, jobs, threads, isolated, drawing, log });
const reports = await serveReports(config, {
  part: 'worker',
  jobVersion,
  redis,
  obstacles: () => (processor.isRunning ? [] : ['no work is taken from the queue']),
  updateGauges: () => threads.measure(),
});
onShutdown(
  async () => {
    await processor.close();
    await reports?.close();
    await stopTracing?.();
    redis.disconnect();
  },
  config.shutdownSeconds,
  log,
);
await untilReady(redis);
await processor.ready();
const { solverThreads, solveMemoryMb, tableCacheMb, databases } = config;
const memory = { mostMb: solverThreads * solveMemoryMb + tableCacheMb, machineMb: Math.round(totalmem() / 2 ** 20) };
const place = { redis: redisPlace(config.redisUrl), reports: reports?.address };
log.info(
  { version, jobs: jobVersion, threads: solverThreads, lanes: threads.counts, tables: databases, memory, ...place },
  'ready',
);
process.send?.('ready');
