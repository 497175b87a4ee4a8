/** The worker's side of the queue: takes jobs, passes their work to threads, and stores the results. */
import { DelayedError, type Job, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { type DrawingThread, drawingsAtOnce } from '../render/drawing-thread.ts';
import type { Task } from '../render/task.ts';
import type { Config } from '../runtime/config.ts';
import { type Logger, onceAMinute } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { jobVersion } from '../runtime/version.ts';
import { waits } from '../runtime/waits.ts';
import { SearchControl } from '../search/budget.ts';
import { workTime } from '../search/work-time.ts';
import {
  boundDelays,
  handBack,
  isUnwritable,
  lockOptions,
  logTrouble,
  queueOptions,
  unwritableMilliseconds,
} from './bullmq.ts';
import { gaveUp, goesOn, type JobResult, loggedWork, type Work } from './define.ts';
import type { IsolatedSearches } from './isolated.ts';
import type { JobRegistry, Refusal } from './job.ts';
import { OrphanedJobs } from './orphaned-jobs.ts';
import {
  drawingQueueOf,
  lookMilliseconds,
  mostLost,
  WorkQueue,
  type WorkQueueName,
  workQueue,
  workQueues,
} from './queue.ts';
import { Searches } from './searches.ts';
import type { SolverThreads } from './solver-threads.ts';
import { WorkStore } from './store.ts';
import { type WholeSlice, whole } from './whole.ts';

/** How long work that may take longer has a thread of the quick lane, in milliseconds. */
const sliceMilliseconds = 100;
/** Quick jobs a thread: it searches for one while the others are read or stored. */
const quickJobs = 8;
/** Looks of requests at their searches at once: each takes milliseconds, and no thread. */
const looks = 16;
/** How often the duration of a job is noted at most. */
const paceMilliseconds = 250;

interface WorkProcessorDeps {
  readonly connection: Redis;
  readonly config: Config;
  readonly jobs: JobRegistry;
  readonly threads: SolverThreads;
  readonly isolated: IsolatedSearches;
  readonly drawing: DrawingThread;
  readonly log: Logger;
}

interface Search {
  readonly job: Job<unknown>;
  readonly token: string;
  readonly id: string;
  readonly work: Work;
  /** Whether it may end its process. */
  readonly isSuspect: boolean;
  readonly log: Logger;
}

type Returned = JobResult | Refusal | undefined;
type Process = (job: Job<unknown>, token: string) => Promise<Returned>;

export class WorkProcessor {
  private readonly deps: WorkProcessorDeps;
  private readonly store: WorkStore;
  private readonly queue: WorkQueue;
  private readonly searches: Searches;
  private readonly workers: readonly Worker<unknown, Returned>[];
  private readonly orphanedJobs: OrphanedJobs;
  /** When the duration of a quick job is noted again. */
  private nextPace = 0;
  private isClosing = false;

  constructor(deps: WorkProcessorDeps) {
    const { connection, config, log } = deps;
    this.deps = deps;
    this.store = new WorkStore(connection, config.redisPrefix);
    this.queue = new WorkQueue(connection, config.redisPrefix, log);
    const { store, queue } = this;
    this.searches = new Searches({ ...deps, store, queue });
    const { counts } = deps.threads;
    // A long job that waited behind another would start sooner on another worker, and nothing could overtake it here.
    this.workers = [
      this.startWorker('quick', counts.quick * quickJobs, (job, token) => this.process(job, token)),
      this.startWorker('long', counts.long, (job, token) => this.searches.part('long', job, token)),
      this.startWorker('searches', looks, (job, token) => this.searches.look(job, token)),
      this.startWorker('parts', counts.parts, (job, token) => this.searches.part('parts', job, token)),
      this.startWorker('pictures', drawingsAtOnce, (job, token) => this.draw(job, token)),
      this.startWorker('animations', drawingsAtOnce, (job, token) => this.draw(job, token)),
    ];
    this.orphanedJobs = new OrphanedJobs({
      role: 'worker',
      connection,
      prefix: config.redisPrefix,
      store: this.store,
      queues: (version) => workQueues.map((name) => workQueue(name, version)),
      take: (job, token) => this.process(job, token),
      log,
    });
  }

  private startWorker(name: WorkQueueName, concurrency: number, process: Process): Worker<unknown, Returned> {
    const { connection, config, log } = this.deps;
    const worker = new Worker<unknown, Returned>(workQueue(name), (job, token = '') => this.take(process, job, token), {
      ...queueOptions(connection, config.redisPrefix),
      ...lockOptions,
      concurrency,
    });
    boundDelays(worker, connection, lookMilliseconds.most, log);
    logTrouble(worker, log, { queue: name });
    worker.on('failed', (job, error) => {
      if (job?.finishedOn !== undefined) metrics.jobs.inc({ kind: job.name, lane: name, outcome: 'failed' });
      log.error({ err: error, queue: name, job: job?.id }, 'work failed');
    });
    worker.on('stalled', (job) => log.warn({ queue: name, job }, 'work was lost by its worker and starts again'));
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
    const { threads, isolated, drawing } = this.deps;
    this.isClosing = true;
    const grace = setTimeout(() => {
      threads.stop();
      isolated.stop();
      void drawing.close();
    }, waits.grace);
    await this.orphanedJobs.close();
    await Promise.all(this.workers.map((worker) => worker.close()));
    clearTimeout(grace);
    await Promise.all([threads.close(), drawing.close(), this.searches.close(), this.queue.close()]);
  }

  private async take(process: Process, job: Job<unknown>, token: string): Promise<Returned> {
    try {
      return await process(job, token);
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      await job.moveToDelayed(Date.now() + unwritableMilliseconds, token);
      throw new DelayedError();
    }
  }

  /** Does quick work, and the first slice of all other. */
  private async process(job: Job<unknown>, token: string): Promise<JobResult | Refusal> {
    const { jobs, threads } = this.deps;
    const { data, success } = jobs.workJobSchema.safeParse(job.data);
    if (!success) {
      const version = (job.data as { version?: unknown } | null)?.version;
      this.deps.log.warn({ job: job.id, version, known: jobVersion }, 'a job of another version was refused');
      metrics.jobs.inc({ kind: 'unknown', lane: 'quick', outcome: 'refused' });
      return { status: 'refused', version };
    }
    const { id, guild, work } = data;
    const log = this.deps.log.child({ job: job.id, interaction: id, guild });
    const started = workTime();
    const count = (outcome: string) => metrics.jobs.inc({ kind: work.job.kind, lane: 'quick', outcome });
    const done = (result: JobResult, outcome: string = result.status): JobResult => {
      count(outcome);
      this.notePace(workTime() - started);
      return result;
    };
    const [known, isCancelled, isFatal] = await Promise.all([
      this.store.result(work),
      this.store.isCancelled(id),
      this.store.isFatal(work),
    ]);
    if (known) return done(known, 'known');
    if (isCancelled) return done(gaveUp('cancelled'));
    const isSuspect = isFatal || job.stalledCounter >= mostLost;
    try {
      const result = await this.search({ job, token, id, work, isSuspect, log });
      if (result === 'lost') {
        count('lost');
        log.warn('a search ended, as this worker has lost its job');
        throw new WaitingError();
      }
      if (result === goesOn) await this.queue.goOn(job);
      return done(result);
    } catch (error) {
      if (error instanceof WaitingError || !threads.isStopped) throw error;
      count('handed-back');
      log.info('handed back to the queue');
      await keepTurn(job);
      return handBack(job, token);
    }
  }

  /** What doesn't draw fails, and whoever waits for it is told so. */
  private async draw(job: Job<unknown>, token: string): Promise<undefined> {
    const { drawing, threads } = this.deps;
    const task = job.data as Task;
    try {
      await this.store.keepDrawing(job.id!, await drawing.draw(task));
    } catch (error) {
      if (!threads.isStopped) throw error;
      return handBack(job, token);
    }
    metrics.jobs.inc({ kind: job.name, lane: drawingQueueOf(task), outcome: 'drawn' });
  }

  /** Only for estimates: a sample is enough, and nothing waits for it. */
  private notePace(milliseconds: number): void {
    const now = performance.now();
    if (now < this.nextPace) return;
    this.nextPace = now + paceMilliseconds;
    this.store.notePace('quick', milliseconds).catch(() => {});
  }

  /** @returns `lost` if the job is no longer this worker's */
  private async search({ job, token, id, work, isSuspect, log }: Search): Promise<JobResult | 'lost'> {
    const { config, threads, isolated } = this.deps;
    const { kind } = work.job;
    const control = new SearchControl();
    let isLost = false;
    const poll = async (): Promise<void> => {
      // By its token: BullMQ knows jobs by their ids only, and the same worker may have taken this one again.
      if (!(await job.extendLock(token, lockOptions.lockDuration))) {
        isLost = true;
        control.cancel();
        return;
      }
      if (await this.store.isCancelled(id)) control.cancel();
      if (control.progress.generated > 0) await job.updateProgress({ ...control.progress });
    };
    const logError = onceAMinute((error) => log.warn({ err: error }, 'polling running work failed'));
    const isTrial = work.job.lane(work.request) === 'long';
    const plan = { part: whole, milliseconds: isTrial ? sliceMilliseconds : threads.limits.milliseconds, isTrial };
    const slice = { work, plan, pool: 'quick', control, log, heartbeat: () => void poll().catch(logError) } as const;
    const started = workTime();
    if (isSuspect)
      log.warn({ lost: job.stalledCounter }, 'a search has a process of its own, as it may have ended others');
    const found = await (isSuspect ? isolated : threads).slice(slice).catch(async (error: unknown) => {
      if (error instanceof UnrecoverableError) await this.store.noteFatal(work);
      throw error;
    });
    if (isLost) return 'lost';
    const { progress } = control;
    const result = typeof found === 'string' ? gaveUp(found, progress) : (found as WholeSlice | undefined)?.result;
    if (result?.reason === 'cancelled' && result.status === 'gave-up') return result;
    if (!result && job.parent) return goesOn;
    const outcome = result ?? work.job.partial?.(work.request, progress) ?? gaveUp('deadline', progress);
    // The job returns its result anyway, so a failure concerns only later requests.
    const logLoss = (error: unknown) => log.warn({ err: error }, 'a result is not stored for others');
    const storing = this.store.keepResult(work, outcome, config, result ? undefined : 'sliced').catch(logLoss);
    if (!result) await storing;
    const took = workTime() - started;
    metrics.solve.observe({ kind, lane: 'quick' }, took / 1000);
    // In a rush, work that nobody logs need not be written down.
    if (log.isLevelEnabled('info'))
      log.info({ ...loggedWork(work), status: outcome.status, took: Math.round(took) }, 'done');
    return outcome;
  }
}

/** Put a job first when it returns to the queue: jobs without a priority come before all others. */
const keepTurn = async (job: Job<unknown>): Promise<void> => {
  if (job.priority > 0) await job.changePriority({ priority: 0 });
};
