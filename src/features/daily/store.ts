/** Everything about daily challenges that Redis keeps, and the only place that builds its keys. */
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { erasureKey, hasLeft, type PersonalData } from '../../runtime/erasure.ts';
import { type Effort, isOver, type Period, periods, pointsOf, scoreOf, spanOf, startOf } from './rules.ts';

/** `everywhere`, or the id of a server. */
export type Scope = string;
export const everywhere = 'everywhere';

/** The results of the period that a number is in, of one server or of all. */
export interface Board {
  readonly period: Period;
  readonly number: number;
  readonly scope: Scope;
}

export const pageLength = 10;

const daySeconds = 86_400;
/** How long a board is kept after the last finish on it, in seconds; the one of all time stays. */
const boardSeconds = { day: 35 * daySeconds, week: 100 * daySeconds, month: 100 * daySeconds, all: 0 } as const;
/** Where a result has been shown matters for as long as it is news, in seconds. */
const sharedSeconds = 3 * daySeconds;
/** Results so far over the best possible, or farther, are counted together. */
export const farthestOver = 10;

/** Scores are whole numbers in the 53 bits that Redis keeps of them: what counts first in front, the seconds behind. */
const span = 2 ** 33;
const mostMoves = 2 ** 19;
const within = (value: number, most: number): number => Math.min(Math.max(0, Math.floor(value)), most - 1);

/**
 * What all scripts have in common. KEYS: the person's figures, results by number, standings by board, where they have
 * shown results, their departure. ARGV: person, prefix of the boards, the time in milliseconds, and what each script says.
 *
 * Boards follow from results alone. A result counts everywhere, and in the servers where it was sent unless an admin has
 * hidden it there; a standing is the sum of what counts in one period and scope, as `value seconds last at`: moves and
 * hints of a day, below zero so that more is always better, or points; the largest number that counts, and when that was
 * finished. A person who hides has standings like everybody, which are on no board.
 */
