/** The whole bot as users meet it: real processes, a real Redis, and the stand-in in place of Discord. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Channel, type Guild, type Message, type Person, StandIn, type StandInOptions } from '@antipode/stand-in';
import type { Exchange, RequestRecord } from '@antipode/stand-in/rest';
import type { Redis } from 'ioredis';
import { register } from '../../src/discord/register.ts';
import { definitions } from '../../src/features/index.ts';
import { replyQueue } from '../../src/queue/queue.ts';
import { loadConfig } from '../../src/runtime/config.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { connect, type RunningRedis, startRedis } from '../../src/runtime/redis.ts';
import { dist, disturbedBundle } from './bundle.ts';
import type { Disturbance } from './disturbed/disturbance.ts';
import { publicMessages, textOf } from './messages.ts';

export type Program = 'bot' | 'worker';

interface PersonOptions {
  readonly locale?: string;
  /** The server they join, if not the usual one. */
  readonly guild?: Guild;
  readonly permissions?: bigint;
}

/** As settings of a program. */
export const disturbanceOf = (disturbance: Disturbance) => ({ DISTURBANCE: JSON.stringify(disturbance) });

const realNow = Date.now;

/** Whether a request sends or changes a message. */
const isMessage = ({ record: { method, path }, body }: Exchange): boolean => {
  // A request that was refused before it was read has no body.
  if ((method !== 'POST' && method !== 'PATCH') || !body) return false;
  if (path.endsWith('/callback')) return [4, 7].includes((body as { type: number }).type);
  return /^\/(channels\/\d+\/messages(\/\d+)?|webhooks\/\d+\/[^/]+(\/messages\/[^/]+)?)$/u.test(path);
};

/** Whether a message can mention nobody except roles that it lists, and one person: whom its first words name, or a duel challenges. */
const isQuiet = ({ record, body }: Exchange): boolean => {
  const { data, allowed_mentions } = body as Record<'data' | 'allowed_mentions', { allowed_mentions?: unknown }>;
  const { components: [first] = [] } = body as { components?: { content?: string }[] };
  const allowed = record.path.endsWith('/callback') ? data?.allowed_mentions : allowed_mentions;
  const { parse, users = [] } = (allowed ?? {}) as { parse?: unknown[]; users?: unknown[] };
  const isNamed = first?.content?.startsWith(`<@${users[0]}>`) === true;
  const isChallenged = /"custom_id":"contest-play\|/u.test(JSON.stringify(body));
  return parse?.length === 0 && (users.length === 0 || (users.length === 1 && (isNamed || isChallenged)));
};

export class TestSystem {
  readonly standIn: StandIn;
  readonly redis: Redis;
  readonly guild: Guild;
  readonly channel: Channel;
  /** How many messages the bot sent, and those among them that could mention somebody. */
  readonly sent = { messages: 0, loud: [] as string[] };
  private readonly server: RunningRedis;
  /** The data directory of the processes. */
  readonly folder: string;
  private readonly environment: NodeJS.ProcessEnv;
  /** The build that its programs run. */
  private build!: string;
  private readonly children = new Set<ChildProcess>();
  /** The children that have been told to start. */
  private readonly running = new Set<ChildProcess>();
  /** How far all clocks are ahead of the real time, in milliseconds. */
  ahead = 0;
  /** Records payloads of each kind for the tests of the page, where a person asks for that. */
  private payloads: { write(): void } | undefined;

  private constructor(standIn: StandIn, server: RunningRedis, folder: string, environment: NodeJS.ProcessEnv) {
    this.standIn = standIn;
    this.server = server;
    this.folder = folder;
    this.redis = connect(server.url, 'worker', createLogger('redis', 'silent'));
    this.guild = standIn.createGuild({ name: 'Puzzlers' });
    this.channel = this.guild.createChannel({ name: 'puzzles' });
    this.environment = environment;
    standIn.on('exchange', (exchange) => {
      if (!isMessage(exchange)) return;
      this.sent.messages++;
      if (!isQuiet(exchange)) this.sent.loud.push(`${exchange.record.method} ${JSON.stringify(exchange.body)}`);
    });
  }

