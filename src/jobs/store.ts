/** Requests and their results in Redis, besides quotas. */
import type { Question } from '../puzzles/puzzle.ts';
import { knownPuzzle } from '../puzzles/registry.ts';
import { defineScripts, pairs, Store } from '../runtime/store.ts';
import { type JobDefinition, type JobResult, keyOf, type Lane, type ResultOf, type Work } from './define.ts';
import { formatQuestion } from './fields.ts';
import { madeAt } from './job.ts';

/** How long an interaction's token is valid, in seconds. */
export const tokenLife = 15 * 60;
/** How long a search that gave up is not repeated. */
const retrySeconds = 30;
const recentDays = 30;
const recentCount = 20;

/** A result that expires sooner may be gone when a worker reads it. */
const soonGoneMilliseconds = 20_000;
/** How long an accepted request may take until it is in the queue. */
export const enteringMilliseconds = 10_000;
/** The weight of the newest job in the average of a lane, and the life of an average. */
const paceShare = 0.1;
const paceSeconds = 86_400;

/** Milliseconds: a claim outlives a few missed heartbeats of its worker, and an edit a request to Discord. */
const lockMilliseconds = { claim: 3000, editing: 5000 } as const;
type Lock = keyof typeof lockMilliseconds;

export type Role = 'bot' | 'worker';

/** Seconds without a heartbeat until a version counts as gone: longer than a process takes to restart. */
const aliveSeconds = 15;

/** `at` in milliseconds since 1970. */
export interface Recent {
  readonly puzzle: string;
  readonly position: string;
  readonly goal: string;
  readonly at: number;
}

export class WorkStore extends Store {
  protected readonly section = 'work';
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['notePace', 'remember']);

  /** The stored result of some work, unless it has an older form. */
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

  /** Takes a lock: `claim` for the work of a key, `editing` for a reply, so that no progress replaces the answer. */
  async lock(lock: Lock, key: string, owner: string): Promise<boolean> {
    return (await this.redis.set(this.key(lock, key), owner, 'PX', lockMilliseconds[lock], 'NX')) === 'OK';
  }

  async renew(lock: Lock, key: string, owner: string): Promise<void> {
    await this.hold(this.key(lock, key), owner, lockMilliseconds[lock]);
  }

  async unlock(lock: Lock, key: string, owner: string): Promise<void> {
    await this.hold(this.key(lock, key), owner, 0);
  }

  /** Store an interaction's token, which is in no job and in no log. `Quota.entered` extends it to `tokenLife`. */
  async keepToken(id: string, token: string): Promise<void> {
    await this.redis.set(this.key('token', id), token, 'PX', enteringMilliseconds);
  }

  token(id: string): Promise<string | null> {
    return this.redis.get(this.key('token', id));
  }

  async cancel(id: string): Promise<void> {
    await this.redis.set(this.key('cancelled', id), '1', 'EX', tokenLife);
  }

  async isCancelled(id: string): Promise<boolean> {
    return (await this.redis.exists(this.key('cancelled', id))) === 1;
  }

  /** Adds the duration of a job to the average of its lane. */
  async notePace(lane: Lane, milliseconds: number): Promise<void> {
    await this.scripts.notePace([this.key('pace', lane)], milliseconds, paceShare, paceSeconds);
  }

  /** In milliseconds. */
  async pace(lane: Lane): Promise<number | undefined> {
    const text = await this.redis.get(this.key('pace', lane));
    return text === null ? undefined : Number(text);
  }

  /** Newest first. */
  async recent(user: string): Promise<Recent[]> {
    const rows = await this.redis.zrevrange(this.key('recent', user), 0, recentCount - 1, 'WITHSCORES');
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
    const keys = [this.key('recent', user.id), this.erasureKey(user.id)];
    const values = [`${puzzle} ${position} ${goal}`, madeAt(id), Date.now(), recentCount, recentDays * 86_400];
    await this.scripts.remember(keys, ...values).catch(() => {});
  }

  async forget(user: string): Promise<void> {
    await this.redis.del(this.key('recent', user));
  }

  /** Sends a heartbeat. @returns the other versions of a role; `seen` in milliseconds since 1970 */
  async beat(role: Role, own: number): Promise<{ version: number; isAlive: boolean; seen: number }[]> {
    const versions = this.key('versions', role);
    const alive = (version: number | string) => this.key('alive', role, version);
    await this.redis.multi().set(alive(own), '1', 'EX', aliveSeconds).zadd(versions, Date.now(), own).exec();
    const known = pairs(await this.redis.zrange(versions, '0', '-1', 'WITHSCORES'));
    const beats = known.map(async ([version, at]) => {
      const isAlive = (await this.redis.exists(alive(version))) === 1;
      return { version: Number(version), isAlive, seen: Number(at) };
    });
    return (await Promise.all(beats)).filter(({ version }) => version !== own);
  }

  async forgetVersion(role: Role, version: number): Promise<void> {
    await this.redis.zrem(this.key('versions', role), version);
  }
}
