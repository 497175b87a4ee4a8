/** What Redis stores about requests and their results, besides quotas. */
import type { Question } from '../puzzles/puzzle.ts';
import { knownPuzzle } from '../puzzles/registry.ts';
import { defineScripts } from '../runtime/scripts.ts';
import { pairs, Store } from '../runtime/store.ts';
import { type JobDefinition, type JobResult, keyOf, type Lane, type ResultOf, type Work } from './define.ts';
import { formatQuestion } from './fields.ts';
import { madeAt } from './job.ts';

/** How long an interaction's token is valid, in seconds. */
export const tokenLife = 15 * 60;
/** Whoever asks again while a search that gave up is this recent gets the same answer. */
const retrySeconds = 30;
const recentDays = 30;
const recentCount = 20;

/** A result that expires sooner may be gone when a worker reads it. */
const soonGoneMilliseconds = 20_000;
/** How long a request may take from being let in to being in the queue. */
export const enteringMilliseconds = 10_000;
/** The weight of the newest job in the average of a lane, and how long an average stays useful. */
const paceShare = 0.1;
const paceSeconds = 86_400;

/** Programs that work on jobs. */
const roles = ['bot', 'worker'] as const;
export type Role = (typeof roles)[number];

/** How long a version counts as alive after its last heartbeat, in seconds: longer than a process takes to restart. */
const aliveSeconds = 15;

/** A question, formatted, and when it was asked, in milliseconds since 1970. */
export interface Recent {
  readonly puzzle: string;
  readonly position: string;
  readonly goal: string;
  readonly at: number;
}

export class WorkStore extends Store {
  protected readonly section = 'work';
  private readonly locks = defineScripts(this.redis, new URL('../runtime/', import.meta.url), ['hold']);
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['notePace', 'remember']);

  /** The stored result of some work; undefined also where it has an older form. */
  async result<Definition extends JobDefinition>(work: Work<Definition>): Promise<ResultOf<Definition> | undefined> {
    const text = await this.redis.get(this.key('result', keyOf(work)));
    if (text === null) return undefined;
    return work.job.result.safeParse(JSON.parse(text)).data as ResultOf<Definition> | undefined;
  }

  /** Whether a result will still be there when a worker reads it. */
  async isKnown(work: Work): Promise<boolean> {
    return (await this.redis.pttl(this.key('result', keyOf(work)))) > soonGoneMilliseconds;
  }

  /** @param days for results that are kept as configured */
  async keepResult(work: Work, result: JobResult, days: number): Promise<void> {
    const retention = result.status === 'gave-up' ? 'retry' : work.job.keepFor(result);
    const seconds = { configured: days * 86_400, reply: tokenLife, retry: retrySeconds }[retention];
    await this.redis.set(this.key('result', keyOf(work)), JSON.stringify(result), 'EX', seconds);
  }

  /** Claim the work of a key for one job: it is done once, even if several requests ask for it. */
  async claim(key: string, job: string, milliseconds: number): Promise<boolean> {
    return (await this.redis.set(this.key('claim', key), job, 'PX', milliseconds, 'NX')) === 'OK';
  }

  async renewClaim(key: string, job: string, milliseconds: number): Promise<void> {
    await this.hold(this.key('claim', key), job, milliseconds);
  }

  async dropClaim(key: string, job: string): Promise<void> {
    await this.hold(this.key('claim', key), job, 0);
  }

  private async hold(key: string, owner: string, milliseconds: number): Promise<void> {
    await this.locks.hold([key], owner, milliseconds);
  }

  /**
   * Store an interaction's token, which is in no job and in no log. It expires soon; once the request is in the queue,
   * `Quota.entered` extends it to `tokenLife`.
   */
  async keepToken(id: string, token: string): Promise<void> {
    await this.redis.set(this.key('token', id), token, 'PX', enteringMilliseconds);
  }

  token(id: string): Promise<string | null> {
    return this.redis.get(this.key('token', id));
  }

  /**
   * Only one process may edit a reply at a time, or late progress could replace the answer. The lock outlasts a request
   * to Discord.
   */
  async lockReply(id: string, owner: string): Promise<boolean> {
    return (await this.redis.set(this.key('editing', id), owner, 'PX', 5000, 'NX')) === 'OK';
  }

  async unlockReply(id: string, owner: string): Promise<void> {
    await this.hold(this.key('editing', id), owner, 0);
  }

  async cancel(id: string): Promise<void> {
    await this.redis.set(this.key('cancelled', id), '1', 'EX', tokenLife);
  }

  async isCancelled(id: string): Promise<boolean> {
    return (await this.redis.exists(this.key('cancelled', id))) === 1;
  }

  /** Add a job's duration to the moving average of its lane. */
  async notePace(lane: Lane, milliseconds: number): Promise<void> {
    await this.scripts.notePace([this.key('pace', lane)], milliseconds, paceShare, paceSeconds);
  }

  /** The average duration of a lane's jobs, in milliseconds; undefined where there was none lately. */
  async pace(lane: Lane): Promise<number | undefined> {
    const text = await this.redis.get(this.key('pace', lane));
    return text === null ? undefined : Number(text);
  }

  /** A person's recent questions, newest first. */
  async recent(user: string): Promise<Recent[]> {
    const rows = await this.redis.zrevrange(this.recentKey(user), 0, recentCount - 1, 'WITHSCORES');
    return pairs(rows).map(([row, at]) => {
      const [puzzle = '', position = '', goal = ''] = row.split(' ');
      return { puzzle, position, goal, at: Number(at) };
    });
  }

  /** Store a question for autocompletion. A convenience, so failures are ignored. */
  async remember(
    { id, user }: { readonly id: string; readonly user: { readonly id: string } },
    { puzzle, question }: { readonly puzzle: string; readonly question: Question },
  ): Promise<void> {
    const { position, goal } = formatQuestion(knownPuzzle(puzzle), question);
    const keys = [this.recentKey(user.id), this.erasureKey(user.id)];
    const values = [`${puzzle} ${position} ${goal}`, madeAt(id), Date.now(), recentCount, recentDays * 86_400];
    await this.scripts.remember(keys, ...values).catch(() => {});
  }

  async forget(user: string): Promise<void> {
    await this.redis.del(this.recentKey(user));
  }

  /**
   * Heartbeat of a bot or a worker of a version of jobs.
   * @returns the other versions, and when each was last seen, in milliseconds since 1970
   */
  async beat(role: Role, own: number): Promise<{ version: number; isAlive: boolean; seen: number }[]> {
    const versions = this.key('versions', role);
    const alive = (version: number | string) => this.key('alive', role, version);
    await this.redis.multi().set(alive(own), '1', 'EX', aliveSeconds).zadd(versions, Date.now(), own).exec();
    const seen = pairs(await this.redis.zrange(versions, '0', '-1', 'WITHSCORES'));
    const others = seen.filter(([version]) => Number(version) !== own);
    return Promise.all(
      others.map(async ([version, at]) => ({
        version: Number(version),
        isAlive: (await this.redis.exists(alive(version))) === 1,
        seen: Number(at),
      })),
    );
  }

  async forgetVersion(role: Role, version: number): Promise<void> {
    await this.redis.zrem(this.key('versions', role), version);
  }

  private recentKey(user: string): string {
    return this.key('recent', user);
  }
}
