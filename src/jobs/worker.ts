/** The worker's side of the queue: takes jobs, passes their work to threads, and stores the results. */
import { DelayedError, type Job, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Config } from '../runtime/config.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { SearchControl } from '../search/budget.ts';
import { gaveUp, type JobResult, keyOf, type Lane, lanes, type Work } from './define.ts';
import { type JobRegistry, jobVersion, progressSchema, type Refusal } from './job.ts';
import { OrphanedJobs } from './orphaned-jobs.ts';
import { boundDelays, laneQueue, lockOptions, queueOptions } from './queue.ts';
import type { SolverThreads } from './solver-threads.ts';
import { WorkStore } from './store.ts';

/** How long a job waits before it checks again for the result of the same work. */
const joinMilliseconds = 150;
/** How long a job waits if Redis could not store its result. */
const unwritableMilliseconds = 1000;
const longestDelay = 2000;
/** On shutdown, searches that end within this are finished; the others return to the queue. */
const graceMilliseconds = 1000;

interface WorkProcessorDeps {
  readonly connection: Redis;
  readonly config: Config;
  readonly jobs: JobRegistry;
  readonly threads: SolverThreads;
  readonly log: Logger;
}

export class WorkProcessor {
  private readonly deps: WorkProcessorDeps;
  private readonly store: WorkStore;
  private readonly workers: readonly Worker<unknown, JobResult | Refusal>[];
  private readonly orphanedJobs: OrphanedJobs;
  private isClosing = false;

  constructor(deps: WorkProcessorDeps) {
    const { connection, config, log } = deps;
    this.deps = deps;
    this.store = new WorkStore(connection, config.redisPrefix);
    this.workers = lanes.map((lane) => this.startWorker(lane));
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

  private startWorker(lane: Lane): Worker<unknown, JobResult | Refusal> {
    const { connection, config, threads, log } = this.deps;
    const worker = new Worker<unknown, JobResult | Refusal>(
      laneQueue(lane),
      (job, token = '') => this.take(lane, job, token),
      {
        ...queueOptions(connection, config.redisPrefix),
        ...lockOptions,
        // Two quick jobs a thread: one is read or stored while the other searches. A long job that waited behind another
        // would start sooner on another worker, and nothing could overtake it here.
        concurrency: threads.counts[lane] * (lane === 'quick' ? 2 : 1),
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

  get isRunning(): boolean {
    return !this.isClosing && this.workers.every((worker) => worker.isRunning());
  }

  /** Take no more jobs, finish what ends soon, and return long searches to the queue. */
  async close(): Promise<void> {
    const { threads } = this.deps;
    this.isClosing = true;
    const grace = setTimeout(() => threads.stop(), graceMilliseconds);
    await this.orphanedJobs.close();
    await Promise.all(this.workers.map((worker) => worker.close()));
    clearTimeout(grace);
    await threads.close();
  }

  private async take(lane: Lane, job: Job<unknown>, token: string): Promise<JobResult | Refusal> {
    try {
      return await this.process(lane, job, token);
    } catch (error) {
      // Its memory or disk is full, or it is a replica.
      if (!(error instanceof Error && /^(OOM|MISCONF|READONLY) /u.test(error.message))) throw error;
      await job.moveToDelayed(Date.now() + unwritableMilliseconds, token);
      throw new DelayedError();
    }
  }

  private async process(lane: Lane, job: Job<unknown>, token: string): Promise<JobResult | Refusal> {
    const { jobs, threads } = this.deps;
    const { data, success } = jobs.workJobSchema.safeParse(job.data);
    if (!success) {
      const version = (job.data as { version?: unknown } | null)?.version;
      this.deps.log.warn({ job: job.id, version, known: jobVersion }, 'a job of another version was refused');
      metrics.jobs.inc({ kind: 'unknown', lane, outcome: 'refused' });
      return { status: 'refused', version };
    }
    const { id, guild, work } = data;
    const key = keyOf(work);
    const log = this.deps.log.child({ job: job.id, interaction: id, guild });
    const started = performance.now();
    const count = (outcome: string) => metrics.jobs.inc({ kind: work.job.kind, lane, outcome });
    const done = (result: JobResult, outcome: string = result.status): JobResult => {
      count(outcome);
      // Only for estimates, so nothing waits for it.
      void this.store.notePace(lane, performance.now() - started).catch(() => {});
      return result;
    };
    const known = await this.store.result(work);
    if (known) return done(known, 'known');
    if (await this.store.isCancelled(id)) {
      // Another worker may have found something before it was lost.
      const { data: progress } = progressSchema.safeParse(job.progress);
      const partial = progress && work.job.partial?.(work.request, progress);
      return done(partial ?? gaveUp('cancelled', progress));
    }
    if (!(await this.store.lock('claim', key, id))) {
      // The same work is being done: wait without blocking a thread.
      count('joined');
      await keepTurn(job);
      await job.moveToDelayed(Date.now() + joinMilliseconds, token);
      throw new DelayedError();
    }
    try {
      return done(await this.search(job, id, work, log));
    } catch (error) {
      if (!threads.isStopped) throw error;
    } finally {
      await this.store.unlock('claim', key, id);
    }
    count('handed-back');
    log.info('handed back to the queue');
    await keepTurn(job);
    await job.moveToWait(token);
    throw new WaitingError();
  }

  private async search(job: Job<unknown>, id: string, work: Work, log: Logger): Promise<JobResult> {
    const { config, threads } = this.deps;
    const control = new SearchControl();
    const poll = async (): Promise<void> => {
      if (await this.store.isCancelled(id)) control.cancel();
      await this.store.renew('claim', keyOf(work), id);
      if (control.progress.generated > 0) await job.updateProgress({ ...control.progress });
    };
    const result = await threads.run(work, control, log, () => {
      poll().catch((error) => log.warn({ err: error }, 'polling running work failed'));
    });
    if (result.reason === 'cancelled' && result.status === 'gave-up') return result;
    // The job returns its result anyway, so a failure concerns only later requests.
    const logError = (error: unknown) => log.warn({ err: error }, 'a result is not stored for others');
    await this.store.keepResult(work, result, config).catch(logError);
    return result;
  }
}

/** Put a job first when it returns to the queue: jobs without a priority come before all others. */
const keepTurn = async (job: Job<unknown>): Promise<void> => {
  if (job.priority > 0) await job.changePriority({ priority: 0 });
};
