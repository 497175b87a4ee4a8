/** The tables of a process, in shared memory: each built once, then read by any number of threads. */
import { LRUCache } from 'lru-cache';
import type { TableNeed } from './contract.ts';

type Build = (need: TableNeed) => Promise<SharedArrayBuffer>;

interface Entry {
  readonly bytes: number;
  readonly memory: Promise<SharedArrayBuffer>;
}

/** Concurrent requests share one build. Over the limit, the least recently used tables are dropped, but never the newest. */
export class TableCache {
  private readonly entries: LRUCache<string, Entry>;

  /** @param limit in bytes */
  constructor(limit: number) {
    // A table larger than the limit counts as the limit, so that it is kept alone.
    this.entries = new LRUCache({ maxSize: limit, sizeCalculation: ({ bytes }) => Math.min(bytes, limit) });
  }

  /** Bytes of all tables kept. */
  get bytes(): number {
    return [...this.entries.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The table, built unless it is there. A build that fails is forgotten, so that the next request tries again. */
  get(need: TableNeed, build: Build): Promise<SharedArrayBuffer> {
    const known = this.entries.get(need.key);
    if (known) return known.memory;
    const entry = { bytes: need.bytes, memory: build(need) };
    this.entries.set(need.key, entry);
    entry.memory.catch(() => this.entries.delete(need.key));
    return entry.memory;
  }

  /** All tables that some work needs, by key. */
  async all(needs: readonly TableNeed[], build: Build): Promise<Map<string, SharedArrayBuffer>> {
    const entries = needs.map(async (need) => [need.key, await this.get(need, build)] as const);
    return new Map(await Promise.all(entries));
  }
}
