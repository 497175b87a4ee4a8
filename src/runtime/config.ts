/**
 * The settings, and the only reader of the environment (and of `.env` in the working directory).
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { config as readDotenv } from 'dotenv';
import { z } from 'zod';
import type { DatabaseKind } from '../search/sliding/fifteen-databases.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const REDIS_BACKENDS = ['auto', 'server', 'memory'] as const;
export type RedisBackend = (typeof REDIS_BACKENDS)[number];

/** A token bucket: so many at once, and then so many a minute. */
export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

export interface Config {
  /** Unset means there is no Discord to talk to: `npm start` opens the playground. */
  readonly discordToken: string | undefined;
  /** Without a slash at its end. */
  readonly discordApiUrl: string;
  readonly discordApiVersion: string;
  /** Into how many shards the bot's servers are divided; unset means that Discord says. */
  readonly shardCount: number | undefined;
  /** Those of them that this process has, in order; unset means all. */
  readonly shards: readonly number[] | undefined;
  /** Unset means `npm start` brings a Redis of its own, the kind `redisBackend` says. */
  readonly redisUrl: string | undefined;
  readonly redisBackend: RedisBackend;
  readonly redisPrefix: string;
  /** Where the playground's page is, on 127.0.0.1. */
  readonly playgroundPort: number;
  /** An absolute path. */
  readonly dataDirectory: string;
  readonly logLevel: LogLevel;
  /** Searches at a time in one worker, at least 2. */
  readonly solverThreads: number;
  readonly solveTimeoutSeconds: number;
  /** Nodes one search may visit. */
  readonly solveNodeLimit: number;
  /** Mebibytes one search may hold. */
  readonly solveMemoryMb: number;
  /** Which pattern databases the 15 puzzle is solved with. */
  readonly databases: DatabaseKind;
  /** Mebibytes of tables that a worker keeps for its threads. */
  readonly tableCacheMb: number;
  /** Unanswered requests one person may have. */
  readonly jobsPerUser: number;
  /** How often one person, and the people of one server together, may ask. */
  readonly userRate: Rate;
  readonly guildRate: Rate;
  /** Requests that may wait in each lane of the queue. */
  readonly queueLimit: number;
  readonly outcomeDays: number;
  /** What daily challenges are drawn with. Unset means that Redis keeps one. */
  readonly dailySecret: string | undefined;
  readonly shutdownSeconds: number;
  /** Where health, readiness and metrics are served; nowhere where unset. */
  readonly httpPort: number | undefined;
  readonly httpHost: string;
  /** Where traces are sent; nowhere where unset. Without a slash at its end. */
  readonly tracesEndpoint: string | undefined;
}

/** Every bad variable, one line each, fit to be shown to whoever started the program. Holds no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

interface Variable<T> {
  /** Reads the trimmed text, which is never blank. Its message continues "NAME …". */
  readonly schema: z.ZodType<T>;
  /** Read as if it had been set; `undefined` if there is none. */
  readonly default?: string;
  /** What the default is, where it is no fixed text. */
  readonly defaultNote?: string;
  readonly about: string;
  /** May come from the file that NAME_FILE names, as Docker hands over secrets. Its value is shown to nobody. */
  readonly secret?: true;
}

function whole(least: number, most: number): z.ZodType<number> {
  const inRange = (value: number) => Number.isSafeInteger(value) && value >= least && value <= most;
  return z.string().transform(Number).refine(inRange, `must be a whole number from ${least} to ${most}`);
}

function oneOf<const T extends readonly string[]>(values: T): z.ZodType<T[number]> {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

function url(schemes: RegExp, message: string): z.ZodType<string> {
  return z.url({ protocol: schemes, error: message });
}

const withoutSlash = (value: string): string => value.replace(/\/+$/, '');

const text = z.string();

/** Numbers and ranges with commas between. */
const shardList: z.ZodType<readonly number[]> = text
  .regex(/^\d{1,6}(-\d{1,6})?(,\d{1,6}(-\d{1,6})?)*$/, 'must be numbers and ranges with commas between, as 0-3,8')
  .transform((value) => {
    const shards = value.split(',').flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number);
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    });
    return [...new Set(shards)].sort((a, b) => a - b);
  })
  .refine((shards) => shards.length > 0, 'must be ranges from a smaller to a larger number');

const rate: z.ZodType<Rate> = text
  .regex(/^[1-9]\d{0,8},[1-9]\d{0,8}$/, 'must be two whole numbers with a comma between, as 20,20')
  .transform((value) => {
    const [burst = 0, perMinute = 0] = value.split(',').map(Number);
    return { burst, perMinute };
  });

