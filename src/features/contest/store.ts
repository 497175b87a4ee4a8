/** Everything about contests that Redis keeps, and the only place that builds its keys. */
import { SnowflakeUtil } from 'discord.js';
import type { Redis } from 'ioredis';
import { erasureKey, hasLeft, type PersonalData } from '../../runtime/erasure.ts';
import { type Answer, type Contest, contestSchema, type Place, type Round, roundsOf } from './rules.ts';

/** `everywhere`, or the id of a server. */
export type Scope = string;
export const everywhere = 'everywhere';

export const pageLength = 10;

/** How long a contest may wait for its position, in seconds; and how long it holds its channel after its end. */
const drawSeconds = 15 * 60;
const overdueSeconds = 3600;
/** How long results are kept, and everything about a contest at most: an hour longer than the longest one takes. */
const resultSeconds = 86_400;
const keptSeconds = 2 * resultSeconds;
/** No contest takes as long, from its command to its end. */
const lostMilliseconds = 3 * 3_600_000;

/**
 * Take a channel for a contest, unless another one has it. Returns that one's id, or ''.
 * KEYS: channel, contest, contests of its owner, departure. ARGV: id, the contest, owner, seconds in the channel, seconds
 * kept, when it was asked for.
 */
const takeScript = `
  local holder = redis.call('GET', KEYS[1])
  if holder and holder ~= ARGV[1] then return holder end
  if holder then return '' end
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[4])
  redis.call('HSET', KEYS[2], 'about', ARGV[2])
  redis.call('EXPIRE', KEYS[2], ARGV[5])
  if ${hasLeft(4, 6)} then return '' end
  redis.call('HSET', KEYS[2], 'owner', ARGV[3])
  redis.call('SADD', KEYS[3], ARGV[1])
  redis.call('EXPIRE', KEYS[3], ARGV[5])
  return ''`;

/**
 * Set the rounds, once. KEYS: contest, running ones. ARGV: id, rounds, the first one's question.
 */
const drawScript = `
  if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'over') == 1 then return 0 end
  if redis.call('HSETNX', KEYS[1], 'rounds', ARGV[2]) == 1 then
    redis.call('HSET', KEYS[1], 'round', 1)
    redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
  end
  return 1`;

/** The next round, unless it has begun. KEYS: contest, running ones. ARGV: id, the round before, the next question or ''. */
const advanceScript = `
  if redis.call('HEXISTS', KEYS[1], 'over') == 1 then return 0 end
  if redis.call('HGET', KEYS[1], 'round') == ARGV[2] then
    redis.call('HINCRBY', KEYS[1], 'round', 1)
    if ARGV[3] ~= '' then redis.call('HSET', KEYS[2], ARGV[1], ARGV[3]) end
  end
  return tonumber(redis.call('HGET', KEYS[1], 'round') or '0')`;

/**
 * Take an answer. Of several of one person in a round, `keep` says which counts: the 'least' (of the same value the
 * earlier), the 'last' or the 'first'.
 * KEYS: contest, answers, contests of the person, departure. ARGV: id, person, round, time, value, interaction, text, keep,
 * seconds.
 */
const answerScript = `
  local function earlier(a, b) return #a < #b or (#a == #b and a < b) end
  if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'over') == 1 then return {'over', 0} end
  if redis.call('HGET', KEYS[1], 'round') ~= ARGV[3] then return {'past', 0} end
  local ends = redis.call('HGET', KEYS[1], 'ends')
  if ends and tonumber(ARGV[4]) > tonumber(ends) then return {'over', 0} end
  if ${hasLeft(4, 4)} then return {'over', 0} end
  local field = ARGV[3] .. ' ' .. ARGV[2]
  local before = redis.call('HGET', KEYS[2], field)
  if before then
    local value, id = string.match(before, '^(%d+) (%d+)')
    if id == ARGV[6] then return {'kept', tonumber(value)} end
    if ARGV[8] == 'first' then return {'again', tonumber(value)} end
    if ARGV[8] == 'last' and earlier(ARGV[6], id) then return {'kept', tonumber(value)} end
    if ARGV[8] == 'least' then
      local less = tonumber(ARGV[5]) - tonumber(value)
      if less > 0 or (less == 0 and earlier(id, ARGV[6])) then return {'kept', tonumber(value)} end
    end
  end
  redis.call('HSET', KEYS[2], field, ARGV[5] .. ' ' .. ARGV[6] .. ' ' .. ARGV[7])
  redis.call('EXPIRE', KEYS[2], ARGV[9])
  redis.call('SADD', KEYS[3], ARGV[1])
  redis.call('EXPIRE', KEYS[3], ARGV[9])
  return {'kept', tonumber(ARGV[5])}`;

