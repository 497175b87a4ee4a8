/** Results of the daily challenge in Redis. */
import { randomBytes } from 'node:crypto';
import type { Move } from '../../puzzles/puzzle.ts';
import { hashed } from '../../runtime/erasure.ts';
import type { Logger } from '../../runtime/log.ts';
import { defineScripts } from '../../runtime/store.ts';
import { everywhere, type Scope } from '../../standings/scope.ts';
import { type Page, type Place, StandingsStore } from '../../standings/store.ts';
import { type Effort, isDayOver, numberAt, type Period, periods, pointsOf, spanOf, startOf } from './rules.ts';

/** The board of a scope for the period that contains a number. */
export interface DailyBoard {
  readonly period: Period;
  readonly number: number;
  readonly scope: Scope;
}

/** How long a channel is remembered in which a result was shared, in seconds. */
const sharedSeconds = 3 * 86_400;
/** The paths of a person that are kept, with how many moves at most, and for how long after the last, in seconds. */
const keptPaths = 7;
const longestPath = 100;
const pathSeconds = 35 * 86_400;
/** Results with this many moves and hints too many, or more, are counted together. */
export const farthestOver = 10;

/** The score of a board is the moves and hints in front, the seconds behind (standings.lua). */
const span = 2 ** 33;

/** Where a result is among all players of its day. */
export interface DayComparison {
  readonly players: number;
  /** Of them, those with worse results. */
  readonly worse: number;
}

export interface DailyPage extends Page {
  /** The fewest moves of a day that somebody on the page or the reader has solved. */
  readonly optimal: number | undefined;
}

export interface Figures {
  readonly played: number;
  readonly solved: number;
  readonly perfect: number;
  /** Numbers in a row up to the running one or the one before. */
  readonly streak: number;
  readonly best: number;
  /** How many were solved with 0, 1, … moves and hints too many; the last counts all from `farthestOver`. */
  readonly over: readonly number[];
  readonly isHidden: boolean;
}

/**
 * Reads a result as results.lua describes it, its time in milliseconds since 1970. `replaced` are the moves and hints of the
 * best result before, or 0.
 */
const parseResult = (text: string) => {
  if (text === '') return undefined;
  const [moves = 0, hints = 0, seconds = 0, at = 0, optimal = 0, points = 0, replaced = 0] = text
    .split(' ')
    .map(Number);
  return { moves, hints, seconds, at: at * 1000, optimal, points, replaced };
};
export type PersonalResult = NonNullable<ReturnType<typeof parseResult>>;

/** Reads the entry of a number as results.lua describes it. */
const parseEntry = (text: string) => {
  const [began = '', live = '', late = '', guilds = '', hidden = ''] = text.split('|');
  const words = (list: string): string[] => list.split(' ').filter(Boolean);
  return {
    began: Number(began),
    live: parseResult(live),
    late: parseResult(late),
    guilds: words(guilds),
    hidden: words(hidden),
  };
};

/** The inverse of what record-result.lua stores; the moves are [] where they are too many. */
const parsePath = (text: string): { readonly number: number; readonly path: readonly Move[] } => {
  const space = text.indexOf(' ');
  return { number: Number(text.slice(0, space)), path: JSON.parse(text.slice(space)) };
};

const nameOf = ({ period, number, scope }: DailyBoard): string => `${period}:${spanOf(period, number)[0]}:${scope}`;

/** The first numbers of all periods that contain a number. */
const firstsOf = (number: number): string =>
  periods.map((period) => `${period}:${spanOf(period, number)[0]}`).join(' ');

