/**
 * Checks servers when they are due, and other jobs that come by the clock. A store says when to check which server; a scheduler
 * makes a tick every minute, so nothing has to follow changed settings. All bots share the queue. A failed job leaves
 * nothing behind, and what it was about stays due.
 */
import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import type { REST } from 'discord.js';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { lockOptions, logTrouble, queueOptions } from '../queue/bullmq.ts';
import type { Logger } from '../runtime/log.ts';
import { repeat } from '../runtime/repeat.ts';
import type { AgendaServer, AgendaStore } from './agenda.ts';
import { DiscordClock, skewMilliseconds } from './clock.ts';

/** Ended jobs leave nothing behind, not even those that have lost their own options. */
const gone = { count: 0 } as const;
/** The name of a tick's job, and the id of one that is tried again. Bots of older versions share the queue, and know these. */
const tickName = 'look';
const again = 'look-again';
const bulk = 500;
/** How often to check that the scheduler is there, and how far its next run may be from now. */
const scheduleMilliseconds = 10_000;
const longestPause = 2 * 60_000;
/** After this time, a job that must wait runs again. */
const laterMilliseconds = 300;

const checkJob = z.object({ guild: z.string() });

/** Thrown by a step that must wait, for example for a worker's result. */
export class Later extends Error {}

/** A job that is in the queue at most once by its id. */
interface DueJob {
  readonly name: string;
  readonly id: string;
  readonly data: object;
}

interface ScheduleDeps<Server extends AgendaServer> {
  readonly rest: REST;
  readonly log: Logger;
  readonly agenda: AgendaStore<Server>;
  /** The name of the jobs that check a server. */
  readonly name: string;
  /**
   * Does what is due in a server. May run twice, so each step is idempotent.
   * @returns when to check it next; undefined if it has changed and is to be checked again
   */
  readonly check: (guild: string, server: Server) => Promise<number | undefined>;
  /** Runs at each tick, before the servers that are due are checked. @returns further jobs, for `run` */
  readonly prepare?: (servers: readonly string[]) => Promise<readonly DueJob[]>;
  readonly run?: (job: Job) => Promise<void>;
}

export class Schedule<Server extends AgendaServer> {
  private readonly deps: ScheduleDeps<Server>;
  private readonly queue: Queue;
  private readonly worker: Worker;
  private readonly clock: DiscordClock;
  private readonly closed = new AbortController();

  /** Takes jobs until it is closed. */
  constructor(queue: string, connection: Redis, prefix: string, deps: ScheduleDeps<Server>) {
    this.deps = deps;
    const { log } = deps;
    const options = queueOptions(connection, prefix);
    this.queue = new Queue(queue, options);
    // Jobs only wait for Discord, and the REST client keeps its rate limits.
    this.worker = new Worker(queue, (job, token) => this.process(job, token), {
      ...options,
      ...lockOptions,
      concurrency: 20,
      removeOnComplete: gone,
      removeOnFail: gone,
    });
    for (const end of [this.queue, this.worker]) logTrouble(end, log, { queue });
    this.worker.on('failed', (job, error) => log.warn({ err: error, queue, job: job?.id }, 'it is tried again'));
    this.clock = new DiscordClock(deps.rest, connection);
  }

  /** Resolves once jobs are taken, and a tick is in the queue. */
  async ready(): Promise<void> {
    await this.worker.waitUntilReady();
    // As a minute begins, BullMQ refuses a scheduler whose first job another bot has already made and is running.
    const later = (err: unknown) => this.deps.log.warn({ err, queue: this.queue.name }, 'the schedule is made later');
    await this.schedule().catch(later);
    void repeat(() => this.keepSchedule(), scheduleMilliseconds, this.closed.signal);
  }

  async close(): Promise<void> {
    this.closed.abort();
    await this.worker.close();
    await this.queue.close();
  }

  /** Ticks now, and every minute from now on. */
  private async schedule(): Promise<void> {
    await this.queue.add(tickName, {});
    await this.queue.upsertJobScheduler(tickName, { pattern: '0 * * * * *', tz: 'UTC' }, { name: tickName });
  }

  /** Makes the scheduler again if Redis lost it, or if a clock that was wrong made its next run. */
  private async keepSchedule(): Promise<void> {
    const { log } = this.deps;
    const { name: queue } = this.queue;
    try {
      const { next } = (await this.queue.getJobScheduler(tickName)) ?? {};
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
      if (job.name === this.deps.name) await this.check(checkJob.parse(job.data).guild);
      else if (job.name === tickName) await this.tick();
      // BullMQ can delete the content of a scheduled tick if a clock was set back while it ran under the same id.
      else if (!job.name) await this.tickAgain();
      else await this.deps.run?.(job);
    } catch (error) {
      if (!(error instanceof Later)) throw error;
      // However many ticks must wait, only one does.
      if (job.name === tickName && job.id !== again) return this.tickAgain();
      await job.moveToDelayed(Date.now() + laterMilliseconds, token);
      throw new DelayedError();
    }
  }

  private async tickAgain(): Promise<void> {
    await this.queue.add(tickName, {}, { jobId: again, delay: laterMilliseconds });
  }

  /** Queues a job for each server whose time has come. Each fails and is repeated on its own. */
  private async tick(): Promise<void> {
    const { agenda, name, prepare } = this.deps;
    const servers = await agenda.due(Date.now());
    const others = (await prepare?.(servers)) ?? [];
    const checks = servers.map((guild) => ({ name, id: `${name}-${guild}`, data: { guild } }));
    const all = [...checks, ...others].map(({ name, id, data }) => ({ name, data, opts: { jobId: id } }));
    for (let from = 0; from < all.length; from += bulk) await this.queue.addBulk(all.slice(from, from + bulk));
  }

  private async check(guild: string): Promise<void> {
    const { agenda, check } = this.deps;
    for (;;) {
      const server = await agenda.server(guild);
      // It was removed since it came due.
      if (!server) return agenda.plan(guild, -1, 0);
      const next = await check(guild, server);
      if (next !== undefined) return agenda.plan(guild, server.revision, next);
    }
  }
}