const table = {
  DISCORD_TOKEN: {
    schema: text.regex(/^\S+$/, 'must be the bare token, with no space in it'),
    about: 'Token of the bot. Unset: `npm start` opens the playground instead of Discord.',
    secret: true,
  },
  DISCORD_API_URL: {
    schema: url(/^https?$/, 'must be an address that starts with https:// or http://').transform(withoutSlash),
    default: 'https://discord.com/api',
    about: 'Where the Discord API is. The playground and the tests put their stand-in here.',
  },
  DISCORD_API_VERSION: {
    schema: text.regex(/^\d+$/, 'must be a whole number'),
    default: '10',
    about: 'Version of the Discord API.',
  },
  SHARDS: {
    schema: text
      .regex(/^(auto|[1-9]\d{0,4})$/, 'must be auto or a whole number from 1 to 99999')
      .transform((value) => (value === 'auto' ? value : Number(value))),
    default: 'auto',
    about:
      "Shards that the bot's servers are divided into; `auto` is as many as Discord recommends. All are in one process, unless SHARD_LIST is set.",
  },
  SHARD_LIST: {
    schema: shardList,
    about:
      'The shards of this process, from 0, as `0-3,8`. Several bots then have a part each, all with the same number in SHARDS.',
  },
  REDIS_URL: {
    schema: url(/^rediss?$/, 'must be an address that starts with redis:// or rediss://'),
    about: 'Redis that all processes share. Unset: `npm start` brings one of its own; `bot` and `worker` need it.',
    secret: true,
  },
  REDIS_BACKEND: {
    schema: oneOf(REDIS_BACKENDS),
    default: 'auto',
    about:
      'The Redis `npm start` brings when REDIS_URL is unset: `server` is redis-server or valkey-server from the PATH, ' +
      '`memory` keeps nothing after exit, `auto` is the first of them that is there.',
  },
  REDIS_PREFIX: {
    schema: text.regex(/^[\w-]+$/, 'must consist of letters, digits, - and _'),
    default: 'antipode',
    about: 'First part of every Redis key, to share one Redis between several bots.',
  },
  PLAYGROUND_PORT: {
    schema: whole(0, 65_535),
    default: '5180',
    about: "Port of the playground's page on 127.0.0.1. Where it is taken, or 0: one that is free.",
  },
  DATA_DIRECTORY: {
    schema: text.transform((value) => resolve(value)),
    default: './data',
    about: 'Folder for tables and for the data of the Redis that `npm start` brings.',
  },
  LOG_LEVEL: { schema: oneOf(LOG_LEVELS), default: 'info', about: `One of ${LOG_LEVELS.join(', ')}.` },
  SOLVER_THREADS: {
    schema: whole(2, 256),
    defaultNote: 'number of cores, at least 2',
    about: 'Solver threads of one worker. One of them is kept for quick questions.',
  },
  SOLVE_TIMEOUT_SECONDS: {
    schema: whole(1, 840),
    default: '120',
    about: 'Longest a search may take. Discord takes an answer for 15 minutes, so at most 840.',
  },
  SOLVE_NODE_LIMIT: { schema: whole(1, 1e15), default: '20e9', about: 'Most positions a search may visit.' },
  SOLVE_MEMORY_MB: { schema: whole(16, 1 << 20), default: '1024', about: 'Most memory one search may hold, in MiB.' },
  TABLES: {
    schema: oneOf(['default', 'large']),
    default: 'default',
    about:
      'Pattern databases of the 15 puzzle: `default` takes 115 MB and a second to build, `large` 577 MB, is twice as fast, and is kept under DATA_DIRECTORY.',
  },
  TABLE_CACHE_MB: {
    schema: whole(1, 1 << 20),
    default: '256',
    about:
      'Memory for tables in one worker, in MiB; the least recently used are dropped. One table is always kept, however large.',
  },
  JOBS_PER_USER: { schema: whole(1, 1000), default: '5', about: 'Requests one person may have waiting.' },
  USER_RATE: {
    schema: rate,
    default: '20,20',
    about: 'Requests of one person: so many at once, and then so many a minute. Moves in games are free.',
  },
  GUILD_RATE: {
    schema: rate,
    default: '200,300',
    about: 'Requests from one server: so many at once, and then so many a minute.',
  },
  QUEUE_LIMIT: {
    schema: whole(1, 1e6),
    default: '2000',
    about: 'Requests that may wait, in each of the two lanes, for quick questions and for long ones.',
  },
  OUTCOME_DAYS: { schema: whole(1, 3650), default: '30', about: 'How many days an answer is kept for the next asker.' },
  DAILY_SECRET: {
    schema: text.regex(/^\S{16,}$/, 'must be at least 16 characters with no space in them'),
    about:
      'Secret that the daily challenges are drawn with, at least 16 characters. ' +
      'Unset: one is made at first use and kept in Redis. Changing it changes the challenges to come.',
    secret: true,
  },
  SHUTDOWN_SECONDS: {
    schema: whole(1, 600),
    default: '10',
    about:
      'Longest a process may take to stop. Short work is finished; long searches go back to the queue, for another worker.',
  },
  HTTP_PORT: {
    schema: whole(1, 65_534),
    about:
      "Port for `/healthz`, `/readyz` and `/metrics`. Unset: none. With `npm start` it is the bot's, and the worker has the next.",
  },
  HTTP_HOST: {
    schema: text.regex(/^[\w.:-]+$/, 'must be a name or an address'),
    default: '127.0.0.1',
    about:
      'Address that HTTP_PORT is opened on. There is no password: let nobody reach it but those who watch the bot.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url(/^https?$/, 'must be an address that starts with https:// or http://').transform(withoutSlash),
    about: 'OpenTelemetry collector that traces are sent to, as `http://localhost:4318`. Unset: none are made.',
  },
} as const satisfies Record<string, Variable<unknown>>;

