/** The steps of the jobs in all queues, for the page of the playground. */
import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../runtime/log.ts';
import { queueOptions } from './bullmq.ts';
import { queueNames } from './queue.ts';

const states = ['added', 'waiting', 'waiting-children', 'delayed', 'active', 'completed', 'failed'] as const;

/** A job that reached a state. Times are milliseconds since 1970. */
interface JobStep {
  readonly type: 'job';
  /** The job's id in Redis. */
  readonly key: string;
  readonly queue: string;
  readonly state: string;
  readonly at: number;
  readonly addedAt: number;
}

/**
 * Calls `tell` for each existing job, then for every step of each job.
 * @returns a function that stops watching
 */
export const watchJobs = async (
  connection: Redis,
  prefix: string,
  log: Logger,
  tell: (step: JobStep) => void,
): Promise<() => Promise<void>> => {
  const options = queueOptions(connection, prefix);
  /** When the last jobs were added. */
  const added = new LRUCache<string, number>({ max: 1000 });
  const tellOf = (queue: string, key: string, state: string, at: number, addedAt = added.get(key) ?? at): void => {
    added.set(key, addedAt);
    tell({ type: 'job', key, queue, state, at, addedAt });
  };
  const open: (Queue | QueueEvents)[] = [];
  for (const name of queueNames) {
    const queue = new Queue(name, options);
    // Without an id, events are missed until the first read waits, which is later than `waitUntilReady`.
    const [last] = await connection.xrevrange(queue.toKey('events'), '+', '-', 'COUNT', 1);
    const events = new QueueEvents(name, { ...options, lastEventId: last?.[0] ?? '0-0' });
    open.push(events, queue);
    const trouble = (error: Error) => log.debug({ err: error }, 'queue trouble');
    queue.on('error', trouble);
    events.on('error', trouble);
    for (const state of states) {
      // The id of an entry in a stream begins with its time.
      events.on(state, ({ jobId }: { jobId: string }, entry: string) =>
        tellOf(name, jobId, state, Number.parseInt(entry, 10)),
      );
    }
    await events.waitUntilReady();
    for (const job of await queue.getJobs(['waiting', 'prioritized', 'delayed', 'active', 'waiting-children'])) {
      const state = await job.getState();
      // An event has told a newer state.
      if (!added.has(job.id!)) tellOf(name, job.id!, state, Date.now(), job.timestamp);
    }
  }
  return async () => {
    await Promise.all(open.map((one) => one.close()));
  };
};
