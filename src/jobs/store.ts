/** Everything about requests and their results that Redis keeps, and the only place that builds its keys. */
import type { Redis } from 'ioredis';
import type { Rate } from '../runtime/config.ts';
import { departureKey, hashed, hasLeft } from '../runtime/erasure.ts';
import {
  type Kind,
  keyOf,
  type Lane,
  madeAt,
  type ResultOf,
  resultSchemas,
  type Work,
  type WorkOf,
  type WorkResult,
} from './job.ts';

/** How long Discord takes an answer, in seconds. */
export const tokenLife = 15 * 60;
/** A question that was given up is not tried again at once: those who asked meanwhile get the same answer. */
const gaveUpSeconds = 30;
const recentDays = 30;
const recentCount = 20;

/** A result that lives shorter than this may be gone when it is looked for. */
const soonGoneMilliseconds = 20_000;
/** How long a request may take from being let in to being in the queue. */
const enteringMilliseconds = 10_000;
/**
 * So long is remembered that a request has been answered: each bot of a shard hears of every interaction, and one that is
 * out of breath may come to it only now.
 */
const answeredSeconds = 30;
/** How much the newest job counts in the average of a lane, and how long the average is worth something. */
const paceShare = 0.1;
const paceSeconds = 86_400;

/**
 * Let a request in, or say why not. One script, because all limits hold together: what one of them refuses costs
 * nothing of the others, and however many come at the same moment, no more get in than there is room for.
 *
 * Rates are token buckets, kept as the time at which the bucket will be full again (the generic cell rate algorithm).
 * A lane's length is what BullMQ has waiting and what was let in a moment ago and is not there yet.
 *
 * Times are the bot's, which may differ from those of Redis and of other bots, and may jump: keys expire after a time, not
 * at one, and no bucket is emptier than empty.
 *
 * KEYS: the asker's places, the asker's bucket, the server's bucket, those entering the lane, its list and two sets, the
 * asker's departure: who has left since takes no place; the note that the request has been answered.
 * ARGV: id, now, end of entering (and of the place, should it come to nothing), places, room in the lane, then
 * milliseconds a token and burst of the asker and of the server (burst 0: no limit), then how the keys of the lane's jobs
 * begin, and when it was asked.
 */
const admitScript = `
  if redis.call('EXISTS', KEYS[9]) == 1 then return {'answered', 0} end
  if ${hasLeft(8, 11)} then return {'accepted', 1} end
  local now = tonumber(ARGV[2])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  local places = redis.call('ZCARD', KEYS[1])
  if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return {'accepted', places} end
  if places >= tonumber(ARGV[4]) then return {'busy', places} end
  local full = {}
  for i, whose in ipairs({'asker', 'server'}) do
    local pause, burst = tonumber(ARGV[4 + 2 * i]), tonumber(ARGV[5 + 2 * i])
    if burst > 0 then
      local before = math.min(tonumber(redis.call('GET', KEYS[i + 1]) or now), now + pause * burst)
      full[i] = math.max(now, before) + pause
      local free = full[i] - pause * burst
      if free > now then return {whose, math.ceil(free)} end
    end
  end
  redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
  for _, id in ipairs(redis.call('ZRANGE', KEYS[4], 0, -1)) do
    if redis.call('EXISTS', ARGV[10] .. id) == 1 then redis.call('ZREM', KEYS[4], id) end
  end
  local length = redis.call('ZCARD', KEYS[4]) + redis.call('LLEN', KEYS[5]) + redis.call('ZCARD', KEYS[6])
    + redis.call('ZCARD', KEYS[7])
  if length >= tonumber(ARGV[5]) then return {'full', length} end
  for i = 1, 2 do
    if full[i] then redis.call('SET', KEYS[i + 1], full[i], 'PX', math.ceil(full[i] - now)) end
  end
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], math.ceil(redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2] - now))
  redis.call('ZADD', KEYS[4], ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[4], ARGV[3] - now)
  return {'accepted', places + 1}`;

/** KEYS: questions, departure. ARGV: question, time of the request, now, how many are kept, seconds. */
const rememberScript = `
  if ${hasLeft(2, 2)} then return 0 end
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -(tonumber(ARGV[4]) + 1))
  redis.call('EXPIRE', KEYS[1], ARGV[5])
  return 1`;

