/**
 * Long searches in parts. A request waits for its search in the queue `searches`, and looks at the record from time to time.
 * Jobs of the queue `parts` work on it: each takes a part, searches for a slice, and replaces the part in the record by what is
 * left. Only the record is changed atomically. Jobs are added after that, and by each look again, in case their worker was lost.
 */
import { randomUUID } from 'node:crypto';
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Config } from '../runtime/config.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { repeat } from '../runtime/repeat.ts';
import { type GaveUpReason, SearchControl, type SearchLimits } from '../search/budget.ts';
import {
  endOf,
  finishImprovement,
  type Improved,
  isOpen,
  progressOf,
  proofMilliseconds,
  type SearchEnd,
  type SearchRecord,
  type Slice,
} from '../search/search-record.ts';
import { afterSlice, planOf } from '../search/slices.ts';
import { handBack } from './bullmq.ts';
import { type JobResult, loggedWork, type Work } from './define.ts';
import type { IsolatedSearches } from './isolated.ts';
import type { JobRegistry, Refusal } from './job.ts';
import { endedProcess, mostLost, type WorkQueue } from './queue.ts';
import { SearchStore, searchId } from './search-store.ts';
import type { SolverThreads } from './solver-threads.ts';
import type { WorkStore } from './store.ts';
import { isLast } from './turns.ts';

/**
 * How often a request looks at its search: a report of its progress is seldom sooner. A look is later for each other search, so
 * that they don't keep Redis busy.
 */
const lookMilliseconds = { least: 1000, more: 5, most: 2000 };
/** What is left of a slice goes to another part if it is this long, in milliseconds: each takes one or two besides. */
const leastMilliseconds = 10;
/** How often a worker notes its threads. */
const countMilliseconds = 3000;

interface SearchesDeps {
  readonly connection: Redis;
  readonly config: Config;
  readonly jobs: JobRegistry;
  readonly threads: SolverThreads;
  readonly isolated: IsolatedSearches;
  readonly store: WorkStore;
  readonly queue: WorkQueue;
  readonly log: Logger;
}

/** A search as its jobs see it. */
interface Search {
  readonly id: string;
  readonly work: Work;
}

/** Its record before and after a change. */
interface Change {
  readonly before: SearchRecord;
  readonly after: SearchRecord;
}

export class Searches {
  private readonly deps: SearchesDeps;
  private readonly records: SearchStore;
  private readonly worker = randomUUID();
  private readonly stopped = new AbortController();
  /** Those of all workers for parts. */
  private threads: number;
  /** Requests that wait for their searches, at the last look. */
  private waiting = 0;

  constructor(deps: SearchesDeps) {
    const { connection, config, threads } = deps;
    this.deps = deps;
    this.records = new SearchStore(connection, config.redisPrefix);
    this.threads = threads.counts.parts;
    void repeat(() => this.count().catch(() => {}), countMilliseconds, this.stopped.signal);
  }

  async close(): Promise<void> {
    this.stopped.abort();
    await this.records.forgetThreads(this.worker, this.deps.threads.counts.parts).catch(() => {});
  }

  private async count(): Promise<void> {
    const own = this.deps.threads.counts.parts;
    this.threads = Math.max(own, await this.records.countThreads(this.worker, own));
  }

  /** A request looks at its search, and waits for the next look unless that is over. */
  async look(job: Job<unknown>, token: string): Promise<JobResult | Refusal> {
    const { store, queue, jobs } = this.deps;
    const { id: request, work } = jobs.workJobSchema.parse(job.data);
    const id = searchId(work);
    const known = await store.result(work);
    if (known) {
      await this.leave(id, request);
      return known;
    }
    await this.records.attend(id, request, Math.max(1, job.priority));
    const record = (await this.records.read(id))?.record ?? (await this.begin({ id, work }));
    const limits = this.limitsOf(work);
    const reason = (await store.isCancelled(request)) ? 'cancelled' : endOf(record, limits);
    if (reason === 'failed' || reason === 'fatal') {
      // Another attempt begins anew.
      await this.records.leave(id, request);
      throw reason === 'failed' ? new Error('a part of the search failed') : new UnrecoverableError(endedProcess);
    }
    if (reason || !isOpen(record)) {
      const result = await this.over({ id, work }, record, reason);
      await this.leave(id, request);
      await this.wake(id);
      return result;
    }
    await this.add({ id, work }, this.taken(record));
    const remaining = { most: limits.milliseconds - record.milliseconds, estimate: proofMilliseconds(record) };
    await job.updateProgress({ ...progressOf(record), ...(work.isLong && { remaining }) });
    const { least, more, most } = lookMilliseconds;
    this.waiting = 1 + (await queue.searching());
    await job.moveToDelayed(Date.now() + Math.min(most, least + more * this.waiting), token);
    throw new DelayedError();
  }

