/** The steps of the jobs in the queues, for the page. */
import { Queue, QueueEvents, type QueueOptions } from 'bullmq';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../runtime/log.ts';
import type { WireJob } from './page-protocol.ts';

const steps = ['added', 'waiting', 'waiting-children', 'delayed', 'active', 'completed', 'failed'] as const;

/**
 * Calls `tell` for each existing job, then for every step of each job.
 * @returns a function that stops watching
 */
export const watchJobs = async (
  queues: readonly string[],
  options: QueueOptions,
  log: Logger,
  tell: (job: WireJob) => void,
): Promise<() => Promise<void>> => {
  /** When the last jobs were added. */
  const added = new LRUCache<string, number>({ max: 1000 });
  const tellOf = (queue: string, key: string, state: string, at: number, addedAt = added.get(key) ?? at): void => {
    added.set(key, addedAt);
    tell({ type: 'job', key, queue, state, at, addedAt });
  };
  const open: (Queue | QueueEvents)[] = [];
  for (const name of queues) {
    const queue = new Queue(name, options);
    const events = new QueueEvents(name, options);
    open.push(events, queue);
    const trouble = (error: Error) => log.debug({ err: error }, 'queue trouble');
    queue.on('error', trouble);
    events.on('error', trouble);
    for (const state of steps) {
      // The id of an entry in a stream begins with its time.
      events.on(state, ({ jobId }: { jobId: string }, entry: string) =>
        tellOf(name, jobId, state, Number.parseInt(entry, 10)),
      );
    }
    await events.waitUntilReady();
    for (const job of await queue.getJobs(['waiting', 'prioritized', 'delayed', 'active', 'waiting-children'])) {
      const id = job.id ?? '';
      tellOf(name, id, await job.getState(), Date.now(), added.get(id) ?? job.timestamp);
    }
  }
  return async () => {
    await Promise.all(open.map((one) => one.close()));
  };
};
