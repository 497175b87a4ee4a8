/** Requests that wait for their answer: the reply shows their progress. One bot at a time makes the reports of a request. */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordAPIError, HTTPError, RateLimitError, type REST, Routes } from 'discord.js';
import { type Message, plainMessage, request } from '../discord/message.ts';
import { isRefusal } from '../discord/post-once.ts';
import { translator } from '../locales/index.ts';
import { within } from '../runtime/deadline.ts';
import { type Logger, onceAMinute } from '../runtime/log.ts';
import { repeat } from '../runtime/repeat.ts';
import { waits } from '../runtime/waits.ts';
import type { Progress } from '../search/budget.ts';
import type { AnswerGuard } from './define.ts';
import type { JobRegistry, ReplyJob } from './job.ts';
import { progressMessage } from './progress.ts';
import type { JobStatus, WorkQueue } from './queue.ts';
import type { Quota } from './quota.ts';
import { tokenLife, type WorkStore } from './store.ts';

/** A pause is this much longer for each request ahead, so that reports don't delay the answers of a rush. */
const aheadMilliseconds = 50;
/** The most requests that make the first pause longer. Without a limit, reports pile up under a steady load. */
const mostAhead = 200;
/** How often a report on its way extends its lock. If it takes so long to begin, Redis or this process was away. */
const renewMilliseconds = waits.locks.report / 4;

/** Whether the end of a request says that Discord is done with it: not if Discord's proxy stopped waiting. */
const isSettled = (error: unknown): boolean =>
  error instanceof DiscordAPIError ||
  error instanceof RateLimitError ||
  (error instanceof HTTPError && error.status !== 504 && error.status !== 524);

interface PendingRepliesDeps {
  /** Waits until Redis is back. */
  readonly store: WorkStore;
  readonly queue: WorkQueue;
  readonly quota: Quota;
  /** Sends each report once. */
  readonly rest: REST;
  readonly guard: AnswerGuard;
  readonly jobs: Pick<JobRegistry, 'replyJobSchema'>;
  readonly log: Logger;
}

/** Milliseconds before the first report of a request. @param reporting how many others are being reported */
export const firstPause = (reporting: number): number =>
  waits.firstReport + Math.min(reporting, mostAhead) * aheadMilliseconds;

export class PendingReplies {
  private readonly deps: PendingRepliesDeps;
  /** Of this bot, where it says whose reports it makes. */
  private readonly owner = randomUUID();
  /** Ends the reports of a request, by its id. */
  private readonly reports = new Map<string, AbortController>();
  private readonly reporting = new Set<Promise<void>>();
  private readonly stopped = new AbortController();
  private readonly takingOver: Promise<void>;

  constructor(deps: PendingRepliesDeps) {
    this.deps = deps;
    const logError = onceAMinute((error) => deps.log.warn({ err: error }, 'reports could not be taken over'));
    this.takingOver = repeat(() => this.takeOver().catch(logError), waits.report, this.stopped.signal);
  }

  /** Other bots go on with the reports, sooner if Redis hears of it. */
  async close(): Promise<void> {
    this.stopped.abort();
    for (const id of this.reports.keys()) this.end(id);
    await within(waits.grace, Promise.all([this.takingOver, ...this.reporting]));
  }

  /** Goes on with the reports of bots that have stopped. */
  private async takeOver(): Promise<void> {
    const { queue, store, jobs, log } = this.deps;
    // Before, its own bot may not have made its first report.
    const old = await queue.waiting(firstPause(mostAhead), tokenLife * 1000);
    for (const id of await store.unreported(old.filter((id) => !this.reports.has(id)))) {
      const reply = jobs.replyJobSchema.safeParse(await queue.request(id)).data;
      const token = await store.token(id);
      if (!reply || token === null) continue;
      log.info({ interaction: id, guild: reply.guild }, 'goes on with the reports of another bot');
      void this.report(reply, token);
    }
  }

  /** Ends the reports of a request that is answered. Those of another process end at their next look at the queue. */
  end(id: string): void {
    this.reports.get(id)?.abort();
  }

  /**
   * Report the progress of a request until it is answered, unless another bot does. If this process stops, others go on.
   * @param token of the interaction, which Redis may lose
   */
  report(reply: ReplyJob, token: string): Promise<void> {
    if (this.stopped.signal.aborted) return Promise.resolve();
    const reporting = this.reportUntilEnd(reply, token).finally(() => this.reporting.delete(reporting));
    this.reporting.add(reporting);
    return reporting;
  }