type Name = keyof typeof table;
type Value<N extends Name> = z.output<(typeof table)[N]['schema']>;

const rows = Object.entries(table) as [Name, Variable<unknown>][];

/** All variables in the order to show them: for the README's table and `.env.example`. `default` is '' where there is none. */
export const VARIABLES: readonly { name: string; default: string; about: string; secret: boolean }[] = rows.map(
  ([name, row]) => ({
    name,
    default: row.default ?? row.defaultNote ?? '',
    about: row.about,
    secret: row.secret ?? false,
  }),
);

/**
 * Reads the settings. Blank counts as unset everywhere.
 *
 * @param env the environment; only for the process's own is `.env` read as well, and it never overrides what is set.
 * @throws ConfigError naming every variable that can't be used, and a `.env` that can't be read.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  if (env === process.env) {
    const { code } = (readDotenv({ quiet: true }).error ?? {}) as NodeJS.ErrnoException;
    // A file that is there was meant to be read; without it a bot would start with other settings, and not say so.
    if (code !== undefined && code !== 'ENOENT') problems.push(`The file .env can't be read (${code}).`);
  }
  const values: Partial<Record<Name, unknown>> = {};

  for (const [name, row] of rows) {
    const given = read(env, name, row, problems) ?? row.default;
    if (given === undefined) continue;
    const parsed = row.schema.safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(`${name} ${parsed.error.issues[0]?.message}${row.secret ? '' : `, not "${given}"`}.`);
  }
  const shardCount = values.SHARDS === 'auto' ? undefined : (values.SHARDS as number | undefined);
  const shards = values.SHARD_LIST as readonly number[] | undefined;
  if (shards && !problems.some((line) => line.startsWith('SHARDS'))) {
    const last = shards.at(-1)!;
    if (shardCount === undefined)
      problems.push('SHARD_LIST needs SHARDS to be a number: of how many these are a part.');
    else if (last >= shardCount)
      problems.push(`SHARD_LIST has ${last}, but with SHARDS=${shardCount} the last is ${shardCount - 1}.`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));

  const value = <N extends Name>(name: N) => values[name] as Value<N>;
  const optional = <N extends Name>(name: N) => values[name] as Value<N> | undefined;
  return {
    discordToken: optional('DISCORD_TOKEN'),
    discordApiUrl: value('DISCORD_API_URL'),
    discordApiVersion: value('DISCORD_API_VERSION'),
    shardCount,
    shards,
    redisUrl: optional('REDIS_URL'),
    redisBackend: value('REDIS_BACKEND'),
    redisPrefix: value('REDIS_PREFIX'),
    playgroundPort: value('PLAYGROUND_PORT'),
    dataDirectory: value('DATA_DIRECTORY'),
    logLevel: value('LOG_LEVEL'),
    solverThreads: optional('SOLVER_THREADS') ?? Math.max(2, availableParallelism()),
    solveTimeoutSeconds: value('SOLVE_TIMEOUT_SECONDS'),
    solveNodeLimit: value('SOLVE_NODE_LIMIT'),
    solveMemoryMb: value('SOLVE_MEMORY_MB'),
    databases: value('TABLES') === 'large' ? '7-8' : '7-7-1',
    tableCacheMb: value('TABLE_CACHE_MB'),
    jobsPerUser: value('JOBS_PER_USER'),
    userRate: value('USER_RATE'),
    guildRate: value('GUILD_RATE'),
    queueLimit: value('QUEUE_LIMIT'),
    outcomeDays: value('OUTCOME_DAYS'),
    dailySecret: optional('DAILY_SECRET'),
    shutdownSeconds: value('SHUTDOWN_SECONDS'),
    httpPort: optional('HTTP_PORT'),
    httpHost: value('HTTP_HOST'),
    tracesEndpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT'),
  };
}

/** The text of a variable or of the file its NAME_FILE names; `undefined` if unset or, with a line in `problems`, unusable. */
function read(env: NodeJS.ProcessEnv, name: Name, row: Variable<unknown>, problems: string[]): string | undefined {
  const direct = env[name]?.trim() || undefined;
  const file = (row.secret && env[`${name}_FILE`]?.trim()) || undefined;
  if (file === undefined) return direct;
  if (direct !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set: leave one of them out.`);
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    // The path isn't shown: people put the secret itself there by mistake.
    problems.push(`${name}_FILE names a file that can't be read (${(error as NodeJS.ErrnoException).code}).`);
    return undefined;
  }
}

/**
 * The environment for a child process: this one's with some variables changed. Their NAME_FILE is blanked, not
 * left out, so that the child's own `.env` doesn't bring it back.
 */
export function childEnvironment(changes: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const blanks = Object.keys(changes).map((name) => [`${name}_FILE`, '']);
  return { ...process.env, ...Object.fromEntries(blanks), ...changes };
}
