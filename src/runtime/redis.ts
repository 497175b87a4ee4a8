/** Connections to Redis, and the Redis that `npm start` starts if no REDIS_URL is set. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, constants, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type AbstractConnector, Redis, type RedisOptions } from 'ioredis';
import { type Config, ConfigError } from './config.ts';
import { within } from './deadline.ts';
import type { Logger } from './log.ts';
import { supervise } from './process.ts';
import { redisPlace, sentinelOptions } from './redis-address.ts';
import { waits } from './waits.ts';

const LOOPBACK = '127.0.0.1';

/** Older ones lack commands and flags of scripts that we use. */
const LEAST_VERSION = 7;

/** Errors of a replica. After a failover, connections stay on the old primary, which is a replica then. */
const REPLICA_ERROR = /^(READONLY|MASTERDOWN|UNBLOCKED) /u;
/** The same in a cluster. */
const isMoved = ({ message }: Error) => message.startsWith('MOVED ');

const ROLE_OPTIONS = {
  /** For BullMQ's Worker and QueueEvents. They block on duplicates, and must survive a lost server. */
  worker: {
    maxRetriesPerRequest: null,
    socketTimeout: waits.worksSocket,
    // 2: connects again, and repeats the command there.
    reconnectOnError: (error) => (REPLICA_ERROR.test(error.message) ? 2 : isMoved(error)),
  },
  /** For requests of people. Commands fail at once while the server is unreachable, instead of being queued. */
  producer: {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    commandTimeout: waits.command,
    socketTimeout: waits.asksSocket,
    reconnectOnError: (error) => REPLICA_ERROR.test(error.message) || isMoved(error),
  },
} satisfies Record<string, RedisOptions>;

/** Milliseconds until the next attempt to connect: short, because all of a failover takes seconds. */
const retryStrategy = (attempts: number): number => Math.min(1000, 25 * 2 ** attempts);

/** The representation of a defined script in ioredis. */
interface DefinedScript {
  readonly lua: string;
  readonly sha: string;
  readonly Command: new (name: string, parameters: string[]) => { toWritable(socket: unknown): unknown };
}

/** Is ready on a primary only. */
class PrimaryConnection extends Redis {
  /** The version of the server, once the connection is ready. */
  version = '';

  constructor(options: Omit<RedisOptions, 'replyMapping'>, url?: string) {
    super(url as string, options);
    const connector: AbstractConnector = Reflect.get(this, 'connector');
    const check = connector.check.bind(connector);
    // ioredis calls it with the fields of INFO before it is ready.
    connector.check = (info: { role?: string; redis_version?: string }) => {
      this.version = info.redis_version ?? '';
      if (info.role === 'slave') this.silentEmit('error', new Error('this Redis is a read-only replica'));
      return check(info) && info.role !== 'slave';
    };
    // ioredis' detector of failovers would end this connection for good if it was about to connect again.
    this.on('close', () => Reflect.get(connector, 'failoverDetector')?.cleanup());
  }

  override duplicate(override?: Partial<RedisOptions>): Redis {
    return new PrimaryConnection({ ...this.options, socketTimeout: waits.blockedSocket, ...override });
  }
}

/**
 * Loads all scripts into Redis before their first call, also those of BullMQ. Every call is then an EVALSHA; ioredis
 * would call EVAL first on each socket. Its duplicates load none: BullMQ only waits for jobs on them.
 */
class Connection extends PrimaryConnection {
  constructor(options: Omit<RedisOptions, 'replyMapping'>, url?: string) {
    super(options, url);
    this.on('ready', () => {
      for (const script of Object.values<DefinedScript>(this.scriptsSet)) this.load(script);
    });
  }

  override defineCommand(name: string, definition: { lua: string; numberOfKeys?: number; readOnly?: boolean }): void {
    super.defineCommand(name, definition);
    if (this.status === 'ready') this.load((this.scriptsSet as Record<string, DefinedScript>)[name]!);
  }

