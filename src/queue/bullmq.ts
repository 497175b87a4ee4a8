/** What all queues and workers share: settings, errors, delays, and how a job goes back. */
import { Job, type QueueOptions, WaitingError, type Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { type Logger, onceAMinute } from '../runtime/log.ts';
import { telemetry } from '../runtime/tracing.ts';
import { waits } from '../runtime/waits.ts';

const mostPromoted = 100;
/** BullMQ sorts delayed jobs by their time, and below that by twelve bits of its own. */
export const perMillisecond = 0x1000;

export const queueOptions = (connection: Redis, prefix: string): QueueOptions => ({
  connection,
  prefix,
  // The in-memory Redis copies whole streams.
  streams: { events: { maxLen: 100 } },
  ...(telemetry && { telemetry }),
});

/**
 * After a process is killed, others get its jobs within `lockDuration + stalledInterval`. After two losses a search has a process of
 * its own (`isolated.ts`), so that later ones say nothing about it. A limit of 16 refused 21 of 127 requests while 300 processes
 * were killed in 15 minutes on two busy cores.
 */
export const lockOptions = { ...waits.worker, maxStalledCount: 200 } as const;

/** How long a worker waits before it tries again to write into a full Redis. */
export const unwritableMilliseconds = 1000;

/** Whether Redis takes no writes: its memory or disk is full, or it is a replica. */
export const isUnwritable = (error: unknown): boolean =>
  error instanceof Error && /^(OOM|MISCONF|READONLY) /u.test(error.message);

interface Source {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Logs the errors of a queue or worker. A worker that can't write waits a moment: BullMQ would try again at once. */
export const logTrouble = (end: Source, log: Logger, about: object = {}): void => {
  const logError = onceAMinute((error) => log.error({ err: error, ...about }, 'queue trouble'));
  end.on('error', (error: Error) => {
    logError(error);
    // Until then, BullMQ takes no jobs.
    if (isUnwritable(error)) Reflect.set(end, 'limitUntil', Date.now() + unwritableMilliseconds);
  });
};

/** Returns a job to its queue, where any worker takes it. */
export const handBack = async (job: Job, token: string): Promise<never> => {
  await job.moveToWait(token);
  throw new WaitingError();
};

/** Promotes jobs delayed for more than `longest` milliseconds, because the clock of another process is ahead. */
export const boundDelays = (worker: Worker, redis: Redis, longest: number, log: Logger): void => {
  const poll = async (): Promise<void> => {
    const least = (Date.now() + longest) * perMillisecond;
    const ids = await redis.zrangebyscore(worker.toKey('delayed'), least, '+inf', 'LIMIT', 0, mostPromoted);
    for (const id of ids) {
      await (await Job.fromId(worker, id))?.promote();
      log.warn({ job: id }, 'a job was delayed for too long, because clocks differ');
    }
  };
  const timer = setInterval(() => {
    // Another process may have promoted the job first.
    poll().catch((error) => log.debug({ err: error }, 'polling delayed jobs failed'));
  }, waits.delayed);
  worker.once('closing', () => clearInterval(timer));
};
