/** Everything about daily challenges that Redis keeps, and the only place that builds its keys. */
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { type Effort, isOver, scoreOf, startOf } from './rules.ts';

/** `everywhere`, or the id of a server. */
export type Scope = string;
export const everywhere = 'everywhere';

export const pageLength = 10;

/** Where a result has been shown matters for as long as it is news. */
const sharedSeconds = 3 * 86_400;

/**
 * Fewer moves and hints first, then less time, then the earlier finish: three whole numbers in the 53 bits that Redis
 * keeps of a score.
 */
const span = 2 ** 17;
const mostEffort = 2 ** 18;
const within = (value: number, most: number): number => Math.min(Math.max(0, Math.floor(value)), most - 1);
const placeOf = (number: number, { moves, hints, seconds }: Effort, at: number): number =>
  (within(moves + hints, mostEffort) * span + within(seconds, span)) * span +
  within((at - startOf(number)) / 1000, span);

/**
 * Who began is kept: a number counts once as played, also when somebody comes back to it years later.
 * KEYS: who began, the person's figures. ARGV: person, time.
 */
const beginScript = `
  if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
  redis.call('HINCRBY', KEYS[2], 'played', 1)
  return 1`;

/**
 * Write a result once, whatever is retried: the better one stays, and only the first counts for the streak. One from
 * after the day of its number counts for the figures, but neither for the streak nor on any board.
 * KEYS: results of the day, results after it, servers of each person, the person's figures, who began. ARGV: person,
 * value, result, server or '', number, whether it is the best possible, prefix of the boards, time of the start, whether
 * its day was over.
 */
const recordScript = `
  local user, value, result, guild, number = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
  local isLate = ARGV[9] == '1'
  if redis.call('HSETNX', KEYS[5], user, ARGV[8]) == 1 then redis.call('HINCRBY', KEYS[4], 'played', 1) end
  local live, late = redis.call('HGET', KEYS[1], user), redis.call('HGET', KEYS[2], user)
  if not live and not late then redis.call('HINCRBY', KEYS[4], 'solved', 1) end
  local wasPerfect = live and string.sub(live, -1) == '1' or late and string.sub(late, -1) == '1'
  if ARGV[6] == '1' and not wasPerfect then redis.call('HINCRBY', KEYS[4], 'perfect', 1) end
  if not live and not isLate then
    local last = tonumber(redis.call('HGET', KEYS[4], 'last') or '0')
    if number > last then
      local streak = 1
      if last > 0 and number == last + 1 then streak = tonumber(redis.call('HGET', KEYS[4], 'streak') or '0') + 1 end
      redis.call('HSET', KEYS[4], 'last', number, 'streak', streak)
      if streak > tonumber(redis.call('HGET', KEYS[4], 'best') or '0') then redis.call('HSET', KEYS[4], 'best', streak) end
    end
  end
  local before = live
  if isLate then before = late end
  local kept = before and string.match(before, '^%d+')
  if not kept or tonumber(value) < tonumber(kept) then
    local replaced = 0
    for _, known in ipairs({ live or '', late or '' }) do
      local moves, hints = string.match(known, '^%d+ (%d+) (%d+)')
      if moves and (replaced == 0 or moves + hints < replaced) then replaced = moves + hints end
    end
    redis.call('HSET', KEYS[isLate and 2 or 1], user, value .. ' ' .. result .. ' ' .. replaced .. ' ' .. ARGV[6])
    kept = value
  end
  if not isLate then
    local guilds = redis.call('HGET', KEYS[3], user) or ''
    if guild ~= '' and not string.find(guilds, ',' .. guild .. ',', 1, true) then
      guilds = (guilds == '' and ',' or guilds) .. guild .. ','
      redis.call('HSET', KEYS[3], user, guilds)
    end
    redis.call('ZADD', ARGV[7] .. 'everywhere', kept, user)
    for known in string.gmatch(guilds, '[^,]+') do redis.call('ZADD', ARGV[7] .. known, kept, user) end
  end
  if live or late then return 0 end
  return 1`;

/** Somebody's best result of a number. */
export interface Result extends Effort {
  readonly isPerfect: boolean;
  /** What their best before it came to, in moves and hints together; absent where it is the first. */
  readonly replaced?: number;
}

export interface Standing extends Result {
  readonly user: string;
  readonly rank: number;
}

export interface Page {
  readonly total: number;
  readonly rows: readonly Standing[];
  /** The asker's own place, wherever it is. */
  readonly own: Standing | undefined;
}

export interface Figures {
  readonly played: number;
  readonly solved: number;
  readonly perfect: number;
  /** Numbers in a row up to the running one or the one before. */
  readonly streak: number;
  readonly best: number;
}

