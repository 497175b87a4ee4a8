/** The worker's side of the queue: takes jobs, has threads do the work, keeps results. */
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { DelayedError, type Job, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { Piscina } from 'piscina';
import type { Config } from '../runtime/config.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { inSpan } from '../runtime/tracing.ts';
import { type GaveUpReason, type Progress, SearchControl } from '../search/budget.ts';
import { TableCache, type TableNeed } from '../search/tables/table-cache.ts';
import { boundDelays } from './delays.ts';
import {
  jobVersion,
  type Lane,
  laneOf,
  lanes,
  type Refusal,
  type ResultOf,
  type Work,
  type WorkResult,
  workJobSchema,
} from './job.ts';
import { OrphanedJobs } from './orphaned-jobs.ts';
import { laneQueue, lockOptions, queueOptions } from './queue.ts';
import { WorkStore } from './store.ts';
import { type Built, type Task, tableNeeds } from './thread.ts';

/** How often a running search is looked at: progress, a cancel, the claim. */
const pollMilliseconds = 500;
/** A claim outlives a few missed looks; then another worker may search. */
const claimMilliseconds = 3000;
/** How long somebody waits before looking again whether the same question has been answered. */
const joinMilliseconds = 150;
/** How long before a job is tried again that Redis had no room for. */
const unwritableMilliseconds = 1000;
/** No job waits for longer than this by itself. */
const longestDelay = 2000;
/** A thread that is this late at its deadline hangs, and is ended. */
const overdueMilliseconds = 5000;
/** On shutdown, what ends within this is finished; the rest is handed back. */
const graceMilliseconds = 1000;
/** What a thread needs on its heap to run at all, in MiB. */
const leastHeapMb = 64;

/** Takes jobs from now until it is closed. */
export class WorkProcessor {
  private readonly config: Config;
  private readonly log: Logger;
  private readonly dailySecret: () => Promise<string>;
  private readonly store: WorkStore;
  /** How many there are for each lane. */
  readonly threads: Readonly<Record<Lane, number>>;
  private readonly pools: Record<Lane, Piscina>;
  /** Tables that the threads of all lanes share. */
  private readonly tables: TableCache;
  private readonly tableFolder: string;
  private readonly workers: readonly Worker<unknown, WorkResult | Refusal>[];
  private readonly orphanedJobs: OrphanedJobs;
  private isClosing = false;
  /** Work that was given to the threads of each lane. */
  private readonly running: Record<Lane, number> = { quick: 0, long: 0 };
  /** Aborted when running searches are to be handed back to the queue. */
  private readonly handBack = new AbortController();

  /** @param dailySecret what daily challenges are drawn with; asked for when one is */
  constructor(connection: Redis, config: Config, log: Logger, dailySecret: () => Promise<string>) {
    this.config = config;
    this.log = log;
    this.dailySecret = dailySecret;
    this.store = new WorkStore(connection, config.redisPrefix);
    // Every search that is on listens.
    setMaxListeners(0, this.handBack.signal);
    this.tables = new TableCache(config.tableCacheMb * 2 ** 20);
    this.tableFolder = join(config.dataDirectory, 'tables');
    const pool = (threads: number) =>
      new Piscina({
        filename: new URL('./thread.js', import.meta.url).href,
        minThreads: 1,
        maxThreads: threads,
        // Threads keep what they have compiled and built.
        idleTimeout: Number.POSITIVE_INFINITY,
        // States are kept beside the heap and counted by the search itself; this is for what nobody has thought of.
        resourceLimits: { maxOldGenerationSizeMb: Math.max(leastHeapMb, config.solveMemoryMb) },
      });
    const threads = { quick: 1, long: config.solverThreads - 1 };
    this.threads = threads;
    // Quick jobs two a thread: one is looked up or stored while the other searches. A long one that waited behind
    // another would be better off with another worker, and nobody could go before it any more.
    const places: Record<Lane, number> = { quick: threads.quick * 2, long: threads.long };
    this.pools = { quick: pool(threads.quick), long: pool(threads.long) };
    for (const lane of lanes) {
      metrics.threads.set({ lane }, threads[lane]);
    }
    this.workers = lanes.map((lane) => {
      const worker = new Worker<unknown, WorkResult | Refusal>(
        laneQueue(lane),
        (job, token) => this.take(lane, job, token ?? ''),
        {
          ...queueOptions(connection, config.redisPrefix),
          ...lockOptions,
          concurrency: places[lane],
        },
      );
      boundDelays(worker, connection, longestDelay, log);
      worker.on('error', (error) => log.error({ err: error, lane }, 'queue trouble'));
      worker.on('failed', (job, error) => {
        if (job?.finishedOn !== undefined) metrics.jobs.inc({ kind: kindOf(job), lane, outcome: 'failed' });
        log.error({ err: error, lane, job: job?.id }, 'work failed');
      });
      worker.on('stalled', (job) => log.warn({ lane, job }, 'work was lost by its worker and starts again'));
      return worker;
    });
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

  async ready(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.waitUntilReady()));
  }

  /** Whether jobs are taken. */
  get isRunning(): boolean {
    return !this.isClosing && this.workers.every((worker) => worker.isRunning());
  }

  /** How many threads of a lane are at work. */
  busy(lane: Lane): number {
    return Math.max(0, this.running[lane] - this.pools[lane].queueSize);
  }

  /** Bytes of the tables that are kept for the threads. */
  get tableBytes(): number {
    return this.tables.bytes;
  }

  /** Takes no more jobs, finishes what ends soon, and hands long searches back for another worker. */
  async close(): Promise<void> {
    this.isClosing = true;
    const grace = setTimeout(() => this.handBack.abort(), graceMilliseconds);
    await this.orphanedJobs.close();
    await Promise.all(this.workers.map((worker) => worker.close()));
    clearTimeout(grace);
    await Promise.all(Object.values(this.pools).map((pool) => pool.destroy()));
  }

  /** What Redis has no room for fails no job: it comes again when there is some. */
  private async take(lane: Lane, job: Job<unknown>, token: string): Promise<WorkResult | Refusal> {
    try {
      return await this.process(lane, job, token);
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      await job.moveToDelayed(Date.now() + unwritableMilliseconds, token);
      throw new DelayedError();
    }
  }

  private async process(lane: Lane, job: Job<unknown>, token: string): Promise<WorkResult | Refusal> {
    const parsed = workJobSchema.safeParse(job.data);
    if (!parsed.success) {
      const version = (job.data as { version?: unknown } | null)?.version;
      this.log.warn({ job: job.id, version, known: jobVersion }, 'a job of another version was refused');
      metrics.jobs.inc({ kind: 'unknown', lane, outcome: 'refused' });
      return { status: 'refused', version };
    }
    const { id, guild, work } = parsed.data;
    const log = this.log.child({ job: job.id, interaction: id, guild });
    const started = performance.now();
    const ends = (outcome: string) => metrics.jobs.inc({ kind: work.kind, lane, outcome });
    const done = (result: WorkResult, outcome: string = result.status): WorkResult => {
      ends(outcome);
      // Only for estimates: nobody waits for it.
      void this.store.notePace(lane, performance.now() - started).catch(() => {});
      return result;
    };
    const known = await this.store.result(work);
    if (known) return done(known, 'known');
    if (await this.store.isCancelled(id)) return done(gaveUp('cancelled'));
    if (!(await this.store.claim(work, id, claimMilliseconds))) {
      // The same work is being done: come back, and don't hold a place meanwhile.
      ends('joined');
      await this.keepTurn(job);
      await job.moveToDelayed(Date.now() + joinMilliseconds, token);
      throw new DelayedError();
    }
    try {
      const result = await this.run(lane, job, id, work, log);
      const logError = (error: unknown) => log.warn({ err: error }, 'a result is not kept for others');
      const isShared = result.status !== 'gave-up' || result.reason !== 'cancelled';
      // Only for the next asker: a Redis that is full or away fails no job that is done.
      if (isShared) await this.store.keepResult(work, result, this.config.outcomeDays).catch(logError);
      return done(result);
    } catch (error) {
      if (!this.handBack.signal.aborted) throw error;
    } finally {
      await this.store.dropClaim(work, id);
    }
    ends('handed-back');
    log.info('handed back to the queue');
    await this.keepTurn(job);
    await job.moveToWait(token);
    throw new WaitingError();
  }

  /** Whose turn has come goes before all others when it comes again: those without a priority are first. */
  private async keepTurn(job: Job<unknown>): Promise<void> {
    if (job.priority > 0) await job.changePriority({ priority: 0 });
  }

  private async run(lane: Lane, job: Job<unknown>, id: string, work: Work, log: Logger): Promise<WorkResult> {
    const control = new SearchControl();
    const { databases } = this.config;
    const limits = {
      milliseconds: this.config.solveTimeoutSeconds * 1000,
      nodes: this.config.solveNodeLimit,
      bytes: this.config.solveMemoryMb * 2 ** 20,
    };
    const overdue = new AbortController();
    // The clock of a task starts when a thread takes it, so the time in the pool's own queue is added.
    const started = performance.now();
    // The other lane's, where a result was known when its question was put in this one, and is not any more.
    const own = laneOf(work);
    const pool = this.pools[own];
    this.running[own]++;
    let running = 0;
    const heartbeat = setInterval(() => {
      if (control.hasBegun) running ||= performance.now();
      if (running > 0 && performance.now() - running > limits.milliseconds + overdueMilliseconds) overdue.abort();
      this.poll(job, id, work, control).catch((error) => log.warn({ err: error }, 'polling running work failed'));
    }, pollMilliseconds);
    try {
      const signal = AbortSignal.any([overdue.signal, this.handBack.signal]);
      const build = async ({ key }: TableNeed): Promise<SharedArrayBuffer> => {
        const task: Task = { do: 'build', work, databases, key, folder: this.tableFolder };
        const { memory, notes }: Built = await pool.run(task, { signal: this.handBack.signal });
        for (const note of notes) log.warn({ table: key }, note);
        return memory;
      };
      const tables = await this.tables.all(tableNeeds(work, databases), build);
      const secret = work.kind === 'daily' ? { secret: await this.dailySecret() } : {};
      const task: Task = { do: 'work', work, limits, memory: control.memory, tables, databases, ...secret };
      const result: WorkResult = await inSpan(`search ${work.kind}`, { lane }, () =>
        this.pools[lane].run(task, { signal }),
      );
      const took = performance.now() - started;
      metrics.solve.observe({ kind: work.kind, lane }, took / 1000);
      log.info({ ...work, status: result.status, took: Math.round(took) }, 'done');
      return result;
    } catch (error) {
      if (overdue.signal.aborted) {
        // Another thread would hang as well.
        log.error({ ...work }, 'a thread hung and was ended');
        return gaveUp('deadline', control.progress);
      }
      if (!isOutOfMemory(error)) throw error;
      log.warn({ err: error, ...work }, 'a search ran out of memory');
      return gaveUp('memory', control.progress);
    } finally {
      clearInterval(heartbeat);
      this.running[own]--;
    }
  }

  private async poll(job: Job<unknown>, id: string, work: Work, control: SearchControl): Promise<void> {
    if (await this.store.isCancelled(id)) control.cancel();
    await this.store.renewClaim(work, id, claimMilliseconds);
    if (control.progress.generated > 0) await job.updateProgress({ ...control.progress });
  }
}

const kindOf = (job: Job<unknown>): string => workJobSchema.safeParse(job.data).data?.work.kind ?? 'unknown';

/** The result of work that ended without its thread's word; fit for every kind. */
const gaveUp = (
  reason: GaveUpReason,
  progress: Progress = { generated: 0, lowerBound: 0, peakFrontier: 0 },
): ResultOf<'solve'> => ({ status: 'gave-up', reason, method: 'bfs', milliseconds: 0, ...progress });

/** Whether Redis writes nothing just now: its memory or its disk is full, or another one is to be written to. */
const isUnwritable = (error: unknown): boolean =>
  error instanceof Error && /^(OOM|MISCONF|READONLY) /u.test(error.message);

/** Whether a thread died because its heap was full, or a search because no more memory was to be had. */
const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException)?.code === 'ERR_WORKER_OUT_OF_MEMORY' ||
  (error instanceof RangeError && /allocat/u.test(error.message));
