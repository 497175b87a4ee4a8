/** Results of the daily challenge in Redis. */
import { randomBytes } from 'node:crypto';
import type { PersonalData } from '../../runtime/erasure.ts';
import { defineScripts } from '../../runtime/scripts.ts';
import { Store } from '../../runtime/store.ts';
import { pageLength, type Scope } from '../scope.ts';
import { type Effort, isOver, type Period, periods, pointsOf, scoreOf, spanOf, startOf } from './rules.ts';

/** The results of the period that a number is in, of one server or of all. */
export interface Board {
  readonly period: Period;
  readonly number: number;
  readonly scope: Scope;
}

/** How long it is remembered where a result was shown, in seconds. */
const sharedSeconds = 3 * 86_400;
/** Results this much over the best possible, and worse ones, are counted together. */
export const farthestOver = 10;

/** More doesn't fit in the score of a board. */
const mostSeconds = 2 ** 33 - 1;
const mostMoves = 2 ** 19 - 1;
const within = (value: number, most: number): number => Math.min(Math.max(0, Math.floor(value)), most);

/** What somebody needed, and whether nobody can do better. */
export interface Result extends Effort {
  readonly isPerfect: boolean;
  /** What their best before it came to, in moves and hints together; absent where it is the first. */
  readonly replaced?: number;
}

/** A place, or what is known of who has none. */
export interface Place {
  /** From 1; undefined where an absence is given. */
  readonly rank?: number;
  /** Moves and hints of a day; points of anything longer. */
  readonly value: number;
  /** In all. */
  readonly seconds: number;
  /** Why somebody is on no board: they hide, an admin has hidden the result there, or it was never sent there. */
  readonly absence?: 'hidden' | 'removed' | 'elsewhere';
}

export interface Standing extends Place {
  readonly user: string;
  readonly rank: number;
}

export interface Page {
  /** Counted from 0. */
  readonly page: number;
  /** People on the board. */
  readonly total: number;
  readonly rows: readonly Standing[];
  /** The asker's own place, wherever it is; undefined where nothing of theirs could count. */
  readonly own: Place | undefined;
}

export interface Figures {
  readonly played: number;
  readonly solved: number;
  readonly perfect: number;
  /** Numbers in a row up to the running one or the one before. */
  readonly streak: number;
  readonly best: number;
  /** How many were solved with so many moves and hints over the best possible; the last one counts all from there on. */
  readonly over: readonly number[];
  /** Whether they are for this person alone. */
  readonly isHidden: boolean;
}

/** A result as it is kept. */
interface Kept extends Effort {
  /** Milliseconds since 1970, in whole seconds. */
  readonly at: number;
  readonly optimal: number;
  readonly points: number;
  /** What the best before it came to, in moves and hints together; 0 where it was the first. */
  readonly replaced: number;
}

/** A row of a board from page.lua; the place counts from 0. */
type Row = [user: string, value: number, seconds: number, place?: number];

/** What is stored of one number for one person. */
interface Entry {
  /** Milliseconds since 1970. */
  readonly began: number;
  readonly live: Kept | undefined;
  /** From after its day, where it is better. */
  readonly late: Kept | undefined;
  readonly guilds: readonly string[];
  /** The servers in which an admin has hidden it. */
  readonly hidden: readonly string[];
}

const keptOf = (text: string): Kept | undefined => {
  if (text === '') return undefined;
  const [moves = 0, hints = 0, seconds = 0, at = 0, optimal = 0, points = 0, replaced = 0] = text
    .split(' ')
    .map(Number);
  return { moves, hints, seconds, at: at * 1000, optimal, points, replaced };
};

const entryOf = (text: string): Entry => {
  const [began = '', live = '', late = '', guilds = '', hidden = ''] = text.split('|');
  const [here, hiddenHere] = [guilds, hidden].map((list) => list.split(' ').filter(Boolean));
  return { began: Number(began), live: keptOf(live), late: keptOf(late), guilds: here!, hidden: hiddenHere! };
};

