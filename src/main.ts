/**
 * `npm start`: everything on one machine, in one tree of processes. A Redis if there is none, the bot, one worker;
 * without a DISCORD_TOKEN the playground in Discord's place.
 */
import type { Backend } from './playground/page-server.ts';
import { type Config, ConfigError, childEnvironment, loadConfig } from './runtime/config.ts';
import { createLogger, type Logger } from './runtime/log.ts';
import { logCrashes, onShutdown, runProgram } from './runtime/process.ts';
import { connect, startRedis } from './runtime/redis.ts';

/** Seconds beyond SHUTDOWN_SECONDS for closing Redis. */
const CLOSING_SECONDS = 10;

async function main(config: Config, log: Logger): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  /** Last opened, first closed; once, also for a prompt that ends while a signal is being obeyed. */
  const closeInTurn = async () => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
  };
  let closing: Promise<void> | undefined;
  const closeAll = () => {
    closing ??= closeInTurn();
    return closing;
  };
  onShutdown(
    async (reason) => {
      log.info({ reason }, 'stopping');
      await closeAll();
    },
    config.shutdownSeconds + CLOSING_SECONDS,
    log,
  );

  try {
    const starting = startRedis(config, log);
    // Before it stands: a Ctrl-C meanwhile must not leave it behind.
    closers.push(async () => (await starting).close());
    const redis = await starting;

    const playground = config.discordToken === undefined ? await openPlayground(config) : undefined;
    if (playground !== undefined) closers.push(() => playground.standIn.close());

    const environment = childEnvironment({ REDIS_URL: redis.url, ...playground?.environment });
    // Two can't have one port.
    const beside = config.httpPort === undefined ? {} : { HTTP_PORT: String(config.httpPort + 1) };
    const parts = [runProgram('bot', environment, log), runProgram('worker', { ...environment, ...beside }, log)];
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
      // Standard output belongs to the answers where it is not a terminal.
      const output = process.stdin.isTTY ? process.stdout : process.stderr;
      output.write(`The playground is at ${address}\n`);
      await Promise.race([playground.prompt(status), lost]);
      await closeAll();
      process.exit(0);
    }
  } catch (error) {
    log.fatal((error as Error).message);
    log.debug({ err: error }, 'why');
    await closeAll().catch(() => {});
    process.exit(1);
  }
}

/** Loaded only when there is no token, so that nothing of it is in a real bot. */
async function openPlayground(config: Config) {
  const { StandIn } = await import('./stand-in/stand-in.ts');
  const start = (port: number) => StandIn.start({ port });
  const standIn = await start(config.playgroundPort).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') return start(0);
    throw error;
  });
  const { createScene } = await import('./playground/scene.ts');
  const scene = createScene(standIn);
  const { register } = await import('./discord/register.ts');
  const { definitions } = await import('./features/index.ts');
  await register({ ...config, discordToken: standIn.token, discordApiUrl: standIn.apiUrl }, definitions);
  return {
    standIn,
    environment: {
      DISCORD_TOKEN: standIn.token,
      DISCORD_API_URL: standIn.apiUrl,
      // At the default level the log would write over the prompt.
      ...(config.logLevel === 'info' && { LOG_LEVEL: 'warn' }),
    },
    async openPage(backend: Backend): Promise<string> {
      const { openPage } = await import('./playground/page-server.ts');
      return openPage(standIn, scene.people, backend);
    },
    async prompt(status: string): Promise<void> {
      const { runPrompt } = await import('./playground/prompt.ts');
      await runPrompt(scene, status);
    },
  };
}

/** Tells the page of every step of every job. */
function followJobs(url: string, config: Config, log: Logger): NonNullable<Backend['followJobs']> {
  return async (tell) => {
    const { watchJobs } = await import('./jobs/watch.ts');
    const connection = connect(url, 'worker', log);
    const stop = await watchJobs(connection, config.redisPrefix, log, ({ id, ...step }) => {
      tell({ type: 'job', key: id, ...step });
    });
    return async () => {
      await stop();
      connection.disconnect();
    };
  };
}

try {
  const config = loadConfig();
  const log = createLogger('main', config.logLevel);
  logCrashes(log);
  await main(config, log);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