  /** Sends the commands of one turn of the event loop together. A write for each would take as long as the commands. */
  override sendCommand(...parameters: Parameters<Redis['sendCommand']>): unknown {
    const { stream } = this;
    if (stream?.writableCorked === 0) {
      stream.cork();
      setImmediate(() => stream.uncork());
    }
    return super.sendCommand(...parameters);
  }

  private load({ lua, sha, Command }: DefinedScript): void {
    // If this fails, ioredis falls back to EVAL.
    this.script('LOAD', lua).catch(() => {});
    // ioredis marks a script as loaded on a socket when it serializes the command for it.
    new Command('evalsha', [sha]).toWritable(this.stream);
  }
}

/** Opens a connection that always reconnects. A `producer` rejects commands until it is connected: see `untilReady`. */
export function connect(url: string, role: keyof typeof ROLE_OPTIONS, log: Logger): Redis {
  const sentinels = sentinelOptions(url);
  const options = { ...ROLE_OPTIONS[role], retryStrategy, ...sentinels };
  const redis = new Connection(options, sentinels ? undefined : url);
  let isLost = false;
  redis.on('error', (error) => {
    // ioredis repeats the error at every attempt to reconnect.
    if (!isLost) log.error({ err: error, role }, 'Redis is unreachable');
    isLost = true;
  });
  redis.on('ready', () => {
    if (isLost) log.info({ role }, 'Redis is back');
    isLost = false;
  });
  return redis;
}

/**
 * Waits without limit until the connection accepts commands. Rejects if the connection is closed.
 * @throws ConfigError if Redis is too old
 */
export async function untilReady(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') {
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve);
      redis.once('end', () => reject(new Error('the Redis connection was closed before it was ready')));
    });
  }
  const version = redis instanceof PrimaryConnection ? redis.version : '';
  if (Number.parseInt(version, 10) < LEAST_VERSION) {
    throw new ConfigError(`This Redis is version ${version}, but version ${LEAST_VERSION} or newer is needed.`);
  }
}

export interface RunningRedis {
  /** Contains the password: never log it. */
  readonly url: string;
  readonly kind: 'external' | 'redis-server' | 'memory';
  /** Its address and the place of its data. */
  readonly place: string;
  readonly child?: ChildProcess | undefined;
  /** Resolves with the reason when the redis-server can't be kept running. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

const NEVER = new Promise<never>(() => {});

/**
 * Returns the Redis at `redisUrl` if set. Otherwise starts redis-server or valkey-server from the PATH, with its data in
 * `dataDirectory`. If neither is installed or the folder isn't writable, starts a Redis in memory.
 * @throws Error with a message for people, if the server doesn't start or another `npm start` uses the same data.
 */
export async function startRedis(config: Config, log: Logger): Promise<RunningRedis> {
  const { redisUrl: url } = config;
  if (url !== undefined) return { url, kind: 'external', place: redisPlace(url), lost: NEVER, async close() {} };
  if (config.redisBackend === 'memory') return startMemory(log);
  const directory = join(config.dataDirectory, 'redis');
  let obstacle = 'neither redis-server nor valkey-server is on the PATH';
  for (const command of ['redis-server', 'valkey-server']) {
    const isInstalled = await promisify(execFile)(command, ['--version']).catch(() => false);
    if (!isInstalled) continue;
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await access(directory, constants.W_OK);
    } catch (error) {
      obstacle = `the folder ${directory} can't be written (${(error as NodeJS.ErrnoException).code})`;
      if (config.redisBackend === 'auto')
        log.warn(`no data can be kept: ${obstacle}; set DATA_DIRECTORY to another folder`);
      break;
    }
    return startServer(command, directory, config, log);
  }
  if (config.redisBackend === 'server') throw new Error(`REDIS_BACKEND is "server", but ${obstacle}.`);
  return startMemory(log);
}

