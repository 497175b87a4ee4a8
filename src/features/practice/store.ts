/** Results of practice in Redis. */
import type { PersonalData } from '../../runtime/erasure.ts';
import { defineScripts, pairs, Store } from '../../runtime/store.ts';
import type { Draw } from '../../search/scramble.ts';
import { everywhere, pageLength, type Scope } from '../scope.ts';
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

export interface Board extends Discipline {
  readonly measure: Measure;
  readonly scope: Scope;
}

export interface Standing {
  readonly user: string;
  /** From 1, shared by equal values; undefined where an absence is given. */
  readonly rank?: number;
  /** Hundredths of a second, or moves. */
  readonly value: number;
  /** Why a person is not on a board: they hide, or an admin removed them in this server. */
  readonly absence?: 'hidden' | 'removed';
}

export interface Page {
  /** People on the board. */
  readonly total: number;
  readonly rows: readonly Standing[];
  /** The reader's own place. */
  readonly own: Standing | undefined;
}

const fieldOf = ({ puzzle, mode }: Discipline): string => `${puzzle} ${mode}`;
const disciplineOf = (field: string): Discipline => {
  const [puzzle = '', mode = ''] = field.split(' ');
  return { puzzle, mode: mode as Draw };
};
const nameOf = ({ puzzle, mode, measure, scope }: Board): string => [puzzle, mode, measure, scope].join(':');

/** Records of an outdated format count as none. */
const parseRecord = (text: string | null): PracticeRecord | undefined =>
  text === null ? undefined : recordSchema.safeParse(JSON.parse(text)).data;

export class PracticeStore extends Store implements PersonalData {
  readonly name = 'practice';
  protected readonly section = 'practice';
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['keep', 'hide', 'remove', 'erase']);
  private readonly hiddenKey = this.key('hidden');

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
      const places = [everywhere, ...(guild === undefined ? [] : [guild])].flatMap((scope) =>
        measures.flatMap((measure) => {
          const value = scope === everywhere ? next.bests[measure]?.value : reached(measure, upTo);
          return typeof value === 'number' ? [nameOf({ ...discipline, measure, scope }), value] : [];
        }),
      );
      const kept = await this.run('keep', user, field, before ?? '', JSON.stringify(next), solve.at, ...places);
      if (kept === 1) return next;
      if (kept === -1) return undefined;
    }
  }

  /** All records of a person, the last played first. */
  async records(user: string): Promise<(Discipline & { readonly record: PracticeRecord })[]> {
    const all = Object.entries(await this.redis.hgetall(this.key('records', user)));
    return all
      .flatMap(([field, text]) => {
        const record = parseRecord(text);
        return record ? [{ ...disciplineOf(field), record }] : [];
      })
      .sort((a, b) => b.record.solves.at(-1)!.at - a.record.solves.at(-1)!.at);
  }

  async isHidden(user: string): Promise<boolean> {
    return (await this.redis.sismember(this.hiddenKey, user)) === 1;
  }

  /** A page of a board, counted from 0. */
  async page(board: Board, page: number, reader: string): Promise<Page> {
    const name = nameOf(board);
    const key = this.key('board', name);
    const from = page * pageLength;
    const [total, rows, shown, kept, isHidden] = await Promise.all([
      this.redis.zcard(key),
      this.redis.zrange(key, String(from), String(from + pageLength - 1), 'WITHSCORES').then(pairs),
      this.redis.zscore(key, reader),
      this.redis.hget(this.key('places', reader), name),
      this.isHidden(reader),
    ]);
    const standing = async (user: string, value: number): Promise<Standing> => ({
      user,
      value,
      rank: 1 + (await this.redis.zcount(key, '-inf', `(${value}`)),
    });
    const absence = isHidden ? 'hidden' : 'removed';
    const away = kept === null ? undefined : ({ user: reader, value: Number(kept), absence } as const);
    const own = shown === null ? away : await standing(reader, Number(shown));
    return { total, rows: await Promise.all(rows.map(([user, value]) => standing(user, Number(value)))), own };
  }

  /**
   * Takes a person off the boards of a puzzle in a server, or puts them back. They still see their own place.
   * @returns whether others see them there, or would
   */
  async setRemoved(user: string, puzzle: string, guild: string, isRemoved: boolean): Promise<boolean> {
    return (await this.run('remove', user, puzzle, guild, isRemoved ? 1 : 0)) === 1;
  }

  async setHidden(user: string, isHidden: boolean): Promise<void> {
    await this.run('hide', user, isHidden ? 1 : 0);
  }

  async exported(user: string): Promise<unknown> {
    const [records, places, removed, isHidden] = await Promise.all([
      this.redis.hgetall(this.key('records', user)),
      this.redis.hgetall(this.key('places', user)),
      this.redis.smembers(this.key('removed', user)),
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

  async erase(user: string): Promise<void> {
    await this.run('erase', user);
  }

  /** Runs a script with the keys and the first values that boards.lua names. */
  private run(script: keyof PracticeStore['scripts'], user: string, ...values: (string | number)[]) {
    const [places, removed, records] = ['places', 'removed', 'records'].map((name) => this.key(name, user));
    const keys = [places!, removed!, this.hiddenKey, this.erasureKey(user), records!];
    return this.scripts[script](keys, user, this.key('board', ''), ...values);
  }
}
