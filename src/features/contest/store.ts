/** Contests in Redis. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { madeAt } from '../../discord/snowflake.ts';
import { defineScripts } from '../../runtime/store.ts';
import { jsonField } from '../../schedule/agenda.ts';
import type { ChallengeSource, RunningChallenge } from '../../spoilers/challenge.ts';
import { StandingsStore } from '../../standings/store.ts';
import {
  type Contest,
  type ContestAnswer,
  type ContestPlace,
  contestSchema,
  mostDailyPoints,
  type Round,
  roundsOf,
} from './rules.ts';

/** How long a contest may hold its channel before it begins, and how long it holds its channel after its end, in seconds. */
const drawSeconds = 15 * 60;
const overdueSeconds = 3600;
/** How long results are kept, and a contest at most, in seconds. */
const resultSeconds = 86_400;
const keptSeconds = 2 * resultSeconds;
const daySeconds = 86_400;
const dayMilliseconds = daySeconds * 1000;
/** How long a weekly contest is kept, so that it can end after a long absence of the bot, in seconds. */
const weeklySeconds = 45 * 86_400;
/** How long a contest is kept at most, in seconds. */
export const secondsOf = ({ until }: Contest): number => (until === undefined ? keptSeconds : weeklySeconds);
/** No contest takes as long from its command to its end; a weekly one, from when it ends. */
const lostMilliseconds = 3 * 3_600_000;

/** Which of several answers counts. */
export type Keep = 'least' | 'last' | 'first';

interface Verdict {
  /** `past`: the round is over. `again`: an earlier answer counts. */
  readonly is: 'kept' | 'again' | 'past' | 'over';
  /** The value that counts now. */
  readonly value: number;
}

/** One of the two people in a duel. */
export interface Player {
  readonly user: string;
  /** How many moves they have made; undefined before they pressed *Play*. */
  readonly moves: number | undefined;
}

/** What is stored of a contest. A duel also has the moves of its players (`movesField`). */
const stateSchema = z
  .object({
    about: jsonField(contestSchema),
    /** Absent for people whose data was deleted, as is the opponent of a duel. */
    owner: z.string().optional(),
    opponent: z.string().optional(),
    /** Absent until they are drawn. */
    rounds: jsonField(z.custom<readonly Round[]>()).optional(),
    /** The running round, from 1; one more than there are when all are over. */
    round: z.coerce.number().default(0),
    /** The last round that was shown. */
    shown: z.coerce.number().default(0),
    /** Milliseconds since 1970; absent before it begins, and where its rounds end it. */
    ends: z.coerce.number().optional(),
    over: z.string().optional(),
    /** The ids of its messages. */
    message: z.string().optional(),
    results: z.string().optional(),
  })
  .transform(({ about, over, ...rest }) => ({ ...rest, contest: about, isOver: over !== undefined }));

export interface State extends Readonly<z.infer<typeof stateSchema>> {
  /** The two of a duel, without those whose data was deleted. */
  readonly players: readonly Player[];
}

/** The question of a running contest, as it is stored. */
interface StoredQuestion extends Pick<RunningChallenge, 'puzzle' | 'position' | 'length'> {
  /** When a weekly contest ends, in milliseconds since 1970. */
  readonly until?: number | undefined;
  /** Its server; absent where an older version stored it. */
  readonly guild?: string;
}

interface RunningContest extends RunningChallenge {
  readonly id: string;
  readonly stored: string;
  /** After that, it was lost. */
  readonly keptUntil: number;
}

/** The messages of a contest that are posted once. */
export type Post = 'message' | 'results';

/** Its boards are those of scopes, and have points. */
export class ContestStore extends StandingsStore implements ChallengeSource {
  readonly name = 'contests';
  protected readonly section = 'contest';
  protected readonly order = 'most';
  protected readonly standingsName = 'points';
  protected readonly ownNames = ['of', 'today'];
  private readonly scripts = defineScripts(this.redis, import.meta.url, [
    'takeChannel',
    'advance',
    'answer',
    'progress',
    'close',
    'award',
  ]);
  private readonly runningKey = this.key('running');
  /** Another text after each change of the running contests. */
  private readonly versionKey = this.key('running', 'version');
  /** The running contests at a version, which is null as long as nothing has changed in Redis. */
  private known: { readonly version: string | null; readonly running: readonly RunningContest[] } | undefined;

  /**
   * Takes a channel for a contest.
   * @param opponent the person whom the owner challenges to a duel
   * @returns the id of another contest that has it and is not over
   */
  async take(contest: Contest, owner: string, opponent?: string): Promise<string | undefined> {
    const { id, channel } = contest;
    const people = opponent === undefined ? [owner] : [owner, opponent];
    const personKeys = people.flatMap((user) => [this.key('of', user), this.erasureKey(user)]);
    const keys = [this.key('channel', channel), this.key(id), ...personKeys];
    const askedAt = madeAt(id);
    const values = [this.key(), id, JSON.stringify(contest), drawSeconds, secondsOf(contest), askedAt, ...people];
    return ((await this.scripts.takeChannel(keys, ...values)) as string) || undefined;
  }

