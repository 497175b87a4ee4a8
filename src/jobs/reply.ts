/**
 * The bot's side of the queue: delivers answers, and reports progress until they are there. Delivery is at least once;
 * an answer is an edit of the reply, so doing it again changes nothing a person sees.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Job, UnrecoverableError, Worker } from 'bullmq';
import { DiscordAPIError, MessageFlags, type REST, Routes } from 'discord.js';
import type { TFunction } from 'i18next';
import type { Redis } from 'ioredis';
import type { z } from 'zod';
import { type Message, plainMessage, request } from '../discord/message.ts';
import { translator } from '../locales/index.ts';
import type { Config } from '../runtime/config.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { boundDelays } from './delays.ts';
import type { AnswerGuard, Audience, Spoiled } from './guard.ts';
import {
  isDisowned,
  type Kind,
  type ReplyJob,
  type ResultOf,
  refusalSchema,
  replyJobSchema,
  resultSchemas,
  revealedBy,
  type Work,
  type WorkOf,
} from './job.ts';
import { OrphanedJobs } from './orphaned-jobs.ts';
import { lockOptions, longestDelay, queueOptions, replyQueue, type WorkQueue } from './queue.ts';
import type { Quota } from './quota.ts';
import type { WorkStore } from './store.ts';

/** What a job notes of itself once its answer is there. */
const delivered = 'delivered';
/**
 * Discord takes an acknowledgement for 3 s; a reply that isn't there after so many attempts, some 9 s, never will be. They
 * are counted, as clocks may differ.
 */
const acknowledgedWithin = 6;

/** How often it is tried to make an answer that can't be made: in some 4 s a Redis that was killed is there again. */
const renderedWithin = 4;

/** Errors by which Discord says that this token or message is no more, whatever one does. */
const unknown = { webhook: 10015, message: 10008, interaction: 10062, token: 50027 } as const;

/** Where an answer goes: the part of a request that is the same in all versions. */
const addressSchema = replyJobSchema
  .pick({
    id: true,
    application: true,
    channel: true,
    guild: true,
    user: true,
    private: true,
    update: true,
    locale: true,
  })
  .strip();
type Address = z.infer<typeof addressSchema>;

type Awaitable<T> = T | Promise<T>;

/** The bot's side of a kind of work. */
export interface Answer<K extends Kind> {
  render(
    t: TFunction,
    asked: Pick<ReplyJob, 'id' | 'step' | 'user' | 'presentation' | 'locale' | 'guild'> & {
      readonly work: WorkOf<K>;
      /** Why not all may be told, if so; of answers that are worth something without the rest. */
      readonly refusal?: string | undefined;
    },
    result: ResultOf<K>,
  ): Awaitable<Message>;
  /** Called once an answer is delivered, and again if the job is repeated. */
  delivered?(asked: ReplyJob & { readonly work: WorkOf<K> }, result: ResultOf<K>): Promise<void>;
}
export type Answers = { readonly [K in Kind]: Answer<K> };

/** What the lines of the log about a request are found by; a job that is none of ours has nothing of it. */
const idsOf = (asked: unknown) => {
  const { id, guild } = addressSchema.pick({ id: true, guild: true }).safeParse(asked).data ?? {};
  return { interaction: id, guild };
};

/** Whether an answer is still useful without the part that is a spoiler: a random position is there to be played. */
const isWorthwhile = ({ kind }: Work): boolean => kind === 'scramble' || kind === 'draw';

interface ReplyDeps {
  readonly rest: REST;
  /** For edits of replies, which Discord does not count among a bot's 50 requests a second. */
  readonly webhooks: REST;
  readonly store: WorkStore;
  readonly quota: Quota;
  readonly queue: WorkQueue;
  readonly answers: Answers;
  readonly guard: AnswerGuard;
  readonly log: Logger;
}

export class ReplyProcessor {
  private readonly rest: REST;
  private readonly webhooks: REST;
  private readonly store: WorkStore;
  private readonly quota: Quota;
  private readonly queue: WorkQueue;
  private readonly answers: Answers;
  private readonly guard: AnswerGuard;
  private readonly log: Logger;
  private readonly worker: Worker;
  private readonly orphanedJobs: OrphanedJobs;
  private isClosing = false;

  constructor(
    connection: Redis,
    config: Config,
    { rest, webhooks, store, quota, queue, answers, guard, log }: ReplyDeps,
  ) {
    this.rest = rest;
    this.webhooks = webhooks;
    this.store = store;
    this.quota = quota;
    this.queue = queue;
    this.answers = answers;
    this.guard = guard;
    this.log = log;
    this.worker = new Worker(replyQueue(), (job) => this.reply(job), {
      ...queueOptions(connection, config.redisPrefix),
      ...lockOptions,
      // Each only waits for Discord.
      concurrency: 50,
    });
    this.orphanedJobs = new OrphanedJobs({
      role: 'bot',
      connection,
      prefix: config.redisPrefix,
      store,
      queues: (version) => [replyQueue(version)],
      take: (job) => this.reply(job),
      log,
    });
    boundDelays(this.worker, connection, longestDelay, log);
    this.worker.on('error', (error) => log.error({ err: error }, 'queue trouble'));
    this.worker.on('failed', (job, error) => {
      // What is not tried again, as Discord would say the same, is over before its attempts are.
      if (job?.finishedOn !== undefined) void this.lost(job, error);
      else log.warn({ err: error, job: job?.id, ...idsOf(job?.data) }, 'an answer is tried again');
    });
  }