  /** All who ask a question have one search, but each request waits for it as long as it may. */
  private limitsOf({ isLong }: Work): SearchLimits & { readonly milliseconds: number } {
    const { limits } = this.deps.threads;
    if (!isLong) return limits;
    // If this worker allows none, a long proof ends as others do.
    return { milliseconds: Math.max(limits.milliseconds, this.deps.config.longProofMilliseconds) };
  }

  /** Notes that a request no longer waits. An open search is kept for a while, if a long proof may continue it. */
  private async leave(id: string, request: string): Promise<void> {
    const found = this.deps.config.longProofMilliseconds > 0 ? await this.records.read(id) : undefined;
    await this.records.leave(id, request, found !== undefined && isOpen(found.record));
  }

  private async begin({ id, work }: Search): Promise<SearchRecord> {
    const isSuspect = await this.deps.store.isFatal(work);
    const record = { ...work.job.parts!.begin(work.request)!, ...(isSuspect && { isSuspect }) };
    if (await this.records.swap(id, '', record)) return record;
    // Another request for the same work was first.
    return (await this.records.read(id))?.record ?? record;
  }

  /** The result of a search that is over, which is stored for others. */
  private async over({ work }: Search, record: SearchRecord, reason: GaveUpReason | undefined): Promise<JobResult> {
    const { store, config, threads, log } = this.deps;
    const result = work.job.parts!.result(work.request, record, reason);
    const { kind } = work.job;
    metrics.jobs.inc({ kind, lane: 'parts', outcome: result.status });
    metrics.solve.observe({ kind, lane: 'parts' }, record.milliseconds / 1000);
    log.info({ ...loggedWork(work), status: result.status, took: Math.round(record.milliseconds) }, 'done');
    // Nobody waits for a long proof.
    if (!work.isLong) store.notePace('searches', record.milliseconds).catch(() => {});
    if (reason === 'cancelled' && result.status === 'gave-up') return result;
    // After the usual time, others get what was found too, whoever stops the search.
    const end = endOf(record, threads.limits) ? 'done' : undefined;
    // The job returns its result anyway, so a failure concerns only later requests.
    await store
      .keepResult(work, result, config, end)
      .catch((error) => log.warn({ err: error }, 'a result is not stored'));
    return result;
  }

  /** The parts that have jobs: one for each thread, so that searches have equal shares of the threads, and their parts an order. */
  private taken({ parts }: SearchRecord): readonly string[] {
    return parts.slice(0, this.threads);
  }

  /** Adds jobs for parts. The first requests of all people come before the second ones. */
  private async add({ id, work }: Search, parts: readonly string[], left?: number): Promise<void> {
    const place = await this.placeOf(id);
    if (parts.length > 0 && place !== undefined) await this.deps.queue.addParts(id, work, parts, place, left);
  }

  /** The first place of all who wait for a search. */
  private async placeOf(id: string): Promise<number | undefined> {
    const places = [...(await this.records.attending(id)).values()];
    return places.length > 0 ? Math.min(...places) : undefined;
  }

  /** Has all that wait for a search look at it now. */
  private async wake(id: string): Promise<void> {
    const { queue } = this.deps;
    await Promise.all([...(await this.records.attending(id)).keys()].map((request) => queue.wake(request)));
  }

  /** Works on a part for a slice; and for another one if that has left the part as it was, as the search was only prepared. */
  async part(job: Job<unknown>, token: string): Promise<undefined> {
    const { work, part, left } = this.deps.jobs.partJobSchema.parse(job.data);
    const search = { id: searchId(work), work };
    while (await this.isSameAfterSlice(search, String(part), left, job, token));
  }