const common = `
  local figures, results, standings = KEYS[1], KEYS[2], KEYS[3]
  local user, boards, now = ARGV[1], ARGV[2], math.floor(tonumber(ARGV[3]) / 1000)
  local kept = { ${periods.map((period) => `${period} = ${boardSeconds[period]}`).join(', ')} }

  local function numbersIn(text)
    local all = {}
    for word in string.gmatch(text, '%S+') do all[#all + 1] = tonumber(word) end
    return all
  end
  local function has(list, word) return string.find(' ' .. list .. ' ', ' ' .. word .. ' ', 1, true) ~= nil end
  local function with(list, word) return list == '' and word or list .. ' ' .. word end
  local function without(list, word)
    local rest = ''
    for other in string.gmatch(list, '%S+') do if other ~= word then rest = with(rest, other) end end
    return rest
  end

  -- What is kept of a number: when it was first seen; the best result of its day; one from after it, if that is better;
  -- the servers where it was sent, and those of them where an admin has hidden it.
  local function entryOf(number)
    local text = redis.call('HGET', results, number) or '||||'
    local began, live, late, guilds, hidden = string.match(text, '^([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)$')
    return { began = began, live = live, late = late, guilds = guilds, hidden = hidden }
  end
  local function keep(number, entry)
    local parts = { entry.began, entry.live, entry.late, entry.guilds, entry.hidden }
    redis.call('HSET', results, number, table.concat(parts, '|'))
  end
  local function begin(entry, at)
    if entry.began ~= '' then return end
    entry.began = at
    redis.call('HINCRBY', figures, 'played', 1)
  end
  local function bestOf(entry) return entry.late ~= '' and entry.late or entry.live end
  local function stepsOf(result)
    local moves, hints = unpack(numbersIn(result))
    return moves + hints
  end
  -- The result that counts in a scope; '': none.
  local function counted(entry, scope)
    local isThere = scope == '${everywhere}' or has(entry.guilds, scope) and not has(entry.hidden, scope)
    return isThere and entry.live or ''
  end

  local function boardOf(name) return boards .. name end
  -- Of equal scores Redis puts the member earlier in the alphabet first: it begins with the time of the last finish.
  local function memberOf(standing) return string.format('%.0f', standing[4]) .. user end
  local function secondsLeft(name, standing)
    local period = string.match(name, '^%a+')
    return period == 'all' and 1 or standing[4] + kept[period] - now
  end
  local function show(name, standing)
    local left = secondsLeft(name, standing)
    if left <= 0 then return end
    local board = boardOf(name)
    redis.call('ZADD', board, string.format('%.0f', standing[2] - standing[1] * ${span}), memberOf(standing))
    if string.sub(name, 1, 3) ~= 'all' and redis.call('TTL', board) < left then redis.call('EXPIRE', board, left) end
  end
  local function withdraw(name, standing) redis.call('ZREM', boardOf(name), memberOf(standing)) end
  local function isHidden() return redis.call('HEXISTS', figures, 'hidden') == 1 end
  local function eachStanding(visit)
    local all = redis.call('HGETALL', standings)
    for i = 1, #all, 2 do visit(all[i], numbersIn(all[i + 1])) end
  end

  -- Let the standing on one board follow a result that is no longer what it was, or is new, or gone.
  local function shift(period, first, scope, number, was, is)
    local name = period .. ':' .. first .. ':' .. scope
    local text = redis.call('HGET', standings, name)
    local before = numbersIn(text or '0 0 0 0')
    local after = { unpack(before) }
    local function add(result, sign)
      if result == '' then return end
      local _, _, seconds, _, _, points = unpack(numbersIn(result))
      after[1] = after[1] + sign * (period == 'day' and -stepsOf(result) or points)
      after[2] = after[2] + sign * seconds
    end
    add(was, -1)
    add(is, 1)
    if is == '' and number == after[3] then
      repeat number = number - 1 until number < first or counted(entryOf(number), scope) ~= ''
      is = number < first and '' or counted(entryOf(number), scope)
      after[3] = 0
    end
    if is ~= '' and number >= after[3] then after[3], after[4] = number, numbersIn(is)[4] end

    local isShown = not isHidden()
    if text and isShown then withdraw(name, before) end
    if after[3] == 0 then return redis.call('HDEL', standings, name) end
    redis.call('HSET', standings, name, string.format('%.0f %.0f %.0f %.0f', unpack(after)))
    if isShown then show(name, after) end
  end
  -- Let all boards follow a change of one number, which is kept already. ARGV: the first numbers of its periods.
  local function settle(number, before, after, firsts)
    for scope in string.gmatch('${everywhere} ' .. after.guilds, '%S+') do
      local was, is = counted(before, scope), counted(after, scope)
      if was ~= is then
        for period, first in string.gmatch(firsts, '(%a+):(%d+)') do
          shift(period, tonumber(first), scope, number, was, is)
        end
      end
    end
  end`;

/** What was done before somebody left is not written after it. */
const unlessLeft = `if ${hasLeft(5, 3)} then return 0 end`;

/** ARGV: number, time in milliseconds. */
const beginScript = `${common}
  ${unlessLeft}
  local entry = entryOf(ARGV[4])
  begin(entry, ARGV[5])
  keep(ARGV[4], entry)`;

/**
 * Write a result once, whatever is retried: the better one stays. One from after the day of its number counts for the
 * figures, but neither for the streak nor on any board.
 * ARGV: number, first numbers of its periods, when it began for who never looked, result as `moves hints seconds at
 * optimal points`, whether its day was over, server or ''. What is kept ends with the moves and hints that it replaced.
 */
