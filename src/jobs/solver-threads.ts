/** The solver threads of a process, a pool for each lane, and the tables that all of them share. */
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { Config } from '../runtime/config.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics, programBytes } from '../runtime/metrics.ts';
import { threadOptions } from '../runtime/threads.ts';
import { inSpan } from '../runtime/tracing.ts';
import type { SearchControl } from '../search/budget.ts';
import type { TableMemory, TableNeed } from '../search/tables/contract.ts';
import { TableCache } from '../search/tables/table-cache.ts';
import { workTime } from '../search/work-time.ts';
import { gaveUp, goesOn, isGoingOn, type JobResult, type Lane, lanes, loggedWork, type Work } from './define.ts';
import { Helpers } from './helpers.ts';
import { SharedGarbage } from './shared-garbage.ts';
import type { Reply, Task } from './thread.ts';

/** How long work that may take longer has a thread of the quick lane, in milliseconds. */
const sliceMilliseconds = 100;
export const pollMilliseconds = 500;
/** A thread that exceeds its deadline by this hangs, and is ended. */
const overdueMilliseconds = 5000;
/** In MiB. */
const leastHeapMb = 64;

interface SolverThreadsDeps {
  /** The module that each thread loads; its default export is a `taskRunner`. */
  readonly threadFile: URL;
  /** For kinds with `needsSecret`. */
  readonly secret: () => Promise<string>;
}

/** Watches a task until its end. By `workTime`: a process that was held must not think that its threads hang. */
class Watch {
  private readonly control: SearchControl;
  private readonly hung = new AbortController();
  private readonly timer: NodeJS.Timeout;
  /** The clock of a task starts when a thread takes it. */
  private begun = Number.POSITIVE_INFINITY;

  /** @param longest how long the task may take, in milliseconds */
  constructor(control: SearchControl, longest: number, heartbeat?: (took: number) => void) {
    this.control = control;
    this.timer = setInterval(() => {
      const { took } = this;
      if (took > longest + overdueMilliseconds) this.hung.abort();
      heartbeat?.(took);
    }, pollMilliseconds);
  }

  /** Aborted if the thread hangs. */
  get overdue(): AbortSignal {
    return this.hung.signal;
  }

  /** In milliseconds. */
  get took(): number {
    const now = workTime();
    if (this.control.hasBegun) this.begun = Math.min(this.begun, now);
    return Math.max(0, now - this.begun);
  }

  end(): void {
    clearInterval(this.timer);
  }
}

export class SolverThreads {
  private readonly config: Config;
  private readonly deps: SolverThreadsDeps;
  readonly counts: Readonly<Record<Lane, number>>;
  private readonly pools: Readonly<Record<Lane, Piscina>>;
  private readonly garbage = new SharedGarbage({
    threads: () => lanes.flatMap((lane) => this.pools[lane].threads.map(({ threadId }) => threadId)),
    wake: () => this.wake(),
  });
  private readonly tables: TableCache;
  private readonly running: Record<Lane, number> = { quick: 0, long: 0 };
  /** Tasks of any sort that were given to threads. */
  private readonly given: Record<Lane, number> = { quick: 0, long: 0 };
  private readonly helpers = new Helpers(() => lanes.findLast((lane) => this.given[lane] < this.counts[lane]));
  /** Aborted when running searches must return to the queue. */
  private readonly stopped = new AbortController();

  constructor(config: Config, deps: SolverThreadsDeps) {
    this.config = config;
    this.deps = deps;
    // Every running search adds a listener.
    setMaxListeners(0, this.stopped.signal);
    this.tables = new TableCache(config.tableCacheMb * 2 ** 20, (bytes) => this.garbage.add(bytes));
    const pool = (threads: number) => {
      const started = new Piscina({
        filename: deps.threadFile.href,
        execArgv: threadOptions,
        minThreads: Math.min(1, threads),
        maxThreads: Math.max(1, threads),
        // Threads keep their compiled code.
        idleTimeout: Number.POSITIVE_INFINITY,
        // States are outside the heap, and the search itself counts them; this limits everything else.
        resourceLimits: { maxOldGenerationSizeMb: Math.max(leastHeapMb, config.solveMemoryMb) },
      });
      // A thread may run out of memory just after its search was aborted. Without a listener, that would end the process.
      return started.on('error', () => {});
    };
    this.counts = { quick: 1, long: config.solverThreads - 1 };
    this.pools = { quick: pool(this.counts.quick), long: pool(this.counts.long) };
    for (const lane of lanes) metrics.threads.set({ lane }, this.counts[lane]);
  }

  measure(): void {
    // What was dropped is not free before all threads have collected garbage.
    metrics.memory.set({ use: 'tables' }, this.tables.bytes + this.garbage.bytes);
    metrics.memory.set({ use: 'kernels' }, this.garbage.sum('kernels'));
    const { heapTotal, external } = process.memoryUsage();
    metrics.memory.set({ use: 'heaps' }, this.garbage.sum('heap') + heapTotal + external);
    metrics.memory.set({ use: 'program' }, programBytes());
    for (const lane of lanes) {
      metrics.busy.set({ lane }, Math.max(0, this.running[lane] - this.pools[lane].queueSize));
    }
  }

  get isStopped(): boolean {
    return this.stopped.signal.aborted;
  }

  /** Ends running searches: `run` throws. */
  stop(): void {
    this.stopped.abort();
  }

  async close(): Promise<void> {
    this.stop();
    await Promise.all(Object.values(this.pools).map((pool) => pool.destroy()));
  }

