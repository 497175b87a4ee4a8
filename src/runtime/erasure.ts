/**
 * Personal data and its deletion. The time of a deletion is kept for a while: requests from before it may still be under
 * way, and must not write anything about the person any more. Scripts check it with `isErased` of is-erased.lua.
 */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** What a feature stores about people, so that they can export, hide and delete it. */
export interface PersonalData {
  /** What it is called in an export, in English. */
  readonly name: string;
  /** Everything stored about a person, as JSON; undefined where that is nothing. */
  exported(user: string): Promise<unknown>;
  /** Delete everything stored about a person. Idempotent. */
  erase(user: string): Promise<void>;
  /** Hide a person from everything that others see, or show them again. Absent where others see nothing. */
  setHidden?(user: string, isHidden: boolean): Promise<void>;
}

/** Seconds: no request is older, because Discord takes no answer after 15 minutes. */
const longestRequest = 15 * 60;

/** For keys that must not name their person. */
export const hashed = (user: string): string => createHash('sha256').update(user).digest('base64url');

/** Holds when a person had their data deleted, in milliseconds since 1970. */
export const erasureKey = (prefix: string, user: string): string => `${prefix}:left:${hashed(user)}`;

export class Erasures {
  private readonly redis: Redis;
  private readonly prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.prefix = prefix;
  }

  /** To be called before any data is deleted: from now on, nothing from before `at` is written. */
  async erase(user: string, at: number): Promise<void> {
    await this.redis.set(erasureKey(this.prefix, user), at, 'EX', longestRequest);
  }

  async isErased(user: string, at: number): Promise<boolean> {
    return Number((await this.redis.get(erasureKey(this.prefix, user))) ?? 0) >= at;
  }
}
