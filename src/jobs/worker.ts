/** The worker's side of the queue: takes jobs, has threads do the work, and stores results. */
import { DelayedError, type Job, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Config } from '../runtime/config.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { SearchControl } from '../search/budget.ts';
import { gaveUp, type JobResult, keyOf, type Lane, lanes, type Work } from './define.ts';
import { boundDelays } from './delays.ts';
import { jobVersion, type Refusal } from './job.ts';
import { OrphanedJobs } from './orphaned-jobs.ts';
import { laneQueue, lockOptions, queueOptions } from './queue.ts';
import type { JobRegistry } from './registry.ts';
import type { SolverThreads } from './solver-threads.ts';
import { WorkStore } from './store.ts';

/** A claim outlives a few missed heartbeats; then another worker may search. */
const claimMilliseconds = 3000;
/** How long a job waits before it looks again for the result of the same work. */
const joinMilliseconds = 150;
/** How long before a job is tried again that Redis had no memory for. */
const unwritableMilliseconds = 1000;
/** No job waits for longer than this by itself. */
const longestDelay = 2000;
/** On shutdown, what ends within this is finished; the rest is handed back. */
const graceMilliseconds = 1000;

interface WorkProcessorDeps {
  readonly connection: Redis;
  readonly config: Config;
  readonly jobs: JobRegistry;
  readonly threads: SolverThreads;
  readonly log: Logger;
}

/** Takes jobs from now until it is closed. */
export class WorkProcessor {
  private readonly config: Config;
  private readonly jobs: JobRegistry;
  private readonly threads: SolverThreads;
  private readonly log: Logger;
  private readonly store: WorkStore;
  private readonly workers: readonly Worker<unknown, JobResult | Refusal>[];
  private readonly orphanedJobs: OrphanedJobs;
  private isClosing = false;

  constructor({ connection, config, jobs, threads, log }: WorkProcessorDeps) {
    this.config = config;
    this.jobs = jobs;
    this.threads = threads;
    this.log = log;
    this.store = new WorkStore(connection, config.redisPrefix);
    this.workers = lanes.map((lane) => this.startWorker(lane, connection));
    this.orphanedJobs = new OrphanedJobs({
      role: 'worker',
      connection,
      prefix: config.redisPrefix,
      store: this.store,
      queues: (version) => lanes.map((lane) => laneQueue(lane, version)),
      take: (job, token) => this.process('quick', job, token),
      log,
    });
  }

  private startWorker(lane: Lane, connection: Redis): Worker<unknown, JobResult | Refusal> {
    const { config, log } = this;
    const worker = new Worker<unknown, JobResult | Refusal>(
      laneQueue(lane),
      (job, token) => this.take(lane, job, token ?? ''),
      {
        ...queueOptions(connection, config.redisPrefix),
        ...lockOptions,
        // Quick jobs two a thread: one is looked up or stored while the other searches. A long one that waited behind
        // another would be better off with another worker, and nothing could overtake it any more.
        concurrency: this.threads.counts[lane] * (lane === 'quick' ? 2 : 1),
      },
    );
    boundDelays(worker, connection, longestDelay, log);
    worker.on('error', (error) => log.error({ err: error, lane }, 'queue trouble'));
    worker.on('failed', (job, error) => {
      if (job?.finishedOn !== undefined) metrics.jobs.inc({ kind: job.name, lane, outcome: 'failed' });
      log.error({ err: error, lane, job: job?.id }, 'work failed');
    });
    worker.on('stalled', (job) => log.warn({ lane, job }, 'work was lost by its worker and starts again'));
    return worker;
  }

