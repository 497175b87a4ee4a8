/** The code of a worker's threads: one task at a time. */
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { garbageCollector } from '../runtime/garbage.ts';
import { SearchControl, type SearchLimits } from '../search/budget.ts';
import { threadMemory } from '../search/memory.ts';
import type { Improved, SearchRecord, Slice } from '../search/search-record.ts';
import type { SliceInput } from '../search/slices.ts';
import type { DatabaseKind } from '../search/sliding/databases.ts';
import type { TableMemory, Tables } from '../search/tables/contract.ts';
import { workTime } from '../search/work-time.ts';
import type { JobResult } from './define.ts';
import type { JobRegistry } from './job.ts';
import type { ThreadState } from './shared-garbage.ts';

/**
 * A search, a slice of a part of one, an improvement of its solution, the building of a table, or nothing but a look at
 * `collections`. Plain data, which crosses threads.
 */
export type Task = { readonly collections: Int32Array } & (
  | WorkTask
  | SliceTask
  | ImproveTask
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

interface PartTask extends Need {
  /** Shared with the worker's `SearchControl`. */
  readonly memory: SharedArrayBuffer;
  readonly tables: Tables;
}

interface SliceTask extends PartTask {
  readonly task: 'slice';
  readonly milliseconds: number;
  readonly input: SliceInput;
}

interface ImproveTask extends PartTask {
  readonly task: 'improve';
  readonly limits: SearchLimits;
  readonly record: SearchRecord;
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
  readonly slice?: Slice;
  readonly improved?: Improved | undefined;
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

  const slice = ({ kind, request, memory, milliseconds, input, ...context }: SliceTask): Slice => {
    const control = new SearchControl(memory);
    control.begin();
    const end = workTime() + milliseconds;
    return jobs.get(kind).parts!.slice(request, context, input, () => workTime() >= end || control.isCancelled);
  };

  const improve = ({ kind, request, memory, limits, record, ...context }: ImproveTask): Improved | undefined => {
    const control = new SearchControl(memory);
    control.begin();
    return jobs.get(kind).parts!.improve(request, { ...context, limits: { ...limits, control } }, record);
  };

  const perform = (task: Task): Omit<Reply, 'state'> => {
    switch (task.task) {
      case 'work':
        return { result: run(task) };
      case 'slice':
        return { slice: slice(task) };
      case 'improve':
        return { improved: improve(task) };
      case 'build':
        return { notes: build(task) };
      case 'collect':
        return {};
    }
  };

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
    const value = perform(task);
    await tidyUp(task.collections);
    return { ...value, state: state() };
  };
};
