import type { Redis } from 'ioredis';
import { erasureKey } from './erasure.ts';
import { defineScripts } from './scripts.ts';

export abstract class Store {
  protected readonly redis: Redis;
  private readonly prefix: string;
  /** The second part of its keys, after the bot's prefix. */
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

  /** Extend a lock to some milliseconds from now, or release it with 0, but only while it is the owner's. */
  protected async hold(lock: string, owner: string, milliseconds: number): Promise<void> {
    await defineScripts(this.redis, import.meta.url, ['hold']).hold([lock], owner, milliseconds);
  }
}

/** Members with their scores, from a reply to WITHSCORES. */
export const pairs = (rows: readonly string[]): [member: string, score: string][] =>
  rows.flatMap((member, index) => (index % 2 === 0 ? [[member, rows[index + 1]!] as [string, string]] : []));
