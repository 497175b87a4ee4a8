import { createHash } from 'node:crypto';

/**
 * Rate limits, and the count of invalid requests that leads to a ban.
 * https://docs.discord.com/developers/topics/rate-limits
 */

/** The rate limit headers of a request. */
export interface Allowance {
  readonly headers: Record<string, string>;
  /** Set if the request exceeds the limit. `retryAfter` is in seconds. */
  readonly refused?: { readonly retryAfter: number; readonly global: boolean };
}

interface Bucket {
  remaining: number;
  resetAt: number;
}

/** The number of requests allowed in a window. */
export interface Limit {
  /** Clients see its hash. */
  readonly name: string;
  readonly requests: number;
  readonly windowMs: number;
}

/** Seconds for the header `Retry-After`, which has no fractions. */
export const wholeSeconds = (seconds: number) => String(Math.ceil(seconds));

const GLOBAL_PER_SECOND = 50;

export class RateLimits {
  readonly #buckets = new Map<string, Bucket>();
  #second = { start: 0, count: 0 };

  /** Counts a request against the bot's 50 per second. */
  takeGlobal(): Allowance {
    const now = Date.now();
    if (now - this.#second.start >= 1000) this.#second = { start: now, count: 0 };
    this.#second.count += 1;
    if (this.#second.count <= GLOBAL_PER_SECOND) return { headers: {} };
    const retryAfter = (this.#second.start + 1000 - now) / 1000;
    return {
      headers: { 'Retry-After': wholeSeconds(retryAfter), 'X-RateLimit-Global': 'true', 'X-RateLimit-Scope': 'global' },
      refused: { retryAfter, global: true },
    };
  }

  /** Counts a request against a bucket. `major` is the id of the channel, guild or webhook that has the bucket. */
  take(limit: Limit, major: string): Allowance {
    const now = Date.now();
    const key = `${limit.name}:${major}`;
    let bucket = this.#buckets.get(key);
    if (!bucket || bucket.resetAt <= now) {
      bucket = { remaining: limit.requests, resetAt: now + limit.windowMs };
      this.#buckets.set(key, bucket);
    }
    const refused = bucket.remaining <= 0;
    if (!refused) bucket.remaining -= 1;
    const resetAfter = (bucket.resetAt - now) / 1000;
    const headers: Record<string, string> = {
      'X-RateLimit-Limit': String(limit.requests),
      'X-RateLimit-Remaining': String(bucket.remaining),
      'X-RateLimit-Reset': (bucket.resetAt / 1000).toFixed(3),
      'X-RateLimit-Reset-After': resetAfter.toFixed(3),
      'X-RateLimit-Bucket': createHash('md5').update(limit.name).digest('hex'),
    };
    if (!refused) return { headers };
    headers['Retry-After'] = wholeSeconds(resetAfter);
    headers['X-RateLimit-Scope'] = 'user';
    return { headers, refused: { retryAfter: resetAfter, global: false } };
  }
}

/** Responses 401, 403 and 429 of the last ten minutes. Discord bans an address at 10,000 of them. */
export class InvalidRequests {
  readonly #times: number[] = [];
  readonly #limit: number;
  readonly byStatus: Record<401 | 403 | 429, number> = { 401: 0, 403: 0, 429: 0 };

  constructor(limit: number) {
    this.#limit = limit;
  }

  count(status: number): void {
    if (status !== 401 && status !== 403 && status !== 429) return;
    this.byStatus[status] += 1;
    this.#times.push(Date.now());
  }

  get recent(): number {
    const start = Date.now() - 600_000;
    while ((this.#times[0] ?? Number.POSITIVE_INFINITY) < start) this.#times.shift();
    return this.#times.length;
  }

  get banned(): boolean {
    return this.recent >= this.#limit;
  }
}
