/** The settings. This is the only module that reads the environment and `.env` in the working directory. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { config as readDotenv } from 'dotenv';
import { z } from 'zod';
import type { DatabaseKind } from '../search/sliding/databases.ts';
import { isRedisUrl } from './redis-address.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Whether this program is one of npm's scripts, as `npm start` is. */
export const isRunByNpm = process.env.npm_lifecycle_event !== undefined;

/** A token bucket: allows `burst` requests at once and refills at `perMinute`. */
export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

/** Lists every invalid variable, one per line, for the person who started the program. Contains no secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

interface Variable {
  /** Parses the trimmed text, which isn't blank. Its error message continues "NAME …". */
  readonly schema: z.ZodType;
  readonly default?: string;
  /** Describes a default that depends on the machine. */
  readonly defaultNote?: string;
  readonly about: string;
  /** The property of `Config`; by default the name in camel case. */
  readonly key?: string;
  /** NAME_FILE may name a file that holds the value, as Docker secrets do. The value is never shown. */
  readonly secret?: true;
}

function whole(least: number, most: number): z.ZodType<number> {
  const inRange = (value: number) => Number.isSafeInteger(value) && value >= least && value <= most;
  return z.string().transform(Number).refine(inRange, `must be a whole number from ${least} to ${most}`);
}

function oneOf<const T extends readonly string[]>(values: T): z.ZodType<T[number]> {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL that starts with https:// or http://' })
  .transform((value) => value.replace(/\/+$/, ''));

const text = z.string();

const shardList: z.ZodType<readonly number[]> = text
  .regex(
    /^\d{1,6}(-\d{1,6})?(,\d{1,6}(-\d{1,6})?)*$/,
    'must be numbers and ranges separated by commas, for example 0-3,8',
  )
  .transform((value) => {
    const shards = value.split(',').flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number);
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    });
    return [...new Set(shards)].sort((a, b) => a - b);
  })
  .refine((shards) => shards.length > 0, 'must have ranges from a smaller to a larger number');

const rate: z.ZodType<Rate> = text
  .regex(/^[1-9]\d{0,8},[1-9]\d{0,8}$/, 'must be two whole numbers separated by a comma, for example 20,20')
  .transform((value) => {
    const [burst = 0, perMinute = 0] = value.split(',').map(Number);
    return { burst, perMinute };
  });