const paceScript = `
  local old = tonumber(redis.call('GET', KEYS[1]) or ARGV[1])
  redis.call('SET', KEYS[1], old + (ARGV[1] - old) * ARGV[2], 'EX', ARGV[3])`;

/** Do something to a lock only while it is still one's own: ARGV[2] milliseconds more, or 0 to let go. */
const holdScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  if ARGV[2] == '0' then return redis.call('DEL', KEYS[1]) end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

/** Who asks: a place is theirs until the answer, and their server's people share its rate. */
export interface Asker {
  readonly id: string;
  readonly user: string;
  readonly guild?: string | undefined;
}

export interface QueueLimits {
  /** Requests one person may have waiting. */
  readonly quota: number;
  /** Requests that may wait in a lane. */
  readonly queueLimit: number;
  readonly userRate?: Rate;
  readonly guildRate?: Rate;
}

/** Where BullMQ has the jobs of a lane. */
export interface LaneKeys {
  /** Those that wait for a worker: one list and two sorted sets. */
  readonly waiting: readonly [list: string, set: string, set: string];
  /** How the key of a request's job begins; its id follows. */
  readonly job: string;
}

export type Admission =
  /** As the asker's so-manieth that waits, from 1. */
  | { readonly is: 'accepted'; readonly place: number }
  /** It was accepted before, by another bot, and has its answer. */
  | { readonly is: 'answered' }
  /** All places of the asker are taken. */
  | { readonly is: 'busy' }
  /** Too many at once: from the asker, or from the server. Again at `at`, in milliseconds since 1970. */
  | { readonly is: 'asker' | 'server'; readonly at: number }
  /** As many as may wait in the lane wait already. */
  | { readonly is: 'full'; readonly lane: Lane; readonly length: number };

/** Who works on jobs. */
export const roles = ['bot', 'worker'] as const;
export type Role = (typeof roles)[number];

/** How long a version is thought alive after its last sign, in seconds: longer than a process takes to start again. */
const aliveSeconds = 15;

/** Something that somebody asked, in print; the time in milliseconds since 1970. */
export interface Recent {
  readonly puzzle: string;
  readonly position: string;
  readonly goal: string;
  readonly at: number;
}