  /** Stores a weekly contest, which leaves its channel to others and belongs to nobody. */
  async create(contest: Contest): Promise<void> {
    const key = this.key(contest.id);
    await this.redis.multi().hsetnx(key, 'about', JSON.stringify(contest)).expire(key, secondsOf(contest)).exec();
  }

  /** The contest that has a channel. */
  async at(channel: string): Promise<State | undefined> {
    const id = await this.redis.get(this.key('channel', channel));
    return id === null ? undefined : this.state(id);
  }

  async state(id: string): Promise<State | undefined> {
    const fields = await this.redis.hgetall(this.key(id));
    const stored = stateSchema.safeParse(fields).data;
    if (!stored) return undefined;
    const people = stored.contest.kind === 'duel' ? [stored.owner, stored.opponent] : [];
    return { ...stored, players: people.flatMap((user) => playerIn(fields, user)) };
  }

  /**
   * Sets the rounds, once. From now on their positions are secret.
   * @returns whether the contest is not over
   */
  async draw(contest: Contest, rounds: readonly Round[]): Promise<boolean> {
    return (await this.advance(contest, 0, rounds[0], rounds)) > 0;
  }

  /** The key of the record of a message (schedule/posts.ts). */
  postKey(id: string, post: Post): string {
    return this.key(id, post);
  }

  async posted(id: string, post: Post, message: string): Promise<void> {
    await this.redis.hsetnx(this.key(id), post, message);
  }

  /** Starts the clock: until a time in milliseconds since 1970, or until the rounds are over. */
  async begin({ id, channel }: Contest, ends: number | undefined): Promise<void> {
    const until = Math.ceil((ends ?? Date.now()) / 1000) + overdueSeconds;
    const begun = this.redis.multi();
    if (ends !== undefined) begun.hsetnx(this.key(id), 'ends', ends);
    await begun.expireat(this.key('channel', channel), until).exec();
  }

  /** @returns the running round; 0 if the contest is over */
  async advance(contest: Contest, before: number, next: Round | undefined, drawn?: readonly Round[]): Promise<number> {
    const { id } = contest;
    const values = [drawn ? JSON.stringify(drawn) : '', next ? questionOf(contest, next) : ''];
    const keys = [this.key(id), this.runningKey, this.versionKey];
    return Number(await this.scripts.advance(keys, id, before, ...values, randomUUID()));
  }

  async showed(id: string, round: number): Promise<void> {
    await this.redis.hset(this.key(id), 'shown', round);
  }

  /**
   * Stores an answer if the contest and its round are running. Idempotent.
   * @param at when it was sent, in milliseconds since 1970
   */
  async answer(contest: string, answer: ContestAnswer & { readonly at: number }, keep: Keep): Promise<Verdict> {
    const { user, round, at, value, id, text } = answer;
    const keys = [this.key(contest), this.key(contest, 'answers'), this.key('of', user), this.erasureKey(user)];
    const values = [contest, user, round, at, value, id, text, keep];
    const [is, counts] = (await this.scripts.answer(keys, ...values)) as [Verdict['is'], number];
    return { is, value: counts };
  }

  /**
   * Stores how many moves a player of a duel has made.
   * @returns whether the duel is running, with this player
   */
  async progress(id: string, user: string, moves: number): Promise<boolean> {
    return (await this.scripts.progress([this.key(id)], user, movesField(user), moves)) === 1;
  }

  async answers(id: string): Promise<ContestAnswer[]> {
    return Object.entries(await this.redis.hgetall(this.key(id, 'answers'))).map(parseAnswer);
  }

  /**
   * Takes no more answers. Idempotent.
   * @returns when it was closed first, in milliseconds since 1970
   */
  async close(id: string): Promise<number> {
    const keys = [this.key(id), this.key(id, 'answers'), this.runningKey, this.versionKey];
    return Number(await this.scripts.close(keys, id, Date.now(), resultSeconds, randomUUID()));
  }

  async free({ id, channel }: Contest): Promise<void> {
    await this.hold(this.key('channel', channel), id, 0);
  }

  /**
   * Adds the points of a contest to the leaderboards, once.
   * @param at when the answers were read, in milliseconds since 1970
   * @param isEverywhere whether they count on the leaderboard of all servers, too
   */
  async award(
    { id, guild }: Contest,
    places: readonly ContestPlace[],
    at: number,
    isEverywhere: boolean,
  ): Promise<void> {
    const won = places.filter(({ points }) => points > 0);
    const people = won.flatMap(({ user, points }) => [user, this.erasureKey(user), points]);
    const values = [guild, at, isEverywhere ? 1 : 0, Math.floor(at / dayMilliseconds), mostDailyPoints, daySeconds];
    await this.scripts.award([this.key(id), this.key('hidden')], this.key(), ...values, ...people);
  }

