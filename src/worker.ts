/** Process: does the work of the queue. Start as many as the load asks, on as many machines. */
import { ConfigError, loadConfig } from './config.ts';
import { DailyStore } from './daily/store.ts';
import { createLogger } from './log.ts';
import { logCrashes, onShutdown } from './process.ts';
import { connect } from './redis.ts';
import { WorkProcessor } from './work/processor.ts';

try {
  const config = loadConfig();
  if (config.redisUrl === undefined)
    throw new ConfigError('REDIS_URL is needed: a worker shares its Redis with the bot.');
  const log = createLogger('worker', config.logLevel);
  logCrashes(log);
  const redis = connect(config.redisUrl, 'worker', log);
  const daily = new DailyStore(redis, config.redisPrefix);
  const processor = new WorkProcessor(redis, config, log, async () => config.dailySecret ?? daily.secret());
  onShutdown(
    async () => {
      await processor.close();
      redis.disconnect();
    },
    config.shutdownSeconds,
    log,
  );
  await processor.ready();
  log.info({ threads: config.solverThreads }, 'ready');
  process.send?.('ready');
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
