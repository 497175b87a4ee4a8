/** The whole bot as users meet it: real processes, a real Redis, and the stand-in in Discord's place. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { register } from '../../src/discord/register.ts';
import { type Notation, parseQuestion } from '../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { loadConfig } from '../../src/runtime/config.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { type RunningRedis, startRedis } from '../../src/runtime/redis.ts';
import { walk } from '../../src/stand-in/components.ts';
import type { Exchange } from '../../src/stand-in/rest.ts';
import {
  type Channel,
  type Guild,
  type Message,
  type Person,
  StandIn,
  type StandInOptions,
} from '../../src/stand-in/stand-in.ts';
import { recordPayloads } from '../playground/page/payloads.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

export type Program = 'bot' | 'worker';

const realNow = Date.now;

/** Whether a request sends or changes a message. */
const isMessage = ({ record: { method, path }, body }: Exchange): boolean => {
  // What was refused before it was read has no body.
  if ((method !== 'POST' && method !== 'PATCH') || !body) return false;
  if (path.endsWith('/callback')) return [4, 7].includes((body as { type: number }).type);
  return /^\/(channels\/\d+\/messages(\/\d+)?|webhooks\/\d+\/[^/]+(\/messages\/[^/]+)?)$/u.test(path);
};

/** Whether a message calls nobody but by name: roles that are named, if any. */
const isQuiet = ({ record, body }: Exchange): boolean => {
  const { data, allowed_mentions } = body as Record<'data' | 'allowed_mentions', { allowed_mentions?: unknown }>;
  const allowed = record.path.endsWith('/callback') ? data?.allowed_mentions : allowed_mentions;
  const { parse, users = [] } = (allowed ?? {}) as { parse?: unknown[]; users?: unknown[] };
  return parse?.length === 0 && users.length === 0;
};

export class TestSystem {
  readonly standIn: StandIn;
  readonly redis: Redis;
  readonly guild: Guild;
  readonly channel: Channel;
  /** What the bot sent, each kind once. */
  readonly payloads: ReturnType<typeof recordPayloads>;
  /** Messages that the bot sent, and those among them that could call somebody. */
  readonly sent = { messages: 0, loud: [] as string[] };
  private readonly server: RunningRedis;
  /** Where the parts keep their data. */
  readonly folder: string;
  private readonly environment: NodeJS.ProcessEnv;
  private readonly children = new Set<ChildProcess>();
  /** Those that have been told to start. */
  private readonly running = new Set<ChildProcess>();
  private ahead = 0;

  private constructor(standIn: StandIn, server: RunningRedis, folder: string, environment: NodeJS.ProcessEnv) {
    this.standIn = standIn;
    this.server = server;
    this.folder = folder;
    this.redis = new Redis(server.url);
    this.payloads = recordPayloads(standIn);
    this.guild = standIn.createGuild({ name: 'Puzzlers' });
    this.channel = this.guild.createChannel({ name: 'puzzles' });
    this.environment = environment;
    standIn.on('exchange', (exchange) => {
      if (!isMessage(exchange)) return;
      this.sent.messages++;
      if (!isQuiet(exchange)) this.sent.loud.push(`${exchange.record.method} ${JSON.stringify(exchange.body)}`);
    });
  }

  static async open(options: StandInOptions = {}, settings: Record<string, string> = {}): Promise<TestSystem> {
    const folder = await mkdtemp(join(tmpdir(), 'antipode-'));
    // People in tests ask at once what people elsewhere ask in an hour.
    const rates = { USER_RATE: '100000,100000', GUILD_RATE: '100000,100000' };
    const own = { DATA_DIRECTORY: folder, LOG_LEVEL: 'error', JOBS_PER_USER: '5', ...rates, ...settings };
    const environment: NodeJS.ProcessEnv = { ...process.env, REDIS_URL: '', DISCORD_TOKEN: '', ...own };
    const server = await startRedis(loadConfig(environment), createLogger('redis', 'error'));
    // A real bot waits 5 s between two logins; restarting it is what these tests are about.
    const standIn = await StandIn.start({ identifyMs: 0, ...options });
    Object.assign(environment, {
      REDIS_URL: server.url,
      DISCORD_TOKEN: standIn.token,
      DISCORD_API_URL: standIn.apiUrl,
    });
    await register(loadConfig(environment));
    return new TestSystem(standIn, server, folder, environment);
  }

  get redisUrl(): string {
    return this.server.url;
  }

  /**
   * Start a part; resolves when it is ready.
   * @param settings of this one alone
   * @param build the folder of another build than the present one
   * @param log where its log goes: beside that of the tests, or to who reads the child's `stderr`
   */
  async start(
    part: Program,
    settings: Record<string, string> = {},
    build = dist,
    log: 'inherit' | 'pipe' = 'inherit',
  ): Promise<ChildProcess> {
    const child = this.fork(part, build, settings, log, ['clock.js']);
    this.running.add(child);
    await said(child, 'ready');
    return child;
  }

  /** Have a part in memory that only has to be told to start; resolves when it can be. */
  async prepare(part: Program, build = dist): Promise<() => Promise<ChildProcess>> {
    const child = this.fork(part, build, {}, 'inherit', ['clock.js', 'spare.js']);
    await said(child, 'spare');
    return async () => {
      child.send(this.ahead);
      child.send('start');
      this.running.add(child);
      await said(child, 'ready');
      return child;
    };
  }