  /** @param left milliseconds of a slice that another part has left, which are for this one */
  private async isSameAfterSlice(
    search: Search,
    part: string,
    left: number | undefined,
    job: Job<unknown>,
    token: string,
  ): Promise<boolean> {
    const { threads, isolated, store, log } = this.deps;
    const { id, work } = search;
    const record = await this.openRecord(search);
    if (!record) return false;
    if (!record.parts.includes(part)) {
      await this.add(search, this.taken(record));
      return false;
    }
    let slice: Slice | GaveUpReason;
    const usual = planOf(record, part, this.threads, this.waiting <= 1);
    const plan = { ...usual, milliseconds: left ?? usual.milliseconds };
    try {
      // A part that has lost two workers may be the cause.
      const isSuspect = record.isSuspect || job.stalledCounter >= mostLost;
      slice = await (isSuspect ? isolated.slice(work, plan) : threads.slice(work, plan, log));
    } catch (error) {
      if (threads.isStopped) return handBack(job, token);
      if (error instanceof UnrecoverableError) {
        await store.noteFatal(work);
        return this.end(search, 'fatal');
      }
      if (job.attemptsMade + 1 >= (job.opts.attempts ?? 1)) await this.end(search, 'failed');
      throw error;
    }
    if (typeof slice === 'string') return this.end(search, slice);
    const done = slice;
    const change = await this.change(id, (now) => afterSlice(now, done, this.threads));
    await this.follow(search, change, done.due, plan.milliseconds - done.milliseconds);
    return change?.after.parts.includes(part) ?? false;
  }

  /** Tries an improvement of the solution. */
  async improve(job: Job<unknown>, token: string): Promise<undefined> {
    const { jobs, threads, log } = this.deps;
    const { work, part: index } = jobs.partJobSchema.parse(job.data);
    const search = { id: searchId(work), work };
    const record = await this.openRecord(search);
    if (!record || record.improved !== index) return;
    const control = new SearchControl();
    const heartbeat = (): void => {
      this.openRecord(search).then(
        (now) => now || control.cancel(),
        () => {},
      );
    };
    // The search does without one that fails, or may have ended its processes.
    let improved: Improved = { index: record.improved, nodes: 0, solutions: [] };
    try {
      const found = job.stalledCounter < mostLost && (await threads.improve(work, record, control, log, heartbeat));
      if (typeof found === 'object') improved = found;
    } catch (error) {
      if (threads.isStopped) return handBack(job, token);
      log.error({ err: error, job: job.id }, 'an improvement failed');
    }
    if (control.isCancelled) return;
    await this.follow(search, await this.change(search.id, (now) => finishImprovement(now, improved)));
  }

  /** The record of a search on which somebody has to work. */
  private async openRecord({ id }: Search): Promise<SearchRecord | undefined> {
    const [found, attending] = await Promise.all([this.records.read(id), this.records.attending(id)]);
    return found && attending.size > 0 && isOpen(found.record) ? found.record : undefined;
  }

  /** Changes a record, whatever others do to it meanwhile. */
  private async change(id: string, edit: (record: SearchRecord) => SearchRecord): Promise<Change | undefined> {
    for (;;) {
      const found = await this.records.read(id);
      if (!found) return undefined;
      const before = found.record;
      const after = edit(before);
      if (after === before || (await this.records.swap(id, found.revision, after))) return { before, after };
    }
  }

  /**
   * Adds the jobs that a change asks for, or tells those who wait.
   * @param due the improvement that is due
   * @param left milliseconds of a slice, which the first of the jobs goes on with: so all searches have equal shares, however
   * short their parts are
   */
  private async follow({ id, work }: Search, change: Change | undefined, due?: number, left = 0): Promise<void> {
    const { queue } = this.deps;
    if (!change) return;
    const { before, after } = change;
    if (!isOpen(after)) return this.wake(id);
    const had = new Set(before === after ? [] : this.taken(before));
    await this.add(
      { id, work },
      this.taken(after).filter((part) => !had.has(part)),
      left >= leastMilliseconds ? left : undefined,
    );
    if (due !== after.improved) return;
    const place = await this.placeOf(id);
    if (place === undefined) return;
    // Before all other long work, unless it is for long proofs alone.
    await queue.addImprovement(id, work, due, isLast(place) ? place : 0);
  }

  private async end(search: Search, ended: SearchEnd): Promise<false> {
    await this.follow(search, await this.change(search.id, (record) => ({ ...record, ended })));
    return false;
  }
}