  async ready(): Promise<void> {
    await this.worker.waitUntilReady();
  }

  /** Whether answers are taken from the queue. */
  get isRunning(): boolean {
    return this.worker.isRunning() && !this.isClosing;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all([this.orphanedJobs.close(), this.worker.close()]);
  }

  /** An answer that Discord will not take: its asker's place is free again all the same. */
  private async lost(job: Job, error: Error): Promise<void> {
    metrics.answers.inc({ way: 'lost' });
    this.log.error({ err: error, job: job.id, ...idsOf(job.data) }, 'an answer was lost');
    const asked = addressSchema.safeParse(job.data).data;
    if (!asked) return;
    await this.quota
      .answered(asked.id, asked.user)
      .then((next) => this.queue.moveUp(next))
      // The place runs out by itself.
      .catch((failure) => this.log.warn({ err: failure, job: job.id }, 'its place stays taken for a while'));
  }

  /** Deliver the answer of one request. */
  private async reply(job: Job): Promise<void> {
    const parsed = replyJobSchema.safeParse(job.data);
    if (!parsed.success) return this.refuse(job);
    const asked = parsed.data;
    // Of a bot that was killed just then.
    if (job.progress === delivered) return this.finish(asked);
    const [value] = Object.values(await job.getChildrenValues());
    const challenge = await this.spoiledIn(asked, value, asked.private ? asked.user : undefined);
    const refusal = challenge && (await this.guard.refusal(translator(asked.locale), challenge, asked.user));
    if (!challenge || isWorthwhile(asked.work)) {
      await this.deliver(job, asked, await this.message(job, asked, value, refusal));
      await this.delivered(asked, value);
    } else if (await this.spoiledIn(asked, value, asked.user)) {
      await this.tellAlone(job, asked, plainMessage(refusal!));
    } else {
      await this.tellAlone(job, asked, await this.message(job, asked, value));
      await this.delivered(asked, value);
    }
    metrics.answer.observe({ kind: asked.work.kind }, (Date.now() - job.timestamp) / 1000);
    await job.updateProgress(delivered);
    await this.finish(asked);
  }

  private async finish({ id, user }: ReplyJob): Promise<void> {
    await this.queue.moveUp(await this.quota.answered(id, user));
  }

  /**
   * Whether somebody else has delivered the answer: a bot that takes too long loses the job to another, and goes on with
   * it all the same. The note is made before the token is deleted, and goes with the job. Or the job is one too many: of a
   * bot that kept the token beside another, and came to the queue only when that one's had been done.
   */
  private async isDelivered(job: Job, id: string): Promise<boolean> {
    if (await this.quota.isAnswered(id)) return true;
    // Those of another version are delivered by one at a time, as there is nothing to work out.
    if (job.queueName !== this.worker.name) return false;
    const now = await Job.fromId(this.worker, job.id!);
    return now === undefined || now.progress === delivered;
  }

  /** A request that can't be read, of another version: all that can be said is that. */
  private async refuse(job: Job): Promise<void> {
    const asked = addressSchema.parse(job.data);
    await this.deliver(job, asked, plainMessage(translator(asked.locale)('error.version')));
    metrics.answers.inc({ way: 'refused' });
    this.log.warn({ job: job.id, ...idsOf(asked) }, 'a request of another version was refused');
    await this.quota.answered(asked.id, asked.user);
  }

  private async delivered<K extends Kind>(asked: ReplyJob, value: unknown): Promise<void> {
    const { kind } = asked.work as WorkOf<K>;
    const result = resultSchemas[kind].safeParse(value);
    if (isDisowned(asked) || !result.success) return;
    const work = asked.work as WorkOf<K>;
    await this.answers[kind as K].delivered?.({ ...asked, work }, result.data as ResultOf<K>);
  }

  /** The challenge that an answer would give away to those who read it. */
  private async spoiledIn(asked: ReplyJob, value: unknown, audience: Audience): Promise<Spoiled | undefined> {
    const { work } = asked;
    // Who has left is told nothing but that.
    if (isDisowned(asked)) return undefined;
    const result = resultSchemas[work.kind].safeParse(value);
    return result.success ? this.guard.spoiledBy(audience, revealedBy(work, result.data)) : undefined;
  }

