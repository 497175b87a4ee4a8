/** The steps of every job, for the playground. */
import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../runtime/log.ts';
import { lanes } from './define.ts';
import { laneQueue, queueOptions, replyQueue } from './queue.ts';

interface JobStep {
  readonly queue: string;
  /** The job's id in Redis. */
  readonly id: string;
  readonly state: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly addedAt: number;
}

const steps = ['added', 'waiting', 'waiting-children', 'delayed', 'active', 'completed', 'failed'] as const;

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
  const tellOf = (queue: string, id: string, state: string, at: number, addedAt = added.get(id) ?? at): void => {
    added.set(id, addedAt);
    tell({ queue, id, state, at, addedAt });
  };
  const open: (Queue | QueueEvents)[] = [];
  for (const name of [replyQueue(), ...lanes.map((lane) => laneQueue(lane))]) {
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
