/** The solver threads of a process, in pools, and the tables that all of them share. */
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { type Config, limitsOf } from '../runtime/config.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics, programBytes } from '../runtime/metrics.ts';
import { threadOptions } from '../runtime/threads.ts';
import { inSpan } from '../runtime/tracing.ts';
import { waits } from '../runtime/waits.ts';
import type { GaveUpReason, SearchControl } from '../search/budget.ts';
import type { DatabaseKind } from '../search/sliding/databases.ts';
import type { TableMemory, TableNeed } from '../search/tables/contract.ts';
import { TableCache } from '../search/tables/table-cache.ts';
import type { WorkSlice } from '../search/work-record.ts';
import { workTime } from '../search/work-time.ts';
import { loggedWork, type Pool, pools, type Work } from './define.ts';
import { SharedGarbage } from './shared-garbage.ts';
import type { Reply, Task } from './thread.ts';
import type { WholePlan } from './whole.ts';

/**
 * So that quick work, and the bot on the same machine, come first: beside twenty long searches on two cores, the median answer
 * takes 14 ms instead of 22, and one in a hundred 50 to 63 instead of 78 to 96.
 */
const niceOfLong = 5;
/** In MiB. */
const leastHeapMb = 64;

interface SolverThreadsDeps {
  /** The module that each thread loads; its default export is a `taskRunner`. */
  readonly threadFile: URL;
  /** For kinds with `needsSecret`. */
  readonly secret: () => Promise<string>;
  /** Has all pools share the threads for parts, of which each starts when it is needed: nothing quick waits for long work. */
  readonly hasOnePool?: true;
}

export interface ThreadWork {
  readonly work: Work;
  readonly plan: WholePlan;
  readonly pool: Pool;
  readonly control: SearchControl;
  readonly log: Logger;
  readonly heartbeat?: ((took: number) => void) | undefined;
}

export class SolverThreads {
  private readonly config: Config;
  private readonly deps: SolverThreadsDeps;
  readonly counts: Readonly<Record<Pool, number>>;
  private readonly pools: Readonly<Record<Pool, Piscina>>;
  private readonly garbage = new SharedGarbage({
    threads: () => pools.flatMap((pool) => this.pools[pool].threads.map(({ threadId }) => threadId)),
    wake: () => this.wake(),
  });
  private readonly tables: TableCache;
  private readonly running: Record<Pool, number> = { quick: 0, long: 0, parts: 0 };
  /** Aborted when running searches must return to the queue. */
  private readonly stopped = new AbortController();

  constructor(config: Config, deps: SolverThreadsDeps) {
    this.config = config;
    this.deps = deps;
    // Every running search adds a listener.
    setMaxListeners(0, this.stopped.signal);
    this.tables = new TableCache(config.tableCacheMb * 2 ** 20, (bytes) => this.garbage.add(bytes));
    const pool = (threads: number, { minThreads = 0, niceIncrement = 0 }) => {
      const started = new Piscina({
        filename: deps.threadFile.href,
        execArgv: threadOptions,
        niceIncrement,
        minThreads,
        maxThreads: Math.max(1, threads),
        // Threads keep their compiled code.
        idleTimeout: Number.POSITIVE_INFINITY,
        // States are outside the heap, and the search itself counts them; this limits everything else.
        resourceLimits: { maxOldGenerationSizeMb: Math.max(leastHeapMb, config.solveMemoryMb) },
      });
      // A thread may run out of memory just after its search was aborted. Without a listener, that would end the process.
      return started.on('error', () => {});
    };
    this.counts = { quick: 1, long: Math.max(1, config.solverThreads - 1), parts: config.solverThreads };
    // Those of long searches start when there is one, so that a worker starts in half of the time.
    const parts = pool(this.counts.parts, { niceIncrement: niceOfLong });
    this.pools = deps.hasOnePool
      ? { quick: parts, long: parts, parts }
      : {
          quick: pool(this.counts.quick, { minThreads: 1 }),
          long: pool(this.counts.long, { niceIncrement: niceOfLong }),
          parts,
        };
    for (const name of pools) metrics.threads.set({ lane: name }, this.counts[name]);
  }

  measure(): void {
    // What was dropped is not free before all threads have collected garbage.
    metrics.memory.set({ use: 'tables' }, this.tables.bytes + this.garbage.bytes);
    metrics.memory.set({ use: 'kernels' }, this.garbage.sum('kernels'));
    const { heapTotal, external } = process.memoryUsage();
    metrics.memory.set({ use: 'heaps' }, this.garbage.sum('heap') + heapTotal + external);
    metrics.memory.set({ use: 'program' }, programBytes());
    for (const name of pools)
      metrics.busy.set({ lane: name }, Math.max(0, this.running[name] - this.pools[name].queueSize));
  }