/** No more answers. KEYS: contest, answers, running ones. ARGV: id, time, seconds kept. */
const closeScript = `
  redis.call('HDEL', KEYS[3], ARGV[1])
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  redis.call('HSETNX', KEYS[1], 'over', ARGV[2])
  redis.call('EXPIRE', KEYS[1], ARGV[3])
  redis.call('EXPIRE', KEYS[2], ARGV[3])
  return 1`;

/** Let go of a channel, if it is still this contest's. KEYS: channel. ARGV: id. */
const freeScript = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0`;

/**
 * Write the points of a contest, once, whatever is retried. Boards show who does not hide.
 * KEYS: contest, those who hide. ARGV: prefix, server, when the answers were read, then person, departure and points in
 * turns.
 */
const awardScript = `
  if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HSETNX', KEYS[1], 'awarded', 1) == 0 then return 0 end
  for i = 4, #ARGV, 3 do
    if tonumber(redis.call('GET', ARGV[i + 1]) or '0') < tonumber(ARGV[3]) then
      local hides = redis.call('SISMEMBER', KEYS[2], ARGV[i])
      for _, scope in ipairs({'${everywhere}', ARGV[2]}) do
        local points = redis.call('HINCRBY', ARGV[1] .. ':points:' .. ARGV[i], scope, ARGV[i + 2])
        if hides == 0 then redis.call('ZADD', ARGV[1] .. ':board:' .. scope, points, ARGV[i]) end
      end
    end
  end
  return 1`;

/** Take somebody off all boards, or put them back. KEYS: points, those who hide. ARGV: prefix, person, '1' to hide. */
const hideScript = `
  if ARGV[3] == '1' then redis.call('SADD', KEYS[2], ARGV[2]) else redis.call('SREM', KEYS[2], ARGV[2]) end
  local points = redis.call('HGETALL', KEYS[1])
  for i = 1, #points, 2 do
    local board = ARGV[1] .. ':board:' .. points[i]
    if ARGV[3] == '1' then redis.call('ZREM', board, ARGV[2]) else redis.call('ZADD', board, points[i + 1], ARGV[2]) end
  end
  return 1`;

/** Delete somebody's points. KEYS: points, those who hide, contests of the person. ARGV: prefix, person. */
const eraseScript = `
  for _, scope in ipairs(redis.call('HKEYS', KEYS[1])) do
    redis.call('ZREM', ARGV[1] .. ':board:' .. scope, ARGV[2])
  end
  redis.call('DEL', KEYS[1], KEYS[3])
  return redis.call('SREM', KEYS[2], ARGV[2])`;

/** Which of several answers counts. */
export type Keep = 'least' | 'last' | 'first';

export interface Verdict {
  /** `past`: its round is over. `again`: there was one before, which counts. */
  readonly is: 'kept' | 'again' | 'past' | 'over';
  /** The value that counts now. */
  readonly value: number;
}

/** How far a contest is. */
export interface State {
  readonly contest: Contest;
  /** Absent for somebody who had everything about them deleted. */
  readonly owner: string | undefined;
  /** Absent until they are drawn. */
  readonly rounds: readonly Round[] | undefined;
  /** The running one, from 1; one more than there are when all are over. */
  readonly round: number;
  /** The last one that was shown. */
  readonly shown: number;
  /** Milliseconds since 1970; absent before it begins, and where its rounds end it. */
  readonly ends: number | undefined;
  readonly isOver: boolean;
  /** The ids of its messages. */
  readonly message: string | undefined;
  readonly results: string | undefined;
}

/** The question of a running contest. */
export interface Asked {
  readonly puzzle: string;
  readonly position: string;
  /** Of a shortest solution, in moves. */
  readonly length: number;
}

export interface Standing {
  readonly user: string;
  /** Undefined for who hides. */
  readonly rank: number | undefined;
  readonly points: number;
}

export interface Page {
  readonly total: number;
  readonly rows: readonly Standing[];
  /** The asker's own place, wherever it is. */
  readonly own: Standing | undefined;
}

/** The messages of a contest that are posted once. */
export type Post = 'message' | 'results';

export class ContestStore implements PersonalData {
  readonly name = 'contests';
  private readonly redis: Redis;
  private readonly root: string;
  private readonly prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.root = prefix;
    this.prefix = `${prefix}:contest`;
  }

  /**
   * Take a channel for a contest.
   * @returns the id of the one that runs there; undefined when the channel is this one's
   */
  async take(contest: Contest, owner: string): Promise<string | undefined> {
    const { id, channel } = contest;
    const keys = [this.channelKey(channel), this.key(id), this.ofKey(owner), erasureKey(this.root, owner)];
    const values = [id, JSON.stringify(contest), owner, drawSeconds, keptSeconds, SnowflakeUtil.timestampFrom(id)];
    return ((await this.redis.eval(takeScript, keys.length, ...keys, ...values)) as string) || undefined;
  }

  /** The contest that has a channel. */
  async at(channel: string): Promise<State | undefined> {
    const id = await this.redis.get(this.channelKey(channel));
    return id === null ? undefined : this.state(id);
  }

  async state(id: string): Promise<State | undefined> {
    const known = await this.redis.hgetall(this.key(id));
    const contest = contestSchema.safeParse(known.about === undefined ? undefined : JSON.parse(known.about)).data;
    if (!contest) return undefined;
    return {
      contest,
      owner: known.owner,
      rounds: known.rounds === undefined ? undefined : (JSON.parse(known.rounds) as Round[]),
      round: Number(known.round ?? 0),
      shown: Number(known.shown ?? 0),
      ends: known.ends === undefined ? undefined : Number(known.ends),
      isOver: known.over !== undefined,
      message: known.message,
      results: known.results,
    };
  }

  /**
   * Set the rounds. From now on their positions are nobody's to ask about.
   * @returns whether the contest still waits for them, or has them already
   */
  async draw({ id, puzzle }: Contest, rounds: readonly Round[]): Promise<boolean> {
    const values = [id, JSON.stringify(rounds), asked(puzzle, rounds[0]!)];
    return (await this.redis.eval(drawScript, 2, this.key(id), this.runningKey(), ...values)) === 1;
  }

  /** When a message was first tried to be posted, in milliseconds since 1970. */
  async posting(id: string, post: Post): Promise<number> {
    await this.redis.hsetnx(this.key(id), `posting:${post}`, Date.now());
    return Number(await this.redis.hget(this.key(id), `posting:${post}`));
  }

  /** Record a message that was posted. */
  async posted(id: string, post: Post, message: string): Promise<void> {
    await this.redis.hsetnx(this.key(id), post, message);
  }

  /** The clock runs: until a time, in milliseconds since 1970, or until its rounds are over. */
  async begin({ id, channel }: Contest, ends: number | undefined): Promise<void> {
    const until = Math.ceil((ends ?? Date.now()) / 1000) + overdueSeconds;
    const begun = this.redis.multi();
    if (ends !== undefined) begun.hsetnx(this.key(id), 'ends', ends);
    await begun.expireat(this.channelKey(channel), until).exec();
  }

  /** @returns the running round, 0 when the contest is over */
  async advance({ id, puzzle }: Contest, before: number, next: Round | undefined): Promise<number> {
    const values = [id, before, next ? asked(puzzle, next) : ''];
    return Number(await this.redis.eval(advanceScript, 2, this.key(id), this.runningKey(), ...values));
  }

  async showed(id: string, round: number): Promise<void> {
    await this.redis.hset(this.key(id), 'shown', round);
  }

  /**
   * Take an answer, if the contest and the round run. Any number of times is once.
   * @param at when it was sent, in milliseconds since 1970
   */
  async answer(contest: string, answer: Answer & { readonly at: number }, keep: Keep): Promise<Verdict> {
    const { user, round, at, value, id, text } = answer;
    const key = this.key(contest);
    const keys = [key, `${key}:answers`, this.ofKey(user), erasureKey(this.root, user)];
    const values = [contest, user, round, at, value, id, text, keep, keptSeconds];
    const told = await this.redis.eval(answerScript, keys.length, ...keys, ...values);
    const [is, counts] = told as [Verdict['is'], number];
    return { is, value: counts };
  }

  async answers(id: string): Promise<Answer[]> {
    return Object.entries(await this.redis.hgetall(`${this.key(id)}:answers`)).map(parsed);
  }

  /** No more answers. Any number of times is once. */
  async close(id: string): Promise<void> {
    const keys = [this.key(id), `${this.key(id)}:answers`, this.runningKey()];
    await this.redis.eval(closeScript, 3, ...keys, id, Date.now(), resultSeconds);
  }

  /** The channel is free for the next one. */
  async free({ id, channel }: Contest): Promise<void> {
    await this.redis.eval(freeScript, 1, this.channelKey(channel), id);
  }

  /**
   * Write the points of a contest. Any number of times is once.
   * @param at when the answers were read, in milliseconds since 1970
   */
  async award({ id, guild }: Contest, places: readonly Place[], at: number): Promise<void> {
    const won = places.filter(({ points }) => points > 0);
    const values = won.flatMap(({ user, points }) => [user, erasureKey(this.root, user), points]);
    await this.redis.eval(awardScript, 2, this.key(id), this.hiddenKey(), this.prefix, guild, at, ...values);
  }

  /** The questions of all contests that run, by their ids. */
  async running(): Promise<ReadonlyMap<string, Asked>> {
    const rows = Object.entries(await this.redis.hgetall(this.runningKey()));
    // One that was lost with a Redis before it could end would be a secret for ever.
    const isLost = ([id]: [string, string]) => Date.now() - SnowflakeUtil.timestampFrom(id) > lostMilliseconds;
    const lost = rows.filter(isLost);
    if (lost.length > 0) await this.redis.hdel(this.runningKey(), ...lost.map(([id]) => id));
    return new Map(rows.filter((row) => !isLost(row)).map(([id, text]) => [id, JSON.parse(text) as Asked]));
  }

  /** A page of the leaderboard, counted from 0. The same points are the same rank. */
  async page(scope: Scope, page: number, asker: string): Promise<Page> {
    const board = this.boardKey(scope);
    const from = page * pageLength;
    const [total, rows, shown, kept] = await Promise.all([
      this.redis.zcard(board),
      this.redis.zrevrange(board, from, from + pageLength - 1, 'WITHSCORES'),
      this.redis.zscore(board, asker),
      this.redis.hget(this.pointsKey(asker), scope),
    ]);
    const standing = async (user: string, points: number): Promise<Standing> => ({
      user,
      points,
      rank: 1 + (await this.redis.zcount(board, `(${points}`, '+inf')),
    });
    const people = rows.flatMap((user, index) => (index % 2 === 0 ? standing(user, Number(rows[index + 1])) : []));
    const hidden = kept === null ? undefined : { user: asker, points: Number(kept), rank: undefined };
    const own = shown === null ? hidden : await standing(asker, Number(shown));
    return { total, rows: await Promise.all(people), own };
  }

  async exported(user: string): Promise<unknown> {
    const [points, ids, hides] = await Promise.all([
      this.redis.hgetall(this.pointsKey(user)),
      this.redis.smembers(this.ofKey(user)),
      this.redis.sismember(this.hiddenKey(), user),
    ]);
    const contests = await Promise.all(
      ids.map(async (id) => {
        const [state, answers] = await Promise.all([this.state(id), this.answers(id)]);
        if (!state) return [];
        const { kind, puzzle } = state.contest;
        const own = answers.filter((answer) => answer.user === user);
        const given = own.map(({ round, value, id: interaction, text: moves }) => ({
          round,
          value,
          interaction,
          ...(moves !== '' && { moves }),
        }));
        return [{ id, kind, puzzle, owner: state.owner === user, answers: given }];
      }),
    );
    const kept = { points, contests: contests.flat(), hidden: hides === 1 };
    return Object.keys(points).length + kept.contests.length + hides === 0 ? undefined : kept;
  }

  async erase(user: string): Promise<void> {
    const fields = Array.from({ length: Math.max(...Object.values(roundsOf)) }, (_, index) => `${index + 1} ${user}`);
    for (const id of await this.redis.smembers(this.ofKey(user))) {
      await this.redis.hdel(`${this.key(id)}:answers`, ...fields);
      if ((await this.redis.hget(this.key(id), 'owner')) === user) await this.redis.hdel(this.key(id), 'owner');
    }
    const keys = [this.pointsKey(user), this.hiddenKey(), this.ofKey(user)];
    await this.redis.eval(eraseScript, 3, ...keys, this.prefix, user);
  }

  async setHidden(user: string, isHidden: boolean): Promise<void> {
    const keys = [this.pointsKey(user), this.hiddenKey()];
    await this.redis.eval(hideScript, 2, ...keys, this.prefix, user, isHidden ? '1' : '0');
  }

  private key(id: string): string {
    return `${this.prefix}:${id}`;
  }

  private channelKey(channel: string): string {
    return `${this.prefix}:channel:${channel}`;
  }

  private runningKey(): string {
    return `${this.prefix}:running`;
  }

  private ofKey(user: string): string {
    return `${this.prefix}:of:${user}`;
  }

  private pointsKey(user: string): string {
    return `${this.prefix}:points:${user}`;
  }

  private hiddenKey(): string {
    return `${this.prefix}:hidden`;
  }

  private boardKey(scope: Scope): string {
    return `${this.prefix}:board:${scope}`;
  }
}

const asked = (puzzle: string, { position, moves }: Round): string =>
  JSON.stringify({ puzzle, position, length: moves.length } satisfies Asked);

const parsed = ([field, text]: [string, string]): Answer => {
  const [round, user] = field.split(' ');
  const [value, id, ...rest] = text.split(' ');
  return { user: user!, round: Number(round), value: Number(value), id: id!, text: rest.join(' ') };
};