/** The keys of one person, in the order in which scripts have them. */
const personal = ['figures', 'results', 'standings', 'shared'] as const;

const nameOf = ({ period, number, scope }: Board): string => `${period}:${spanOf(period, number)[0]}:${scope}`;

/** The first numbers of all periods that a number is in. */
const firstsOf = (number: number): string =>
  periods.map((period) => `${period}:${spanOf(period, number)[0]}`).join(' ');

export class DailyStore extends Store implements PersonalData {
  readonly name = 'daily challenges';
  protected readonly section = 'daily';
  private readonly scripts = defineScripts(this.redis, import.meta.url, [
    'begin',
    'recordResult',
    'place',
    'share',
    'page',
    'hide',
    'erase',
  ]);

  /** A secret for those who have set none: made by whichever process is first, and the same for all. */
  async secret(): Promise<string> {
    const key = this.key('secret');
    await this.redis.set(key, randomBytes(32).toString('hex'), 'NX');
    const secret = await this.redis.get(key);
    if (secret === null) throw new Error('the secret of the daily challenges is gone');
    return secret;
  }

  /** Somebody sees a challenge: the clock runs from the first time. */
  async begin(number: number, user: string, at: number): Promise<void> {
    await this.run('begin', user, at, number, at);
  }

  /** When somebody first saw a challenge; who never asked to may have seen it since its day began. */
  async began(number: number, user: string): Promise<number> {
    return (await this.entry(number, user))?.began ?? startOf(number);
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
    const [moves, hints] = [within(effort.moves, mostMoves), within(effort.hints, mostMoves)];
    const points = pointsOf(optimal, { moves, hints });
    const kept = [moves, hints, within(effort.seconds, mostSeconds), Math.floor(at / 1000), optimal, points].join(' ');
    const values = [number, firstsOf(number), startOf(number), kept, isOver(number, at) ? 1 : 0, guild];
    return (await this.run('recordResult', user, at, ...values, farthestOver)) === 1;
  }

  /** Somebody's best result of a number, from its day or after it. */
  async result(number: number, user: string): Promise<Result | undefined> {
    const entry = await this.entry(number, user);
    const best = entry?.late ?? entry?.live;
    if (!best) return undefined;
    const { moves, hints, seconds, optimal, replaced } = best;
    const result = { moves, hints, seconds, isPerfect: scoreOf(optimal, best) === 1 };
    return replaced === 0 ? result : { ...result, replaced };
  }

  /** A page of a board, or its last where it has fewer. Of a day, all perfect results share the first rank. */
  async page(board: Board, wanted: number, asker: string): Promise<Page> {
    const { period, number } = board;
    const answer = await this.run('page', asker, Date.now(), nameOf(board), wanted, pageLength);
    const [page, total, rows, [, value = 0, seconds = 0, index] = []] = answer as [number, number, Row[], Row?];
    // The best possible is the same for all who are on the board of a day.
    const optimal = period === 'day' ? (await this.entry(number, rows[0]?.[0] ?? asker))?.live?.optimal : undefined;
    const placed = (place: number, value: number, seconds: number) => ({
      rank: value === optimal ? 1 : place + 1,
      value,
      seconds,
    });
    return {
      page,
      total,
      rows: rows.map(([user, value, seconds], row) => ({ user, ...placed(page * pageLength + row, value, seconds) })),
      own: index === undefined ? await this.absent(board, asker) : placed(index, value, seconds),
    };
  }

  /** What somebody is told who is not on a board. */
  private async absent(board: Board, user: string): Promise<Place | undefined> {
    const [entry, standing, hides] = await Promise.all([
      board.period === 'day' ? this.entry(board.number, user) : undefined,
      this.redis.hget(this.personKey('standings', user), nameOf(board)),
      this.redis.hexists(this.personKey('figures', user), 'hidden'),
    ]);
    if (standing !== null) {
      const [value = 0, seconds = 0] = standing.split(' ').map(Number);
      return { value: Math.abs(value), seconds, ...(hides === 1 && { absence: 'hidden' }) };
    }
    if (!entry?.live) return undefined;
    const { moves, hints, seconds } = entry.live;
    const absence = entry.hidden.includes(board.scope) ? 'removed' : 'elsewhere';
    return { value: moves + hints, seconds, absence };
  }

