/**
 * Shared memory that nobody uses. V8 doesn't count it, and it is free only when every thread that has seen it has
 * collected garbage. So all threads are asked to, as soon as there is much of it.
 */
import { setImmediate } from 'node:timers/promises';
import { garbageCollector } from '../runtime/garbage.ts';

/** What a thread says with each of its replies. */
export interface ThreadState {
  readonly thread: number;
  /** The last collection that it knows of and has made. */
  readonly collection: number;
  /** Bytes of its kernels' memory, and of its JavaScript heap. */
  readonly kernels: number;
  readonly heap: number;
}

interface SharedGarbageDeps {
  /** The ids of all threads, besides the main one. */
  threads(): readonly number[];
  /** Lets idle threads look at `collections`. */
  wake(): void;
}

/** In bytes, of what threads share and of what each has allocated for itself. */
export const mostGarbage = 2 ** 25;

export class SharedGarbage {
  /** How many collections were asked for; shared with all threads. */
  readonly collections = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private readonly deps: SharedGarbageDeps;
  private readonly collect = garbageCollector();
  /** Bytes since the last collection, and those that each collection will free. */
  private fresh = 0;
  private readonly awaited: { readonly collection: number; readonly bytes: number }[] = [];
  private readonly states = new Map<number, ThreadState>();

  constructor(deps: SharedGarbageDeps) {
    this.deps = deps;
  }

  /** Bytes that are not free yet. */
  get bytes(): number {
    const done = Math.min(...this.living().map(({ collection }) => collection));
    while (this.awaited[0] && this.awaited[0].collection <= done) this.awaited.shift();
    return this.awaited.reduce((sum, { bytes }) => sum + bytes, this.fresh);
  }

  sum(part: 'kernels' | 'heap'): number {
    return this.living().reduce((sum, state) => sum + state[part], 0);
  }

  add(bytes: number): void {
    this.fresh += bytes;
    if (this.fresh < mostGarbage) return;
    this.awaited.push({ collection: Atomics.add(this.collections, 0, 1) + 1, bytes: this.fresh });
    this.fresh = 0;
    this.deps.wake();
    // What has just been dropped may still be on the stack.
    void setImmediate().then(this.collect);
  }

  heard(state: ThreadState): void {
    this.states.set(state.thread, state);
  }

  /** What is known of the threads, without those that have ended: they have left nothing. */
  private living(): ThreadState[] {
    const threads = this.deps.threads();
    for (const thread of this.states.keys()) if (!threads.includes(thread)) this.states.delete(thread);
    return [...this.states.values()];
  }
}
