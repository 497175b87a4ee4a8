/** Requests that wait for their answer: their progress is shown until the answer is there. */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type REST, Routes } from 'discord.js';
import type { TFunction } from 'i18next';
import { type Message, request } from '../discord/message.ts';
import { translator } from '../locales/index.ts';
import type { Erasures } from '../runtime/erasure.ts';
import type { Logger } from '../runtime/log.ts';
import type { Lane } from './define.ts';
import { madeAt, type ReplyJob } from './job.ts';
import { progressMessage } from './progress.ts';
import type { JobStatus, WorkQueue } from './queue.ts';
import type { Quota } from './quota.ts';
import type { WorkStore } from './store.ts';

/** Quick answers come before the first report, and never show one. */
const firstReportMilliseconds = 1500;
const reportMilliseconds = 3000;
/** The pause between two reports is so much longer for each request ahead. */
const aheadMilliseconds = 50;

interface PendingRepliesDeps {
  /** These three wait for a Redis that is away. */
  readonly store: WorkStore;
  readonly quota: Quota;
  readonly erasures: Erasures;
  readonly queue: WorkQueue;
  /** For edits of replies, which Discord does not count among a bot's 50 requests a second. */
  readonly webhooks: REST;
  readonly log: Logger;
}

export class PendingReplies {
  private readonly store: WorkStore;
  private readonly quota: Quota;
  private readonly erasures: Erasures;
  private readonly queue: WorkQueue;
  private readonly webhooks: REST;
  private readonly log: Logger;
  private readonly stopped = new AbortController();

  constructor({ store, quota, erasures, queue, webhooks, log }: PendingRepliesDeps) {
    this.store = store;
    this.quota = quota;
    this.erasures = erasures;
    this.queue = queue;
    this.webhooks = webhooks;
    this.log = log;
    // Every request that is reported on listens.
    setMaxListeners(0, this.stopped.signal);
  }

  /** Stop all reports. */
  close(): void {
    this.stopped.abort();
  }

  /** A request is in the queue: it will be answered. */
  async entered(asked: ReplyJob, lane: Lane): Promise<void> {
    await this.quota.entered(asked, lane);
    // A deletion in between did not find the request in the queue.
    if (await this.erasures.isErased(asked.user, madeAt(asked.id))) await this.queue.disown(asked.user);
  }

  /** Report the progress of a request until it is answered. If this process stops, only the reports end. */
  async report(asked: ReplyJob): Promise<void> {
    const t = translator(asked.locale);
    const owner = randomUUID();
    const { signal } = this.stopped;
    let shown = '';
    try {
      for (let pause = firstReportMilliseconds; ; ) {
        await sleep(pause, undefined, { signal });
        const status = await this.queue.status(asked);
        if (status.state === 'done') return;
        const message = await this.progress(t, asked, status);
        // Far down a long queue little changes, and many requests are polled.
        pause = reportMilliseconds + (status.state === 'waiting' ? status.ahead * aheadMilliseconds : 0);
        const text = JSON.stringify(message);
        if (text === shown) continue;
        if (!(await this.store.lockReply(asked.id, owner))) continue;
        try {
          const token = await this.store.token(asked.id);
          if (token === null) return;
          await this.webhooks.patch(Routes.webhookMessage(asked.application, token), {
            ...request(message),
            auth: false,
            signal,
          });
          shown = text;
        } finally {
          await this.store.unlockReply(asked.id, owner);
        }
      }
    } catch (error) {
      if (!signal.aborted)
        this.log.warn({ err: error, interaction: asked.id, guild: asked.guild }, 'a report of progress failed');
    }
  }

  private async progress(t: TFunction, asked: ReplyJob, status: JobStatus): Promise<Message> {
    const { id, work } = asked;
    if (status.state !== 'waiting') return progressMessage(t, work, status, id);
    const { lane, ahead } = status;
    const wait = await this.queue.wait(lane, ahead, await this.store.pace(lane));
    return progressMessage(t, work, status, id, wait);
  }
}
