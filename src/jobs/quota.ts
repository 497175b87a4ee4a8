/** Limits of requests: how many a person may have open, how quickly they may ask, how long a lane may grow. */
import type { Rate } from '../runtime/config.ts';
import { hashed } from '../runtime/erasure.ts';
import { defineScripts, pairs, Store } from '../runtime/store.ts';
import { type Lane, lanes } from './define.ts';
import { jobVersion, madeAt, type QueuedReply } from './job.ts';
import { enteringMilliseconds, tokenLife } from './store.ts';

/** A bot that was slow or frozen may accept or add a request only after its answer. Later, its token is no longer valid. */
const answeredSeconds = tokenLife;

/** How long a long proof counts for its asker's quota, in seconds: the most that LONG_PROOF_HOURS allows. */
export const longProofLife = 7 * 86_400;

interface Asker {
  readonly id: string;
  readonly user: string;
  readonly guild?: string | undefined;
}

/** What an accepted interaction is owed. Its token is in no job and in no log. */
export interface Debt {
  readonly token: string;
  readonly reply: QueuedReply;
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
  /** Jobs that wait for a worker: of each queue one list and two sorted sets. */
  readonly waiting: readonly string[];
  /** The key of a request's job, without the request's id at its end. */
  readonly job: string;
}

export type Admission =
  /** `place`: which of the asker's open requests it is, from 1. `isFirst`: it had no place, so this bot adds it to the queue. */
  | { readonly is: 'accepted'; readonly lane: Lane; readonly place: number; readonly isFirst: boolean }
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
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['acquire', 'enter', 'answered']);
  /** No replica is waited for before this time, in milliseconds since 1970. */
  private noReplicaUntil = 0;

  /** Accept a request, or name the limit that forbids it. The same request is accepted again at no cost. */
  async acquire(
    { id, user, guild }: Asker,
    lane: Lane,
    keysOfLane: LaneKeys,
    { quota, queueLimit, userRate, guildRate }: QueueLimits,
    debt?: Debt,
  ): Promise<Admission> {
    const now = Date.now();
    const keys = [
      this.key('pending', user),
      // It names nobody, and outlives the deletion of personal data, which would otherwise reset the rate.
      this.key('rate', 'user', hashed(user)),
      this.key('rate', 'guild', guild ?? ''),
      this.key('entering', lane),
      this.erasureKey(user),
      this.key('answered', id),
      this.key('token', id),
      this.key('taken', id),
      this.key('outbox'),
      ...keysOfLane.waiting,
    ];
    const rates = [userRate, guild === undefined ? undefined : guildRate].flatMap((rate) =>
      rate ? [60_000 / rate.perMinute, rate.burst] : [0, 0],
    );
    const owed = debt ? [debt.token, JSON.stringify({ lane, reply: debt.reply })] : ['', ''];
    const limits = [quota, queueLimit, ...rates];
    const lives = [id, now, now + enteringMilliseconds];
    const values = [...lives, ...limits, keysOfLane.job, madeAt(id), jobVersion, tokenLife, ...owed];
    const [verdict, value, first] = (await this.scripts.acquire(keys, ...values)) as [Admission['is'], number, 1?];
    if (verdict === 'accepted') {
      if (first === 1) await this.replicate();
      return { is: verdict, lane, place: value, isFirst: first === 1 };
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

  /** An accepted request is in the queue, which counts it from now on. @returns whether its person was erased */
  async entered({ id, user, work }: Asker & Partial<QueuedReply>, lane: Lane): Promise<boolean> {
    const life = work?.isLong ? longProofLife : tokenLife;
    const keys = [this.key('entering', lane), this.key('outbox'), this.key('pending', user), this.erasureKey(user)];
    return (await this.scripts.enter(keys, id, Date.now(), life * 1000, madeAt(id))) === 1;
  }

  /** Accepted requests that are not in the queue yet, by id, as JSON of their lane and their reply job. */
  outbox(): Promise<Record<string, string>> {
    return this.redis.hgetall(this.key('outbox'));
  }

  /** Removes a request from the outbox. */
  async discard(id: string): Promise<void> {
    await this.redis.hdel(this.key('outbox'), id);
  }

  /** Undoes what `acquire` stored. */
  async release({ id, user }: Asker, lane: Lane): Promise<void> {
    await this.redis
      .multi()
      .zrem(this.key('pending', user), id)
      .zrem(this.key('entering', lane), id)
      .hdel(this.key('outbox'), id)
      .del(this.key('token', id), this.key('taken', id))
      .exec();
  }

  /** Notes that a request is answered. @returns the asker's requests that are still open, oldest first */
  async answered(id: string, user: string): Promise<string[]> {
    const keys = [
      this.key('pending', user),
      this.key('token', id),
      this.key('taken', id),
      this.key('cancelled', id),
      this.key('reporter', id),
      this.key('answered', id),
      this.key('outbox'),
      ...lanes.map((lane) => this.key('entering', lane)),
    ];
    return (await this.scripts.answered(keys, id, answeredSeconds)) as string[];
  }

  async isAnswered(id: string): Promise<boolean> {
    return (await this.redis.exists(this.key('answered', id))) === 1;
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