  /** @param disturbance of all its programs; those of one come with its settings */
  static async open(
    options: StandInOptions = {},
    settings: Record<string, string> = {},
    disturbance?: Disturbance,
  ): Promise<TestSystem> {
    const folder = await mkdtemp(join(tmpdir(), 'antipode-'));
    await symlink(process.env.TABLES_FOLDER!, join(folder, 'tables'));
    // Tests send in a second what people send in an hour.
    const rates = { USER_RATE: '100000,100000', GUILD_RATE: '100000,100000' };
    const own = {
      DATA_DIRECTORY: folder,
      LOG_LEVEL: 'error',
      TABLES: 'small',
      JOBS_PER_USER: '5',
      ...rates,
      ...settings,
      ...(disturbance && disturbanceOf(disturbance)),
    };
    const environment: NodeJS.ProcessEnv = { ...process.env, REDIS_URL: '', DISCORD_TOKEN: '', ...own };
    const [server, standIn] = await Promise.all([
      startRedis(loadConfig(environment), createLogger('redis', 'error')),
      // A real bot waits 5 s between two logins; many tests restart it.
      StandIn.start({ identifyMs: 0, ...options }),
    ]);
    Object.assign(environment, {
      REDIS_URL: server.url,
      DISCORD_TOKEN: standIn.token,
      DISCORD_API_URL: standIn.apiUrl,
    });
    await register(loadConfig(environment), definitions);
    const system = new TestSystem(standIn, server, folder, environment);
    if (process.env.RECORD_PAYLOADS) system.payloads = (await import('./payloads.ts')).recordPayloads(standIn);
    system.build = disturbance ? await disturbedBundle() : dist;
    return system;
  }

  get redisUrl(): string {
    return this.server.url;
  }

  /** Send a signal to the redis-server of this system. @returns false while none runs */
  signalRedis(signal: NodeJS.Signals): boolean {
    return this.server.child?.kill(signal) ?? false;
  }

  /**
   * Starts a program; resolves when it is ready.
   * @param settings environment variables of this process alone
   * @param build the folder of another build
   * @param log `pipe` where the test reads the log from the child's `stderr`
   */
  async start(
    program: Program,
    settings: Record<string, string> = {},
    build = this.build,
    log: 'inherit' | 'pipe' = 'inherit',
  ): Promise<ChildProcess> {
    const child = this.fork(program, build, settings, log, ['clock.js']);
    this.running.add(child);
    await heard(child, 'ready');
    return child;
  }

  /** Loads a program that waits to be started; resolves with the function that starts it. */
  async prepare(program: Program): Promise<() => Promise<ChildProcess>> {
    const child = this.fork(program, this.build, {}, 'inherit', ['clock.js', 'spare.js']);
    await heard(child, 'spare');
    return async () => {
      child.send(this.ahead);
      child.send('start');
      this.running.add(child);
      await heard(child, 'ready');
      return child;
    };
  }

  /** @param before files beside this one that are loaded before the program */
  private fork(
    program: Program,
    build: string,
    settings: Record<string, string>,
    log: 'inherit' | 'pipe',
    before: readonly string[],
  ): ChildProcess {
    const env = { ...this.environment, CLOCK_AHEAD: String(this.ahead), ...settings };
    const execArgv = before.flatMap((name) => ['--import', new URL(name, import.meta.url).href]);
    const child = fork(join(build, `${program}.js`), { env, execArgv, stdio: ['ignore', 'inherit', log, 'ipc'] });
    this.children.add(child);
    child.once('exit', () => {
      this.children.delete(child);
      this.running.delete(child);
    });
    return child;
  }

