/** What runs on a worker's threads: one piece of work at a time, and nothing else. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SearchControl, type SearchLimits } from '../search/budget.ts';
import type { DatabaseKind } from '../search/sliding/fifteen-databases.ts';
import type { Tables } from '../search/tables/contract.ts';
import type { JobResult } from './define.ts';
import type { JobRegistry } from './registry.ts';

/** What both tasks have: the work as plain data that crosses threads, parsed already. */
interface TaskBase {
  readonly kind: string;
  readonly request: unknown;
  readonly databases: DatabaseKind;
}

/** Do a piece of work. */
interface WorkTask extends TaskBase {
  readonly task: 'work';
  /** What a search may spend; `control` is made of the memory. */
  readonly limits: Omit<SearchLimits, 'control'>;
  /** The memory of the `SearchControl` that the worker holds the other end of. */
  readonly memory: SharedArrayBuffer;
  readonly tables: Tables;
  readonly secret?: string;
}

/** Build one of the tables that a piece of work needs. */
interface BuildTask extends TaskBase {
  readonly task: 'build';
  readonly key: string;
  /** Where tables that take long to build are kept. */
  readonly folder: string;
}

export interface Built {
  readonly memory: SharedArrayBuffer;
  /** Lines for the log. */
  readonly notes: readonly string[];
}

export type Task = WorkTask | BuildTask;

/**
 * Building leaves behind scratch memory of the size of the table, and more. V8 does not see how large it is, and would
 * keep it until its own small heap fills up.
 */
const largeBytes = 2 ** 24;

/** The function that a thread runs for each task. */
export const taskRunner = (jobs: JobRegistry): ((task: Task) => JobResult | Promise<Built>) => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');

  const build = async ({ kind, request, databases, key, folder }: BuildTask): Promise<Built> => {
    const need = jobs
      .get(kind)
      .tables(request, databases)
      .find((known) => known.key === key);
    if (!need) throw new RangeError(`this work needs no table ${key}`);
    const notes: string[] = [];
    const memory = need.build({ folder, note: (line) => notes.push(line) });
    if (need.bytes > largeBytes) {
      // Weak references hold until the present job of the event loop is over.
      await setImmediate();
      collectGarbage();
    }
    return { memory, notes };
  };

  const run = ({ kind, request, memory, limits, tables, databases, secret }: WorkTask): JobResult => {
    const control = new SearchControl(memory);
    control.begin();
    return jobs.get(kind).run(request, { tables, databases, limits: { ...limits, control }, secret });
  };

  return (task) => (task.task === 'build' ? build(task) : run(task));
};
