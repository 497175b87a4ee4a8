/** The bot's side of the queue: makes answers of results, and has them delivered. */
import { Job, Worker } from 'bullmq';
import type { TFunction } from 'i18next';
import type { Redis } from 'ioredis';
import { type Message, plainMessage } from '../discord/message.ts';
import { translator } from '../locales/index.ts';
import type { Config } from '../runtime/config.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import type { JobDefinition, JobResult, RequestOf, ResultOf } from './define.ts';
import { boundDelays } from './delays.ts';
import { type Attempt, Delivery, type DeliveryDeps } from './delivery.ts';
import type { AnswerGuard } from './guard.ts';
import { addressSchema, isDisowned, type ReplyJob, refusalSchema } from './job.ts';
import { OrphanedJobs } from './orphaned-jobs.ts';
import { lockOptions, longestDelay, queueOptions, replyQueue, type WorkQueue } from './queue.ts';
import type { Quota } from './quota.ts';
import type { JobRegistry } from './registry.ts';

/** What a job notes of itself once its answer is there. */
const delivered = 'delivered';

/** How often an answer that can't be rendered is tried: within some 4 s a Redis that was killed is there again. */
const renderedWithin = 4;

/** What the answer to a request needs to know of it. */
export interface Asked<Definition extends JobDefinition = JobDefinition>
  extends Pick<ReplyJob, 'id' | 'step' | 'user' | 'presentation' | 'locale' | 'guild'> {
  readonly request: RequestOf<Definition>;
  /** Why the answer must leave out what it would reveal; only for kinds with `redacts`. */
  readonly refusal?: string | undefined;
}

/** The bot's side of a kind of work. */
export interface Answer<Definition extends JobDefinition = JobDefinition> {
  render(t: TFunction, asked: Asked<Definition>, result: ResultOf<Definition>): Message | Promise<Message>;
  /** Called once the answer is delivered, and again if the job is repeated. */
  delivered?(asked: Asked<Definition>, result: ResultOf<Definition>): Promise<void>;
}

/** The answers of some kinds, by name. */
export type AnswersOf<Definition extends JobDefinition> = {
  readonly [Kind in Definition['kind']]: Answer<Extract<Definition, { kind: Kind }>>;
};

/** What log lines about a request are found by; a foreign job has none of it. */
const idsOf = (asked: unknown) => {
  const { id, guild } = addressSchema.pick({ id: true, guild: true }).safeParse(asked).data ?? {};
  return { interaction: id, guild };
};

interface ReplyDeps extends DeliveryDeps {
  readonly quota: Quota;
  readonly queue: WorkQueue;
  readonly jobs: JobRegistry;
  readonly answers: Readonly<Record<string, Answer>>;
  readonly guard: AnswerGuard;
  readonly log: Logger;
}

export class ReplyProcessor {
  private readonly deps: ReplyDeps;
  private readonly delivery: Delivery;
  private readonly worker: Worker;
  private readonly orphanedJobs: OrphanedJobs;
  private isClosing = false;

