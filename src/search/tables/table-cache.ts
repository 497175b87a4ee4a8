/** The tables of a process, in shared memory: each built once, then read by any number of threads. */
import { LRUCache } from 'lru-cache';
import type { TableNeed, Tables } from './contract.ts';

type Build = (need: TableNeed, memory: SharedArrayBuffer) => Promise<unknown>;

interface Entry {
  readonly bytes: number;
  readonly memory: SharedArrayBuffer;
  readonly isBuilt: Promise<unknown>;
  /** Threads that may be reading or filling it: tasks that have not ended. */
  users: number;
  isDropped: boolean;
  /** A thread that fails may go on for a while, so nobody can tell when it lets go of the memory. */
  isReusable: boolean;
}

/**
 * What a table takes besides its bytes, in bytes: its entry, its key, V8's objects. Measured: 860 on Node 20. Not counted,
 * a full cache of small tables (5 KB for onoff) would take a sixth more than its limit.
 */
const besides = 1024;

/**
 * Concurrent requests share one build. Over the limit, the least recently used tables are dropped, but never the newest.
 * The memory of a dropped table is used again for one of the same size, as soon as nobody reads it.
 */
export class TableCache {
  private readonly limit: number;
  private readonly discard: (bytes: number) => void;
  private readonly entries: LRUCache<string, Entry>;
  /** Memory of dropped tables, the oldest first. */
  private readonly spare: SharedArrayBuffer[] = [];
  private reserved = 0;

  /**
   * @param limit of the tables and of spare memory, in bytes
   * @param discard called when memory is no longer used. It is free only after all threads have collected garbage.
   */
  constructor(limit: number, discard: (bytes: number) => void) {
    this.limit = limit;
    this.discard = discard;
    this.entries = new LRUCache({
      maxSize: limit,
      sizeCalculation: (entry) => this.sizeOf(entry),
      dispose: (entry) => {
        entry.isDropped = true;
        this.recycle(entry);
      },
    });
  }

  /** Bytes of all tables, those in use that were dropped included, and of spare memory. */
  get bytes(): number {
    return this.reserved;
  }

  has({ key }: TableNeed): boolean {
    return this.entries.has(key);
  }

  /** Runs a task with all tables that it needs, which stay as they are until it ends. A build that fails is forgotten. */
  async use<Result>(
    needs: readonly TableNeed[],
    build: Build,
    task: (tables: Tables) => Promise<Result>,
  ): Promise<Result> {
    const used: Entry[] = [];
    let isDone = false;
    try {
      const ready = needs.map(async (need) => {
        const entry = this.entryOf(need, build);
        entry.users++;
        used.push(entry);
        await entry.isBuilt;
        return [need.key, entry.memory] as const;
      });
      const result = await task(new Map(await Promise.all(ready)));
      isDone = true;
      return result;
    } finally {
      for (const entry of used) this.leave(entry, isDone);
    }
  }

  private entryOf(need: TableNeed, build: Build): Entry {
    const known = this.entries.get(need.key);
    if (known) return known;
    const { key, bytes } = need;
    const memory = this.memoryFor(need);
    const isBuilt = build(need, memory);
    const entry: Entry = { bytes, memory, isBuilt, users: 1, isDropped: false, isReusable: true };
    this.entries.set(key, entry);
    isBuilt.then(
      () => this.leave(entry, true),
      () => {
        if (this.entries.peek(key) === entry) this.entries.delete(key);
        this.leave(entry, false);
      },
    );
    return entry;
  }

  /** Makes room for a table by dropping others. */
  private memoryFor(need: TableNeed): SharedArrayBuffer {
    while (this.entries.calculatedSize + this.sizeOf(need) > this.limit) this.entries.pop();
    const index = this.spare.findIndex(({ byteLength }) => byteLength === need.bytes);
    const [found] = index === -1 ? [] : this.spare.splice(index, 1);
    const memory = found ?? new SharedArrayBuffer(need.bytes);
    if (!found) this.reserved += need.bytes;
    this.trim(this.sizeOf(need));
    return memory;
  }

  private leave(entry: Entry, isDone: boolean): void {
    entry.users--;
    entry.isReusable &&= isDone;
    this.recycle(entry);
    this.trim();
  }

  private recycle({ isDropped, users, isReusable, memory }: Entry): void {
    if (!isDropped || users > 0) return;
    if (isReusable) this.spare.push(memory);
    else this.forget(memory);
  }

  /** @param more bytes that are about to be kept */
  private trim(more = 0): void {
    const size = ({ byteLength }: SharedArrayBuffer): number => this.sizeOf({ bytes: byteLength });
    let total = this.spare.reduce((sum, memory) => sum + size(memory), this.entries.calculatedSize + more);
    while (total > this.limit && this.spare.length > 0) {
      const memory = this.spare.shift()!;
      total -= size(memory);
      this.forget(memory);
    }
  }

  private forget({ byteLength }: SharedArrayBuffer): void {
    this.reserved -= byteLength;
    this.discard(byteLength);
  }

  /** A table larger than the limit counts as the limit, so that it is kept alone. */
  private sizeOf({ bytes }: { readonly bytes: number }): number {
    return Math.min(bytes + besides, this.limit);
  }
}
