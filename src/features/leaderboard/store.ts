/** The hardest positions that people have found, in Redis, and the only place that builds these keys. */
import type { Redis } from 'ioredis';
import { knownPuzzle } from '../../jobs/job.ts';
import { erasureKey, hasLeft, type PersonalData } from '../../runtime/erasure.ts';

/** A position that somebody was the first to ask about. */
export interface Find {
  /** As it was asked, one of its mirror images. */
  readonly position: string;
  readonly length: number;
  /** The id of a person, or who it is instead. */
  readonly finder: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** In the place of a finder who does not want to be seen, and of one who has had all about them deleted. */
export const hidden = 'hidden';
export const left = 'left';

export interface Page {
  readonly finds: readonly (Find & { readonly rank: number })[];
  readonly total: number;
}

export const pageLength = 10;

/** `everywhere`, or the id of a server. */
export type Scope = string;
export const everywhere = 'everywhere';

/**
 * Longer first, and of the same length the earlier one: the length in front, the seconds that are left until some far
 * day behind. Both fit in the 53 bits that Redis keeps of a score.
 */
const lastSecond = 2 ** 33;
const scoreOf = (length: number, at: number): number => length * lastSecond + (lastSecond - Math.floor(at / 1000));
const lengthOf = (score: number): number => Math.floor(score / lastSecond);

/**
 * Write a find once, whatever is retried: only who comes first sets the finder, and only with it the score. What a
 * person has found is in a set of theirs as well, as `puzzle scope position`.
 * KEYS: finds by score, finders by position, departure of the finder. ARGV: position, finder and time, score, how many
 * are kept, time, puzzle and scope, prefix of the sets, finder.
 */
const recordScript = `
  if ${hasLeft(3, 5)} then return 0 end
  if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 0 then return 0 end
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  redis.call('SADD', ARGV[7] .. ARGV[8], ARGV[6] .. ' ' .. ARGV[1])
  for _, gone in ipairs(redis.call('ZRANGE', KEYS[1], 0, -(tonumber(ARGV[4]) + 1))) do
    local finder = string.match(redis.call('HGET', KEYS[2], gone), '^%S+')
    redis.call('ZREM', KEYS[1], gone)
    redis.call('HDEL', KEYS[2], gone)
    redis.call('SREM', ARGV[7] .. finder, ARGV[6] .. ' ' .. gone)
  end
  return 1`;

/**
 * A find stays where it is, but its finder is nobody any more, and who comes next has not found it.
 * KEYS: the set of a person's finds, who is hidden. ARGV: prefix, person, who it is instead.
 */
const eraseScript = `
  for _, found in ipairs(redis.call('SMEMBERS', KEYS[1])) do
    local puzzle, scope, position = string.match(found, '^(%S+) (%S+) (%S+)$')
    local finders = ARGV[1] .. ':' .. puzzle .. ':' .. scope .. ':finders'
    local value = redis.call('HGET', finders, position)
    if value then redis.call('HSET', finders, position, ARGV[3] .. string.sub(value, #ARGV[2] + 1)) end
  end
  redis.call('SREM', KEYS[2], ARGV[2])
  redis.call('DEL', KEYS[1])`;

/** Beyond so many a list of the hardest is none. */
const longestList = 10_000;

export class LeaderboardStore implements PersonalData {
  readonly name = 'finds';
  private readonly redis: Redis;
  private readonly root: string;
  private readonly prefix: string;
  private readonly mostKept: number;

  constructor(redis: Redis, prefix: string, mostKept = longestList) {
    this.redis = redis;
    this.root = prefix;
    this.mostKept = mostKept;
    this.prefix = `${prefix}:hardest`;
  }

  private keys(puzzle: string, scope: Scope): [finds: string, finders: string] {
    return [`${this.prefix}:${puzzle}:${scope}:finds`, `${this.prefix}:${puzzle}:${scope}:finders`];
  }

