/** The hardest positions that people have found, in Redis, and the only place that builds these keys. */
import type { Redis } from 'ioredis';
import { knownPuzzle } from '../work/job.ts';

/** A position that somebody was the first to ask about. */
export interface Find {
  /** As it was asked, one of its mirror images. */
  readonly position: string;
  readonly length: number;
  readonly finder: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

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
 * Write a find once, whatever is retried: only who comes first sets the finder, and only with it the score.
 * KEYS: finds by score, finders by position. ARGV: position, finder and time, score, how many are kept.
 */
const recordScript = `
  if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 0 then return 0 end
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  for _, gone in ipairs(redis.call('ZRANGE', KEYS[1], 0, -(tonumber(ARGV[4]) + 1))) do
    redis.call('ZREM', KEYS[1], gone)
    redis.call('HDEL', KEYS[2], gone)
  end
  return 1`;

/** Beyond so many a list of the hardest is none. */
const mostKept = 10_000;

export class LeaderboardStore {
  private readonly redis: Redis;
  private readonly prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.prefix = `${prefix}:hardest`;
  }

  private keys(puzzle: string, scope: Scope): [finds: string, finders: string] {
    return [`${this.prefix}:${puzzle}:${scope}:finds`, `${this.prefix}:${puzzle}:${scope}:finders`];
  }

  /**
   * Record that somebody has found how long a position takes. Any number of times is once.
   * @param canonical the rank of the position that stands for all its mirror images
   */
  async record(puzzle: string, canonical: number, find: Find, scopes: readonly Scope[]): Promise<void> {
    const value = `${find.finder} ${find.at} ${knownPuzzle(puzzle).rank(parsed(puzzle, find.position)).toString(36)}`;
    for (const scope of scopes) {
      const [finds, finders] = this.keys(puzzle, scope);
      const score = scoreOf(find.length, find.at);
      await this.redis.eval(recordScript, 2, finds, finders, canonical.toString(36), value, score, mostKept);
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
    const { formatPosition, unrank } = knownPuzzle(puzzle);
    return {
      total,
      finds: members.flatMap((_, index) => {
        // Between the two reads somebody may have taken back what they had found.
        const value = values[index];
        if (!value) return [];
        const [finder = '', at = '0', rank = '0'] = value.split(' ');
        const position = formatPosition(unrank(Number.parseInt(rank, 36)));
        return {
          rank: from + index + 1,
          position,
          length: lengthOf(Number(rows[index * 2 + 1])),
          finder,
          at: Number(at),
        };
      }),
    };
  }
}

const parsed = (id: string, position: string) => {
  const result = knownPuzzle(id).parsePosition(position);
  if (!result.ok) throw new RangeError(`${id} has no position ${position}`);
  return result.value;
};