  private async reportUntilEnd(reply: ReplyJob, token: string): Promise<void> {
    const { id, guild, locale, work, private: isPrivate } = reply;
    const { store, queue, log } = this.deps;
    const end = performance.now() + tokenLife * 1000;
    const t = translator(locale);
    const ending = new AbortController();
    const { signal } = ending;
    // discord.js leaves a listener for each report.
    setMaxListeners(0, signal);
    let pause = firstPause(this.reports.size);
    this.reports.set(id, ending);
    let isOwn = false;
    let shown = '';
    let known: Progress | undefined;
    try {
      // After the life of its token, the reply can't be edited.
      while (performance.now() < end) {
        await sleep(pause, undefined, { signal });
        const status = await queue.status(id);
        if (status.state === 'done') return await this.endIfLost(reply, token);
        const isWaiting = status.state === 'waiting';
        const wait = isWaiting ? await queue.wait(status.queue, status.ahead, store) : undefined;
        known = await this.known(reply, status, known);
        const message = progressMessage(t, work, { status, id, wait, known, isPrivate });
        // Far down a long queue little changes, and many requests are polled.
        pause = waits.report + (isWaiting ? status.ahead * aheadMilliseconds : 0);
        const lock: 'lock' | 'renew' = isOwn ? 'renew' : 'lock';
        isOwn = await store[lock]('reporter', id, this.owner, pause);
        if (!isOwn) return;
        const text = JSON.stringify(message);
        if (text !== shown && (await this.show(reply, message, signal))) shown = text;
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, interaction: id, guild }, 'the reports of progress ended');
      // No other bot has to try what Discord refuses.
      if (isOwn && isRefusal(error)) {
        isOwn = false;
        await store.renew('reporter', id, this.owner, tokenLife * 1000).catch(() => {});
      }
    } finally {
      this.reports.delete(id);
      // Otherwise, others go on a little later.
      if (isOwn) await store.unlock('reporter', id, this.owner).catch(() => {});
    }
  }

  /** Redis has lost its data, and with it the request: nobody will answer it. */
  private async endIfLost({ id, application, guild, locale }: ReplyJob, token: string): Promise<void> {
    const { store, quota, queue, rest, log } = this.deps;
    // In this order: an answer is noted before its job ends.
    if ((await queue.request(id)) || (await store.token(id)) !== null || (await quota.isAnswered(id))) return;
    log.error({ interaction: id, guild }, 'a request was lost by Redis');
    const message = plainMessage(translator(locale)('error.lost'));
    await rest.patch(Routes.webhookMessage(application, token), { ...request(message), auth: false });
  }

  /**
   * The best solution so far with the best bound, of all that the searches for this request have found: a worker that is
   * lost loses neither. Nothing where it would spoil a challenge.
   */
  private async known(reply: ReplyJob, status: JobStatus, before: Progress | undefined): Promise<Progress | undefined> {
    const { job, request } = reply.work;
    const progress = status.state === 'working' ? status.progress : undefined;
    const partial = progress && job.partial?.(request, progress);
    if (!partial) return before;
    const spoiled = await this.deps.guard.spoiledBy(reply, job.reveals?.(request, partial));
    if (spoiled) return undefined;
    const lowerBound = Math.max(progress.lowerBound, before?.lowerBound ?? 0);
    const isBetter = !before || progress.best!.length < before.best!.length;
    return { ...(isBetter ? progress : before), lowerBound };
  }

  /**
   * Edit the reply to a report. Its lock lasts until Discord is done with the edit, so that an answer meanwhile is delivered
   * again afterwards.
   * @returns whether it was shown
   */
  private async show({ id, application, guild }: ReplyJob, message: Message, signal: AbortSignal): Promise<boolean> {
    const { store, queue, rest, log } = this.deps;
    const owner = randomUUID();
    const began = performance.now();
    if (!(await store.lock('report', id, owner))) return false;
    let isOver = true;
    const renewing = setInterval(() => {
      store.renew('report', id, owner).catch(() => {});
    }, renewMilliseconds);
    try {
      const token = await store.token(id);
      // An answer is delivered only after its work, and who delivers it sees the lock from now on.
      if (token === null || (await queue.status(id)).state === 'done') return false;
      if (performance.now() - began > renewMilliseconds) return false;
      isOver = false;
      await rest.patch(Routes.webhookMessage(application, token), { ...request(message), auth: false, signal });
      isOver = true;
      return true;
    } catch (error) {
      isOver ||= isSettled(error);
      if (isRefusal(error) || signal.aborted) throw error;
      log.info({ err: error, interaction: id, guild }, 'a report of progress failed');
      return false;
    } finally {
      clearInterval(renewing);
      if (isOver) await store.unlock('report', id, owner);
    }
  }
}