const recordScript = `${common}
  ${unlessLeft}
  local number, firsts, result, isLate, guild = tonumber(ARGV[4]), ARGV[5], ARGV[7], ARGV[8] == '1', ARGV[9]
  local function isBetter(result, other)
    if other == '' then return true end
    if stepsOf(result) ~= stepsOf(other) then return stepsOf(result) < stepsOf(other) end
    local ours, theirs = numbersIn(result), numbersIn(other)
    if ours[3] ~= theirs[3] then return ours[3] < theirs[3] end
    return ours[4] < theirs[4]
  end
  local function count(result, by)
    if result == '' then return end
    local over = stepsOf(result) - numbersIn(result)[5]
    redis.call('HINCRBY', figures, 'over:' .. math.min(over, ${farthestOver}), by)
  end

  local before, after = entryOf(number), entryOf(number)
  begin(after, ARGV[6])
  local was = bestOf(before)
  result = result .. ' ' .. (was == '' and 0 or stepsOf(was))
  if isLate then
    if isBetter(result, bestOf(after)) then after.late = result end
  else
    if isBetter(result, after.live) then after.live = result end
    if isBetter(after.live, after.late) then after.late = '' end
    if guild ~= '' and not has(after.guilds, guild) then after.guilds = with(after.guilds, guild) end
  end
  keep(number, after)

  count(was, -1)
  count(bestOf(after), 1)
  if was == '' then redis.call('HINCRBY', figures, 'solved', 1) end
  if before.live == '' and not isLate then
    local last, streak, best = unpack(redis.call('HMGET', figures, 'last', 'streak', 'best'))
    last, streak, best = tonumber(last or 0), tonumber(streak or 0), tonumber(best or 0)
    -- The days in a row that this one is in, also where one of two that were sent close together overtook the other.
    local from, to = number, number
    if number == last + 1 then from = number - streak end
    while number <= last and entryOf(from - 1).live ~= '' do from = from - 1 end
    while number <= last and entryOf(to + 1).live ~= '' do to = to + 1 end
    local days = to - from + 1
    if to >= last then redis.call('HSET', figures, 'last', to, 'streak', days) end
    if days > best then redis.call('HSET', figures, 'best', days) end
    -- What is past may go now: once a day is enough.
    eachStanding(function(name, standing)
      if secondsLeft(name, standing) > 0 then return end
      withdraw(name, standing)
      redis.call('HDEL', standings, name)
    end)
  end
  settle(number, before, after, firsts)
  return was == '' and 1 or 0`;

/** ARGV: number, first numbers of its periods, server, and whether the result is to be hidden there, or '' to count it. */
const placeScript = `${common}
  ${unlessLeft}
  local number, firsts, guild = tonumber(ARGV[4]), ARGV[5], ARGV[6]
  local before, after = entryOf(number), entryOf(number)
  if before.live == '' then return 0 end
  if ARGV[7] == '' then
    if not has(after.guilds, guild) then after.guilds = with(after.guilds, guild) end
  else
    if not has(after.guilds, guild) then return 0 end
    after.hidden = without(after.hidden, guild)
    if ARGV[7] == '1' then after.hidden = with(after.hidden, guild) end
  end
  keep(number, after)
  settle(number, before, after, firsts)
  return isHidden() and 0 or 1`;

/** ARGV: whether to hide. */
const hideScript = `${common}
  eachStanding(ARGV[4] == '1' and withdraw or show)
  if ARGV[4] == '1' then redis.call('HSET', figures, 'hidden', 1) else redis.call('HDEL', figures, 'hidden') end`;

const eraseScript = `${common}
  eachStanding(withdraw)
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4])`;

/** ARGV: number and channel, seconds that it is kept. */
const shareScript = `
  ${unlessLeft}
  if redis.call('SADD', KEYS[4], ARGV[4]) == 0 then return 0 end
  redis.call('EXPIRE', KEYS[4], ARGV[5])
  return 1`;

/**
 * One page, or the last where there are fewer, and the place of somebody whose standing tells what they are called on
 * the board; -1: none. KEYS: board, the person's standings. ARGV: person, name of the board, page, rows of a page.
 */
const pageScript = `
  local total, rows = redis.call('ZCARD', KEYS[1]), tonumber(ARGV[4])
  local page = math.max(0, math.min(tonumber(ARGV[3]), math.ceil(total / rows) - 1))
  local found = redis.call('ZRANGE', KEYS[1], page * rows, (page + 1) * rows - 1, 'WITHSCORES')
  local standing = redis.call('HGET', KEYS[2], ARGV[2])
  local own = standing and string.match(standing, '%d+$') .. ARGV[1]
  local rank = own and redis.call('ZRANK', KEYS[1], own)
  local score = rank and redis.call('ZSCORE', KEYS[1], own)
  return { page, total, found, score or '', rank or -1 }`;

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
  readonly pages: number;
  /** How many are on the board. */
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

