/** The tables of a process, in shared memory: each built once, then read by any number of threads. */
import { LRUCache } from 'lru-cache';
import type { TableMemory, TableNeed, Tables } from './contract.ts';

type Build = (need: TableNeed, memory: TableMemory, part: number) => Promise<unknown>;

/** Memory that is counted with a number of bytes. */
interface Counted {
  readonly bytes: number;
  readonly memory: TableMemory;
}

interface Entry extends Counted {
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
 * The memory of a dropped table is used again for one of the same size, as soon as nobody reads it: V8 neither counts shared
 * memory nor frees it in time.
 */
export class TableCache {
  private readonly limit: number;
  private readonly discard: (bytes: number) => void;
  private readonly entries: LRUCache<string, Entry>;
  /** Memory of dropped tables, the oldest first. */
  private readonly spare: Counted[] = [];
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
    const used: [key: string, entry: Entry][] = [];
    let isDone = false;
    try {
      const ready = needs.map(async (need) => {
        const entry = this.entryOf(need, build);
        entry.users++;
        used.push([need.key, entry]);
        await entry.isBuilt;
        return [need.key, entry.memory] as const;
      });
      const result = await task(new Map(await Promise.all(ready)));
      isDone = true;
      return result;
    } finally {
      for (const [key, entry] of used) {
        // A thread that failed may have taken a part of the memory for its search, and won't give it back.
        if (!isDone) this.drop(key, entry);
        this.leave(entry, isDone);
      }
    }
  }

  private entryOf(need: TableNeed, build: Build): Entry {
    const known = this.entries.get(need.key);
    if (known) return known;
    const { key, bytes } = need;
    const memory = this.memoryFor(need);
    const parts = Array.from({ length: need.parts ?? 1 }, (_, part) => build(need, memory, part));
    const isBuilt = Promise.all(parts);
    const entry: Entry = { bytes, memory, isBuilt, users: 1, isDropped: false, isReusable: true };
    this.entries.set(key, entry);
    isBuilt.then(
      () => this.leave(entry, true),
      () => {
        this.drop(key, entry);
        this.leave(entry, false);
      },
    );
    return entry;
  }

  /** Makes room for a table by dropping others. */
  private memoryFor(need: TableNeed): TableMemory {
    while (this.entries.calculatedSize + this.sizeOf(need) > this.limit) this.entries.pop();
    const fits = ({ bytes, memory }: Counted): boolean =>
      bytes === need.bytes && memory instanceof SharedArrayBuffer === (need.allocate === undefined);
    const index = this.spare.findIndex(fits);
    const [found] = index === -1 ? [] : this.spare.splice(index, 1);
    const memory = found?.memory ?? need.allocate?.() ?? new SharedArrayBuffer(need.bytes);
    if (!found) this.reserved += need.bytes;
    this.trim(this.sizeOf(need));
    return memory;
  }

  private drop(key: string, entry: Entry): void {
    if (this.entries.peek(key) === entry) this.entries.delete(key);
  }

  private leave(entry: Entry, isDone: boolean): void {
    entry.users--;
    entry.isReusable &&= isDone;
    this.recycle(entry);
    this.trim();
  }

  private recycle({ isDropped, users, isReusable, bytes, memory }: Entry): void {
    if (!isDropped || users > 0) return;
    if (isReusable) this.spare.push({ bytes, memory });
    else this.forget(bytes);
  }

  /** @param more bytes that are about to be kept */
  private trim(more = 0): void {
    let total = this.spare.reduce((sum, one) => sum + this.sizeOf(one), this.entries.calculatedSize + more);
    while (total > this.limit && this.spare.length > 0) {
      const first = this.spare.shift()!;
      total -= this.sizeOf(first);
      this.forget(first.bytes);
    }
  }

  private forget(bytes: number): void {
    this.reserved -= bytes;
    this.discard(bytes);
  }

  /** A table larger than the limit counts as the limit, so that it is kept alone. */
  private sizeOf({ bytes }: { readonly bytes: number }): number {
    return Math.min(bytes + besides, this.limit);
  }
}
