/** Fault injection: a fault replaces, delays or drops the response of the next requests that match it. */

export interface Fault {
  /** Method and path (below `/api/v10`, or of a file) of the requests. By default every request matches. */
  readonly method?: string;
  readonly path?: RegExp;
  /** The number of requests to affect. One by default. */
  readonly times?: number;
  /**
   * `before`, the default: the request is lost. `after`: the request is carried out, but its response is lost or replaced.
   * This shows whether a client can safely repeat it.
   */
  readonly when?: 'before' | 'after';
  readonly answer:
    | { readonly kind: 'status'; readonly status: number; readonly body?: unknown }
    | { readonly kind: 'rate-limit'; readonly retryAfter: number; readonly scope?: 'user' | 'global' | 'shared' }
    | { readonly kind: 'delay'; readonly ms: number }
    /** Like a delay, until the promise resolves. JSON is read before, so that it has arrived if the client ends. */
    | { readonly kind: 'hold'; readonly until: Promise<unknown> }
    | { readonly kind: 'hang-up' };
}

export class Faults {
  readonly #pending: { fault: Fault; left: number }[] = [];
  /** How many requests were affected so far. */
  injected = 0;

  add(fault: Fault): void {
    this.#pending.push({ fault, left: fault.times ?? 1 });
  }

  /**
   * Holds requests, or their responses.
   * @returns ends that
   */
  hold(requests: Omit<Fault, 'answer'>): () => void {
    let release = (): void => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.add({ ...requests, answer: { kind: 'hold', until } });
    return release;
  }

  clear(): void {
    this.#pending.length = 0;
  }

  /** Takes the first fault that matches a request. */
  take(method: string, path: string): Fault | undefined {
    const index = this.#pending.findIndex(
      ({ fault }) => (fault.method ?? method) === method && (fault.path?.test(path) ?? true),
    );
    const found = this.#pending[index];
    if (!found) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.#pending.splice(index, 1);
    this.injected += 1;
    return found.fault;
  }
}
