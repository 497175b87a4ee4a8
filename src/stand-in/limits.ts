import { createHash } from 'node:crypto';

/**
 * Rate limits, faults on demand, and the count of requests Discord holds against an address.
 * https://docs.discord.com/developers/topics/rate-limits
 */

export interface Allowance {
  readonly headers: Record<string, string>;
  /** Set when the request is one too many. */
  readonly refused?: { readonly retryAfter: number; readonly global: boolean };
}

interface Bucket {
  remaining: number;
  resetAt: number;
}

/** One limit: its name (the hash clients learn), how many requests in how many milliseconds. */
export interface Limit {
  readonly name: string;
  readonly requests: number;
  readonly windowMs: number;
}

/** The header counts whole seconds; only the body tells fractions. */
export const wholeSeconds = (seconds: number) => String(Math.ceil(seconds));

const GLOBAL_A_SECOND = 50;

export class RateLimits {
  readonly #buckets = new Map<string, Bucket>();
  #second = { start: 0, count: 0 };

  /** Counts a bot-token request against the 50 a second of the whole bot. */
  takeGlobal(): Allowance {
    const now = Date.now();
    if (now - this.#second.start >= 1000) this.#second = { start: now, count: 0 };
    this.#second.count += 1;
    if (this.#second.count <= GLOBAL_A_SECOND) return { headers: {} };
    const retryAfter = (this.#second.start + 1000 - now) / 1000;
    return {
      headers: { 'Retry-After': wholeSeconds(retryAfter), 'X-RateLimit-Global': 'true', 'X-RateLimit-Scope': 'global' },
      refused: { retryAfter, global: true },
    };
  }

  /** Counts a request against its bucket; `major` is the channel, guild or webhook the bucket belongs to. */
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

export interface Fault {
  /** Which requests: method, and a pattern over the path below `/api/v10`. Both left out means all. */
  readonly method?: string;
  readonly path?: RegExp;
  /** How many of the matching requests, one unless said otherwise. */
  readonly times?: number;
  /**
   * `before`: the request is lost on the way there. `after`: it is carried out, and its answer is lost or spoilt,
   * which is what shows whether a caller may safely ask again.
   */
  readonly when?: 'before' | 'after';
  readonly answer:
    | { readonly kind: 'status'; readonly status: number; readonly body?: unknown }
    | { readonly kind: 'rate-limit'; readonly retryAfter: number; readonly scope?: 'user' | 'global' | 'shared' }
    | { readonly kind: 'delay'; readonly ms: number }
    | { readonly kind: 'hang-up' };
}

/** Trouble to come: each fault strikes the next requests that match it. */
export class Faults {
  readonly #waiting: { fault: Fault; left: number }[] = [];
  /** How often a fault has struck. */
  struck = 0;

  add(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  /** The fault that strikes this request, if one does. */
  take(method: string, path: string): Fault | undefined {
    const index = this.#waiting.findIndex(
      ({ fault }) => (fault.method ?? method) === method && (fault.path?.test(path) ?? true),
    );
    const found = this.#waiting[index];
    if (!found) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.#waiting.splice(index, 1);
    this.struck += 1;
    return found.fault;
  }
}

/** 401, 403 and 429 answers of the last ten minutes: 10,000 of them get an address banned. */
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
