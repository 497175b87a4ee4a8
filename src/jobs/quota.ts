/** Limits of requests: how many a person may have open, how quickly they may ask, how long a lane may grow. */
import type { Rate } from '../runtime/config.ts';
import { hashed } from '../runtime/erasure.ts';
import { defineScripts } from '../runtime/scripts.ts';
import { pairs, Store } from '../runtime/store.ts';
import type { Lane } from './define.ts';
import { madeAt } from './job.ts';
import { enteringMilliseconds, tokenLife } from './store.ts';

/** Each bot of a shard gets every interaction, and a slow one may come to it only after the answer. */
const answeredSeconds = 30;

/** Who asks: the quota is theirs, and people of one server share its rate. */
export interface Asker {
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

/** Where BullMQ has the jobs of a lane. */
export interface LaneKeys {
  /** Those that wait for a worker: one list and two sorted sets. */
  readonly waiting: readonly [list: string, prioritized: string, delayed: string];
  /** How the key of a request's job begins; its id follows. */
  readonly job: string;
}

export type Admission =
  /** `place`: which of the asker's open requests it is, from 1. */
  | { readonly is: 'accepted'; readonly place: number }
  /** Another bot accepted it, and it has its answer. */
  | { readonly is: 'answered' }
  /** The asker's quota is used up. */
  | { readonly is: 'busy' }
  /** The rate of the asker or of the server is exceeded. Allowed again at `at`, in milliseconds since 1970. */
  | { readonly is: 'asker' | 'server'; readonly at: number }
  /** The lane has reached the queue limit. */
  | { readonly is: 'full'; readonly lane: Lane; readonly length: number };

/** Shares its section of keys with `WorkStore`. */
export class Quota extends Store {
  protected readonly section = 'work';
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['acquire']);

  /**
   * Let a request in, or say which limit forbids it. The same request again is let in again, at no cost.
   * @param keysOfLane where the lane's queue has its jobs
   */
  async acquire(
    { id, user, guild }: Asker,
    lane: Lane,
    keysOfLane: LaneKeys,
    { quota, queueLimit, userRate, guildRate }: QueueLimits,
  ): Promise<Admission> {
    const now = Date.now();
    const keys = [
      this.pendingKey(user),
      // It names nobody, and outlives the deletion of personal data, which would otherwise reset the rate.
      this.key('rate', 'user', hashed(user)),
      this.key('rate', 'guild', guild ?? ''),
      this.enteringKey(lane),
      ...keysOfLane.waiting,
      this.erasureKey(user),
      this.answeredKey(id),
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

  /**
   * A request that was let in is in the queue. From now on it is counted there, and stays open until its answer, unless
   * it has been answered meanwhile.
   */
  async entered({ id, user }: Asker, lane: Lane): Promise<void> {
    await this.redis
      .multi()
      .zrem(this.enteringKey(lane), id)
      .zadd(this.pendingKey(user), 'XX', Date.now() + tokenLife * 1000, id)
      .expire(this.pendingKey(user), tokenLife)
      .expire(this.key('token', id), tokenLife)
      .exec();
  }

  /** A request that was let in did not reach the queue. */
  async release({ id, user }: Asker, lane: Lane): Promise<void> {
    await this.redis.multi().zrem(this.pendingKey(user), id).zrem(this.enteringKey(lane), id).exec();
  }

  /**
   * A request was answered: it is no longer open, and its token is gone.
   * @returns the asker's requests that are still open, oldest first
   */
  async answered(id: string, user: string): Promise<string[]> {
    await this.redis
      .multi()
      .del(this.key('token', id), this.key('cancelled', id))
      .set(this.answeredKey(id), '1', 'EX', answeredSeconds)
      .zrem(this.pendingKey(user), id)
      .exec();
    return this.redis.zrange(this.pendingKey(user), '0', '-1');
  }

  /** Whether a request was answered a moment ago. */
  async isAnswered(id: string): Promise<boolean> {
    return (await this.redis.exists(this.answeredKey(id))) === 1;
  }

  /** Somebody's open requests, and when each stops counting at the latest, in milliseconds since 1970. */
  async pendingRequests(user: string): Promise<{ request: string; until: number }[]> {
    const rows = await this.redis.zrange(this.pendingKey(user), '0', '-1', 'WITHSCORES');
    return pairs(rows).map(([request, until]) => ({ request, until: Number(until) }));
  }

  async forget(user: string): Promise<void> {
    await this.redis.del(this.pendingKey(user));
  }

  private enteringKey(lane: Lane): string {
    return this.key('entering', lane);
  }

  private answeredKey(id: string): string {
    return this.key('answered', id);
  }

  private pendingKey(user: string): string {
    return this.key('pending', user);
  }
}