  /**
   * Take the right to show a result in a channel; false where it has been taken. Shown in a server, it counts there.
   * @param at in milliseconds since 1970
   */
  async share(
    number: number,
    user: string,
    channel: string,
    { at, guild }: { at: number; guild?: string | undefined },
  ): Promise<boolean> {
    if (guild !== undefined) await this.run('place', user, at, number, firstsOf(number), guild, '');
    return (await this.run('share', user, at, `${number} ${channel}`, sharedSeconds)) === 1;
  }

  /** @param number the running one, by which a streak still stands or is over */
  async figures(user: string, number: number): Promise<Figures> {
    const known = await this.redis.hgetall(this.personKey('figures', user));
    const of = (name: string): number => Number(known[name] ?? 0);
    const over = Array.from({ length: farthestOver + 1 }, (_, moves) => of(`over:${moves}`));
    return {
      played: of('played'),
      solved: of('solved'),
      perfect: over[0]!,
      streak: of('last') >= number - 1 ? of('streak') : 0,
      best: of('best'),
      over,
      isHidden: of('hidden') === 1,
    };
  }

  /**
   * An admin hides somebody's result of a number in their server, or shows it again. It stays that person's own.
   * @returns whether it is one that others see there, or would see
   */
  async hideResult(number: number, user: string, guild: string, isHidden: boolean): Promise<boolean> {
    const values = [number, firstsOf(number), guild, isHidden ? 1 : 0];
    return (await this.run('place', user, Date.now(), ...values)) === 1;
  }

  async setHidden(user: string, isHidden: boolean): Promise<void> {
    await this.run('hide', user, Date.now(), isHidden ? 1 : 0);
  }

  async exported(user: string): Promise<unknown> {
    const [figures, results, standings, shown] = await Promise.all([
      this.redis.hgetall(this.personKey('figures', user)),
      this.redis.hgetall(this.personKey('results', user)),
      this.redis.hgetall(this.personKey('standings', user)),
      this.redis.smembers(this.personKey('shared', user)),
    ]);
    if ([figures, results, standings, shown].every((all) => Object.keys(all).length === 0)) return undefined;
    const said = (kept: Kept | undefined) => kept && { ...kept, at: new Date(kept.at).toISOString() };
    return {
      figures,
      results: Object.entries(results).map(([number, text]) => {
        const { began, live, late, guilds, hidden } = entryOf(text);
        return {
          number: Number(number),
          firstSeen: new Date(began).toISOString(),
          result: said(live),
          laterResult: said(late),
          servers: guilds,
          hiddenByAdminsOf: hidden,
        };
      }),
      boards: Object.entries(standings).map(([board, text]) => {
        const [value = 0, seconds, last, at = 0] = text.split(' ').map(Number);
        return { board, value: Math.abs(value), seconds, last, at: new Date(at * 1000).toISOString() };
      }),
      shownIn: shown.map((text) => {
        const [number, channel] = text.split(' ');
        return { number: Number(number), channel };
      }),
    };
  }

  async erase(user: string): Promise<void> {
    await this.run('erase', user, Date.now());
  }

  private async entry(number: number, user: string): Promise<Entry | undefined> {
    const text = await this.redis.hget(this.personKey('results', user), String(number));
    return text === null ? undefined : entryOf(text);
  }

  /** Run a script on the keys that results.lua names. */
  private run(
    script: keyof DailyStore['scripts'],
    user: string,
    now: number,
    ...values: (string | number)[]
  ): Promise<unknown> {
    const keys = [...personal.map((name) => this.personKey(name, user)), this.erasureKey(user)];
    // Scripts append the names of boards to the prefix.
    return this.scripts[script](keys, user, this.key('board', ''), now, ...values);
  }

  private personKey(name: (typeof personal)[number], user: string): string {
    return this.key(name, user);
  }
}
