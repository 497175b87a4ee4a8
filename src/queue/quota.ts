/** Limits of requests: how many a person may have open, how quickly they may ask, how long a lane may grow. */

import { madeAt } from '../discord/snowflake.ts';
import type { Rate } from '../runtime/config.ts';
import { hashed } from '../runtime/erasure.ts';
import { defineScripts, pairs, Store } from '../runtime/store.ts';
import { jobVersion } from '../runtime/version.ts';
import { waits } from '../runtime/waits.ts';
import type { Lane } from './define.ts';
import { tokenLife } from './store.ts';

/** In the place of the version that took a request: slow bots leave it alone, for as long as their tokens are valid. */
const answered = 'answered';

/** How long a long proof counts for its asker's quota, in seconds: the most that LONG_PROOF_HOURS allows. */
export const longProofLife = 7 * 86_400;

interface Asker {
  readonly id: string;
  readonly user: string;
  readonly guild?: string | undefined;
}

export interface QueueLimits {
  /** Requests one person may have open. */
  readonly quota: number;
  /** Requests that may wait in a lane. */
  readonly queueLimit: number;
  readonly userRate?: Rate;
  readonly guildRate?: Rate;
}

export interface LaneKeys {
  readonly lane: Lane;
  /** Jobs that wait for a worker: of each queue one list and two sorted sets. */
  readonly waiting: readonly string[];
  /** The key of a request's job, without the request's id at its end. */
  readonly job: string;
}

export type Admission =
  /** `place`: which of the asker's open requests it is, from 1. `isFirst`: no other bot has accepted it before. */
  | { readonly is: 'accepted'; readonly place: number; readonly isFirst: boolean }
  /** Another bot accepted it, and it has its answer; or bots of another version answer it. */
  | { readonly is: 'answered' }
  | { readonly is: 'busy' }
  /** The rate of the asker or of the server is exceeded. Allowed again at `at`, in milliseconds since 1970. */
  | { readonly is: 'asker' | 'server'; readonly at: number }
  | { readonly is: 'full'; readonly lane: Lane; readonly length: number };

/** Milliseconds to wait for a replica, and how long not to wait again after none was in time. */
const replicaPatience = 1000;
const replicaPause = 5000;

/** Shares its keys with `WorkStore`. */
export class Quota extends Store {
  protected readonly section = 'work';
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['acquire', 'answered']);
  /** No replica is waited for before this time, in milliseconds since 1970. */
  private noReplicaUntil = 0;

  /**
   * Accepts a request, or names the limit that forbids it. The same request is accepted again at no cost.
   * @param token of an interaction that waits for the answer. It has a key of its own, as no job and no log may hold it
   */
  async acquire(
    { id, user, guild }: Asker,
    { lane, waiting, job }: LaneKeys,
    { quota, queueLimit, userRate, guildRate }: QueueLimits,
    token = '',
  ): Promise<Admission> {
    const now = Date.now();
    const keys = [
      this.key('pending', user),
      // It names nobody, and outlives the deletion of personal data, which would otherwise reset the rate.
      this.key('rate', 'user', hashed(user)),
      this.key('rate', 'guild', guild ?? ''),
      this.key('entering'),
      this.erasureKey(user),
      this.key('taken', id),
      this.key('token', id),
      ...waiting,
    ];
    const rates = [userRate, guild === undefined ? undefined : guildRate].flatMap((rate) =>
      rate ? [60_000 / rate.perMinute, rate.burst] : [0, 0],
    );
    const values = [id, now, now + waits.entering, quota, queueLimit, ...rates, job, madeAt(id)];
    const reply = await this.scripts.acquire(keys, ...values, jobVersion, tokenLife, token);
    const [verdict, value, first] = reply as [Admission['is'], number, 1?];
    if (verdict === 'accepted') {
      if (first === 1) await this.replicate();
      return { is: verdict, place: value, isFirst: first === 1 };
    }
    if (verdict === 'full') return { is: verdict, lane, length: value };
    return verdict === 'busy' || verdict === 'answered' ? { is: verdict } : { is: verdict, at: value };
  }

  /** Behind sentinels, waits until a replica has the request, which would otherwise be lost with the primary. */
  private async replicate(): Promise<void> {
    if (!this.redis.options.sentinels || Date.now() < this.noReplicaUntil) return;
    const replicas = await this.redis.wait(1, replicaPatience);
    if (replicas === 0) this.noReplicaUntil = Date.now() + replicaPause;
  }

  /** An accepted request is in the queue. Until its answer, it counts for its person. @returns whether that one was erased */
  async entered({ id, user }: Asker, isLong = false): Promise<boolean> {
    const life = isLong ? longProofLife : tokenLife;
    const pending = this.key('pending', user);
    const [erased] = await Promise.all([
      this.redis.get(this.erasureKey(user)),
      this.redis.zrem(this.key('entering'), id),
      // It may have been answered meanwhile.
      this.redis.zadd(pending, 'XX', Date.now() + life * 1000, id),
      this.redis.expire(pending, life, 'GT'),
    ]);
    return Number(erased ?? 0) >= madeAt(id);
  }

  /** Undoes what `acquire` stored. */
  async release({ id, user }: Asker): Promise<void> {
    await this.redis
      .multi()
      .zrem(this.key('pending', user), id)
      .zrem(this.key('entering'), id)
      .del(this.key('token', id), this.key('taken', id))
      .exec();
  }

  /** Notes that a request is answered. @returns the asker's requests that are still open, oldest first */
  async answered(id: string, user: string): Promise<string[]> {
    const keys = [
      this.key('pending', user),
      this.key('entering'),
      ...['token', 'cancelled', 'reporter', 'taken'].map((name) => this.key(name, id)),
    ];
    return (await this.scripts.answered(keys, id, answered, tokenLife)) as string[];
  }

  async isAnswered(id: string): Promise<boolean> {
    return (await this.redis.get(this.key('taken', id))) === answered;
  }

  /** When each open request stops counting at the latest, in milliseconds since 1970. */
  async pendingRequests(user: string): Promise<{ request: string; until: number }[]> {
    const rows = await this.redis.zrange(this.key('pending', user), '0', '-1', 'WITHSCORES');
    return pairs(rows).map(([request, until]) => ({ request, until: Number(until) }));
  }

  async forget(user: string): Promise<void> {
    await this.redis.del(this.key('pending', user));
  }
}
