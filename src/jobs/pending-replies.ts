/** Requests that wait for their answer: the reply shows their progress. */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type REST, Routes } from 'discord.js';
import { request } from '../discord/message.ts';
import { translator } from '../locales/index.ts';
import type { Erasures } from '../runtime/erasure.ts';
import type { Logger } from '../runtime/log.ts';
import type { Lane } from './define.ts';
import { madeAt, type ReplyJob } from './job.ts';
import { progressMessage } from './progress.ts';
import type { WorkQueue } from './queue.ts';
import type { Quota } from './quota.ts';
import type { WorkStore } from './store.ts';

/** Quick answers come before the first report, and never show one. */
const firstReportMilliseconds = 1500;
const reportMilliseconds = 3000;
/** The pause between two reports is this much longer for each request ahead. */
const aheadMilliseconds = 50;

interface PendingRepliesDeps {
  /** These three wait until Redis is back. */
  readonly store: WorkStore;
  readonly quota: Quota;
  readonly erasures: Erasures;
  readonly queue: WorkQueue;
  /** For edits of replies, which do not count for the limit of 50 requests a second. */
  readonly webhooks: REST;
  readonly log: Logger;
}

export class PendingReplies {
  private readonly deps: PendingRepliesDeps;
  private readonly stopped = new AbortController();

  constructor(deps: PendingRepliesDeps) {
    this.deps = deps;
    // Every reported request adds a listener.
    setMaxListeners(0, this.stopped.signal);
  }

  close(): void {
    this.stopped.abort();
  }

  /** A request is in the queue: it will be answered. */
  async entered(asked: ReplyJob, lane: Lane): Promise<void> {
    const { quota, erasures, queue } = this.deps;
    await quota.entered(asked, lane);
    // A deletion in between did not find the request in the queue.
    if (await erasures.isErased(asked.user, madeAt(asked.id))) await queue.disown(asked.user);
  }

  /** Report the progress of a request until it is answered. If this process stops, only the reports end. */
  async report({ id, application, guild, locale, work }: ReplyJob): Promise<void> {
    const { store, queue, webhooks, log } = this.deps;
    const t = translator(locale);
    const owner = randomUUID();
    const { signal } = this.stopped;
    let shown = '';
    try {
      for (let pause = firstReportMilliseconds; ; ) {
        await sleep(pause, undefined, { signal });
        const status = await queue.status(id);
        if (status.state === 'done') return;
        const isWaiting = status.state === 'waiting';
        const wait = isWaiting ? await queue.wait(status.lane, status.ahead, store) : undefined;
        const message = progressMessage(t, work, status, id, wait);
        // Far down a long queue little changes, and many requests are polled.
        pause = reportMilliseconds + (isWaiting ? status.ahead * aheadMilliseconds : 0);
        const text = JSON.stringify(message);
        if (text === shown || !(await store.lock('editing', id, owner))) continue;
        try {
          const token = await store.token(id);
          if (token === null) return;
          await webhooks.patch(Routes.webhookMessage(application, token), { ...request(message), auth: false, signal });
          shown = text;
        } finally {
          await store.unlock('editing', id, owner);
        }
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, interaction: id, guild }, 'a report of progress failed');
    }
  }
}
