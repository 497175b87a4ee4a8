/**
 * Limits how long jobs are delayed: before another attempt, or until the same work is done. The end of a delay is a time
 * on the clock of the process that set it. If that clock was ahead of ours, or ours was set back, the job would wait for
 * as long as the clocks differ.
 */
import { Job, type Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../runtime/log.ts';

const pollMilliseconds = 3000;
/** Jobs that one poll promotes, at most. */
const most = 100;
/** BullMQ sorts by the time and, below that, by twelve bits of its own. */
const perMillisecond = 0x1000;

/**
 * Promote a worker's jobs that are delayed for too long, until the worker is closed.
 * @param longest milliseconds
 */
export const boundDelays = (worker: Worker, redis: Redis, longest: number, log: Logger): void => {
  const poll = async (): Promise<void> => {
    const least = (Date.now() + longest) * perMillisecond;
    const ids = await redis.zrangebyscore(worker.toKey('delayed'), least, '+inf', 'LIMIT', 0, most);
    for (const id of ids) {
      await (await Job.fromId(worker, id))?.promote();
      log.warn({ job: id }, 'a job was delayed for too long, because clocks differ');
    }
  };
  const timer = setInterval(() => {
    // Another process may have been there first.
    poll().catch((error) => log.debug({ err: error }, 'polling delayed jobs failed'));
  }, pollMilliseconds);
  worker.once('closing', () => clearInterval(timer));
};
