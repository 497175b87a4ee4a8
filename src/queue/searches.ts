/**
 * Long work in parts, such as a search. A request waits for it in the queue `searches`, and looks at the record from time to
 * time. Jobs of the queue `parts` do it: each takes a part, works for a slice, and replaces the part in the record by what is
 * left. Only the record is changed atomically. Jobs are added after that, and by each look again, in case their worker was lost.
 */
import { randomUUID } from 'node:crypto';
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import type { Config } from '../runtime/config.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { repeat } from '../runtime/repeat.ts';
import { waits } from '../runtime/waits.ts';
import { type GaveUpReason, SearchControl, type SearchLimits } from '../search/budget.ts';
import {
  endOf,
  type Fleet,
  isOpen,
  type SlicePlan,
  threadsForParts,
  type WorkEnd,
  type WorkRecord,
  type WorkSlice,
} from '../search/work-record.ts';
import { handBack, lockOptions } from './bullmq.ts';
import { type JobResult, loggedWork, type Parts, type Work } from './define.ts';
import type { IsolatedSearches } from './isolated.ts';
import type { JobRegistry, Refusal } from './job.ts';
import { endedProcess, lookMilliseconds, mostLost, type WorkQueue } from './queue.ts';
import type { SolverThreads } from './solver-threads.ts';
import { searchId, type WorkStore } from './store.ts';
import { divisionOf, isOver, priorityAt, whole } from './whole.ts';

/** In place of the place of a request that only waits for what was found: until its next look. */
const stopping = 0;
/** What is left of a slice goes to another part if it is this long, in milliseconds: each takes one or two besides. */
const leastMilliseconds = 10;

interface SearchesDeps {
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
  readonly parts: Parts<unknown, JobResult>;
}

const searchOf = (work: Work): Search => ({ id: searchId(work), work, parts: divisionOf(work) });

/** A part of a search at work. */
interface PartAtWork {
  readonly search: Search;
  readonly pool: 'parts' | 'long';
  readonly part: string;
  /** Milliseconds of a slice that another part has left, which are for this one. */
  readonly left: number | undefined;
  readonly job: Job<unknown>;
  /** Of the job's lock. */
  readonly token: string;
}

/** Whether a search can't do without a part: it can without an improvement of a solution. */
const isNeeded = ({ pool, part }: PartAtWork): boolean => pool === 'parts' || part === whole;

/** Its record before and after a change. */
interface Change {
  readonly before: WorkRecord;
  readonly after: WorkRecord;
}

export class Searches {
  private readonly deps: SearchesDeps;
  private readonly worker = randomUUID();
  private readonly stopped = new AbortController();
  /** Those of all workers for parts. */
  private threads: number;
  /** Requests that wait for their searches, at the last look. */
  private waiting = 0;

  constructor(deps: SearchesDeps) {
    this.deps = deps;
    this.threads = deps.threads.counts.parts;
    void repeat(() => this.count().catch(() => {}), waits.heartbeat, this.stopped.signal);
  }

  async close(): Promise<void> {
    this.stopped.abort();
    await this.deps.store.forgetThreads(this.worker, this.deps.threads.counts.parts).catch(() => {});
  }

  private async count(): Promise<void> {
    const own = this.deps.threads.counts.parts;
    this.threads = Math.max(own, await this.deps.store.countThreads(this.worker, own));
  }

