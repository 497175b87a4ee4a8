/** Personal data and its deletion, whose time is stored until requests from before it have ended (is-erased.lua). */
import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** The data of a feature about people, who can export, hide and delete it. */
export interface PersonalData {
  readonly name: string;
  exported(user: string): Promise<unknown>;
  /** Delete everything stored about a person. Idempotent. */
  erase(user: string): Promise<void>;
  /** Hide a person from others, or show them again. Absent if others see nothing of the data. */
  setHidden?(user: string, isHidden: boolean): Promise<void>;
}

/** Seconds until Discord accepts no answer any more. */
const longestRequest = 15 * 60;

/** A person's id in keys that must not contain it. */
export const hashed = (user: string): string => hash('sha256', user, 'base64url');

/** The key of the time of a person's deletion, in milliseconds since 1970. */
export const erasureKey = (prefix: string, user: string): string => `${prefix}:left:${hashed(user)}`;

/** Call it before any data is deleted: from now on, requests from before `at` write nothing. */
export const noteErasure = async (redis: Redis, prefix: string, user: string, at: number): Promise<void> => {
  await redis.set(erasureKey(prefix, user), at, 'EX', longestRequest);
};
