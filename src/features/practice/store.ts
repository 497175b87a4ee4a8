/** Results of practice in Redis. */
import { defineScripts } from '../../runtime/store.ts';
import type { Draw } from '../../search/scramble.ts';
import { everywhere, type Scope, scopesOf } from '../../standings/scope.ts';
import { type Page, StandingsStore } from '../../standings/store.ts';
import {
  emptyRecord,
  type Measure,
  measures,
  type PracticeRecord,
  reached,
  recordSchema,
  type Solve,
  solvesUpTo,
  withSolve,
} from './rules.ts';

/** A puzzle, and how its positions are drawn. */
export interface Discipline {
  readonly puzzle: string;
  readonly mode: Draw;
}

export interface PracticeBoard extends Discipline {
  readonly measure: Measure;
  readonly scope: Scope;
}

const fieldOf = ({ puzzle, mode }: Discipline): string => `${puzzle} ${mode}`;
const disciplineOf = (field: string): Discipline => {
  const [puzzle = '', mode = ''] = field.split(' ');
  return { puzzle, mode: mode as Draw };
};
const nameOf = ({ puzzle, mode, measure, scope }: PracticeBoard): string => [puzzle, mode, measure, scope].join(':');

/** Records of an outdated format count as none. */
const parseRecord = (text: string | null): PracticeRecord | undefined =>
  text === null ? undefined : recordSchema.safeParse(JSON.parse(text)).data;

export class PracticeStore extends StandingsStore {
  readonly name = 'practice';
  protected readonly section = 'practice';
  protected readonly order = 'least';
  protected readonly standingsName = 'places';
  protected readonly ownNames = ['records'];
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['keep', 'remove']);

  /**
   * Counts a solve, once. Its values rank everywhere, and in the server where it was made.
   * @returns the record with it; undefined for people whose data was deleted since
   */
  async count(
    user: string,
    discipline: Discipline,
    solve: Solve,
    guild: string | undefined,
  ): Promise<PracticeRecord | undefined> {
    const field = fieldOf(discipline);
    for (;;) {
      const before = await this.redis.hget(this.key('records', user), field);
      const record = parseRecord(before) ?? emptyRecord;
      const next = withSolve(record, solve);
      if (!next) return record;
      const upTo = solvesUpTo(next, solve.game);
      const places = scopesOf(guild).flatMap((scope) =>
        measures.flatMap((measure) => {
          const value = scope === everywhere ? next.bests[measure]?.value : reached(measure, upTo);
          return typeof value === 'number' ? [nameOf({ ...discipline, measure, scope }), value] : [];
        }),
      );
      const values = [field, before ?? '', JSON.stringify(next), ...places];
      const kept = await this.run(this.scripts.keep, user, solve.at, values);
      if (kept === 1) return next;
      if (kept === -1) return undefined;
    }
  }

  /** All records of a person, the last played first. */
  async records(user: string): Promise<(Discipline & { readonly record: PracticeRecord })[]> {
    const lastSolve = ({ solves }: PracticeRecord): number => solves.at(-1)?.at ?? 0;
    const all = Object.entries(await this.redis.hgetall(this.key('records', user)));
    return all
      .flatMap(([field, text]) => {
        const record = parseRecord(text);
        return record ? [{ ...disciplineOf(field), record }] : [];
      })
      .sort((a, b) => lastSolve(b.record) - lastSolve(a.record));
  }

  /** A page of a board, or its last page. Values are hundredths of a second, or moves. */
  page(board: PracticeBoard, page: number, reader: string): Promise<Page> {
    return this.standings(nameOf(board), page, reader);
  }

  /**
   * Takes a person off the boards of a puzzle in a server, or puts them back. They still see their own place.
   * @returns whether others see them there, or would
   */
  async setRemoved(user: string, puzzle: string, guild: string, isRemoved: boolean): Promise<boolean> {
    return (await this.run(this.scripts.remove, user, Date.now(), [puzzle, guild, isRemoved ? 1 : 0])) === 1;
  }

  async exported(user: string): Promise<unknown> {
    const [records, places, removed, isHidden] = await Promise.all([
      this.redis.hgetall(this.key('records', user)),
      this.redis.hgetall(this.key('places', user)),
      this.redis.smembers(this.removedKey(user)),
      this.isHidden(user),
    ]);
    if ([records, places, removed].every((all) => Object.keys(all).length === 0) && !isHidden) return undefined;
    const dated = <T extends { at: number }>(one: T) => ({ ...one, at: new Date(one.at).toISOString() });
    return {
      hidden: isHidden,
      records: Object.entries(records).map(([field, text]) => {
        const { solves = [], bests = {}, ...counts } = parseRecord(text) ?? {};
        const dates = Object.entries(bests).map(([measure, best]) => [measure, dated(best)]);
        return { ...disciplineOf(field), ...counts, bests: Object.fromEntries(dates), solves: solves.map(dated) };
      }),
      boards: Object.entries(places).map(([board, value]) => ({ board, value: Number(value) })),
      removedByAdmins: removed.map((text) => {
        const [puzzle, server] = text.split(' ');
        return { puzzle, server };
      }),
    };
  }
}
