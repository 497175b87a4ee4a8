/** `npm start`: a bot, a worker, and a Redis and a playground if REDIS_URL and DISCORD_TOKEN are unset. */
import type { Backend } from '@antipode/playground';
import { type Config, childEnvironment } from './runtime/config.ts';
import type { Logger } from './runtime/log.ts';
import { onShutdown, runProgram, startProgram } from './runtime/process.ts';
import { connect, startRedis } from './runtime/redis.ts';

/** Seconds beyond SHUTDOWN_SECONDS for closing Redis. */
const CLOSING_SECONDS = 10;

async function main(config: Config, log: Logger): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  let closing: Promise<void> | undefined;
  /** Closes in the reverse order of opening, once: a prompt may end while a signal is being handled. */
  const closeAll = () => {
    closing ??= (async () => {
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
    })();
    return closing;
  };
  const stop = async (reason: string) => {
    log.info({ reason }, 'stopping');
    await closeAll();
  };
  onShutdown(stop, config.shutdownSeconds + CLOSING_SECONDS, log);

  try {
    const starting = startRedis(config, log);
    // Not after the start: a Ctrl-C meanwhile must not leave Redis running.
    closers.push(async () => (await starting).close());
    const redis = await starting;

    const playground = config.discordToken === undefined ? await openPlayground(config) : undefined;
    if (playground !== undefined) closers.push(() => playground.standIn.close());

    const environment = childEnvironment({ REDIS_URL: redis.url, ...playground?.environment });
    const nextPort = config.httpPort === undefined ? {} : { HTTP_PORT: String(config.httpPort + 1) };
    const parts = [runProgram('bot', environment, log), runProgram('worker', { ...environment, ...nextPort }, log)];
    closers.push(() => Promise.all(parts.map((part) => part.stop(config.shutdownSeconds))));

    const lost = Promise.race([redis.lost, ...parts.map((part) => part.lost)]).then((reason) => {
      throw reason;
    });
    await Promise.race([Promise.all(parts.map((part) => part.ready)), lost]);

    const status = `bot, worker with ${config.solverThreads} solver threads | Redis: ${redis.place}`;
    if (playground === undefined) {
      log.info(`ready: Discord | ${status}`);
      await lost;
    } else {
      const address = await playground.openPage({
        parts: () => Object.fromEntries(parts.map((part) => [part.name, part.isReady()])),
        followJobs: followJobs(redis.url, config, log),
      });
      // In a pipe, standard output contains only the answers.
      const output = process.stdin.isTTY ? process.stdout : process.stderr;
      const isElsewhere = config.playgroundPort !== 0 && Number(new URL(address).port) !== config.playgroundPort;
      const why = isElsewhere ? `Port ${config.playgroundPort} is not available. ` : '';
      output.write(`${why}The playground is at ${address}\n`);
      await Promise.race([playground.prompt(status), lost]);
      await closeAll();
      process.exit(0);
    }
  } catch (error) {
    // For the person who started it, so not as JSON.
    process.stderr.write(`${(error as Error).message}\n`);
    log.debug({ err: error }, 'why');
    await closeAll().catch(() => {});
    process.exit(1);
  }
}

/** Imports its modules only here, so that a real bot never loads them. */
async function openPlayground(config: Config) {
  const playground = await import('@antipode/playground');
  const { register } = await import('./discord/register.ts');
  const { definitions } = await import('./features/index.ts');
  const { emojiFiles } = await import('./render/emoji-art.ts');
  const { inUnicode } = await import('./render/emoji.ts');
  const { isReport } = await import('./queue/progress.ts');
  const opened = await playground.openPlayground(config.playgroundPort);
  for (const [name, png] of emojiFiles()) opened.standIn.addEmoji(name, png);
  const { token, apiUrl } = opened.standIn;
  await register({ ...config, discordToken: token, discordApiUrl: apiUrl }, definitions);
  // At the default level the log would write over the prompt.
  const quiet = config.logLevel === 'info' && { LOG_LEVEL: 'warn' };
  return {
    ...opened,
    prompt: (status: string) => opened.prompt(status, { inUnicode, isReport }),
    environment: { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl, ...quiet },
  };
}

/** Sends every step of every job to the page. */
function followJobs(url: string, config: Config, log: Logger): NonNullable<Backend['followJobs']> {
  return async (tell) => {
    const { watchJobs } = await import('./queue/job-watch.ts');
    const connection = connect(url, 'worker', log);
    const stop = await watchJobs(connection, config.redisPrefix, log, tell);
    return async () => {
      await stop();
      connection.disconnect();
    };
  };
}

const { config, log } = startProgram('main');
await main(config, log);
