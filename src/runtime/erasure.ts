/**
 * Who has had all about them deleted, so that what they asked before, and is still under way, leaves nothing after it.
 * Each script that writes about a person for something they did looks here first.
 */
import { createHash } from 'node:crypto';

/** For keys that may not name the one whom they are about. */
export const hashed = (user: string): string => createHash('sha256').update(user).digest('base64url');

/** Where the time of it is kept, in milliseconds since 1970. */
export const departureKey = (prefix: string, user: string): string => `${prefix}:left:${hashed(user)}`;

/** A condition in Lua: that the person of the key KEYS[`key`] has left since the time ARGV[`at`]. */
export const hasLeft = (key: number, at: number): string =>
  `tonumber(redis.call('GET', KEYS[${key}]) or '0') >= tonumber(ARGV[${at}])`;
