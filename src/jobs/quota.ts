/** Limits of requests: how many a person may have open, how quickly they may ask, how long a lane may grow. */
import type { Rate } from '../runtime/config.ts';
import { hashed } from '../runtime/erasure.ts';
import { defineScripts, pairs, Store } from '../runtime/store.ts';
import type { Lane } from './define.ts';
import { madeAt } from './job.ts';
import { enteringMilliseconds, tokenLife } from './store.ts';

/** Each bot of a shard gets every interaction, and a slow one may handle it only after the answer. */
const answeredSeconds = 30;

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
  /** Jobs that wait for a worker: one list and two sorted sets. */
  readonly waiting: readonly [list: string, prioritized: string, delayed: string];
  /** The key of a request's job, without the request's id at its end. */
  readonly job: string;
}

export type Admission =
  /** `place`: which of the asker's open requests it is, from 1. */
  | { readonly is: 'accepted'; readonly place: number }
  /** Another bot accepted it, and it has its answer. */
  | { readonly is: 'answered' }
  | { readonly is: 'busy' }
  /** The rate of the asker or of the server is exceeded. Allowed again at `at`, in milliseconds since 1970. */
  | { readonly is: 'asker' | 'server'; readonly at: number }
  | { readonly is: 'full'; readonly lane: Lane; readonly length: number };

/** Shares its keys with `WorkStore`. */
export class Quota extends Store {
  protected readonly section = 'work';
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['acquire']);

  /** Accept a request, or name the limit that forbids it. The same request is accepted again at no cost. */
  async acquire(
    { id, user, guild }: Asker,
    lane: Lane,
    keysOfLane: LaneKeys,
    { quota, queueLimit, userRate, guildRate }: QueueLimits,
  ): Promise<Admission> {
    const now = Date.now();
    const keys = [
      this.key('pending', user),
      // It names nobody, and outlives the deletion of personal data, which would otherwise reset the rate.
      this.key('rate', 'user', hashed(user)),
      this.key('rate', 'guild', guild ?? ''),
      this.key('entering', lane),
      ...keysOfLane.waiting,
      this.erasureKey(user),
      this.key('answered', id),
    ];
    const rates = [userRate, guild === undefined ? undefined : guildRate].flatMap((rate) =>
      rate ? [60_000 / rate.perMinute, rate.burst] : [0, 0],
    );
    const values = [id, now, now + enteringMilliseconds, quota, queueLimit, ...rates, keysOfLane.job, madeAt(id)];
    const [verdict, value] = (await this.scripts.acquire(keys, ...values)) as [Admission['is'], number];
    if (verdict === 'accepted') return { is: verdict, place: value };
    if (verdict === 'full') return { is: verdict, lane, length: value };
    return verdict === 'busy' || verdict === 'answered' ? { is: verdict } : { is: verdict, at: value };
  }

  /** An accepted request is in the queue, which counts it from now on. It stays open until its answer. */
  async entered({ id, user }: Asker, lane: Lane): Promise<void> {
    await this.redis
      .multi()
      .zrem(this.key('entering', lane), id)
      // Only if it has not been answered meanwhile.
      .zadd(this.key('pending', user), 'XX', Date.now() + tokenLife * 1000, id)
      .expire(this.key('pending', user), tokenLife)
      .expire(this.key('token', id), tokenLife)
      .exec();
  }

  async release({ id, user }: Asker, lane: Lane): Promise<void> {
    await this.redis.multi().zrem(this.key('pending', user), id).zrem(this.key('entering', lane), id).exec();
  }

  /** @returns the asker's requests that are still open, oldest first */
  async answered(id: string, user: string): Promise<string[]> {
    await this.redis
      .multi()
      .del(this.key('token', id), this.key('cancelled', id))
      .set(this.key('answered', id), '1', 'EX', answeredSeconds)
      .zrem(this.key('pending', user), id)
      .exec();
    return this.redis.zrange(this.key('pending', user), '0', '-1');
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
