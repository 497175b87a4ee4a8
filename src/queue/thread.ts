/** The code of a worker's threads: one task at a time. */
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { garbageCollector } from '../runtime/garbage.ts';
import { SearchControl, type SearchLimits } from '../search/budget.ts';
import { threadMemory } from '../search/memory.ts';
import type { DatabaseKind } from '../search/sliding/databases.ts';
import type { TableMemory, Tables } from '../search/tables/contract.ts';
import type { SlicePlan, WorkSlice } from '../search/work-record.ts';
import type { JobContext } from './define.ts';
import type { JobRegistry } from './job.ts';
import { mostGarbage, type ThreadState } from './shared-garbage.ts';
import { whole, wholeOf } from './whole.ts';

/** A slice of some work, the building of a table, or nothing but a look at `collections`. Plain data, which crosses threads. */
export type Task = { readonly collections: Int32Array } & (SliceTask | BuildTask | { readonly task: 'collect' });

interface Need {
  readonly kind: string;
  readonly request: unknown;
  readonly databases: DatabaseKind;
}

interface SliceTask extends Need {
  readonly task: 'slice';
  readonly plan: SlicePlan;
  readonly limits: Omit<SearchLimits, 'control'>;
  /** Shared with the worker's `SearchControl`. */
  readonly memory: SharedArrayBuffer;
  readonly tables: Tables;
  readonly secret?: string;
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
  readonly slice?: WorkSlice | undefined;
  /** Of a build: lines for the log. */
  readonly notes?: readonly string[];
  readonly state: ThreadState;
}

export const taskRunner = (jobs: Pick<JobRegistry, 'get'>): ((task: Task) => Promise<Reply>) => {
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

  const slice = ({ kind, request, plan, memory, limits, ...rest }: SliceTask): WorkSlice | undefined => {
    const job = jobs.get(kind);
    const control = new SearchControl(memory);
    control.begin();
    const context: JobContext = { ...rest, limits: { ...limits, control } };
    const parts = plan.part === whole ? wholeOf(job) : job.parts!;
    return parts.slice(request, plan, context);
  };

  const perform = (task: Task): Omit<Reply, 'state'> => {
    switch (task.task) {
      case 'slice':
        return { slice: slice(task) };
      case 'build':
        return { notes: build(task) };
      case 'collect':
        return {};
    }
  };

  /** Collects garbage if that was asked for, or if much is this thread's own. */
  const tidyUp = async (collections: Int32Array): Promise<void> => {
    const latest = Atomics.load(collections, 0);
    if (latest === collection && threadMemory.sinceCollection < mostGarbage) return;
    collection = latest;
    threadMemory.sinceCollection = 0;
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
    const value = perform(task);
    await tidyUp(task.collections);
    return { ...value, state: state() };
  };
};
