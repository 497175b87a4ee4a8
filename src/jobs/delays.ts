/**
 * Jobs that wait for a moment: before another attempt, or for the same work to be done. When that is over they know by
 * the clock of the process that put them aside; where that one was ahead of ours, or ours has been put back, they would
 * wait for as long as the clocks differ.
 */
import { Job, type Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../runtime/log.ts';

const pollMilliseconds = 3000;
/** How many are taken out at a look. */
const most = 100;
/** BullMQ sorts by the time and, below that, by twelve bits of its own. */
const perMillisecond = 0x1000;

/**
 * Have none of a worker's jobs wait longer than they ever should, until the worker is closed.
 * @param longest milliseconds
 */
export const boundDelays = (worker: Worker, redis: Redis, longest: number, log: Logger): void => {
  const poll = async (): Promise<void> => {
    const least = (Date.now() + longest) * perMillisecond;
    const ids = await redis.zrangebyscore(worker.toKey('delayed'), least, '+inf', 'LIMIT', 0, most);
    for (const id of ids) {
      await (await Job.fromId(worker, id))?.promote();
      log.warn({ job: id }, 'a job was put aside for too long, as clocks differ');
    }
  };
  const timer = setInterval(() => {
    // Another process may have been there first.
    poll().catch((error) => log.debug({ err: error }, 'no look at jobs that wait'));
  }, pollMilliseconds);
  worker.once('closing', () => clearInterval(timer));
};
