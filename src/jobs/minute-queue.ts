/**
 * Jobs that come due by the clock, such as posts. A store says when to check what; a scheduler makes a job named `look` every
 * minute, so nothing has to follow changed settings. All bots share the queue. A failed job leaves nothing behind, and what it
 * was about stays due.
 */
import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import type { REST } from 'discord.js';
import type { Redis } from 'ioredis';
import { DiscordClock } from '../discord/clock.ts';
import type { Logger } from '../runtime/log.ts';
import { repeat } from '../runtime/repeat.ts';
import { lockOptions, logTrouble, queueOptions } from './bullmq.ts';

/** Ended jobs leave nothing behind, not even those that have lost their own options. */
const gone = { count: 0 } as const;
const again = 'look-again';
const bulk = 500;
/** How far the bot's clock may be ahead of Discord's, in milliseconds. */
export const skewMilliseconds = 60_000;
/** How often to check that the scheduler is there, and how far its next run may be from now. */
const scheduleMilliseconds = 10_000;
const longestPause = 2 * 60_000;
/** After this time, a job that must wait runs again. */
const laterMilliseconds = 300;

/** Thrown by a step that must wait, for example for a worker's result. */
export class Later extends Error {}

/** A job that is in the queue at most once by its id. */
interface DueJob {
  readonly name: string;
  readonly id: string;
  readonly data: object;
}

interface MinuteQueueDeps {
  readonly rest: REST;
  readonly log: Logger;
  /** Runs a job. May run twice, so each step is idempotent. */
  readonly run: (job: Job) => Promise<void>;
}

export class MinuteQueue {
  private readonly deps: MinuteQueueDeps;
  private readonly queue: Queue;
  private readonly worker: Worker;
  private readonly clock: DiscordClock;
  private readonly closed = new AbortController();

  /** Takes jobs until it is closed. */
  constructor(name: string, connection: Redis, prefix: string, deps: MinuteQueueDeps) {
    this.deps = deps;
    const { log } = deps;
    const options = queueOptions(connection, prefix);
    this.queue = new Queue(name, options);
    // Jobs only wait for Discord, and the REST client keeps its rate limits.
    this.worker = new Worker(name, (job, token) => this.process(job, token), {
      ...options,
      ...lockOptions,
      concurrency: 20,
      removeOnComplete: gone,
      removeOnFail: gone,
    });
    for (const end of [this.queue, this.worker]) logTrouble(end, log, { queue: name });
    this.worker.on('failed', (job, error) => log.warn({ err: error, queue: name, job: job?.id }, 'it is tried again'));
    this.clock = new DiscordClock(deps.rest, connection);
  }

  /** Resolves once jobs are taken, and a look is in the queue. */
  async ready(): Promise<void> {
    await this.worker.waitUntilReady();
    await this.schedule();
    void repeat(() => this.keepSchedule(), scheduleMilliseconds, this.closed.signal);
  }

  async close(): Promise<void> {
    this.closed.abort();
    await this.worker.close();
    await this.queue.close();
  }

  /** Adds jobs. Each fails and is repeated on its own. */
  async addAll(jobs: readonly DueJob[]): Promise<void> {
    const all = jobs.map(({ name, id, data }) => ({ name, data, opts: { jobId: id } }));
    for (let from = 0; from < all.length; from += bulk) await this.queue.addBulk(all.slice(from, from + bulk));
  }

  /** Looks again soon. However many looks ask for that, only one waits. */
  async lookAgain(job: Job): Promise<void> {
    if (job.id === again) throw new Later();
    await this.queue.add('look', {}, { jobId: again, delay: laterMilliseconds });
  }

  /** Looks now, and every minute from now on. */
  private async schedule(): Promise<void> {
    await this.queue.upsertJobScheduler('look', { pattern: '0 * * * * *', tz: 'UTC' }, { name: 'look' });
    await this.queue.add('look', {});
  }

  /** Makes the scheduler again if Redis lost it, or if a clock that was wrong made its next run. */
  private async keepSchedule(): Promise<void> {
    const { log } = this.deps;
    const { name: queue } = this.queue;
    try {
      const { next } = (await this.queue.getJobScheduler('look')) ?? {};
      if (next && Math.abs(next - Date.now()) < longestPause) return;
      await this.clock.expectNotAhead(skewMilliseconds);
      if (!next) log.warn({ queue }, 'the schedule was missing in Redis: made again');
      await this.schedule();
    } catch (error) {
      log.warn({ err: error, queue }, 'the schedule could not be kept');
    }
  }

  private async process(job: Job, token: string | undefined): Promise<void> {
    try {
      // What comes later may be a secret. It stays due for a bot whose clock is right.
      await this.clock.expectNotAhead(skewMilliseconds);
      // BullMQ can delete the content of a scheduled look if a clock was set back while it ran under the same id.
      await (job.name ? this.deps.run(job) : this.lookAgain(job));
    } catch (error) {
      if (!(error instanceof Later)) throw error;
      await job.moveToDelayed(Date.now() + laterMilliseconds, token);
      throw new DelayedError();
    }
  }
}
