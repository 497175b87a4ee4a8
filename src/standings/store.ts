/** Leaderboards of people in Redis. The store of a feature says what ranks them, and writes their standings. */
import type { PersonalData } from '../runtime/erasure.ts';
import { defineScripts, type Script, Store } from '../runtime/store.ts';
import { pageLength } from './scope.ts';

/** Why a person is on no board: they hide, an admin removed them in this server, or the result was never sent there. */
type Absence = 'hidden' | 'removed' | 'elsewhere';

export interface Place {
  /** From 1; undefined for people who are on no board. */
  readonly rank?: number;
  readonly value: number;
  /** Only where times rank equal values. */
  readonly seconds?: number;
  readonly absence?: Absence;
}

export interface LeaderboardRow extends Place {
  readonly user: string;
}

export interface Page {
  /** Counted from 0. */
  readonly page: number;
  /** People on the board. */
  readonly total: number;
  readonly rows: readonly LeaderboardRow[];
  /** The reader's own place; undefined if nothing of theirs could count. */
  readonly own: Place | undefined;
}

/** As page.lua returns it; the rank is 0 for people who are on no board. */
type Row = [rank: number, user: string, value: number, seconds?: number];

const placeOf = ([rank, , value, seconds]: Row): Place => ({
  ...(rank > 0 && { rank }),
  value,
  ...(seconds !== undefined && { seconds }),
});

export abstract class StandingsStore extends Store implements PersonalData {
  abstract readonly name: string;
  /** Whether the most or the least ranks first; `timed`: the most, and of equal values the least seconds. */
  protected abstract readonly order: 'most' | 'least' | 'timed';
  /** The key of each person that has their standings, by the names of boards; and those of what else is kept of them. */
  protected abstract readonly standingsName: string;
  protected abstract readonly ownNames: readonly string[];
  private readonly standingsScripts = defineScripts(this.redis, import.meta.url, ['page', 'hide', 'erase']);

  abstract exported(user: string): Promise<unknown>;

  /** Who hides is in a set. */
  protected hidden(_: string): readonly [key: string, by: 'member' | 'field'] {
    return [this.key('hidden'), 'member'];
  }

  /** What the keys of boards begin with. */
  protected get boards(): string {
    return this.key('board', '');
  }

  /** The boards that admins took a person off: the first word of their names, and the server. */
  protected removedKey(user: string): string {
    return this.key('removed', user);
  }

  /** A page of a board, or its last page. */
  async standings(board: string, wanted: number, reader: string, length = pageLength): Promise<Page> {
    const { page: script } = this.standingsScripts;
    const reply = await this.run(script, reader, Date.now(), [board, wanted, length, this.order]);
    const [page, total, rows, own, absence] = reply as [number, number, Row[], Row | [], Absence | ''];
    return {
      page,
      total,
      rows: rows.map((row) => ({ user: row[1], ...placeOf(row) })),
      own: own.length === 0 ? undefined : { ...placeOf(own as Row), ...(absence && { absence }) },
    };
  }

  async isHidden(user: string): Promise<boolean> {
    const [key, by] = this.hidden(user);
    return (await (by === 'field' ? this.redis.hexists(key, 'hidden') : this.redis.sismember(key, user))) === 1;
  }

  async setHidden(user: string, isHidden: boolean): Promise<void> {
    await this.run(this.standingsScripts.hide, user, Date.now(), [isHidden ? 1 : 0]);
  }

  async erase(user: string): Promise<void> {
    await this.run(this.standingsScripts.erase, user, Date.now());
  }

  /** Runs a script that includes standings.lua, which names its first keys and values. */
  protected run(
    script: Script,
    user: string,
    at: number,
    values: readonly (string | number)[] = [],
    more: readonly string[] = [],
  ): Promise<unknown> {
    const [hidden, by] = this.hidden(user);
    const own = this.ownNames.map((name) => this.key(name, user));
    const standings = this.key(this.standingsName, user);
    const keys = [standings, hidden, this.erasureKey(user), this.removedKey(user), ...own, ...more];
    return script(keys, user, this.boards, at, by, ...values);
  }
}
