/** Everything about requests and their results that Redis keeps, and the only place that builds its keys. */
import type { Redis } from 'ioredis';
import { type Kind, keyOf, type Result, type ResultOf, resultSchemas, type Work, type WorkOf } from './job.ts';

/** How long Discord takes an answer, in seconds. */
export const tokenLife = 15 * 60;
/** A question that was given up is not tried again at once: those who asked meanwhile get the same answer. */
const gaveUpSeconds = 30;
const recentDays = 30;
const recentCount = 20;

/**
 * Take one of `limit` places: drop those whose time is over, then add this one unless it is full. One script, so that
 * two requests at the same moment can't both take the last place.
 */
const reserveScript = `
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
  if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  redis.call('PEXPIREAT', KEYS[1], ARGV[3])
  return 1`;

/** Do something to a lock only while it is still one's own: ARGV[2] milliseconds more, or 0 to let go. */
const holdScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  if ARGV[2] == '0' then return redis.call('DEL', KEYS[1]) end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

export class WorkStore {
  private readonly redis: Redis;
  private readonly prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.prefix = `${prefix}:work`;
  }

  /** The stored result of some work. What can't be read (an older form) counts as absent. */
  async result<K extends Kind>(work: WorkOf<K>): Promise<ResultOf<K> | undefined> {
    const text = await this.redis.get(`${this.prefix}:result:${keyOf(work)}`);
    if (text === null) return undefined;
    return resultSchemas[work.kind].safeParse(JSON.parse(text)).data as ResultOf<K> | undefined;
  }

  async keepResult(work: Work, result: Result, days: number): Promise<void> {
    const isOpen = result.status === 'gave-up' || (result.status === 'analysed' && result.distances.includes(null));
    // Nobody asks for the same random position again, except the same job.
    const kept = work.kind === 'scramble' || work.kind === 'draw' ? tokenLife : days * 86_400;
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

  /** The interaction's token, kept just as long as Discord honours it. It is in no job and in no log. */
  async keepToken(id: string, token: string): Promise<void> {
    await this.redis.set(`${this.prefix}:token:${id}`, token, 'EX', tokenLife);
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

  /** The reply was given: no more reports of progress, no token, and the asker's place is free again. */
  async answered(id: string, user: string): Promise<void> {
    await this.redis
      .multi()
      .del(`${this.prefix}:token:${id}`, `${this.prefix}:cancelled:${id}`)
      .zrem(`${this.prefix}:pending:${user}`, id)
      .exec();
  }

  async cancel(id: string): Promise<void> {
    await this.redis.set(`${this.prefix}:cancelled:${id}`, '1', 'EX', tokenLife);
  }

  async isCancelled(id: string): Promise<boolean> {
    return (await this.redis.exists(`${this.prefix}:cancelled:${id}`)) === 1;
  }

  /** Take one of the asker's places; false when all are taken by requests that wait for their answer. */
  async reserve(user: string, id: string, places: number): Promise<boolean> {
    const now = Date.now();
    const key = `${this.prefix}:pending:${user}`;
    return (await this.redis.eval(reserveScript, 1, key, id, now, now + tokenLife * 1000, places)) === 1;
  }

  async release(user: string, id: string): Promise<void> {
    await this.redis.zrem(`${this.prefix}:pending:${user}`, id);
  }

  /** What somebody asked lately, newest first, as `puzzle position goal`. */
  async recent(user: string): Promise<{ puzzle: string; position: string; goal: string }[]> {
    const rows = await this.redis.zrevrange(`${this.prefix}:recent:${user}`, 0, recentCount - 1);
    return rows.map((row) => {
      const [puzzle = '', position = '', goal = ''] = row.split(' ');
      return { puzzle, position, goal };
    });
  }

  async remember(
    user: string,
    { puzzle, position, goal }: { puzzle: string; position: string; goal: string },
  ): Promise<void> {
    const key = `${this.prefix}:recent:${user}`;
    await this.redis
      .multi()
      .zadd(key, Date.now(), `${puzzle} ${position} ${goal}`)
      .zremrangebyrank(key, 0, -recentCount - 1)
      .expire(key, recentDays * 86_400)
      .exec();
  }
}