const table = {
  DISCORD_TOKEN: {
    schema: text.regex(/^\S+$/, 'must be the bare token without spaces'),
    about: 'Bot token. If unset, `npm start` opens the playground instead of connecting to Discord.',
    secret: true,
  },
  DISCORD_API_URL: {
    schema: httpUrl,
    default: 'https://discord.com/api',
    about: 'Base URL of the Discord API. The playground and the tests set it to their stand-in.',
  },
  DISCORD_API_VERSION: {
    schema: text.regex(/^\d+$/, 'must be a whole number'),
    default: '10',
    about: 'Version of the Discord API.',
  },
  SHARDS: {
    schema: text
      .regex(/^(auto|[1-9]\d{0,4})$/, 'must be auto or a whole number from 1 to 99999')
      .transform((value) => (value === 'auto' ? undefined : Number(value))),
    key: 'shardCount',
    default: 'auto',
    about:
      'Total number of shards. `auto` uses the number that Discord recommends. One process runs all shards unless SHARD_LIST is set.',
  },
  SHARD_LIST: {
    schema: shardList,
    key: 'shards',
    about:
      'Shards that this process runs, counted from 0, for example `0-3,8`. Give each bot process its own part, and all of them the same number in SHARDS.',
  },
  REDIS_URL: {
    schema: text.refine(
      isRedisUrl,
      'must be a URL that starts with redis:// or rediss://, or redis+sentinel://host:port,host:port/name',
    ),
    about:
      'URL of the Redis that all processes share: `redis://` or `rediss://`, or with Sentinel `redis+sentinel://host:port,host:port/name`. If unset, `npm start` starts its own Redis. `npm run bot` and `npm run worker` require this setting.',
    secret: true,
  },
  REDIS_BACKEND: {
    schema: oneOf(['auto', 'server', 'memory']),
    default: 'auto',
    about:
      'Redis that `npm start` starts if REDIS_URL is unset. `server` runs redis-server or valkey-server from the PATH. ' +
      '`memory` loses its data on exit. `auto` uses `server` if one is installed, otherwise `memory`.',
  },
  REDIS_PREFIX: {
    schema: text.regex(/^([\w-]+|\{[\w-]+\})$/, 'must consist of letters, digits, - and _, and may be in braces'),
    default: 'antipode',
    about:
      'Prefix of every Redis key. Change it if several bots share one Redis. In a Redis Cluster put it in braces, `{antipode}`, which keep all keys on one shard.',
  },
  PLAYGROUND_PORT: {
    schema: whole(0, 65_535),
    default: '5180',
    about: "Port of the playground's page on 127.0.0.1. If it is 0 or in use, the playground picks a free port.",
  },
  DATA_DIRECTORY: {
    schema: text.transform((value) => resolve(value)),
    default: './data',
    about: 'Folder for tables and for the data of the Redis that `npm start` starts.',
  },
  LOG_LEVEL: { schema: oneOf(LOG_LEVELS), default: 'info', about: `Log level: one of ${LOG_LEVELS.join(', ')}.` },
  SOLVER_THREADS: {
    schema: whole(1, 256),
    default: String(Math.min(256, Math.max(2, availableParallelism()))),
    defaultNote: 'number of cores, at least 2',
    about:
      'Threads of one worker for the parts of long searches. Besides, it has one for quick questions, and one fewer for long work that has no parts.',
  },
  SOLVE_TIMEOUT_SECONDS: {
    schema: whole(1, 840),
    default: '120',
    about:
      'Time limit of one search, in seconds. The maximum is 840, because Discord accepts an answer for 15 minutes only.',
  },
  LONG_PROOF_HOURS: {
    schema: whole(0, 168).transform((hours) => hours * 3_600_000),
    key: 'longProofMilliseconds',
    default: '0',
    about:
      "Time limit of a long proof, in hours. If it isn't 0, answers without a proof have the button *Keep proving*, which continues the search for so long. Such searches come after all others, and keep the workers busy while there are none. The maximum is 168, a week.",
  },
  SOLVE_NODE_LIMIT: {
    schema: whole(1, 1e15),
    default: '1e12',
    about: 'Number of positions that one search may visit. By default, its time ends before.',
  },
  SOLVE_MEMORY_MB: { schema: whole(16, 1 << 20), default: '1024', about: 'Memory limit of one search, in MiB.' },
  TABLES: {
    schema: oneOf(['default', 'small', 'large']).transform(
      (tables): Readonly<Record<'quick' | 'long', DatabaseKind>> => ({
        quick: tables === 'large' ? '7-8' : '7-7-1',
        long: tables === 'small' ? '7-7-1' : '7-8',
      }),
    ),
    key: 'databases',
    default: 'default',
    about:
      'Pattern databases of the 15 puzzle. `small` takes 35 MB and builds in a second. `large` takes 196 MB and is several times as fast. It builds in ten seconds, once, and is stored under DATA_DIRECTORY. `default` uses the large ones for hard positions only. Those of the 24 puzzle take 113 MB and build in six seconds, and those of other rectangles of 13 to 24 cells up to 126 MB. Each search at work takes 4 MB more. Those of multi-tile moves on 4 × 4 take 124 MB, build in twelve seconds and are stored too.',
  },
  TABLE_CACHE_MB: {
    schema: whole(1, 1 << 20),
    default: '320',
    about:
      'Memory for tables in one worker, in MiB. The least recently used tables are dropped first. One table always stays, whatever its size.',
  },
  JOBS_PER_USER: { schema: whole(1, 1000), default: '5', about: 'Unanswered requests that one person may have.' },
  USER_RATE: {
    schema: rate,
    default: '20,20',
    about: 'Rate limit of one person: burst size, then requests per minute. Moves in games do not count.',
  },
  GUILD_RATE: {
    schema: rate,
    default: '200,300',
    about: 'Rate limit of one server: burst size, then requests per minute.',
  },
  QUEUE_LIMIT: {
    schema: whole(1, 1e6),
    default: '2000',
    about: 'Requests that may wait in each lane of the queue. Quick and long questions have separate lanes.',
  },
  OUTCOME_DAYS: {
    schema: whole(1, 3650),
    default: '30',
    about: 'Number of days that a search result is stored for reuse.',
  },
  RESULTS_MB: {
    schema: whole(1, 1 << 20),
    default: '32',
    about:
      'Memory for stored results in Redis, in MiB. The least recently used results are dropped first, and computed again when needed.',
  },
  DAILY_SECRET: {
    schema: text.regex(/^\S{16,}$/, 'must be at least 16 characters without spaces'),
    about:
      'Secret from which the daily challenges are drawn, at least 16 characters. ' +
      'If unset, the bot generates one and stores it in Redis. A new secret changes all future challenges.',
    secret: true,
  },
  SHUTDOWN_SECONDS: {
    schema: whole(1, 600),
    default: '10',
    about:
      'Time limit of a shutdown, in seconds. Short work is finished. Long searches return to the queue for another worker.',
  },
  HTTP_PORT: {
    schema: whole(1, 65_534),
    about:
      'Port for `/healthz`, `/readyz` and `/metrics`. If unset, no port is opened. With `npm start`, the bot uses this port and the worker the next one.',
  },
  HTTP_HOST: {
    schema: text.regex(/^[\w.:-]+$/, 'must be a host name or an IP address'),
    default: '127.0.0.1',
    about: 'Address that HTTP_PORT listens on. The port has no password: let only your monitoring reach it.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: httpUrl,
    key: 'tracesEndpoint',
    about:
      'OpenTelemetry collector that receives traces, for example `http://localhost:4318`. If unset, no traces are made.',
  },
} as const satisfies Record<string, Variable>;

