/** The hardest positions that people found, in Redis. */
import type { Redis } from 'ioredis';
import type { Position, Puzzle } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { PersonalData } from '../../runtime/erasure.ts';
import { defineScripts, pairs, Store } from '../../runtime/store.ts';
import { pageLength, type Scope } from '../scope.ts';

interface Found {
  readonly length: number;
  /** The id of a person, `hiddenFinder` or `erasedFinder`. */
  readonly finder: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Find extends Found {
  /** As it was asked; finds are unique up to mirror images. */
  readonly position: string;
}

/** In place of a finder who hides, or whose data was deleted. */
export const hiddenFinder = 'hidden';
export const erasedFinder = 'left';

export interface Page {
  readonly finds: readonly (Find & { readonly rank: number })[];
  readonly total: number;
}

/** Sorts by length, then earlier finds first: the seconds count down from a far day. Redis keeps 53 bits of a score. */
const lastSecond = 2 ** 33;
const scoreOf = (length: number, at: number): number => length * lastSecond + (lastSecond - Math.floor(at / 1000));

export class FindStore extends Store implements PersonalData {
  readonly name = 'finds';
  protected readonly section = 'hardest';
  private readonly hiddenKey = this.key('hidden');
  private readonly mostKept: number;
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['record', 'erase']);

  /** @param mostKept of each puzzle and scope */
  constructor(redis: Redis, prefix: string, mostKept = 10_000) {
    super(redis, prefix);
    this.mostKept = mostKept;
  }

  /**
   * Records that a person found how long a position takes. Idempotent.
   * @param canonical the position that represents all its mirror images
   */
  async record(
    { id, encode }: Puzzle,
    start: Position,
    canonical: Position,
    { finder, at, length }: Found,
    scopes: readonly Scope[],
  ): Promise<void> {
    const keys = [this.erasureKey(finder), ...scopes.flatMap((scope) => this.keys(id, scope))];
    const values = [encode(canonical), scoreOf(length, at), `${finder} ${at} ${encode(start)}`, finder, at];
    await this.scripts.record(keys, ...values, this.mostKept, this.key('of', ''), id, ...scopes);
  }

  /** A page, counted from 0. */
  async page(puzzle: string, scope: Scope, page: number): Promise<Page> {
    const [finds, finders] = this.keys(puzzle, scope);
    const from = page * pageLength;
    const [total, rows] = await Promise.all([
      this.redis.zcard(finds),
      this.redis.zrevrange(finds, from, from + pageLength - 1, 'WITHSCORES').then(pairs),
    ]);
    const values = rows.length === 0 ? [] : await this.redis.hmget(finders, ...rows.map(([member]) => member));
    // A harder find between the two reads may have removed the last one.
    const found = values.flatMap((value, index) => {
      if (!value) return [];
      return { ...read(puzzle, value, rows[index]![1]), rank: from + index + 1 };
    });
    const unseen = found.length === 0 ? [] : await this.redis.smismember(this.hiddenKey, ...found.map((f) => f.finder));
    return {
      total,
      finds: found.map((find, index) => (unseen[index] === 1 ? { ...find, finder: hiddenFinder } : find)),
    };
  }

  async exported(user: string): Promise<unknown> {
    const [found, isHidden] = await Promise.all([
      this.redis.smembers(this.key('of', user)),
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
    await this.scripts.erase([this.key('of', user), this.hiddenKey], this.key(), user, erasedFinder);
  }

  async setHidden(user: string, isHidden: boolean): Promise<void> {
    await this.redis[isHidden ? 'sadd' : 'srem'](this.hiddenKey, user);
  }

  private keys(puzzle: string, scope: Scope): [finds: string, finders: string] {
    return [this.key(puzzle, scope, 'finds'), this.key(puzzle, scope, 'finders')];
  }
}

/** Reads a find as `record` stores it. */
const read = (id: string, value: string, score: string): Find => {
  const [finder = '', at = '0', code = ''] = value.split(' ');
  const { formatPosition, decode } = knownPuzzle(id);
  return {
    position: formatPosition(decode(code)!),
    length: Math.floor(Number(score) / lastSecond),
    finder,
    at: Number(at),
  };
};
