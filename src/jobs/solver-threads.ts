/** A worker's solver threads, a pool for each lane, and the tables that all of them share. */
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { Config } from '../runtime/config.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { inSpan } from '../runtime/tracing.ts';
import type { SearchControl } from '../search/budget.ts';
import type { TableNeed } from '../search/tables/contract.ts';
import { TableCache } from '../search/tables/table-cache.ts';
import { encodeWork, gaveUp, type JobResult, type Lane, lanes, type Work } from './define.ts';
import type { Built, Task } from './thread.ts';

const pollMilliseconds = 500;
/** A thread that is this late at its deadline hangs, and is ended. */
const overdueMilliseconds = 5000;
/** What a thread needs on its heap to run at all, in MiB. */
const leastHeapMb = 64;

interface SolverThreadsDeps {
  /** The module that each thread loads; its default export is a `taskRunner`. */
  readonly threadFile: URL;
  /** What kinds with `needsSecret` are given. */
  readonly secret: () => Promise<string>;
}

export class SolverThreads {
  private readonly config: Config;
  private readonly secret: () => Promise<string>;
  /** How many there are for each lane. */
  readonly counts: Readonly<Record<Lane, number>>;
  private readonly pools: Readonly<Record<Lane, Piscina>>;
  private readonly tables: TableCache;
  private readonly tableFolder: string;
  /** Work that was given to the threads of each lane. */
  private readonly running: Record<Lane, number> = { quick: 0, long: 0 };
  /** Aborted when running searches must end, so that the queue gets them back. */
  private readonly stopped = new AbortController();

  constructor(config: Config, { threadFile, secret }: SolverThreadsDeps) {
    this.config = config;
    this.secret = secret;
    // Every running search listens.
    setMaxListeners(0, this.stopped.signal);
    this.tables = new TableCache(config.tableCacheMb * 2 ** 20);
    this.tableFolder = join(config.dataDirectory, 'tables');
    const pool = (threads: number) =>
      new Piscina({
        filename: threadFile.href,
        minThreads: 1,
        maxThreads: threads,
        // Threads keep what they have compiled and built.
        idleTimeout: Number.POSITIVE_INFINITY,
        // States are outside the heap, and the search itself counts them; this limits everything else.
        resourceLimits: { maxOldGenerationSizeMb: Math.max(leastHeapMb, config.solveMemoryMb) },
      });
    this.counts = { quick: 1, long: config.solverThreads - 1 };
    this.pools = { quick: pool(this.counts.quick), long: pool(this.counts.long) };
    for (const lane of lanes) metrics.threads.set({ lane }, this.counts[lane]);
  }

  /** How many threads of a lane are at work. */
  busy(lane: Lane): number {
    return Math.max(0, this.running[lane] - this.pools[lane].queueSize);
  }

  /** Bytes of the tables that are kept for the threads. */
  get tableBytes(): number {
    return this.tables.bytes;
  }

  get isStopped(): boolean {
    return this.stopped.signal.aborted;
  }

  /** Ends running searches: `run` throws. */
  stop(): void {
    this.stopped.abort();
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.pools).map((pool) => pool.destroy()));
  }

  /**
   * Do a piece of work.
   * @param heartbeat called every half second until the work is done
   */
  async run(work: Work, control: SearchControl, log: Logger, heartbeat: () => void): Promise<JobResult> {
    const milliseconds = this.config.solveTimeoutSeconds * 1000;
    // Not that of the queue: a question whose result was known, and has expired since, came by the quick lane.
    const lane = work.job.lane(work.request);
    const overdue = new AbortController();
    // The clock of a task starts when a thread takes it, so the time in the pool's own queue is added.
    const started = performance.now();
    this.running[lane]++;
    let running = 0;
    const timer = setInterval(() => {
      if (control.hasBegun) running ||= performance.now();
      if (running > 0 && performance.now() - running > milliseconds + overdueMilliseconds) overdue.abort();
      heartbeat();
    }, pollMilliseconds);
    try {
      const result = await this.search(work, lane, control, overdue.signal, log);
      const took = performance.now() - started;
      metrics.solve.observe({ kind: work.job.kind, lane }, took / 1000);
      log.info({ ...encodeWork(work), status: result.status, took: Math.round(took) }, 'done');
      return result;
    } catch (error) {
      if (overdue.signal.aborted) {
        // Another thread would hang as well.
        log.error(encodeWork(work), 'a thread hung and was ended');
        return gaveUp('deadline', control.progress);
      }
      if (!isOutOfMemory(error)) throw error;
      log.warn({ err: error, ...encodeWork(work) }, 'a search ran out of memory');
      return gaveUp('memory', control.progress);
    } finally {
      clearInterval(timer);
      this.running[lane]--;
    }
  }

  private async search(
    { job, request }: Work,
    lane: Lane,
    control: SearchControl,
    overdue: AbortSignal,
    log: Logger,
  ): Promise<JobResult> {
    const { databases, solveTimeoutSeconds, solveNodeLimit, solveMemoryMb } = this.config;
    const pool = this.pools[lane];
    const base = { kind: job.kind, request, databases };
    const build = async ({ key }: TableNeed): Promise<SharedArrayBuffer> => {
      const task: Task = { ...base, task: 'build', key, folder: this.tableFolder };
      const { memory, notes }: Built = await pool.run(task, { signal: this.stopped.signal });
      for (const note of notes) log.warn({ table: key }, note);
      return memory;
    };
    const task: Task = {
      ...base,
      task: 'work',
      limits: { milliseconds: solveTimeoutSeconds * 1000, nodes: solveNodeLimit, bytes: solveMemoryMb * 2 ** 20 },
      memory: control.memory,
      tables: await this.tables.all(job.tables(request, databases), build),
      ...(job.needsSecret && { secret: await this.secret() }),
    };
    const signal = AbortSignal.any([overdue, this.stopped.signal]);
    return inSpan(`search ${job.kind}`, { lane }, () => pool.run(task, { signal }));
  }
}

/** Whether a thread died because its heap was full, or a search because no more memory was to be had. */
const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException)?.code === 'ERR_WORKER_OUT_OF_MEMORY' ||
  (error instanceof RangeError && /allocat/u.test(error.message));