  private ofKey(user: string): string {
    return `${this.prefix}:of:${user}`;
  }

  private get hiddenKey(): string {
    return `${this.prefix}:hidden`;
  }

  /**
   * Record that somebody has found how long a position takes. Any number of times is once.
   * @param canonical the rank of the position that stands for all its mirror images
   */
  async record(puzzle: string, canonical: number, find: Find, scopes: readonly Scope[]): Promise<void> {
    const { finder, at, length } = find;
    const value = `${finder} ${at} ${knownPuzzle(puzzle).rank(parsed(puzzle, find.position)).toString(36)}`;
    for (const scope of scopes) {
      const keys = [...this.keys(puzzle, scope), erasureKey(this.root, finder)];
      const values = [canonical.toString(36), value, scoreOf(length, at), this.mostKept, at];
      await this.redis.eval(
        recordScript,
        keys.length,
        ...keys,
        ...values,
        `${puzzle} ${scope}`,
        this.ofKey(''),
        finder,
      );
    }
  }

  /** One page of the hardest, counted from 0. */
  async page(puzzle: string, scope: Scope, page: number): Promise<Page> {
    const [finds, finders] = this.keys(puzzle, scope);
    const from = page * pageLength;
    const [total, rows] = await Promise.all([
      this.redis.zcard(finds),
      this.redis.zrevrange(finds, from, from + pageLength - 1, 'WITHSCORES'),
    ]);
    const members = rows.filter((_, index) => index % 2 === 0);
    const values = members.length === 0 ? [] : await this.redis.hmget(finders, ...members);
    // Between the two reads somebody may have found a harder one, and the last one here be gone.
    const found = values.flatMap((value, index) => {
      if (!value) return [];
      return { ...read(puzzle, value, rows[index * 2 + 1]!), rank: from + index + 1 };
    });
    const unseen = found.length === 0 ? [] : await this.redis.smismember(this.hiddenKey, ...found.map((f) => f.finder));
    return {
      total,
      finds: found.map((find, index) => (unseen[index] === 1 ? { ...find, finder: hidden } : find)),
    };
  }

  async exported(user: string): Promise<unknown> {
    const [found, isHidden] = await Promise.all([
      this.redis.smembers(this.ofKey(user)),
      this.redis.sismember(this.hiddenKey, user),
    ]);
    if (found.length === 0 && isHidden === 0) return undefined;
    const finds = await Promise.all(
      found.sort().map(async (entry) => {
        const [puzzle = '', scope = '', member = ''] = entry.split(' ');
        const [finds, finders] = this.keys(puzzle, scope);
        const [value, score] = await Promise.all([this.redis.hget(finders, member), this.redis.zscore(finds, member)]);
        if (value === null || score === null) return [];
        const { at, ...find } = read(puzzle, value, score);
        return [{ puzzle, scope, ...find, at: new Date(at) }];
      }),
    );
    return { hidden: isHidden === 1, finds: finds.flat() };
  }

  async erase(user: string): Promise<void> {
    await this.redis.eval(eraseScript, 2, this.ofKey(user), this.hiddenKey, this.prefix, user, left);
  }

  async setHidden(user: string, isHidden: boolean): Promise<void> {
    if (isHidden) await this.redis.sadd(this.hiddenKey, user);
    else await this.redis.srem(this.hiddenKey, user);
  }
}

/** A find as it is kept: its finder, its time, and the position as it was asked. */
const read = (id: string, value: string, score: string): Find => {
  const [finder = '', at = '0', rank = '0'] = value.split(' ');
  const { formatPosition, unrank } = knownPuzzle(id);
  return {
    position: formatPosition(unrank(Number.parseInt(rank, 36))),
    length: lengthOf(Number(score)),
    finder,
    at: Number(at),
  };
};

const parsed = (id: string, position: string) => {
  const result = knownPuzzle(id).parsePosition(position);
  if (!result.ok) throw new RangeError(`${id} has no position ${position}`);
  return result.value;
};
