/**
 * Redis: connections with the options each use needs, and the Redis that `npm start` brings when none is given.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, constants, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis, type RedisOptions } from 'ioredis';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import { supervise } from './process.ts';

const LOOPBACK = '127.0.0.1';

/**
 * - `worker`: for BullMQ's Worker and QueueEvents, which wait in blocking commands and must outlive a lost server.
 * - `producer`: for everything a person waits for. Fails, at once where the server is lost, rather than queueing up commands.
 */
export const REDIS_ROLES = ['worker', 'producer'] as const;
export type RedisRole = (typeof REDIS_ROLES)[number];

/**
 * A connection on which nothing comes for so long, although an answer is due, is dead, and is made again: the other end may
 * have gone without a word. BullMQ's longest waits are of 10 s.
 */
const ROLE_OPTIONS = {
  worker: { maxRetriesPerRequest: null, socketTimeout: 15_000 },
  producer: { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 8000, socketTimeout: 8000 },
} satisfies Record<RedisRole, RedisOptions>;

/** What ioredis keeps of a script that was defined. */
interface DefinedScript {
  readonly lua: string;
  readonly sha: string;
  readonly Command: new (name: string, parameters: string[]) => { toWritable(socket: unknown): unknown };
}

/**
 * ioredis sends a script's text with its first call on each socket (EVAL), and its hash only afterwards. This sends each
 * new socket all scripts ahead of any call, so that every call is an EVALSHA. Also those of BullMQ, and of the
 * connections that it makes from this one.
 */
class Connection extends Redis {
  constructor(options: Omit<RedisOptions, 'replyMapping'>, url?: string) {
    super(url as string, options);
    this.on('ready', () => {
      for (const script of Object.values<DefinedScript>(this.scriptsSet)) this.load(script);
    });
  }

  override defineCommand(name: string, definition: { lua: string; numberOfKeys?: number; readOnly?: boolean }): void {
    super.defineCommand(name, definition);
    if (this.status === 'ready') this.load((this.scriptsSet as Record<string, DefinedScript>)[name]!);
  }

  override duplicate(override?: Partial<RedisOptions>): Redis {
    return new Connection({ ...this.options, ...override });
  }

  private load({ lua, sha, Command }: DefinedScript): void {
    // Where this fails, ioredis falls back to EVAL.
    this.script('LOAD', lua).catch(() => {});
    // ioredis takes a script as known to the socket that it has once been written for.
    new Command('evalsha', [sha]).toWritable(this.stream);
  }
}

/**
 * A connection that reconnects for ever and logs when the server is lost and when it is back. A `producer` refuses
 * commands until the first connection stands: await `untilReady` before using one outside BullMQ, which waits by itself.
 */
export function connect(url: string, role: RedisRole, log: Logger): Redis {
  const redis = new Connection(ROLE_OPTIONS[role], url);
  let lost = false;
  redis.on('error', (error) => {
    // ioredis says it again at every attempt to reconnect.
    if (!lost) log.error({ err: error, role }, 'Redis is out of reach');
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) log.info({ role }, 'Redis is back');
    lost = false;
  });
  return redis;
}

/** Resolves once commands are taken, however long the server is away. Rejects if the connection is closed meanwhile. */
export async function untilReady(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve, reject) => {
    redis.once('ready', resolve);
    redis.once('end', () => reject(new Error('the Redis connection was closed before it stood')));
  });
}

export interface RunningRedis {
  /** With the password, if there is one: never log it. */
  readonly url: string;
  readonly kind: 'external' | 'redis-server' | 'memory';
  /** Where it is and what it keeps, for people; holds no password. */
  readonly place: string;
  /** The redis-server that this process started, while it runs; tests send it signals. */
  readonly child: ChildProcess | undefined;
  /** Resolves, with the reason, when a Redis of our own can't be kept running. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

const NEVER = new Promise<never>(() => {});

/**
 * The Redis to use: the one at `config.redisUrl`; else a private redis-server or valkey-server from the PATH, its data
 * under `config.dataDirectory`; else, also where that can't be written, one in this process's memory.
 *
 * @throws Error in plain words, if the server can't be started or another `npm start` uses the same data.
 */
export async function startRedis(config: Config, log: Logger): Promise<RunningRedis> {
  if (config.redisUrl !== undefined) {
    return {
      url: config.redisUrl,
      kind: 'external',
      place: new URL(config.redisUrl).host,
      child: undefined,
      lost: NEVER,
      async close() {},
    };
  }
  if (config.redisBackend === 'memory') return startMemory(log);
  const command = await findServer();
  const directory = join(config.dataDirectory, 'redis');
  const obstacle =
    command === undefined ? 'neither redis-server nor valkey-server is on the PATH' : await makeWritable(directory);
  if (command !== undefined && obstacle === undefined) return startServer(command, directory, config, log);
  if (config.redisBackend === 'server') throw new Error(`REDIS_BACKEND is "server", but ${obstacle}.`);
  if (command !== undefined) log.warn(`no data can be kept: ${obstacle}; DATA_DIRECTORY names another folder`);
  return startMemory(log);
}

/** Makes the folder where it is missing. @returns what keeps us from writing there */
async function makeWritable(directory: string): Promise<string | undefined> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    return `the folder ${directory} can't be written (${(error as NodeJS.ErrnoException).code})`;
  }
}

async function findServer(): Promise<string | undefined> {
  for (const command of ['redis-server', 'valkey-server']) {
    const found = await promisify(execFile)(command, ['--version']).catch(() => undefined);
    if (found !== undefined) return command;
  }
  return undefined;
}