  /**
   * @param lane work that may take long has a slice in the quick one
   * @param heartbeat called every half second until the work is done, with the milliseconds that a thread has searched
   * @param soFar what resumable work had found before it was interrupted
   * @returns `goesOn` if the slice wasn't enough, or if the search was interrupted
   */
  async run(
    work: Work,
    lane: Lane,
    control: SearchControl,
    log: Logger,
    heartbeat: (took: number) => void,
    soFar?: JobResult,
  ): Promise<JobResult> {
    const started = workTime();
    this.running[lane]++;
    const watch = new Watch(control, this.config.solveTimeoutSeconds * 1000, heartbeat);
    try {
      const result = await this.search(work, lane, control, watch.overdue, log, soFar);
      if (isGoingOn(result)) {
        if (keepsState(work, control)) control.searched += watch.took;
        return result;
      }
      this.noteDone(work, lane, result, workTime() - started, log);
      return result;
    } catch (error) {
      if (watch.overdue.aborted) {
        // Another thread would hang as well.
        log.error(loggedWork(work), 'a thread hung and was ended');
        return gaveUp('deadline', control.progress);
      }
      if (!isOutOfMemory(error)) throw error;
      log.warn({ err: error, ...loggedWork(work) }, 'a search ran out of memory');
      return gaveUp('memory', control.progress);
    } finally {
      watch.end();
      this.running[lane]--;
    }
  }

  private noteDone(work: Work, lane: Lane, { status }: JobResult, took: number, log: Logger): void {
    metrics.solve.observe({ kind: work.job.kind, lane }, took / 1000);
    // In a rush, work that nobody logs need not be written down.
    if (log.isLevelEnabled('info')) log.info({ ...loggedWork(work), status, took: Math.round(took) }, 'done');
  }

  /** Builds a table that some work needs, on a thread of a lane. */
  private builder({ job: { kind }, request }: Work, lane: Lane, log: Logger) {
    const { dataDirectory, databases } = this.config;
    const folder = join(dataDirectory, 'tables');
    const { collections } = this.garbage;
    const base = { task: 'build', kind, request, databases: databases[lane], collections, folder } as const;
    return async ({ key }: TableNeed, memory: TableMemory, part: number): Promise<void> => {
      const { notes = [] } = await this.perform(lane, { ...base, key, memory, part }, this.stopped.signal);
      for (const note of notes) log.warn({ table: key }, note);
    };
  }

  private async search(
    asked: Work,
    lane: Lane,
    control: SearchControl,
    overdue: AbortSignal,
    log: Logger,
    soFar?: JobResult,
  ): Promise<JobResult> {
    const { job, request } = asked;
    const isSlice = lane === 'quick' && job.lane(request) === 'long';
    const { databases: kinds, solveTimeoutSeconds, solveNodeLimit, solveMemoryMb } = this.config;
    const databases = kinds[lane];
    const needs = job.tables(request, databases);
    if (isSlice && needs.some((need) => need.isSlow && !this.tables.has(need))) return goesOn;
    const base = { kind: job.kind, request, databases, collections: this.garbage.collections };
    const build = this.builder(asked, lane, log);
    const work = {
      ...base,
      task: 'work' as const,
      limits: {
        milliseconds: isSlice ? sliceMilliseconds : solveTimeoutSeconds * 1000,
        searched: control.searched,
        nodes: solveNodeLimit,
        bytes: solveMemoryMb * 2 ** 20,
      },
      memory: control.memory,
      ...(job.needsSecret && { secret: await this.deps.secret() }),
      ...(soFar && { soFar }),
    };
    const signal = AbortSignal.any([overdue, this.stopped.signal]);
    const { memory } = control;
    const { result } = await this.tables.use(needs, build, (tables) =>
      this.helpers.during(
        control,
        (idle, post) => this.give(idle, { ...base, task: 'help', memory, tables, post }),
        () => inSpan(`search ${job.kind}`, { lane }, () => this.perform(lane, { ...work, tables }, signal)),
      ),
    );
    const isInterrupted = control.isOverdue && (isSlice || control.isPaused);
    if (!isInterrupted) return result!;
    return job.isResumable ? { ...goesOn, soFar: result } : goesOn;
  }

  /** Do a task as soon as a thread is there: helpers make room. */
  private perform(lane: Lane, task: Task, signal?: AbortSignal): Promise<Reply> {
    this.helpers.callOff();
    return this.give(lane, task, signal);
  }

  private async give(lane: Lane, task: Task, signal?: AbortSignal): Promise<Reply> {
    this.given[lane]++;
    try {
      const reply: Reply = await this.pools[lane].run(task, signal && { signal });
      this.garbage.heard(reply.state);
      return reply;
    } finally {
      this.given[lane]--;
    }
  }

  /** Lets idle threads collect garbage. The others do after their task. */
  private wake(): void {
    for (const lane of lanes) {
      for (let left = this.pools[lane].idleThreads; left > 0; left--) {
        // A pool that is being closed has no threads to wake.
        this.give(lane, { task: 'collect', collections: this.garbage.collections }).catch(() => {});
      }
    }
  }
}

/** Whether a search can go on where it was interrupted. */
export const keepsState = ({ job }: Work, { deepening }: SearchControl): boolean =>
  job.isResumable === true || (job.help !== undefined && deepening.hasBegun);

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException)?.code === 'ERR_WORKER_OUT_OF_MEMORY' ||
  (error instanceof RangeError && /allocat/u.test(error.message));