  constructor(connection: Redis, config: Config, deps: ReplyDeps) {
    const { store, log } = deps;
    this.deps = deps;
    this.delivery = new Delivery(deps);
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

  /** An answer that Discord will not take: its asker's quota is free again all the same. */
  private async lost(job: Job, error: Error): Promise<void> {
    const { quota, queue, log } = this.deps;
    metrics.answers.inc({ way: 'lost' });
    log.error({ err: error, job: job.id, ...idsOf(job.data) }, 'an answer was lost');
    const asked = addressSchema.safeParse(job.data).data;
    if (!asked) return;
    await quota
      .answered(asked.id, asked.user)
      .then((next) => queue.moveUp(next))
      // The entry expires by itself.
      .catch((failure) => log.warn({ err: failure, job: job.id }, 'its place stays taken for a while'));
  }

  /** Deliver the answer of one request. */
  private async reply(job: Job): Promise<void> {
    const parsed = this.deps.jobs.replyJobSchema.safeParse(job.data);
    if (!parsed.success) return this.refuse(job);
    const asked = parsed.data;
    // By a bot that was killed just then.
    if (job.progress === delivered) return this.finish(asked);
    const [value] = Object.values(await job.getChildrenValues());
    await this.answer(job, asked, value);
    metrics.answer.observe({ kind: asked.work.job.kind }, (Date.now() - job.timestamp) / 1000);
    await job.updateProgress(delivered);
    await this.finish(asked);
  }

  /** Say what came of a request to those who may know it. */
  private async answer(job: Job, asked: ReplyJob, value: unknown): Promise<void> {
    const { guard } = this.deps;
    const t = translator(asked.locale);
    const attempt = this.attempt(job, asked);
    // People whose data was deleted are told nothing else.
    if (isDisowned(asked)) return this.delivery.deliver(attempt, plainMessage(t('gaveUp.cancelled')));
    if (refusalSchema.safeParse(value).success) return this.delivery.deliver(attempt, plainMessage(t('error.version')));
    const { job: definition, request } = asked.work;
    const result = definition.result.safeParse(value).data;
    if (!result) return this.delivery.deliver(attempt, plainMessage(t('error.ours', { id: asked.id })));
    const revealed = definition.reveals?.(request, result);
    const spoiled = await guard.spoiledBy(asked.private ? asked.user : undefined, revealed);
    const refusal = spoiled && (await guard.refusal(t, spoiled, asked.user));
    if (!spoiled || definition.redacts) {
      await this.delivery.deliver(attempt, await this.render(job, asked, result, refusal));
    } else if (await guard.spoiledBy(asked.user, revealed)) {
      return this.delivery.tellAlone(attempt, plainMessage(refusal!));
    } else {
      await this.delivery.tellAlone(attempt, await this.render(job, asked, result));
    }
    await this.deps.answers[definition.kind]?.delivered?.({ ...asked, request }, result);
  }

  private async render(job: Job, asked: ReplyJob, result: JobResult, refusal?: string): Promise<Message> {
    const { job: definition, request } = asked.work;
    const t = translator(asked.locale);
    try {
      const answer = this.deps.answers[definition.kind];
      if (!answer) throw new Error(`no answer for ${definition.kind}`);
      return await answer.render(t, { ...asked, request, refusal }, result);
    } catch (error) {
      // It may be that Redis is away just now.
      if (job.attemptsMade < renderedWithin) throw error;
      // A bug: trying again would end the same way, and the asker would never hear.
      this.deps.log.error({ err: error, ...idsOf(asked) }, 'an answer could not be rendered');
      return plainMessage(t('error.ours', { id: asked.id }));
    }
  }

  private async finish({ id, user }: ReplyJob): Promise<void> {
    const { quota, queue } = this.deps;
    await queue.moveUp(await quota.answered(id, user));
  }

  private attempt(job: Job, asked: Attempt['asked']): Attempt {
    return { asked, attemptsMade: job.attemptsMade, isDelivered: () => this.isDelivered(job, asked.id) };
  }

  /**
   * Whether another bot has delivered the answer. A bot that takes too long loses the job to another, and goes on with it
   * all the same; the other notes the delivery before it deletes the token, and the note goes with the job. Or the job is
   * one too many: its bot kept the token beside another bot's, and came to the queue when that one's job had been done.
   */
  private async isDelivered(job: Job, id: string): Promise<boolean> {
    if (await this.deps.quota.isAnswered(id)) return true;
    // Jobs of another version are delivered by one bot at a time, as there is nothing to work out.
    if (job.queueName !== this.worker.name) return false;
    const now = await Job.fromId(this.worker, job.id!);
    return now === undefined || now.progress === delivered;
  }

  /** A request of another version can't be read; the answer says so. */
  private async refuse(job: Job): Promise<void> {
    const asked = addressSchema.parse(job.data);
    await this.delivery.deliver(this.attempt(job, asked), plainMessage(translator(asked.locale)('error.version')));
    metrics.answers.inc({ way: 'refused' });
    this.deps.log.warn({ job: job.id, ...idsOf(asked) }, 'a request of another version was refused');
    await this.deps.quota.answered(asked.id, asked.user);
  }
}