  /** The running contests: the same objects until they change. All are read only after a change. Forgets those that were lost. */
  async running(): Promise<readonly RunningContest[]> {
    const version = await this.redis.get(this.versionKey);
    const known = this.known?.running ?? [];
    const isLost = ({ keptUntil }: RunningContest): boolean => Date.now() > keptUntil;
    if (version !== null && version === this.known?.version && !known.some(isLost)) return known;
    const before = new Map(known.map((contest) => [contest.id, contest]));
    const all = Object.entries(await this.redis.hgetall(this.runningKey)).map(([id, stored]) => {
      const same = before.get(id);
      return same?.stored === stored ? same : this.secretOf(id, stored);
    });
    const lost = all.filter(isLost);
    if (lost.length > 0) await this.redis.hdel(this.runningKey, ...lost.map(({ id }) => id));
    const running = all.filter((contest) => !lost.includes(contest));
    this.known = { version, running };
    return running;
  }

  /**
   * The position of a running contest. It is secret until the end, because answers can still improve: for everybody in the
   * contest's server, and in direct messages of those who play.
   */
  private secretOf(id: string, stored: string): RunningContest {
    const { guild, until = madeAt(id), ...question } = JSON.parse(stored) as StoredQuestion;
    return {
      ...question,
      id,
      stored,
      keptUntil: until + lostMilliseconds,
      isSecretIn: async ({ guild: here, user }) => {
        if (here !== undefined) return guild === undefined || guild === here;
        return user !== undefined && this.isPlayer(id, user);
      },
      isOpenTo: () => Promise.resolve(false),
      refusal: (t) => t('contest.embargo'),
    };
  }

  /** Whether a person started a contest, was challenged in it, or has answered in it. */
  async isPlayer(id: string, user: string): Promise<boolean> {
    return (await this.redis.sismember(this.key('of', user), id)) === 1;
  }

  async exported(user: string): Promise<unknown> {
    const [points, today, ids, isHidden] = await Promise.all([
      this.redis.hgetall(this.key('points', user)),
      this.redis.get(this.key('today', user)),
      this.redis.smembers(this.key('of', user)),
      this.isHidden(user),
    ]);
    const contests = await Promise.all(
      ids.map(async (id) => {
        const [state, answers] = await Promise.all([this.state(id), this.answers(id)]);
        if (!state) return [];
        const { kind, puzzle } = state.contest;
        const own = answers.flatMap(({ user: by, round, value, id: interaction, text }) =>
          by === user ? [{ round, value, interaction, ...(text !== '' && { moves: text }) }] : [],
        );
        const isOwner = state.owner === user;
        const player = state.players.find((one) => one.user === user);
        const duel = player && { opponent: !isOwner, moves: player.moves };
        return [{ id, kind, puzzle, owner: isOwner, answers: own, ...duel }];
      }),
    );
    const [day = 0, won] = (today ?? '').split(' ').map(Number);
    const pointsOfDay = today !== null && { pointsOfDay: { day: new Date(day * dayMilliseconds), everywhere: won } };
    const all = { points, ...pointsOfDay, contests: contests.flat(), hidden: isHidden };
    return Object.keys(points).length + all.contests.length === 0 && !isHidden ? undefined : all;
  }

  override async erase(user: string): Promise<void> {
    const fields = Array.from({ length: Math.max(...Object.values(roundsOf)) }, (_, index) => `${index + 1} ${user}`);
    for (const id of await this.redis.smembers(this.key('of', user))) {
      await this.redis.hdel(this.key(id, 'answers'), ...fields);
      const people = await this.redis.hmget(this.key(id), ...roles);
      await this.redis.hdel(this.key(id), movesField(user), ...roles.filter((_, index) => people[index] === user));
    }
    await super.erase(user);
  }
}

/** The fields of a contest that name people. Only a duel has an opponent. */
const roles = ['owner', 'opponent'] as const;
/** The field of a duel with the moves that a player has made. */
const movesField = (user: string): string => `moves ${user}`;
const playerIn = (fields: Readonly<Record<string, string>>, user: string | undefined): Player[] => {
  if (user === undefined) return [];
  const moves = fields[movesField(user)];
  return [{ user, moves: moves === undefined ? undefined : Number(moves) }];
};

const questionOf = ({ puzzle, until, guild }: Contest, { position, moves }: Round): string => {
  const stored: StoredQuestion = { puzzle, position, length: moves.length, guild, until };
  return JSON.stringify(stored);
};

const parseAnswer = ([field, stored]: [string, string]): ContestAnswer => {
  const [round, user = ''] = field.split(' ');
  const [value, id = '', ...moves] = stored.split(' ');
  return { user, round: Number(round), value: Number(value), id, text: moves.join(' ') };
};