type Table = typeof table;
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;
type Key<Name extends keyof Table> = Table[Name] extends { key: infer Key extends string } ? Key : CamelCase<Name>;

/** The parsed settings: `SOLVE_MEMORY_MB` is `solveMemoryMb`. A setting without a default is undefined while unset. */
export type Config = {
  readonly [Name in keyof Table as Key<Name>]:
    | z.output<Table[Name]['schema']>
    | (Table[Name] extends { default: string } ? never : undefined);
};

const rows = Object.entries<Variable>(table);

/** All variables in the order of `docs/configuration.md` and `.env.example`. `default` is '' if there is none. */
export const VARIABLES: readonly { name: string; default: string; about: string; secret: boolean }[] = rows.map(
  ([name, { defaultNote, default: value = '', about, secret = false }]) => ({
    name,
    default: defaultNote ?? value,
    about,
    secret,
  }),
);

/**
 * Reads the settings. A blank value counts as unset.
 * @param env the environment. For the process's own, `.env` is read as well; it never overrides a variable that is set.
 * @throws ConfigError that names every invalid variable, and `.env` if it exists but can't be read.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  if (env === process.env) {
    const { code } = (readDotenv({ quiet: true }).error ?? {}) as NodeJS.ErrnoException;
    // If `.env` exists but is unreadable, the bot must not start with the defaults silently.
    if (code !== undefined && code !== 'ENOENT') problems.push(`The file .env can't be read (${code}).`);
  }
  const values: Record<string, unknown> = {};
  for (const [name, row] of rows) {
    const given = readVariable(env, name, row, problems) ?? row.default;
    const parsed = row.schema.optional().safeParse(given);
    const key = row.key ?? name.toLowerCase().replace(/_./g, (letter) => letter.slice(1).toUpperCase());
    values[key] = parsed.data;
    if (!parsed.success)
      problems.push(`${name} ${parsed.error.issues[0]?.message}${row.secret ? '' : `, not "${given}"`}.`);
  }
  const config = values as Config;
  const last = config.shards?.at(-1);
  if (last !== undefined && !problems.some((line) => line.startsWith('SHARDS'))) {
    if (config.shardCount === undefined) problems.push('SHARD_LIST needs SHARDS to be the total number of shards.');
    else if (last >= config.shardCount)
      problems.push(
        `SHARD_LIST has ${last}, but with SHARDS=${config.shardCount} the last is ${config.shardCount - 1}.`,
      );
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** @returns the value of NAME or of the file in NAME_FILE. `undefined` if unset, or after adding to `problems`. */
function readVariable(env: NodeJS.ProcessEnv, name: string, { secret }: Variable, problems: string[]) {
  const direct = env[name]?.trim() || undefined;
  const file = (secret && env[`${name}_FILE`]?.trim()) || undefined;
  if (file === undefined) return direct;
  try {
    if (direct === undefined) return readFileSync(file, 'utf8').trim() || undefined;
    problems.push(`${name} and ${name}_FILE are both set: remove one of them.`);
  } catch (error) {
    // The path isn't shown, because people put the secret itself there by mistake.
    problems.push(`${name}_FILE names a file that can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  return undefined;
}

/** For a child process. NAME_FILE is set to blank instead of removed, or the child would read it from `.env`. */
export function childEnvironment(changes: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const blanks = Object.keys(changes).map((name) => [`${name}_FILE`, '']);
  return { ...process.env, ...Object.fromEntries(blanks), ...changes };
}

/** The limits of one search. @param timeout in seconds */
export const limitsOf = ({ solveTimeoutSeconds, solveNodeLimit, solveMemoryMb }: Config) => ({
  milliseconds: solveTimeoutSeconds * 1000,
  nodes: solveNodeLimit,
  bytes: solveMemoryMb * 2 ** 20,
});