export class DailyStore extends StandingsStore {
  readonly name = 'daily challenges';
  protected readonly section = 'daily';
  protected readonly order = 'timed';
  protected readonly standingsName = 'standings';
  protected readonly ownNames = ['results', 'shared', 'paths', 'figures'];
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['begin', 'recordResult', 'place', 'share']);

  /**
   * A secret for operators who set none: the first process makes it, and all processes share it.
   * @param known the secret so far: if Redis has lost it, it is stored again, so that the challenges stay the same
   */
  async secret(known?: string, log?: Logger): Promise<string> {
    const key = this.key('secret');
    const isNew = (await this.redis.set(key, known ?? randomBytes(32).toString('hex'), 'NX')) === 'OK';
    if (isNew && known !== undefined)
      log?.warn('the secret of the daily challenges was missing in Redis: stored again');
    const secret = await this.redis.get(key);
    if (secret === null) throw new Error('the secret of the daily challenges is gone');
    return secret;
  }

  /** Starts a person's clock for a number, unless it runs. */
  async begin(number: number, user: string, at: number): Promise<void> {
    await this.runOf('begin', user, at, number, at);
  }

  /** When a person opened a challenge. Undefined if they sent a solution without that, which is recorded as the day's start. */
  async began(number: number, user: string): Promise<number | undefined> {
    const began = (await this.entry(number, user))?.began;
    return began === startOf(number) ? undefined : began;
  }

  /**
   * Records a result. Idempotent. A better one replaces it, and then counts in every server where this person has
   * finished. A result from after the day of its number counts for the figures alone.
   * @param at when it was sent, in milliseconds since 1970
   * @param path its moves
   */
  async record(
    number: number,
    user: string,
    effort: Effort,
    of: { optimal: number; at: number; guild?: string | undefined; path?: readonly Move[] },
  ): Promise<void> {
    const { optimal, at, guild = '', path = [] } = of;
    const { moves, hints, seconds } = effort;
    const result = [moves, hints, seconds, Math.floor(at / 1000), optimal, pointsOf(optimal, effort)].join(' ');
    const values = [number, firstsOf(number), startOf(number), result, isDayOver(number, at) ? 1 : 0, guild];
    const known = path.length <= longestPath ? JSON.stringify(path) : '[]';
    const kept = [farthestOver, known, keptPaths, pathSeconds];
    await this.runOf('recordResult', user, at, ...values, ...kept);
  }

  /** A person's best result of a number, from its day or after it. */
  async result(number: number, user: string): Promise<PersonalResult | undefined> {
    const entry = await this.entry(number, user);
    return entry?.late ?? entry?.live;
  }

  /** The moves of a person's best result of a number, unless they are too many, or were sent too long ago. */
  async path(number: number, user: string): Promise<readonly Move[] | undefined> {
    const paths = (await this.redis.lrange(this.key('paths', user), 0, -1)).map(parsePath);
    const path = paths.find((one) => one.number === number)?.path;
    return path?.length ? path : undefined;
  }

  /** Where a person's result is on the board of its day, if it is there. All perfect results are alike. */
  async comparison(number: number, user: string): Promise<DayComparison | undefined> {
    const [entry, isHidden] = await Promise.all([this.entry(number, user), this.isHidden(user)]);
    if (!entry?.live || isHidden) return undefined;
    const { moves, hints, seconds, optimal } = entry.live;
    const steps = moves + hints;
    const least = steps === optimal ? (steps + 1) * span : `(${steps * span + seconds}`;
    const board = this.boards + nameOf({ period: 'day', number, scope: everywhere });
    const [players, worse] = await Promise.all([this.redis.zcard(board), this.redis.zcount(board, least, '+inf')]);
    return { players, worse };
  }

  /** A page of a board. On the board of a day all perfect results share the first rank. */
  async page(board: DailyBoard, wanted: number, reader: string, length?: number): Promise<DailyPage> {
    const { period, number } = board;
    const page = await this.standings(nameOf(board), wanted, reader, length);
    // All results of a day have the same optimum.
    const known = page.rows[0]?.user ?? reader;
    const optimal = period === 'day' ? (await this.entry(number, known))?.live?.optimal : undefined;
    const ranked = <P extends Place>(place: P): P =>
      place.rank !== undefined && place.value === optimal ? { ...place, rank: 1 } : place;
    const own = page.own ?? (period === 'day' ? await this.absent(board, reader) : undefined);
    return { ...page, rows: page.rows.map(ranked), own: own && ranked(own), optimal };
  }

  /** The result of a day that counts on no board of a scope. */
  private async absent({ number, scope }: DailyBoard, user: string): Promise<Place | undefined> {
    const entry = await this.entry(number, user);
    if (!entry?.live) return undefined;
    const { moves, hints, seconds } = entry.live;
    return { value: moves + hints, seconds, absence: entry.hidden.includes(scope) ? 'removed' : 'elsewhere' };
  }

  /**
   * Claims to share a result in a channel; false if it was shared there. A result that is shared in a server counts there.
   * @param at in milliseconds since 1970
   */
  async share(
    number: number,
    user: string,
    channel: string,
    { at, guild }: { at: number; guild?: string | undefined },
  ): Promise<boolean> {
    if (guild !== undefined) await this.runOf('place', user, at, number, firstsOf(number), guild, '');
    return (await this.runOf('share', user, at, `${number} ${channel}`, sharedSeconds)) === 1;
  }

  /** @param number the running one: a streak that ended before the last number is over */
  async figures(user: string, number: number): Promise<Figures> {
    const known = await this.redis.hgetall(this.key('figures', user));
    const of = (name: string): number => Number(known[name] ?? 0);
    const over = Array.from({ length: farthestOver + 1 }, (_, moves) => of(`over:${moves}`));
    return {
      played: of('played'),
      solved: of('solved'),
      perfect: of('over:0'),
      streak: of('last') >= number - 1 ? of('streak') : 0,
      best: of('best'),
      over,
      isHidden: of('hidden') === 1,
    };
  }

  /**
   * Hides a person's result of a number in a server, or shows it again. They still see it themselves.
   * @returns whether others see it there, or would see it
   */
  async hideResult(number: number, user: string, guild: string, isHidden: boolean): Promise<boolean> {
    const values = [number, firstsOf(number), guild, isHidden ? 1 : 0];
    return (await this.runOf('place', user, Date.now(), ...values)) === 1;
  }

  async exported(user: string): Promise<unknown> {
    const [figures, results, standings, shared, paths] = await Promise.all([
      this.redis.hgetall(this.key('figures', user)),
      this.redis.hgetall(this.key('results', user)),
      this.redis.hgetall(this.key('standings', user)),
      this.redis.smembers(this.key('shared', user)),
      this.redis.lrange(this.key('paths', user), 0, -1),
    ]);
    if ([figures, results, standings, shared].every((all) => Object.keys(all).length === 0)) return undefined;
    const dated = (result: PersonalResult | undefined) =>
      result && { ...result, at: new Date(result.at).toISOString() };
    return {
      figures,
      results: Object.entries(results).map(([number, text]) => {
        const { began, live, late, guilds, hidden } = parseEntry(text);
        return {
          number: Number(number),
          firstSeen: new Date(began).toISOString(),
          result: dated(live),
          laterResult: dated(late),
          servers: guilds,
          hiddenByAdminsOf: hidden,
        };
      }),
      boards: Object.entries(standings).map(([board, text]) => {
        const [value = 0, seconds, last, at = 0] = text.split(' ').map(Number);
        return { board, value: Math.abs(value), seconds, last, at: new Date(at * 1000).toISOString() };
      }),
      shownIn: shared.map((text) => {
        const [number, channel] = text.split(' ');
        return { number: Number(number), channel };
      }),
      paths: paths.map(parsePath),
    };
  }

  /**
   * Whoever has opened the running challenge, and then deletes that, could start its clock again. So their results of the
   * day don't rank: a mark under a hash of their id says so until the day ends.
   */
  override async erase(user: string): Promise<void> {
    const now = Date.now();
    const running = numberAt(now);
    const seconds = Math.ceil((startOf(running + 1) - now) / 1000);
    if (await this.entry(running, user)) await this.redis.set(this.unrankedKey(user), running, 'EX', seconds);
    await super.erase(user);
  }

  /** Whether results of a number don't rank because the person has deleted their data on its day. */
  async isUnranked(number: number, user: string): Promise<boolean> {
    return (await this.redis.get(this.unrankedKey(user))) === String(number);
  }

  private unrankedKey(user: string): string {
    return this.key('unranked', hashed(user));
  }

  private async entry(number: number, user: string) {
    const text = await this.redis.hget(this.key('results', user), String(number));
    return text === null ? undefined : parseEntry(text);
  }

  protected override hidden(user: string): [string, 'field'] {
    return [this.key('figures', user), 'field'];
  }

  /** Runs a script with the keys and the first values that results.lua names. */
  private runOf(script: keyof DailyStore['scripts'], user: string, at: number, ...values: (string | number)[]) {
    return this.run(this.scripts[script], user, at, values, [this.unrankedKey(user)]);
  }
}