async function startServer(command: string, directory: string, config: Config, log: Logger): Promise<RunningRedis> {
  const port = await freePort();
  const password = newPassword();
  const url = loopbackUrl(port, password);
  const release = await claim(directory, port, password, log);

  const settings = [
    `bind ${LOOPBACK}`,
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(directory)}`,
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory-policy noeviction',
    'loglevel warning',
    '',
  ].join('\n');
  let lastLine = '';

  const start = () => {
    // Its own process group: the terminal's Ctrl-C is for us, and Redis has to outlive the bot and the worker.
    const child = spawn(command, ['-'], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
    // The settings go by stdin because anyone on the machine can read a command line, and this one has a password.
    child.stdin.on('error', () => {});
    child.stdin.end(settings);
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = chunk.toString().trim();
      lastLine = lines.split('\n').at(-1) ?? '';
      log.debug({ process: command }, lines);
    });
    return child;
  };

  const server = supervise(command, start, log);
  const probe = new Redis(url, { ...ROLE_OPTIONS.worker, retryStrategy: () => 50 });
  probe.on('error', () => {});
  try {
    // ioredis is ready only when Redis has read its append-only file.
    const failure = await Promise.race([untilReady(probe), server.lost]);
    if (failure !== undefined) throw new Error(`${failure.message}: ${lastLine}`);
    await probe.ping();
  } catch (error) {
    await server.stop(1);
    await release();
    throw error;
  } finally {
    probe.disconnect();
  }
  return {
    url,
    kind: 'redis-server',
    place: `${command} on ${LOOPBACK}:${port}, data in ${directory}`,
    get child() {
      return server.child;
    },
    lost: server.lost,
    async close() {
      await server.stop(config.shutdownSeconds);
      await release();
    },
  };
}

/** Who owns the server of a data directory, and how to reach it. */
interface Claim {
  readonly owner: number;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly port: number;
  readonly password: string;
}

/** A server may take this long from its claim until it can be reached. */
const STARTING_MS = 10_000;

/**
 * Makes the data directory ours, so that no two servers ever append to one file. The note left in it has the server's
 * password, so only this user may read it. A server that outlived its owner is stopped in good order first.
 *
 * @returns what gives the directory back.
 * @throws Error if another process that is alive has it.
 */
async function claim(directory: string, port: number, password: string, log: Logger): Promise<() => Promise<void>> {
  const note = join(directory, 'owner.json');
  const taken = new Error(
    `Another npm start uses the data in ${directory}. Stop it, or give this one its own DATA_DIRECTORY.`,
  );
  const previous = await readFile(note, 'utf8')
    .then((text) => JSON.parse(text) as Claim)
    .catch(() => undefined);
  if (previous !== undefined) {
    const server = await reach(previous);
    const starting = Date.now() - previous.since < STARTING_MS;
    if (isAnotherProcess(previous.owner) && (server !== undefined || starting)) {
      server?.disconnect();
      throw taken;
    }
    if (server !== undefined) {
      log.warn({ owner: previous.owner }, 'stopping the Redis that an earlier run left behind');
      await shutDown(server);
    }
  }
  await rm(note, { force: true });
  const mine: Claim = { owner: process.pid, since: Date.now(), port, password };
  await writeFile(note, JSON.stringify(mine), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? taken : error;
  });
  return () => rm(note, { force: true });
}

/** Whether a process of this id lives that isn't this one: a container gives the same ids again at every start. */
function isAnotherProcess(id: number): boolean {
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A connection to the server of a claim, even while it loads. That it takes the random password proves it is that one. */
async function reach({ port, password }: Claim): Promise<Redis | undefined> {
  const redis = new Redis({
    host: LOOPBACK,
    port,
    protocol: 2,
    disableClientInfo: true,
    enableReadyCheck: false,
    lazyConnect: true,
    connectTimeout: 1000,
    commandTimeout: 1000,
    retryStrategy: null,
  });
  redis.on('error', () => {});
  try {
    await redis.connect();
    await redis.auth(password);
    return redis;
  } catch {
    redis.disconnect();
    return undefined;
  }
}

/** Asks a server to stop and waits until it has closed the connection. */
async function shutDown(redis: Redis): Promise<void> {
  const end = once(redis, 'end');
  redis.shutdown().catch(() => {});
  if ((await Promise.race([end, sleep(10_000)])) === undefined) {
    redis.disconnect();
    throw new Error('The Redis that an earlier run left behind does not stop. Stop it by hand, then start again.');
  }
}

/** A Redis in this process. It speaks the protocol over a socket, so that nobody needs to know. */
async function startMemory(log: Logger): Promise<RunningRedis> {
  // Loaded only here: it brings a Lua interpreter with it.
  const { createRedisCommandExecutor, RedisServerState, Resp2Server } = await import('js-redis-server/core');
  const password = newPassword();
  const resp = new Resp2Server({
    server: new RedisServerState({ requirepass: password }),
    executor: createRedisCommandExecutor(),
    logger: { error: (error) => log.warn({ err: error }, 'in-memory Redis') },
  });
  const sockets = new Set<Socket>();
  resp.server.on('connection', (socket: Socket) => {
    // It leaves Nagle's algorithm on, which makes every job three times as slow.
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Its own listen() would bind every address of the machine.
  resp.server.listen(0, LOOPBACK);
  await once(resp.server, 'listening');
  log.warn('Redis in memory: jobs, scores and answers are held in memory, and nothing is kept after exit');
  return {
    url: loopbackUrl(resp.getPort(), password),
    kind: 'memory',
    place: 'in memory, nothing is kept after exit',
    child: undefined,
    lost: NEVER,
    async close() {
      const closed = resp.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function newPassword(): string {
  return randomBytes(24).toString('hex');
}

function loopbackUrl(port: number, password: string): string {
  return `redis://:${password}@${LOOPBACK}:${port}`;
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