  /** @param before what is loaded before the part itself */
  private fork(
    part: Program,
    build: string,
    settings: Record<string, string>,
    log: 'inherit' | 'pipe',
    before: readonly string[],
  ): ChildProcess {
    const env = { ...this.environment, CLOCK_AHEAD: String(this.ahead), ...settings };
    const execArgv = before.flatMap((name) => ['--import', new URL(name, import.meta.url).href]);
    const child = fork(join(build, `${part}.js`), { env, execArgv, stdio: ['ignore', 'inherit', log, 'ipc'] });
    this.children.add(child);
    child.once('exit', () => {
      this.children.delete(child);
      this.running.delete(child);
    });
    return child;
  }

  /**
   * A build of the same sources but for some changes, as a later version would have them.
   * @param changes what stands in a file, and what stands there instead
   */
  async buildWith(changes: Record<string, readonly [string, string]>): Promise<string> {
    const root = await mkdtemp(join(this.folder, 'build-'));
    await cp(dist, join(root, 'dist'), { recursive: true });
    for (const name of ['node_modules', 'wasm', 'assets', 'package.json']) {
      await symlink(join(dist, '..', name), join(root, name));
    }
    for (const [file, [before, after]] of Object.entries(changes)) {
      const path = join(root, 'dist', file);
      const text = await readFile(path, 'utf8');
      if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
      await writeFile(path, text.replace(before, after));
    }
    return join(root, 'dist');
  }

  /** Turn all clocks on, those of the stand-in and of the parts that run: what waits for a day need not. */
  async later(milliseconds: number): Promise<void> {
    this.ahead += milliseconds;
    Date.now = () => realNow() + this.ahead;
    await this.turn([...this.running], this.ahead);
  }

  /** Turn the clocks of some parts alone, so many milliseconds from the real time. */
  async turn(parts: readonly ChildProcess[], ahead: number): Promise<void> {
    const turned = parts.map((child) => said(child, 'turned'));
    for (const child of parts) child.send(ahead);
    await Promise.all(turned);
  }

  /** End a part without any chance to tidy up. */
  async kill(child: ChildProcess): Promise<void> {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  person(name: string): Person {
    const person = this.standIn.createUser({ name });
    person.join(this.guild);
    return person;
  }

  /** Keys of Redis that match, without the prefix. */
  async keys(pattern: string): Promise<string[]> {
    return (await this.redis.keys(`antipode:${pattern}`)).map((key) => key.slice('antipode:'.length)).sort();
  }

  /** All that a key of Redis holds, as text. */
  async contentOf(key: string): Promise<string> {
    const { redis } = this;
    const read: Record<string, () => Promise<unknown>> = {
      string: () => redis.get(key),
      hash: () => redis.hgetall(key),
      list: () => redis.lrange(key, 0, -1),
      set: () => redis.smembers(key),
      zset: () => redis.zrange(key, '0', '-1'),
      stream: () => redis.xrange(key, '-', '+'),
    };
    return JSON.stringify(await read[await redis.type(key)]?.()) ?? '';
  }

  async close(): Promise<void> {
    if (process.env.RECORD_PAYLOADS) this.payloads.write();
    const [loud] = this.sent.loud;
    Date.now = realNow;
    await Promise.all([...this.children].map((child) => this.kill(child)));
    this.redis.disconnect();
    await this.standIn.close();
    await this.server.close();
    await rm(this.folder, { recursive: true, force: true });
    if (loud !== undefined) throw new Error(`a message that could call somebody: ${loud}`);
  }
}

/** Wait until a part says something. Rejects when it ends instead. */
const said = (child: ChildProcess, wanted: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      child.off('message', hear);
      child.off('exit', end);
      settle();
    };
    const hear = (message: unknown) => {
      if (message === wanted) done(resolve);
    };
    const end = (code: number | null, signal: string | null) =>
      done(() => reject(new Error(`a part ended with ${signal ?? code} before it was ${wanted}`)));
    child.on('message', hear);
    child.on('exit', end);
  });

/** Whether a message is more than a report of progress: it is no longer thought about, and cannot be called off. */
export const isFinal = (message: Message): boolean =>
  !message.loading && ![...walk(message.components)].some(({ node }) => node.custom_id?.startsWith('cancel|'));

/** All text of a message. */
export const textOf = (message: Message): string =>
  [message.content, ...[...walk(message.components)].map(({ node }) => node.content ?? '')].join('\n');

/** The answer's list of moves, as numbers and words. */
export const movesOf = (message: Message): Notation[] => {
  const line = textOf(message)
    .split('\n')
    .find((row) => /^`[^`]+ [^`]+`$/u.test(row));
  if (!line) throw new Error(`no moves in:\n${textOf(message)}`);
  return line
    .slice(1, -1)
    .split(' ')
    .map((word) =>
      word.includes('-') && word !== '--' ? word.split('-').map(Number) : /^\d+$/u.test(word) ? Number(word) : word,
    );
};

/** Play printed moves from a position; where a card's text fits two cards, both are tried. Whether they end at the goal. */
export const leadsToGoal = (id: string, position: string, moves: readonly Notation[], goal?: string): boolean => {
  const puzzle = puzzleOf(id)!;
  const question = parseQuestion(puzzle, position, goal);
  if (!question.ok) throw new Error(`${position}: ${question.problem.code}`);
  const { start, goal: end } = question.value;
  let reached = [start];
  for (const move of moves) {
    reached = reached.flatMap((now) => {
      const cursor = puzzle.cursor(end);
      cursor.load(puzzle.rank(now));
      const codes: number[] = [];
      cursor.moves(codes, 0);
      return codes
        .map((code) => cursor.path(code))
        .filter((path) => JSON.stringify(puzzle.notate(now, path)) === JSON.stringify(move))
        .map((path) => puzzle.play(now, path));
    });
  }
  const ends = end.positions.map((last) => puzzle.formatPosition(last));
  return reached.some((last) => ends.includes(puzzle.formatPosition(last)));
};
