/**
 * What searches need ready-made: tables that are built once and then read by any number of threads.
 */

/** Where tables that take long to build are kept between runs; `note` gets a line for the log when a file is no use. */
export interface TableStorage {
  readonly folder: string;
  readonly note?: (line: string) => void;
}

/** One table that a method needs. */
export interface TableNeed {
  /** The same key is the same memory, whatever the goal was. */
  readonly key: string;
  readonly bytes: number;
  build(storage?: TableStorage): SharedArrayBuffer;
}

/** The tables at hand, by key. */
export type Tables = ReadonlyMap<string, SharedArrayBuffer>;

/**
 * Tables in shared memory, each built once however many ask at the same time. When all together are larger than the
 * limit, those that nobody asked for longest are dropped; a search that still holds one keeps it to its end.
 */
export class TableCache {
  private readonly limit: number;
  /** In the order of the last request. */
  private readonly entries = new Map<string, { readonly bytes: number; readonly memory: Promise<SharedArrayBuffer> }>();

  /** @param limit in bytes */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Bytes of all tables kept. */
  get bytes(): number {
    return [...this.entries.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The table, built by `build` unless it is there. A build that fails is forgotten, so that the next request tries again. */
  async get(need: TableNeed, build: (need: TableNeed) => Promise<SharedArrayBuffer>): Promise<SharedArrayBuffer> {
    const known = this.entries.get(need.key);
    const entry = known ?? { bytes: need.bytes, memory: build(need) };
    this.entries.delete(need.key);
    this.entries.set(need.key, entry);
    if (!known) {
      entry.memory.catch(() => this.entries.delete(need.key));
      this.shrink();
    }
    return entry.memory;
  }

  /** All tables that some work needs. */
  async all(
    needs: readonly TableNeed[],
    build: (need: TableNeed) => Promise<SharedArrayBuffer>,
  ): Promise<Map<string, SharedArrayBuffer>> {
    const entries = needs.map(async (need) => [need.key, await this.get(need, build)] as const);
    return new Map(await Promise.all(entries));
  }

  /** Drop the oldest while there is too much; never the newest, or what is needed now could not be kept at all. */
  private shrink(): void {
    for (const key of this.entries.keys()) {
      if (this.bytes <= this.limit || this.entries.size === 1) return;
      this.entries.delete(key);
    }
  }
}
