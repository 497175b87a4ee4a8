/** What all stores in Redis have in common. */
import type { Redis } from 'ioredis';
import { erasureKey } from './erasure.ts';

export abstract class Store {
  protected readonly redis: Redis;
  private readonly prefix: string;
  /** The second part of its keys, after the prefix of the bot. */
  protected abstract readonly section: string;

  constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.prefix = prefix;
  }

  protected key(...parts: readonly (string | number)[]): string {
    return [this.prefix, this.section, ...parts].join(':');
  }

  /** For scripts that check whether a person's data was deleted meanwhile. */
  protected erasureKey(user: string): string {
    return erasureKey(this.prefix, user);
  }
}

/** Members with their scores, from a reply to WITHSCORES. */
export const pairs = (rows: readonly string[]): [member: string, score: string][] =>
  rows.flatMap((member, index) => (index % 2 === 0 ? [[member, rows[index + 1]!] as [string, string]] : []));
