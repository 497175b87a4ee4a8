/** Every change of state of every job, for the playground. Answers don't depend on it. */
import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../runtime/log.ts';
import { lanes } from './define.ts';
import { laneQueue, queueOptions, replyQueue } from './queue.ts';

export interface JobStep {
  readonly queue: string;
  /** The job's id in Redis. */
  readonly id: string;
  readonly state: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly addedAt: number;
}

const steps = ['added', 'waiting', 'waiting-children', 'delayed', 'active', 'completed', 'failed'] as const;
const present = ['waiting', 'prioritized', 'delayed', 'active', 'waiting-children'] as const;
/** Jobs whose first event is remembered. */
const remembered = 1000;

/**
 * Calls `tell` for the jobs that there are, then for every step of each.
 * @returns stops watching
 */
export const watchJobs = async (
  connection: Redis,
  prefix: string,
  log: Logger,
  tell: (step: JobStep) => void,
): Promise<() => Promise<void>> => {
  const options = queueOptions(connection, prefix);
  const began = new LRUCache<string, number>({ max: remembered });
  const beginningOf = (id: string, at: number): number => {
    const known = began.get(id) ?? at;
    began.set(id, known);
    return known;
  };
  const open: { close(): Promise<void> }[] = [];
  for (const name of [replyQueue(), ...lanes.map((lane) => laneQueue(lane))]) {
    const queue = new Queue(name, options);
    const events = new QueueEvents(name, options);
    open.push(events, queue);
    const trouble = (error: Error) => log.debug({ err: error }, 'queue trouble');
    queue.on('error', trouble);
    events.on('error', trouble);
    for (const state of steps) {
      events.on(state, ({ jobId }: { jobId: string }, eventId: string) => {
        // The id of an entry of a stream begins with its time.
        const at = Number.parseInt(eventId, 10);
        tell({ queue: name, id: jobId, state, at, addedAt: beginningOf(jobId, at) });
      });
    }
    await events.waitUntilReady();
    for (const job of await queue.getJobs([...present])) {
      const id = job.id ?? '';
      tell({ queue: name, id, state: await job.getState(), at: Date.now(), addedAt: beginningOf(id, job.timestamp) });
    }
  }
  return async () => {
    await Promise.all(open.map((one) => one.close()));
  };
};
