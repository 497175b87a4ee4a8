/** Contests in Redis. */
import { SnowflakeUtil } from 'discord.js';
import type { PersonalData } from '../../runtime/erasure.ts';
import { defineScripts } from '../../runtime/scripts.ts';
import { pairs, Store } from '../../runtime/store.ts';
import { pageLength, type Scope } from '../scope.ts';
import type { Round } from './job.ts';
import { type Answer, type Contest, contestSchema, type Place, roundsOf } from './rules.ts';

/** How long a contest may wait for its position, in seconds; and how long it holds its channel after its end. */
const drawSeconds = 15 * 60;
const overdueSeconds = 3600;
/** How long results are kept, and everything about a contest at most: an hour longer than the longest one takes. */
const resultSeconds = 86_400;
const keptSeconds = 2 * resultSeconds;
/** No contest takes as long, from its command to its end. */
const lostMilliseconds = 3 * 3_600_000;

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

export class ContestStore extends Store implements PersonalData {
  readonly name = 'contests';
  protected readonly section = 'contest';
  private readonly scripts = defineScripts(this.redis, import.meta.url, [
    'takeChannel',
    'draw',
    'advance',
    'answer',
    'close',
    'award',
    'hide',
    'erase',
  ]);

  /**
   * Take a channel for a contest.
   * @returns the id of the one that runs there; undefined when the channel is this one's
   */
  async take(contest: Contest, owner: string): Promise<string | undefined> {
    const { id, channel } = contest;
    const keys = [this.channelKey(channel), this.key(id), this.ofKey(owner), this.erasureKey(owner)];
    const values = [id, JSON.stringify(contest), owner, drawSeconds, keptSeconds, SnowflakeUtil.timestampFrom(id)];
    return ((await this.scripts.takeChannel(keys, ...values)) as string) || undefined;
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
    return (await this.scripts.draw([this.key(id), this.runningKey], ...values)) === 1;
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
    const question = next ? asked(puzzle, next) : '';
    return Number(await this.scripts.advance([this.key(id), this.runningKey], id, before, question));
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
    const keys = [this.key(contest), this.answersKey(contest), this.ofKey(user), this.erasureKey(user)];
    const values = [contest, user, round, at, value, id, text, keep, keptSeconds];
    const [is, counts] = (await this.scripts.answer(keys, ...values)) as [Verdict['is'], number];
    return { is, value: counts };
  }

  async answers(id: string): Promise<Answer[]> {
    return Object.entries(await this.redis.hgetall(this.answersKey(id))).map(parsed);
  }

  /** No more answers. Any number of times is once. */
  async close(id: string): Promise<void> {
    await this.scripts.close([this.key(id), this.answersKey(id), this.runningKey], id, Date.now(), resultSeconds);
  }

  /** The channel is free for the next one. */
  async free({ id, channel }: Contest): Promise<void> {
    await this.hold(this.channelKey(channel), id, 0);
  }

  /**
   * Write the points of a contest. Any number of times is once.
   * @param at when the answers were read, in milliseconds since 1970
   */
  async award({ id, guild }: Contest, places: readonly Place[], at: number): Promise<void> {
    const won = places.filter(({ points }) => points > 0);
    const values = won.flatMap(({ user, points }) => [user, this.erasureKey(user), points]);
    await this.scripts.award([this.key(id), this.hiddenKey], this.key(), guild, at, ...values);
  }

  /** The questions of all contests that run, by their ids. */
  async running(): Promise<ReadonlyMap<string, Asked>> {
    const rows = Object.entries(await this.redis.hgetall(this.runningKey));
    // One that was lost with a Redis before it could end would be a secret for ever.
    const isLost = ([id]: [string, string]) => Date.now() - SnowflakeUtil.timestampFrom(id) > lostMilliseconds;
    const lost = rows.filter(isLost);
    if (lost.length > 0) await this.redis.hdel(this.runningKey, ...lost.map(([id]) => id));
    return new Map(rows.filter((row) => !isLost(row)).map(([id, text]) => [id, JSON.parse(text) as Asked]));
  }

  /** A page of the leaderboard, counted from 0. The same points are the same rank. */
  async page(scope: Scope, page: number, asker: string): Promise<Page> {
    const board = this.boardKey(scope);
    const from = page * pageLength;
    const [total, rows, shown, kept] = await Promise.all([
      this.redis.zcard(board),
      this.redis.zrevrange(board, from, from + pageLength - 1, 'WITHSCORES').then(pairs),
      this.redis.zscore(board, asker),
      this.redis.hget(this.pointsKey(asker), scope),
    ]);
    const standing = async (user: string, points: number): Promise<Standing> => ({
      user,
      points,
      rank: 1 + (await this.redis.zcount(board, `(${points}`, '+inf')),
    });
    const hidden = kept === null ? undefined : { user: asker, points: Number(kept), rank: undefined };
    const own = shown === null ? hidden : await standing(asker, Number(shown));
    return { total, rows: await Promise.all(rows.map(([user, points]) => standing(user, Number(points)))), own };
  }

  async exported(user: string): Promise<unknown> {
    const [points, ids, hides] = await Promise.all([
      this.redis.hgetall(this.pointsKey(user)),
      this.redis.smembers(this.ofKey(user)),
      this.redis.sismember(this.hiddenKey, user),
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
      await this.redis.hdel(this.answersKey(id), ...fields);
      if ((await this.redis.hget(this.key(id), 'owner')) === user) await this.redis.hdel(this.key(id), 'owner');
    }
    await this.scripts.erase([this.pointsKey(user), this.hiddenKey, this.ofKey(user)], this.key(), user);
  }

  async setHidden(user: string, isHidden: boolean): Promise<void> {
    await this.scripts.hide([this.pointsKey(user), this.hiddenKey], this.key(), user, isHidden ? 1 : 0);
  }

  private answersKey(id: string): string {
    return this.key(id, 'answers');
  }

  private channelKey(channel: string): string {
    return this.key('channel', channel);
  }

  private get runningKey(): string {
    return this.key('running');
  }

  private ofKey(user: string): string {
    return this.key('of', user);
  }

  private pointsKey(user: string): string {
    return this.key('points', user);
  }

  private get hiddenKey(): string {
    return this.key('hidden');
  }

  private boardKey(scope: Scope): string {
    return this.key('board', scope);
  }
}

const asked = (puzzle: string, { position, moves }: Round): string =>
  JSON.stringify({ puzzle, position, length: moves.length } satisfies Asked);

const parsed = ([field, text]: [string, string]): Answer => {
  const [round, user] = field.split(' ');
  const [value, id, ...rest] = text.split(' ');
  return { user: user!, round: Number(round), value: Number(value), id: id!, text: rest.join(' ') };
};