  /** Of one search, in all its parts. */
  get limits() {
    return limitsOf(this.config);
  }

  get isStopped(): boolean {
    return this.stopped.signal.aborted;
  }

  /** Ends running slices, which throw. */
  stop(): void {
    this.stopped.abort();
  }

  async close(): Promise<void> {
    this.stop();
    await Promise.all([...new Set(Object.values(this.pools))].map((pool) => pool.destroy()));
  }

  /**
   * Does a slice of some work, of which the control stops it before.
   * @param heartbeat called every half second until the slice is done, with the milliseconds that a thread has searched
   * @returns why it can't be done, if its thread hangs or has no memory; undefined if the slice is too short for anything
   */
  async slice(slice: ThreadWork): Promise<WorkSlice | GaveUpReason | undefined> {
    const { work, plan, pool, control, log, heartbeat } = slice;
    // On a busy machine, a slice may be late without having hung.
    const longest = Math.max(this.limits.milliseconds, plan.milliseconds) + waits.overdue;
    const hung = new AbortController();
    /** The clock starts when a thread takes the slice. */
    let begun = Number.POSITIVE_INFINITY;
    this.running[pool]++;
    const timer = setInterval(() => {
      // A process that was held must not think that its threads hang.
      const now = workTime();
      if (control.hasBegun) begun = Math.min(begun, now);
      const took = Math.max(0, now - begun);
      if (took > longest) hung.abort();
      heartbeat?.(took);
    }, waits.thread);
    try {
      return await this.withTables(slice, hung.signal);
    } catch (error) {
      if (hung.signal.aborted) {
        // Another thread would hang as well.
        log.error(loggedWork(work), 'a thread hung and was ended');
        return 'deadline';
      }
      if (!isOutOfMemory(error)) throw error;
      log.warn({ err: error, ...loggedWork(work) }, 'a search ran out of memory');
      return 'memory';
    } finally {
      clearInterval(timer);
      this.running[pool]--;
    }
  }

  private databasesOf(pool: Pool): DatabaseKind {
    return this.config.databases[pool === 'quick' ? 'quick' : 'long'];
  }

  /** Builds a table that some work needs, on a thread of a pool. */
  private builder({ job: { kind }, request }: Work, pool: Pool, log: Logger) {
    const folder = join(this.config.dataDirectory, 'tables');
    const { collections } = this.garbage;
    const base = { task: 'build', kind, request, databases: this.databasesOf(pool), collections, folder } as const;
    return async ({ key }: TableNeed, memory: TableMemory, part: number): Promise<void> => {
      const { notes = [] } = await this.perform(pool, { ...base, key, memory, part }, this.stopped.signal);
      for (const note of notes) log.warn({ table: key }, note);
    };
  }

  /** Does a slice on a thread, with the tables that the work needs. */
  private async withTables(
    { work, plan, pool, control, log }: ThreadWork,
    overdue: AbortSignal,
  ): Promise<WorkSlice | undefined> {
    const { job, request } = work;
    const databases = this.databasesOf(pool);
    const needs = plan.needsNoTables ? [] : job.tables(request, databases);
    if (plan.isTrial && needs.some((need) => need.isSlow && !this.tables.has(need))) return undefined;
    const limits = { ...this.limits, milliseconds: plan.milliseconds };
    const secret = job.needsSecret && { secret: await this.deps.secret() };
    const { collections } = this.garbage;
    const { memory } = control;
    const task = { task: 'slice', kind: job.kind, request, databases, plan, limits, memory, collections } as const;
    const signal = AbortSignal.any([overdue, this.stopped.signal]);
    const { slice } = await this.tables.use(needs, this.builder(work, pool, log), (tables) =>
      inSpan(`search ${job.kind}`, { lane: pool }, () => this.perform(pool, { ...task, ...secret, tables }, signal)),
    );
    return slice;
  }

  private async perform(pool: Pool, task: Task, signal?: AbortSignal): Promise<Reply> {
    const reply: Reply = await this.pools[pool].run(task, signal && { signal });
    this.garbage.heard(reply.state);
    return reply;
  }

  /** Lets idle threads collect garbage. The others do after their task. */
  private wake(): void {
    for (const name of pools) {
      for (let left = this.pools[name].idleThreads; left > 0; left--) {
        // A pool that is being closed has no threads to wake.
        this.perform(name, { task: 'collect', collections: this.garbage.collections }).catch(() => {});
      }
    }
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException)?.code === 'ERR_WORKER_OUT_OF_MEMORY' ||
  (error instanceof RangeError && /allocat/u.test(error.message));