  /** Moves all clocks forward, those of the stand-in and of the running processes, so that no test waits for a day. */
  async later(milliseconds: number): Promise<void> {
    this.ahead += milliseconds;
    Date.now = () => realNow() + this.ahead;
    await this.turn([...this.running], this.ahead);
  }

  /** Sets the clocks of some processes to this many milliseconds ahead of the real time. */
  async turn(processes: readonly ChildProcess[], ahead: number): Promise<void> {
    const turned = processes.map((child) => heard(child, 'turned'));
    for (const child of processes) child.send(ahead);
    await Promise.all(turned);
  }

  /** Kills a process, without any chance to tidy up. */
  async kill(child: ChildProcess): Promise<void> {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** Kills the only bot, without any chance to tidy up. The next one takes its jobs at once. */
  async crash(bot: ChildProcess): Promise<void> {
    await this.kill(bot);
    await this.expireLocks();
  }

  /** Ends the locks of a killed bot, which last for seconds on the clock of Redis, and that can't be moved. */
  async expireLocks(): Promise<void> {
    for (const queue of ['post', 'contest-step', 'contest-week', replyQueue()]) {
      const key = (name: string) => `antipode:${queue}:${name}`;
      const active = await this.redis.lrange(key('active'), 0, -1);
      if (active.length === 0) continue;
      const locks = active.map((id) => key(`${id}:lock`));
      // A bot that starts returns the jobs to the queue that an earlier check has marked, if they have no lock.
      const marked = this.redis.multi().sadd(key('stalled'), ...active);
      await marked.del(key('stalled-check'), ...locks).exec();
    }
  }

  /** A new person who is a member of a server. */
  person(name: string, { locale = 'en-US', guild = this.guild, permissions }: PersonOptions = {}): Person {
    const person = this.standIn.createUser({ name, locale });
    person.join(guild, permissions === undefined ? {} : { permissions });
    return person;
  }

  /** Resolves with the first message of a channel that is as wanted and that everybody sees. */
  messageIn(channel: Channel, isWanted: (message: Message) => boolean, milliseconds = 100_000): Promise<Message> {
    const { standIn } = this;
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(timer);
        standIn.off('message', check);
        standIn.off('messageUpdate', check);
      };
      const timer = setTimeout(() => {
        finish();
        const texts = [...channel.messages.values()].map(textOf);
        reject(new Error(`no such message; there is:\n${texts.join('\n---\n')}`));
      }, milliseconds);
      const check = (): void => {
        const found = publicMessages(channel).find(isWanted);
        if (!found) return;
        finish();
        resolve(found);
      };
      standIn.on('message', check);
      standIn.on('messageUpdate', check);
      check();
    });
  }

  /** Keys of Redis that match a pattern, without the prefix. */
  async keys(pattern: string): Promise<string[]> {
    return (await this.redis.keys(`antipode:${pattern}`)).map((key) => key.slice('antipode:'.length)).sort();
  }

  /** The content of a key of Redis, as text. */
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

  /**
   * Requests that Discord refused. A message that is gone is none of them, nor is the later one of an answer and an
   * acknowledgement: Discord decides which is first.
   */
  refused(): readonly RequestRecord[] {
    const acknowledged = 40060;
    return this.standIn.requests.filter(({ status, code }) => status >= 400 && status !== 404 && code !== acknowledged);
  }

  async close(): Promise<void> {
    this.payloads?.write();
    const [loud] = this.sent.loud;
    Date.now = realNow;
    await Promise.all([...this.children].map((child) => this.kill(child)));
    this.redis.disconnect();
    await this.standIn.close();
    await this.server.close();
    await rm(this.folder, { recursive: true, force: true });
    if (loud !== undefined) throw new Error(`a message that could mention somebody: ${loud}`);
  }
}

/** Waits until a process sends this message. Rejects when it ends instead. */
const heard = (child: ChildProcess, wanted: string): Promise<void> =>
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
      done(() => reject(new Error(`a process ended with ${signal ?? code} before it was ${wanted}`)));
    child.on('message', hear);
    child.on('exit', end);
  });