/** What is kept of one number for one person. */
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

/** How many characters of a member tell the time: seconds since 1970 have ten digits until 2286. */
const timeLength = 10;

const nameOf = ({ period, number, scope }: Board): string => `${period}:${spanOf(period, number)[0]}:${scope}`;

/** The first numbers of all periods that a number is in. */
const firstsOf = (number: number): string =>
  periods.map((period) => `${period}:${spanOf(period, number)[0]}`).join(' ');

/** What a score on a board says. */
const readScore = (score: number): { value: number; seconds: number } => {
  const front = Math.floor(score / span);
  return { value: Math.abs(front), seconds: score - front * span };
};

export class DailyStore implements PersonalData {
  readonly name = 'daily challenges';
  private readonly redis: Redis;
  private readonly root: string;
  private readonly prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.root = prefix;
    this.prefix = `${prefix}:daily`;
  }

  /** A secret for those who have set none: made by whichever process is first, and the same for all. */
  async secret(): Promise<string> {
    const key = `${this.prefix}:secret`;
    await this.redis.set(key, randomBytes(32).toString('hex'), 'NX');
    const secret = await this.redis.get(key);
    if (secret === null) throw new Error('the secret of the daily challenges is gone');
    return secret;
  }

  /** Somebody sees a challenge: the clock runs from the first time. */
  async begin(number: number, user: string, at: number): Promise<void> {
    await this.run(beginScript, user, at, number, at);
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
    const kept = [moves, hints, within(effort.seconds, span), Math.floor(at / 1000), optimal, points].join(' ');
    const values = [number, firstsOf(number), startOf(number), kept, isOver(number, at) ? 1 : 0, guild];
    return (await this.run(recordScript, user, at, ...values)) === 1;
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
    const name = nameOf(board);
    const keys = [this.boardKey(name), this.personKey('standings', asker)];
    const answer = await this.redis.eval(pageScript, keys.length, ...keys, asker, name, wanted, pageLength);
    const [page, total, found, score, place] = answer as [number, number, string[], string, number];
    const users = found.filter((_, index) => index % 2 === 0).map((member) => member.slice(timeLength));
    // The best possible is the same for all who are on the board of a day.
    const optimal = period === 'day' ? (await this.entry(number, users[0] ?? asker))?.live?.optimal : undefined;
    const placed = (index: number, text: string) => {
      const { value, seconds } = readScore(Number(text));
      return { rank: value === optimal ? 1 : index + 1, value, seconds };
    };
    return {
      page,
      pages: Math.max(1, Math.ceil(total / pageLength)),
      total,
      rows: users.map((user, index) => ({ user, ...placed(page * pageLength + index, found[index * 2 + 1]!) })),
      own: place === -1 ? await this.absent(board, asker) : placed(place, score),
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
    if (guild !== undefined) await this.run(placeScript, user, at, number, firstsOf(number), guild, '');
    return (await this.run(shareScript, user, at, `${number} ${channel}`, sharedSeconds)) === 1;
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
    return (await this.run(placeScript, user, Date.now(), ...values)) === 1;
  }

  async setHidden(user: string, isHidden: boolean): Promise<void> {
    await this.run(hideScript, user, Date.now(), isHidden ? 1 : 0);
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
    await this.run(eraseScript, user, Date.now());
  }

  private async entry(number: number, user: string): Promise<Entry | undefined> {
    const text = await this.redis.hget(this.personKey('results', user), String(number));
    return text === null ? undefined : entryOf(text);
  }

  /** Run a script on all that is kept of somebody. */
  private run(script: string, user: string, now: number, ...values: (string | number)[]): Promise<unknown> {
    const keys = [...personal.map((name) => this.personKey(name, user)), erasureKey(this.root, user)];
    return this.redis.eval(script, keys.length, ...keys, user, this.boardKey(''), now, ...values);
  }

  private personKey(name: (typeof personal)[number], user: string): string {
    return `${this.prefix}:${name}:${user}`;
  }

  /** Scripts put the names of boards behind this prefix by themselves. */
  private boardKey(name: string): string {
    return `${this.prefix}:board:${name}`;
  }
}
