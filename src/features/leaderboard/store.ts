/** The hardest positions that people found, in Redis. */
import type { Position, Puzzle } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { defineScripts } from '../../runtime/store.ts';
import { pageLength, type Scope } from '../../standings/scope.ts';
import { type Page, StandingsStore } from '../../standings/store.ts';

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

export interface FindPage extends Omit<Page, 'rows' | 'own'> {
  readonly finds: readonly (Find & { readonly rank: number })[];
}

/** Sorts by length, then earlier finds first: the seconds count down from a far day. Redis keeps 53 bits of a score. */
const lastSecond = 2 ** 33;
const scoreOf = (length: number, at: number): number => length * lastSecond + (lastSecond - Math.floor(at / 1000));

/** On its boards are positions instead of people, and `finders` has what is known of each. */
export class FindStore extends StandingsStore {
  readonly name = 'finds';
  protected readonly section = 'hardest';
  protected readonly order = 'most';
  /** Nobody has a standing. */
  protected readonly standingsName = 'standings';
  protected readonly ownNames = ['of'];
  /** Of each puzzle and scope. */
  protected readonly mostKept: number = 10_000;
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['record', 'forget']);

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

  /** A page, or the last one. */
  async page(puzzle: string, scope: Scope, wanted: number): Promise<FindPage> {
    const { page, total, rows } = await this.standings([puzzle, scope, 'finds'].join(':'), wanted, '');
    const [, finders] = this.keys(puzzle, scope);
    const finds = await Promise.all(
      rows.map(async ({ user: position, value: score }, index) => {
        const value = await this.redis.hget(finders, position);
        // A harder find between the two reads may have removed the last one.
        if (value === null) return [];
        const find = read(puzzle, value, score);
        const finder = (await this.isHidden(find.finder)) ? hiddenFinder : find.finder;
        return [{ ...find, finder, rank: page * pageLength + index + 1 }];
      }),
    );
    return { page, total, finds: finds.flat() };
  }

  async exported(user: string): Promise<unknown> {
    const [found, isHidden] = await Promise.all([this.redis.smembers(this.key('of', user)), this.isHidden(user)]);
    if (found.length === 0 && !isHidden) return undefined;
    const finds = await Promise.all(
      found.sort().map(async (entry) => {
        const [puzzle = '', scope = '', member = ''] = entry.split(' ');
        const [finds, finders] = this.keys(puzzle, scope);
        const [value, score] = await Promise.all([this.redis.hget(finders, member), this.redis.zscore(finds, member)]);
        if (value === null || score === null) return [];
        const { at, ...find } = read(puzzle, value, Number(score));
        return [{ puzzle, scope, ...find, at: new Date(at) }];
      }),
    );
    return { hidden: isHidden, finds: finds.flat() };
  }

  /** The finds stay, without a name. */
  override async erase(user: string): Promise<void> {
    await this.scripts.forget([this.key('of', user)], this.key(), user, erasedFinder);
    await super.erase(user);
  }

  protected override get boards(): string {
    return this.key('');
  }

  private keys(puzzle: string, scope: Scope): [finds: string, finders: string] {
    return [this.key(puzzle, scope, 'finds'), this.key(puzzle, scope, 'finders')];
  }
}

/** Reads a find as `record` stores it. */
const read = (id: string, value: string, score: number): Find => {
  const [finder = '', at = '0', code = ''] = value.split(' ');
  const { formatPosition, decode } = knownPuzzle(id);
  return { position: formatPosition(decode(code)!), length: Math.floor(score / lastSecond), finder, at: Number(at) };
};