const parsed = (text: string): Result => {
  const [, moves, hints, seconds, replaced, perfect] = text.split(' ').map(Number);
  const result = { moves: moves!, hints: hints!, seconds: seconds!, isPerfect: perfect === 1 };
  return replaced ? { ...result, replaced } : result;
};

export class DailyStore {
  private readonly redis: Redis;
  private readonly prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.prefix = `${prefix}:daily`;
  }

  /** A secret for those who have set none: made by whichever process is first, and the same for all. */
  async secret(): Promise<string> {
    const key = `${this.prefix}:secret`;
    await this.redis.set(key, randomBytes(32).toString('hex'), 'NX');
    const secret = await this.redis.get(key);
    if (secret === null) throw new Error('the secret of the daily challenges is gone');
    return secret;
  }

  /** Somebody sees a board: the clock runs from the first time. */
  async begin(number: number, user: string, at: number): Promise<void> {
    await this.redis.eval(beginScript, 2, this.key(number, 'began'), this.figuresKey(user), user, at);
  }

  /** When somebody first saw a board; who never asked to may have seen it since its day began. */
  async began(number: number, user: string): Promise<number> {
    const at = await this.redis.hget(this.key(number, 'began'), user);
    return at === null ? startOf(number) : Number(at);
  }

  /**
   * Record a result. Any number of times is once; a better one replaces it, and then holds in every server where this
   * person has finished. One from after the day of its number counts for the figures alone.
   * @param at when it was sent, in milliseconds since 1970
   * @returns whether it is this person's first of the number
   */
  async record(
    number: number,
    user: string,
    effort: Effort,
    { optimal, at, guild = '' }: { optimal: number; at: number; guild?: string | undefined },
  ): Promise<boolean> {
    const names = ['results', 'late', 'guilds'].map((name) => this.key(number, name));
    const keys = [...names, this.figuresKey(user), this.key(number, 'began')];
    const result = `${effort.moves} ${effort.hints} ${effort.seconds}`;
    const isPerfect = scoreOf(optimal, effort) === 1;
    const values = [user, placeOf(number, effort, at), result, guild, number, isPerfect ? 1 : 0];
    const rest = [this.key(number, 'board:'), startOf(number), isOver(number, at) ? 1 : 0];
    const all = [...keys, ...values, ...rest].map(String);
    return (await this.redis.eval(recordScript, keys.length, ...all)) === 1;
  }

  /** Somebody's best result of a number, from its day or after it. */
  async result(number: number, user: string): Promise<Result | undefined> {
    const texts = await Promise.all(['results', 'late'].map((name) => this.redis.hget(this.key(number, name), user)));
    const [best] = texts
      .flatMap((text) => text ?? [])
      .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    return best === undefined ? undefined : parsed(best);
  }

  /** A page of a number's results, counted from 0. All perfect ones share the first rank. */
  async page(number: number, scope: Scope, page: number, asker: string): Promise<Page> {
    const board = this.key(number, `board:${scope}`);
    const from = page * pageLength;
    const [total, users, place] = await Promise.all([
      this.redis.zcard(board),
      this.redis.zrange(board, String(from), String(from + pageLength - 1)),
      this.redis.zrank(board, asker),
    ]);
    const wanted = [...users, asker];
    const texts = await this.redis.hmget(this.key(number, 'results'), ...wanted);
    const standing = (index: number, at: number): Standing[] => {
      const text = texts[index];
      if (!text) return [];
      const result = parsed(text);
      return [{ ...result, user: wanted[index]!, rank: result.isPerfect ? 1 : at + 1 }];
    };
    return {
      total,
      rows: users.flatMap((_, index) => standing(index, from + index)),
      own: place === null ? undefined : standing(users.length, place)[0],
    };
  }

  /** Take the right to show a result in a channel; false where it has been taken. */
  async share(number: number, user: string, channel: string): Promise<boolean> {
    const key = this.key(number, 'shared');
    const added = await this.redis.sadd(key, `${user} ${channel}`);
    await this.redis.expire(key, sharedSeconds);
    return added === 1;
  }

  /** @param number the running one, by which a streak still stands or is over */
  async figures(user: string, number: number): Promise<Figures> {
    const known = await this.redis.hgetall(this.figuresKey(user));
    const of = (name: string): number => Number(known[name] ?? 0);
    const streak = of('last') >= number - 1 ? of('streak') : 0;
    return { played: of('played'), solved: of('solved'), perfect: of('perfect'), streak, best: of('best') };
  }

  private key(number: number, name: string): string {
    return `${this.prefix}:${number}:${name}`;
  }

  private figuresKey(user: string): string {
    return `${this.prefix}:figures:${user}`;
  }
}