  private message(job: Job, asked: ReplyJob, value: unknown, refusal?: string): Promise<Message> {
    return this.render(asked, value, refusal).catch((error: unknown) => {
      // It may be that Redis is away just now.
      if (job.attemptsMade < renderedWithin) throw error;
      // A bug: trying again would end the same way, and the asker would never hear.
      this.log.error({ err: error, ...idsOf(asked) }, 'an answer could not be rendered');
      return plainMessage(translator(asked.locale)('error.ours', { id: asked.id }));
    });
  }

  private async render<K extends Kind>(asked: ReplyJob, value: unknown, refusal?: string): Promise<Message> {
    const t = translator(asked.locale);
    if (isDisowned(asked)) return plainMessage(t('gaveUp.cancelled'));
    if (refusalSchema.safeParse(value).success) return plainMessage(t('error.version'));
    // The schemas and answers of one kind belong together, which TypeScript can't see through the union.
    const { kind } = asked.work as WorkOf<K>;
    const result = resultSchemas[kind].safeParse(value);
    if (!result.success) return plainMessage(t('error.ours', { id: asked.id }));
    const answer: Answer<K> = this.answers[kind as K];
    return answer.render(t, { ...asked, work: asked.work as WorkOf<K>, refusal }, result.data as ResultOf<K>);
  }

  private deliver(job: Job, asked: Address, message: Message): Promise<void> {
    return this.respond(job, asked, message, async (token) => {
      const original = Routes.webhookMessage(asked.application, token);
      await this.webhooks.patch(original, { ...request(message), auth: false });
    });
  }

  /**
   * Say to the asker alone what others would have read. Once more, should this be repeated: that it does no harm is all
   * that can be had, as such messages have no nonce.
   */
  private tellAlone(job: Job, asked: Address, message: Message): Promise<void> {
    if (asked.private && !asked.update) return this.deliver(job, asked, message);
    return this.respond(job, { ...asked, private: true }, message, async (token) => {
      // What fills in a public "thinking…" is public too; a message that was to be changed stays as it is.
      if (!asked.update) await this.remove(Routes.webhookMessage(asked.application, token));
      const privately = request(message, { flags: MessageFlags.Ephemeral });
      await this.webhooks.post(Routes.webhook(asked.application, token), { ...privately, auth: false });
    });
  }

  private async remove(message: `/${string}`): Promise<void> {
    await this.webhooks.delete(message, { auth: false }).catch((error: unknown) => {
      if (!(error instanceof DiscordAPIError && error.code === unknown.message)) throw error;
    });
  }

  /** Answer by an interaction's token; after its life otherwise. */
  private async respond(
    job: Job,
    asked: Address,
    message: Message,
    send: (token: string) => Promise<void>,
  ): Promise<void> {
    const token = await this.store.token(asked.id);
    if (token === null) {
      if (await this.isDelivered(job, asked.id)) return;
      return this.deliverLate(asked, message);
    }
    const owner = randomUUID();
    while (!(await this.store.lockReply(asked.id, owner))) await sleep(50);
    try {
      await send(token);
      metrics.answers.inc({ way: 'edited' });
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) throw error;
      // Solved before the acknowledgement arrived: a retry will find it.
      if (error.code === unknown.webhook && job.attemptsMade < acknowledgedWithin) throw error;
      if (error.code === unknown.token) return this.deliverLate(asked, message);
      if (error.status >= 400 && error.status < 500 && error.status !== 429) {
        throw new UnrecoverableError(`Discord does not take the answer: ${error.code} ${error.message}`);
      }
      throw error;
    } finally {
      await this.store.unlockReply(asked.id, owner);
    }
  }

  /** After the token's life: in the channel, once (the nonce sees to it); a private answer in a direct message. */
  private async deliverLate(asked: Address, message: Message): Promise<void> {
    // Nobody is left to be told.
    if (isDisowned(asked)) return;
    try {
      if (asked.channel !== undefined && !asked.private && (await this.post(asked.channel, asked, message))) return;
      const direct = (await this.rest.post(Routes.userChannels(), { body: { recipient_id: asked.user } })) as {
        id: string;
      };
      if (await this.post(direct.id, asked, message)) return;
      throw new UnrecoverableError('a late answer has no place');
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status < 500 && error.status !== 429) {
        throw new UnrecoverableError(`a late answer has no place: ${error.code} ${error.message}`);
      }
      throw error;
    }
  }

  /** Post an answer of its own; false where the bot may not (it need not be a member where a person installed it). */
  private async post(channel: string, asked: Address, message: Message): Promise<boolean> {
    const { components: greeting } = plainMessage(
      translator(asked.locale)('answer.late', { user: `<@${asked.user}>` }),
    );
    const late = { ...message, components: [...greeting, ...message.components] };
    try {
      await this.rest.post(Routes.channelMessages(channel), request(late, { nonce: asked.id }));
      metrics.answers.inc({ way: 'late' });
      return true;
    } catch (error) {
      if (error instanceof DiscordAPIError && (error.status === 403 || error.status === 404)) return false;
      throw error;
    }
  }
}