  /** A request looks at its search, and waits for the next look unless that is over. */
  async look(job: Job<unknown>, token: string): Promise<JobResult | Refusal> {
    const { store, queue, jobs } = this.deps;
    const { id: request, work } = jobs.workJobSchema.parse(job.data);
    const own = job.id!;
    const search = searchOf(work);
    const { id, parts } = search;
    const known = await store.result(work);
    if (known) {
      await this.leave(id, own);
      return known;
    }
    const isCancelled = await store.isCancelled(request);
    const isStopping = isCancelled && (await store.attending(id)).get(own) === stopping;
    await store.attend(id, own, isCancelled ? stopping : Math.max(1, job.priority));
    const record = await this.recordFor(search, isCancelled);
    const limits = this.limitsOf(work);
    const reason = isCancelled ? 'cancelled' : endOf(record, limits, parts.nodes?.(record));
    if (isCancelled && !isStopping && record.wholes.includes(whole) && parts.progress(record)) {
      // Only its thread knows all that it has found.
      await job.moveToDelayed(Date.now() + lookMilliseconds.most, token);
      throw new DelayedError();
    }
    if (reason === 'failed' || reason === 'fatal') {
      // Another attempt begins anew.
      await store.leave(id, own);
      throw reason === 'failed' ? new Error('a part of the search failed') : new UnrecoverableError(endedProcess);
    }
    if (reason || !isOpen(record)) {
      const result = await this.over(search, record, reason);
      await this.leave(id, own);
      await this.wake(id);
      return result;
    }
    await this.add(search, record);
    const remaining = { most: limits.milliseconds - record.milliseconds, estimate: parts.remaining?.(record) };
    const progress = parts.progress(record);
    // Until a slice has told something, the request waits; what tells of itself has begun.
    if (progress && (parts.note || progress.generated > 0))
      await job.updateProgress({ ...progress, ...(work.isLong && { remaining }) });
    const { least, more, most } = lookMilliseconds;
    this.waiting = 1 + (await queue.searching());
    await queue.forgetTrouble(job);
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

  /** Notes that a request's job no longer waits. An open search is kept for a while, if a long proof may continue it. */
  private async leave(id: string, job: string): Promise<void> {
    const found = this.deps.config.longProofMilliseconds > 0 ? await this.deps.store.readSearch(id) : undefined;
    await this.deps.store.leave(id, job, found !== undefined && isOpen(found.record));
  }

  /** The record of a search. What was stopped for somebody who has left begins anew. */
  private async recordFor(search: Search, isCancelled: boolean): Promise<WorkRecord> {
    const { id, parts, work } = search;
    const found = (await this.deps.store.readSearch(id))?.record;
    if (!found) return this.begin(search);
    const isStopped = !isCancelled && !isOpen(found) && parts.result(work.request, found).reason === 'cancelled';
    const change = isStopped && (await this.change(search, () => parts.begin(work.request)!));
    return change ? change.after : found;
  }

  private async begin({ id, work, parts }: Search): Promise<WorkRecord> {
    const isSuspect = await this.deps.store.isFatal(work);
    const record = { ...parts.begin(work.request)!, ...(isSuspect && { isSuspect }) };
    if (await this.deps.store.swapSearch(id, '', record)) return record;
    // Another request for the same work was first.
    return (await this.deps.store.readSearch(id))?.record ?? record;
  }

  /** The result of a search that is over, which is stored for others. */
  private async over(
    { work, parts }: Search,
    record: WorkRecord,
    reason: GaveUpReason | undefined,
  ): Promise<JobResult> {
    const { store, config, threads, log } = this.deps;
    const result = parts.result(work.request, record, reason);
    const { kind } = work.job;
    metrics.jobs.inc({ kind, lane: 'parts', outcome: result.status });
    metrics.solve.observe({ kind, lane: 'parts' }, record.milliseconds / 1000);
    log.info({ ...loggedWork(work), status: result.status, took: Math.round(record.milliseconds) }, 'done');
    // Nobody waits for a long proof.
    if (!work.isLong) store.notePace('searches', record.milliseconds).catch(() => {});
    if (reason === 'cancelled' && result.status === 'gave-up') return result;
    // After the usual time, others get what was found too, whoever stops the search.
    const end = endOf(record, threads.limits, parts.nodes?.(record)) ? 'done' : undefined;
    // The job returns its result anyway, so a failure concerns only later requests.
    await store
      .keepResult(work, result, config, end)
      .catch((error) => log.warn({ err: error }, 'a result is not stored'));
    return result;
  }

  /**
   * Adds the jobs of a record: one for each thread, so that searches have equal shares of the threads, and their parts an order.
   * The first requests of all people come before the second ones.
   * @param before a record whose jobs are there
   * @param left milliseconds of a slice, which the first of the jobs goes on with
   */
  private async add({ id, work }: Search, record: WorkRecord, before?: WorkRecord, left?: number): Promise<void> {
    const taken = (of: WorkRecord) => of.parts.slice(0, threadsForParts(of, this.threads));
    const missing = (own: readonly string[], had: readonly string[] = []) => own.filter((part) => !had.includes(part));
    const parts = missing(taken(record), before && taken(before));
    const wholes = missing(record.wholes, before?.wholes);
    const place = parts.length + wholes.length > 0 ? await this.placeOf(id) : undefined;
    if (place === undefined) return;
    await this.deps.queue.addParts('parts', id, work, parts, place, left);
    await this.deps.queue.addParts('long', id, work, wholes, priorityAt(record.milliseconds, place));
  }

  /** The first place of all who wait for a search, and not only for what it has found. */
  private async placeOf(id: string): Promise<number | undefined> {
    const places = [...(await this.deps.store.attending(id)).values()].filter((place) => place !== stopping);
    return places.length > 0 ? Math.min(...places) : undefined;
  }

  /** Has all that wait for a search look at it now. */
  private async wake(id: string): Promise<void> {
    const { queue } = this.deps;
    await Promise.all([...(await this.deps.store.attending(id)).keys()].map((job) => queue.wake(job)));
  }

  /** Works on a part for a slice; and for another one if that has left the part as it was, as the search was only prepared. */
  async part(pool: 'parts' | 'long', job: Job<unknown>, token: string): Promise<undefined> {
    const { work, part, left } = this.deps.jobs.partJobSchema.parse(job.data);
    const own = { search: searchOf(work), pool, part, left, job, token };
    while (await this.isSameAfterSlice(own));
  }

  private async isSameAfterSlice(own: PartAtWork): Promise<boolean> {
    const { search, pool, part, left, job, token } = own;
    const record = await this.openRecord(search);
    if (!record) return false;
    const isLeft = ({ parts, wholes }: WorkRecord): boolean => [...parts, ...wholes].includes(part);
    if (!isLeft(record)) {
      await this.add(search, record);
      return false;
    }
    const control = new SearchControl();
    const usual = search.parts.plan(search.work.request, record, part, this.fleet(search));
    const plan = { ...usual, milliseconds: left ?? usual.milliseconds };
    let slice: WorkSlice | GaveUpReason | undefined;
    try {
      slice = await this.slice(own, record, plan, control);
    } catch (error) {
      if (this.deps.threads.isStopped) return handBack(job, token);
      if (isNeeded(own)) return this.fail(search, job, error);
      this.deps.log.error({ err: error, job: job.id }, 'a part of a search failed');
    }
    // If nobody waits for more, what can't be divided ends with what it has found.
    if (control.isCancelled && (part !== whole || (await this.placeOf(search.id)) !== undefined)) return false;
    // The search does without one that fails, or may have ended its processes.
    if (typeof slice === 'string' && !isNeeded(own)) slice = { part, milliseconds: 0 };
    if (typeof slice === 'string') return this.end(search, slice);
    if (!slice) return false;
    const done = slice;
    const change = await this.change(search, (now) =>
      search.parts.merge(search.work.request, now, done, this.fleet(search)),
    );
    await this.follow(search, change, pool === 'parts' ? plan.milliseconds - done.milliseconds : 0);
    return change !== undefined && isOpen(change.after) && isLeft(change.after) && !control.isPaused;
  }

  private async slice(
    own: PartAtWork,
    record: WorkRecord,
    plan: SlicePlan,
    control: SearchControl,
  ): Promise<WorkSlice | GaveUpReason | undefined> {
    const { threads, isolated, queue, log } = this.deps;
    const { search, pool, part, job, token } = own;
    const { work, parts } = search;
    // A part that has lost two workers may be the cause.
    const isSuspect = job.stalledCounter >= mostLost;
    if (isSuspect && !isNeeded(own)) return { part, milliseconds: 0 };
    /** What has had half of its time has the rest at once, as it would begin again. */
    const mayWait = pool === 'long' && record.milliseconds < plan.milliseconds / 2;
    let isLost = false;
    const poll = async (took: number): Promise<void> => {
      if (control.isCancelled) return;
      if (!(await this.openRecord(search))) control.cancel();
      // By its token: the same worker may have taken the job again.
      if (!(await job.extendLock(token, lockOptions.lockDuration))) {
        log.warn({ job: job.id }, 'a search ended, as this worker has lost its job');
        isLost = true;
        control.cancel();
      }
      const { progress } = control;
      if (parts.note && control.hasBegun) await this.change(search, (now) => parts.note!(now, progress));
      const waiting = mayWait ? await queue.firstWaiting() : undefined;
      if (waiting !== undefined && isOver(job.priority, took, waiting)) control.pause();
    };
    const heartbeat = (took: number) => void poll(took).catch(() => {});
    const runner = isSuspect || record.isSuspect ? isolated : threads;
    const slice = await runner.slice({ work, plan, pool, control, log, heartbeat });
    return isLost ? undefined : slice;
  }

  /** Who works on a search. */
  private fleet({ work }: Search): Fleet {
    return { threads: this.threads, isAlone: this.waiting <= 1, limits: this.limitsOf(work) };
  }

  private async fail(search: Search, job: Job<unknown>, error: unknown): Promise<false> {
    if (error instanceof UnrecoverableError) {
      await this.deps.store.noteFatal(search.work);
      return this.end(search, 'fatal');
    }
    if (job.attemptsMade + 1 >= (job.opts.attempts ?? 1)) await this.end(search, 'failed');
    throw error;
  }

  /** The record of a search on which somebody has to work. */
  private async openRecord({ id }: Search): Promise<WorkRecord | undefined> {
    const [found, place] = await Promise.all([this.deps.store.readSearch(id), this.placeOf(id)]);
    return found && place !== undefined && isOpen(found.record) ? found.record : undefined;
  }

  /** Changes a record, whatever others do to it meanwhile. */
  private async change({ id }: Search, edit: (record: WorkRecord) => WorkRecord): Promise<Change | undefined> {
    for (;;) {
      const found = await this.deps.store.readSearch(id);
      if (!found) return undefined;
      const before = found.record;
      const after = edit(before);
      if (after === before || (await this.deps.store.swapSearch(id, found.revision, after))) return { before, after };
    }
  }

  /**
   * Adds the jobs that a change asks for, or tells those who wait.
   * @param left milliseconds of a slice, which the first of the jobs goes on with: so all searches have equal shares, however
   * short their parts are
   */
  private async follow(search: Search, change: Change | undefined, left = 0): Promise<void> {
    if (!change) return;
    const { before, after } = change;
    if (!isOpen(after)) return this.wake(search.id);
    await this.add(search, after, before === after ? undefined : before, left >= leastMilliseconds ? left : undefined);
  }

  private async end(search: Search, ended: WorkEnd): Promise<false> {
    await this.follow(search, await this.change(search, (record) => ({ ...record, ended })));
    return false;
  }
}