async function startServer(command: string, directory: string, config: Config, log: Logger): Promise<RunningRedis> {
  const port = await freePort();
  const password = newPassword();
  const url = loopbackUrl(port, password);
  const unlock = await lockDirectory(directory, port, password, log);

  const settings = `
    bind ${LOOPBACK}
    port ${port}
    requirepass ${password}
    dir ${JSON.stringify(directory)}
    appendonly yes
    appendfsync everysec
    save ""
    maxmemory-policy noeviction
    loglevel warning
  `;
  let lastLine = '';

  const start = () => {
    // In its own process group, so that Ctrl-C doesn't stop Redis before the bot and the worker.
    const child = spawn(command, ['-'], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
    // Settings go to stdin: every user of the machine can read command lines, and the settings contain a password.
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
    // ioredis reports ready only after Redis has loaded its append-only file.
    const failure = await Promise.race([untilReady(probe), server.lost]);
    if (failure !== undefined) throw new Error(`${failure.message}: ${lastLine}`);
    await probe.ping();
    server.works();
  } catch (error) {
    await server.stop(1);
    await unlock();
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
      await unlock();
    },
  };
}

/** The lock file. It contains the password of the server, so only this user may read it. */
interface Lock {
  readonly owner: number;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly port: number;
  readonly password: string;
}

/** The longest time from locking a directory until its server accepts connections. */
const STARTUP_MS = 10_000;

/** Locks the data directory after stopping a server whose owner has exited. @returns a function that unlocks it */
async function lockDirectory(directory: string, port: number, password: string, log: Logger) {
  const file = join(directory, 'owner.json');
  const advice = 'Stop it, or give this one its own DATA_DIRECTORY.';
  const locked = new Error(`Another npm start uses the data in ${directory}. ${advice}`);
  const previous = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as Lock)
    .catch(() => undefined);
  if (previous !== undefined) {
    const server = await connectTo(previous);
    const isStarting = Date.now() - previous.since < STARTUP_MS;
    if (isAnotherProcess(previous.owner) && (server !== undefined || isStarting)) {
      server?.disconnect();
      throw locked;
    }
    if (server !== undefined) {
      log.warn({ owner: previous.owner }, 'stopping the Redis of an earlier run');
      await shutDown(server);
    }
  }
  await rm(file, { force: true });
  const lock: Lock = { owner: process.pid, since: Date.now(), port, password };
  await writeFile(file, JSON.stringify(lock), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? locked : error;
  });
  return () => rm(file, { force: true });
}

/** Containers reuse the same ids at every start. */
function isAnotherProcess(id: number): boolean {
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Connects to the server of a lock, even while it loads its data. The password proves that it is the same server. */
async function connectTo({ port, password }: Lock): Promise<Redis | undefined> {
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

async function shutDown(redis: Redis): Promise<void> {
  const end = once(redis, 'end');
  redis.shutdown().catch(() => {});
  if ((await within(10_000, end)) === undefined) {
    redis.disconnect();
    throw new Error('The Redis of an earlier run does not stop. Stop it yourself, then start again.');
  }
}

/** Starts a Redis in a thread of this process (memory-redis.js). */
async function startMemory(log: Logger): Promise<RunningRedis> {
  const password = newPassword();
  const thread = new Worker(new URL('./memory-redis.js', import.meta.url), {
    workerData: { host: LOOPBACK, password },
  });
  const [port] = (await once(thread, 'message')) as [number];
  thread.on('message', (error: string) => log.warn({ err: error }, 'in-memory Redis'));
  log.warn('Redis runs in memory: nothing is kept after exit, neither jobs nor scores nor answers');
  return {
    url: loopbackUrl(port, password),
    kind: 'memory',
    place: 'in memory, nothing is kept after exit',
    lost: once(thread, 'error').then(([error]) => error as Error),
    async close() {
      await thread.terminate();
    },
  };
}

const newPassword = () => randomBytes(24).toString('hex');
const loopbackUrl = (port: number, password: string) => `redis://:${password}@${LOOPBACK}:${port}`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
