/** The code of a worker's threads: one task at a time. */
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { garbageCollector } from '../runtime/garbage.ts';
import type { HelperPost } from '../search/algorithms/shared-deepening.ts';
import { SearchControl, type SearchLimits } from '../search/budget.ts';
import { threadMemory } from '../search/memory.ts';
import type { DatabaseKind } from '../search/sliding/databases.ts';
import type { TableMemory, Tables } from '../search/tables/contract.ts';
import type { JobResult } from './define.ts';
import type { JobRegistry } from './job.ts';
import type { ThreadState } from './shared-garbage.ts';

/**
 * A search, help with one of another thread, the building of a table, or nothing but a look at `collections`. Plain data,
 * which crosses threads.
 */
export type Task = { readonly collections: Int32Array } & (
  | WorkTask
  | HelpTask
  | BuildTask
  | { readonly task: 'collect' }
);

interface Need {
  readonly kind: string;
  readonly request: unknown;
  readonly databases: DatabaseKind;
}

interface WorkTask extends Need {
  readonly task: 'work';
  readonly limits: Omit<SearchLimits, 'control'>;
  /** Shared with the worker's `SearchControl`. */
  readonly memory: SharedArrayBuffer;
  readonly tables: Tables;
  readonly secret?: string;
  readonly soFar?: JobResult | undefined;
}

interface HelpTask extends Need {
  readonly task: 'help';
  readonly post: HelperPost;
  /** Shared with the thread that searches. */
  readonly memory: SharedArrayBuffer;
  readonly tables: Tables;
}

interface BuildTask extends Need {
  readonly task: 'build';
  readonly key: string;
  readonly memory: TableMemory;
  readonly part: number;
  /** Stores tables that take long to build. */
  readonly folder: string;
}

export interface Reply {
  /** Of a search. */
  readonly result?: JobResult;
  /** Of a build: lines for the log. */
  readonly notes?: readonly string[];
  readonly state: ThreadState;
}

/** Bytes that a thread allocates for itself until it collects garbage. */
const mostAllocated = 2 ** 25;

export const taskRunner = (jobs: JobRegistry): ((task: Task) => Promise<Reply>) => {
  const collectGarbage = garbageCollector();
  let collection = 0;

  const build = ({ kind, request, databases, key, folder, memory, part }: BuildTask): readonly string[] => {
    const need = jobs
      .get(kind)
      .tables(request, databases)
      .find((known) => known.key === key);
    if (!need) throw new RangeError(`this work needs no table ${key}`);
    const notes: string[] = [];
    need.build({ folder, note: (line) => notes.push(line) }, memory, part);
    return notes;
  };

  const run = ({ kind, request, memory, limits, tables, databases, secret, soFar }: WorkTask): JobResult => {
    const control = new SearchControl(memory);
    control.begin();
    return jobs.get(kind).run(request, { tables, databases, limits: { ...limits, control }, secret, soFar });
  };

  const help = ({ kind, request, memory, tables, databases, post }: HelpTask): void =>
    jobs.get(kind).help?.(request, { tables, databases, control: new SearchControl(memory), post });

  /** Collects garbage if that was asked for, or if much is this thread's own. */
  const tidyUp = async (collections: Int32Array): Promise<void> => {
    const latest = Atomics.load(collections, 0);
    if (latest === collection && threadMemory.sinceCollection < mostAllocated) return;
    collection = latest;
    threadMemory.collected();
    // Weak references hold until the current job of the event loop is over; then what was freed is counted.
    await setImmediate();
    collectGarbage();
    await setImmediate();
  };

  const state = (): ThreadState => {
    const { total_heap_size, malloced_memory, external_memory } = getHeapStatistics();
    const heap = total_heap_size + malloced_memory + external_memory;
    return { thread: threadId, collection, kernels: threadMemory.reserved, heap };
  };

  return async (task) => {
    const value = task.task === 'work' ? { result: run(task) } : task.task === 'build' ? { notes: build(task) } : {};
    if (task.task === 'help') help(task);
    await tidyUp(task.collections);
    return { ...value, state: state() };
  };
};
