/** The bounds that people share, in Redis: the best of each person in a week. All of it ends with the week. */
import { defineScripts } from '../../runtime/store.ts';
import { type Scope, scopesOf } from '../../standings/scope.ts';
import { type Page, StandingsStore } from '../../standings/store.ts';

const day = 86_400_000;

/** When the week of a time ends, in milliseconds since 1970: at midnight before Monday in UTC. */
export const weekEnd = (at: number): number => {
  // 5 January 1970 was a Monday.
  const monday = 4 * day;
  return monday + (Math.floor((at - monday) / (7 * day)) + 1) * 7 * day;
};

const nameOf = (at: number, scope: Scope): string => `bounds:until-${weekEnd(at) / 1000}:${scope}`;

interface SharedBound {
  readonly bound: string;
  /** Positions that IDA* expands with it. The fewest rank first. */
  readonly nodes: number;
}

export class BoundStore extends StandingsStore {
  readonly name = 'bounds';
  protected readonly section = 'bounds';
  protected readonly order = 'least';
  protected readonly standingsName = 'nodes';
  /** The bounds, by the names of boards. */
  protected readonly ownNames = ['of'];
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['keep']);

  /** Keeps a bound if it is a person's best of the week. Idempotent. @param at in milliseconds since 1970 */
  async keep(user: string, { bound, nodes }: SharedBound, guild: string | undefined, at: number): Promise<void> {
    const boards = scopesOf(guild).map((scope) => nameOf(at, scope));
    await this.run(this.scripts.keep, user, at, [nodes, bound, ...boards]);
  }

  /** A page of the board of a week, or its last page, with the bounds of its people and of the reader. */
  async page(scope: Scope, wanted: number, reader: string, at: number) {
    const name = nameOf(at, scope);
    const page: Page = await this.standings(name, wanted, reader);
    const users = [...new Set([reader, ...page.rows.map(({ user }) => user)])];
    const bounds = await Promise.all(users.map((user) => this.redis.hget(this.key('of', user), name)));
    return { page, bounds: new Map(users.map((user, index) => [user, bounds[index] ?? ''])) };
  }

  async exported(user: string): Promise<unknown> {
    const [standings, bounds, isHidden] = await Promise.all([
      this.redis.hgetall(this.key('nodes', user)),
      this.redis.hgetall(this.key('of', user)),
      this.isHidden(user),
    ]);
    const shared = Object.entries(bounds).map(([board, bound]) => ({ board, bound, nodes: Number(standings[board]) }));
    return shared.length === 0 && !isHidden ? undefined : { hidden: isHidden, shared };
  }
}