  async ready(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.waitUntilReady()));
  }

  /** Whether jobs are taken. */
  get isRunning(): boolean {
    return !this.isClosing && this.workers.every((worker) => worker.isRunning());
  }

  /** Takes no more jobs, finishes what ends soon, and hands long searches back for another worker. */
  async close(): Promise<void> {
    this.isClosing = true;
    const grace = setTimeout(() => this.threads.stop(), graceMilliseconds);
    await this.orphanedJobs.close();
    await Promise.all(this.workers.map((worker) => worker.close()));
    clearTimeout(grace);
    await this.threads.close();
  }

  /** A Redis without memory fails no job: it comes again later. */
  private async take(lane: Lane, job: Job<unknown>, token: string): Promise<JobResult | Refusal> {
    try {
      return await this.process(lane, job, token);
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      await job.moveToDelayed(Date.now() + unwritableMilliseconds, token);
      throw new DelayedError();
    }
  }

  private async process(lane: Lane, job: Job<unknown>, token: string): Promise<JobResult | Refusal> {
    const parsed = this.jobs.workJobSchema.safeParse(job.data);
    if (!parsed.success) {
      const version = (job.data as { version?: unknown } | null)?.version;
      this.log.warn({ job: job.id, version, known: jobVersion }, 'a job of another version was refused');
      metrics.jobs.inc({ kind: 'unknown', lane, outcome: 'refused' });
      return { status: 'refused', version };
    }
    const { id, guild, work } = parsed.data;
    const { kind } = work.job;
    const key = keyOf(work);
    const log = this.log.child({ job: job.id, interaction: id, guild });
    const started = performance.now();
    const ends = (outcome: string) => metrics.jobs.inc({ kind, lane, outcome });
    const done = (result: JobResult, outcome: string = result.status): JobResult => {
      ends(outcome);
      // Only for estimates: nobody waits for it.
      void this.store.notePace(lane, performance.now() - started).catch(() => {});
      return result;
    };
    const known = await this.store.result(work);
    if (known) return done(known, 'known');
    if (await this.store.isCancelled(id)) return done(gaveUp('cancelled'));
    if (!(await this.store.claim(key, id, claimMilliseconds))) {
      // The same work is being done: come back, and don't block a thread meanwhile.
      ends('joined');
      await this.keepTurn(job);
      await job.moveToDelayed(Date.now() + joinMilliseconds, token);
      throw new DelayedError();
    }
    try {
      return done(await this.search(job, id, work, log));
    } catch (error) {
      if (!this.threads.isStopped) throw error;
    } finally {
      await this.store.dropClaim(key, id);
    }
    ends('handed-back');
    log.info('handed back to the queue');
    await this.keepTurn(job);
    await job.moveToWait(token);
    throw new WaitingError();
  }

  /** A job whose turn has come goes before all others when it comes again: those without a priority are first. */
  private async keepTurn(job: Job<unknown>): Promise<void> {
    if (job.priority > 0) await job.changePriority({ priority: 0 });
  }

  /** Have a thread do the work, and store its result for others. */
  private async search(job: Job<unknown>, id: string, work: Work, log: Logger): Promise<JobResult> {
    const control = new SearchControl();
    const poll = async (): Promise<void> => {
      if (await this.store.isCancelled(id)) control.cancel();
      await this.store.renewClaim(keyOf(work), id, claimMilliseconds);
      if (control.progress.generated > 0) await job.updateProgress({ ...control.progress });
    };
    const result = await this.threads.run(work, control, log, () => {
      poll().catch((error) => log.warn({ err: error }, 'polling running work failed'));
    });
    const logError = (error: unknown) => log.warn({ err: error }, 'a result is not stored for others');
    // Only for the next asker: a Redis that is full or away fails no job that is done.
    if (result.reason !== 'cancelled') {
      await this.store.keepResult(work, result, this.config.outcomeDays).catch(logError);
    }
    return result;
  }
}

/** Whether Redis writes nothing just now: its memory or its disk is full, or another one is to be written to. */
const isUnwritable = (error: unknown): boolean =>
  error instanceof Error && /^(OOM|MISCONF|READONLY) /u.test(error.message);