export class WorkStore {
  private readonly redis: Redis;
  private readonly root: string;
  private readonly prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.root = prefix;
    this.prefix = `${prefix}:work`;
  }

  /** The stored result of some work. What can't be read (an older form) counts as absent. */
  async result<K extends Kind>(work: WorkOf<K>): Promise<ResultOf<K> | undefined> {
    const text = await this.redis.get(`${this.prefix}:result:${keyOf(work)}`);
    if (text === null) return undefined;
    return resultSchemas[work.kind].safeParse(JSON.parse(text)).data as ResultOf<K> | undefined;
  }

  /** Whether a result will still be there when a worker looks for it. */
  async isKnown(work: Work): Promise<boolean> {
    return (await this.redis.pttl(`${this.prefix}:result:${keyOf(work)}`)) > soonGoneMilliseconds;
  }

  async keepResult(work: Work, result: WorkResult, days: number): Promise<void> {
    const isOpen = result.status === 'gave-up' || (result.status === 'analysed' && result.distances.includes(null));
    // Nobody asks for the same random position again, except the same job.
    const isRandom = work.kind === 'scramble' || work.kind === 'draw' || work.kind === 'contest';
    const kept = isRandom ? tokenLife : days * 86_400;
    const seconds = isOpen ? gaveUpSeconds : kept;
    await this.redis.set(`${this.prefix}:result:${keyOf(work)}`, JSON.stringify(result), 'EX', seconds);
  }

  /** Claim some work for one job, so that it is done once however often it is asked for. */
  async claim(work: Work, job: string, milliseconds: number): Promise<boolean> {
    return (await this.redis.set(`${this.prefix}:claim:${keyOf(work)}`, job, 'PX', milliseconds, 'NX')) === 'OK';
  }

  async renewClaim(work: Work, job: string, milliseconds: number): Promise<void> {
    await this.hold(`claim:${keyOf(work)}`, job, milliseconds);
  }

  async dropClaim(work: Work, job: string): Promise<void> {
    await this.hold(`claim:${keyOf(work)}`, job, 0);
  }

  private async hold(key: string, owner: string, milliseconds: number): Promise<void> {
    await this.redis.eval(holdScript, 1, `${this.prefix}:${key}`, owner, String(milliseconds));
  }

  /**
   * The interaction's token. It is in no job and in no log. Kept until the request is in the queue, and `entered` then
   * keeps it just as long as Discord honours it.
   */
  async keepToken(id: string, token: string): Promise<void> {
    await this.redis.set(`${this.prefix}:token:${id}`, token, 'PX', enteringMilliseconds);
  }

  token(id: string): Promise<string | null> {
    return this.redis.get(`${this.prefix}:token:${id}`);
  }

  /**
   * Only one may edit a reply at a time, or a late report of progress could replace the answer. The lock outlives any
   * honest request and no more.
   */
  async lockReply(id: string, owner: string): Promise<boolean> {
    return (await this.redis.set(`${this.prefix}:editing:${id}`, owner, 'PX', 5000, 'NX')) === 'OK';
  }

  async unlockReply(id: string, owner: string): Promise<void> {
    await this.hold(`editing:${id}`, owner, 0);
  }

  /**
   * The reply was given: no more reports of progress, no token, and the asker's place is free again.
   * @returns the asker's requests that wait still, oldest first
   */
  async answered(id: string, user: string): Promise<string[]> {
    const places = this.pendingKey(user);
    await this.redis
      .multi()
      .del(`${this.prefix}:token:${id}`, `${this.prefix}:cancelled:${id}`)
      .set(this.answeredKey(id), '1', 'EX', answeredSeconds)
      .zrem(places, id)
      .exec();
    return this.redis.zrange(places, '0', '-1');
  }

  /** Whether a request was answered a moment ago. */
  async isAnswered(id: string): Promise<boolean> {
    return (await this.redis.exists(this.answeredKey(id))) === 1;
  }

  async cancel(id: string): Promise<void> {
    await this.redis.set(`${this.prefix}:cancelled:${id}`, '1', 'EX', tokenLife);
  }

  async isCancelled(id: string): Promise<boolean> {
    return (await this.redis.exists(`${this.prefix}:cancelled:${id}`)) === 1;
  }

  /**
   * Take one of the asker's places and one in the lane, or tell which limit forbids it. The same request again is let in
   * again, at no cost.
   * @param keysOfLane where the lane's queue has its jobs
   */
  async acquire(
    { id, user, guild }: Asker,
    lane: Lane,
    keysOfLane: LaneKeys,
    { quota, queueLimit, userRate, guildRate }: QueueLimits,
  ): Promise<Admission> {
    const now = Date.now();
    // The asker's rate names nobody, and stays when all else of theirs is deleted: or that would be a way around it.
    const keys = [`rate:user:${hashed(user)}`, `rate:guild:${guild ?? ''}`, `entering:${lane}`];
    const [verdict, value] = (await this.redis.eval(
      admitScript,
      keys.length + keysOfLane.waiting.length + 3,
      this.pendingKey(user),
      ...keys.map((key) => `${this.prefix}:${key}`),
      ...keysOfLane.waiting,
      departureKey(this.root, user),
      this.answeredKey(id),
      ...[id, now, now + enteringMilliseconds, quota, queueLimit],
      ...[userRate, guild === undefined ? undefined : guildRate].flatMap((rate) =>
        rate ? [60_000 / rate.perMinute, rate.burst] : [0, 0],
      ),
      keysOfLane.job,
      madeAt(id),
    )) as [Admission['is'], number];
    if (verdict === 'accepted') return { is: verdict, place: value };
    if (verdict === 'full') return { is: verdict, lane, length: value };
    return verdict === 'busy' || verdict === 'answered' ? { is: verdict } : { is: verdict, at: value };
  }

  /**
   * A request that was let in is in the queue: it is counted there, and its place and its token last until the answer. One
   * that has been answered meanwhile gets neither back.
   */
  async entered({ id, user }: Asker, lane: Lane): Promise<void> {
    await this.redis
      .multi()
      .zrem(`${this.prefix}:entering:${lane}`, id)
      .zadd(this.pendingKey(user), 'XX', Date.now() + tokenLife * 1000, id)
      .expire(this.pendingKey(user), tokenLife)
      .expire(`${this.prefix}:token:${id}`, tokenLife)
      .exec();
  }

  /** Give a place back that came to nothing. */
  async release({ id, user }: Asker, lane: Lane): Promise<void> {
    await this.redis.multi().zrem(this.pendingKey(user), id).zrem(`${this.prefix}:entering:${lane}`, id).exec();
  }

  /** How long a job of a lane took, in milliseconds: kept as a moving average. */
  async notePace(lane: Lane, milliseconds: number): Promise<void> {
    const key = `${this.prefix}:pace:${lane}`;
    await this.redis.eval(paceScript, 1, key, milliseconds, paceShare, paceSeconds);
  }

  /** Milliseconds that a job of a lane takes on average; undefined where none was done lately. */
  async pace(lane: Lane): Promise<number | undefined> {
    const text = await this.redis.get(`${this.prefix}:pace:${lane}`);
    return text === null ? undefined : Number(text);
  }

  /** The places that somebody has taken, by request, and when each is free again at the latest. */
  async pendingRequests(user: string): Promise<{ request: string; until: number }[]> {
    const rows = await this.redis.zrange(this.pendingKey(user), '0', '-1', 'WITHSCORES');
    return pairs(rows).map(([request, until]) => ({ request, until: Number(until) }));
  }

  /** What somebody asked lately, newest first. */
  async recent(user: string): Promise<Recent[]> {
    const rows = await this.redis.zrevrange(this.recentKey(user), 0, recentCount - 1, 'WITHSCORES');
    return pairs(rows).map(([row, at]) => {
      const [puzzle = '', position = '', goal = ''] = row.split(' ');
      return { puzzle, position, goal, at: Number(at) };
    });
  }

  /** Keep what an interaction asked, to offer it again. Only a convenience: whoever asked is not told that it fails. */
  async remember(
    { id, user }: { readonly id: string; readonly user: { readonly id: string } },
    { puzzle, position, goal }: Omit<Recent, 'at'>,
  ): Promise<void> {
    const keys = [this.recentKey(user.id), departureKey(this.root, user.id)];
    const values = [`${puzzle} ${position} ${goal}`, madeAt(id), Date.now(), recentCount, recentDays * 86_400];
    await this.redis.eval(rememberScript, keys.length, ...keys, ...values).catch(() => {});
  }

  /**
   * Somebody has all about them deleted. To be called first: what they did until then is no more written from now on.
   * Kept for as long as anything of it can be under way.
   */
  async leave(user: string, at: number): Promise<void> {
    await this.redis.set(departureKey(this.root, user), at, 'EX', tokenLife);
  }

  async hasLeft(user: string, at: number): Promise<boolean> {
    return Number((await this.redis.get(departureKey(this.root, user))) ?? 0) >= at;
  }

  async forget(user: string): Promise<void> {
    await this.redis.del(this.recentKey(user), this.pendingKey(user));
  }

  /**
   * Tell that a bot or a worker of a version of jobs is alive.
   * @returns the other versions that there were, and when one of each was last seen, in milliseconds since 1970
   */
  async beat(role: Role, own: number): Promise<{ version: number; isAlive: boolean; seen: number }[]> {
    const versions = `${this.prefix}:versions:${role}`;
    const alive = (version: number | string) => `${this.prefix}:alive:${role}:${version}`;
    await this.redis.multi().set(alive(own), '1', 'EX', aliveSeconds).zadd(versions, Date.now(), own).exec();
    const seen = await this.redis.zrange(versions, '0', '-1', 'WITHSCORES');
    const others: { version: number; isAlive: boolean; seen: number }[] = [];
    for (let index = 0; index < seen.length; index += 2) {
      const version = Number(seen[index]);
      if (version === own) continue;
      const isAlive = (await this.redis.exists(alive(version))) === 1;
      others.push({ version, isAlive, seen: Number(seen[index + 1]) });
    }
    return others;
  }

  async forgetVersion(role: Role, version: number): Promise<void> {
    await this.redis.zrem(`${this.prefix}:versions:${role}`, version);
  }

  private recentKey(user: string): string {
    return `${this.prefix}:recent:${user}`;
  }

  private answeredKey(id: string): string {
    return `${this.prefix}:answered:${id}`;
  }

  private pendingKey(user: string): string {
    return `${this.prefix}:pending:${user}`;
  }
}

/** What Redis says of members with their scores. */
const pairs = (rows: readonly string[]): [member: string, score: string][] =>
  rows.flatMap((member, index) => (index % 2 === 0 ? [[member, rows[index + 1]!] as [string, string]] : []));
