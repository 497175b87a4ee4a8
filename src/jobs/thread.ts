/** The code of a worker's threads: one task at a time. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SearchControl, type SearchLimits } from '../search/budget.ts';
import type { DatabaseKind } from '../search/sliding/fifteen-databases.ts';
import type { Tables } from '../search/tables/contract.ts';
import type { JobResult } from './define.ts';
import type { JobRegistry } from './job.ts';

/** A search, or the building of one of its tables. Plain data, which crosses threads. */
export type Task = {
  readonly kind: string;
  readonly request: unknown;
  readonly databases: DatabaseKind;
} & (WorkTask | BuildTask);

interface WorkTask {
  readonly task: 'work';
  readonly limits: Omit<SearchLimits, 'control'>;
  /** Shared with the worker's `SearchControl`. */
  readonly memory: SharedArrayBuffer;
  readonly tables: Tables;
  readonly secret?: string;
}

interface BuildTask {
  readonly task: 'build';
  readonly key: string;
  /** Stores tables that take long to build. */
  readonly folder: string;
}

export interface Built {
  readonly memory: SharedArrayBuffer;
  readonly notes: readonly string[];
}

/** A larger table leaves scratch memory of its size, which V8 does not count, and would free only with its small heap. */
const largeBytes = 2 ** 24;

export const taskRunner = (jobs: JobRegistry): ((task: Task) => JobResult | Promise<Built>) => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');

  const build = async ({ kind, request, databases, key, folder }: Task & BuildTask): Promise<Built> => {
    const needs = jobs.get(kind).tables(request, databases);
    const need = needs.find((known) => known.key === key);
    if (!need) throw new RangeError(`this work needs no table ${key}`);
    const notes: string[] = [];
    const memory = need.build({ folder, note: (line) => notes.push(line) });
    if (need.bytes > largeBytes) {
      // Weak references hold until the current job of the event loop is over.
      await setImmediate();
      collectGarbage();
    }
    return { memory, notes };
  };

  const run = ({ kind, request, memory, limits, tables, databases, secret }: Task & WorkTask): JobResult => {
    const control = new SearchControl(memory);
    control.begin();
    return jobs.get(kind).run(request, { tables, databases, limits: { ...limits, control }, secret });
  };

  return (task) => (task.task === 'build' ? build(task) : run(task));
};
