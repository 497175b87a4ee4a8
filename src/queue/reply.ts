/** The bot's side of the queue: renders results and delivers the answers. */
import { DelayedError, Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { plainMessage } from '../discord/message.ts';
import { translator } from '../locales/index.ts';
import type { Config } from '../runtime/config.ts';
import { loopTurn } from '../runtime/loop-turn.ts';
import { metrics } from '../runtime/metrics.ts';
import { type AnswerDeps, writeAnswer } from './answer.ts';
import { boundDelays, lockOptions, logTrouble, queueOptions } from './bullmq.ts';
import { isGoingOn } from './define.ts';
import { type Attempt, Delivery, type DeliveryDeps, type Outcome, reportMilliseconds } from './delivery.ts';
import { type Address, addressSchema, isDisowned, type JobRegistry, type ReplyJob, refusalSchema } from './job.ts';
import { OrphanedJobs } from './orphaned-jobs.ts';
import type { PendingReplies } from './pending-replies.ts';
import { isFatal, longestPause, replyQueue, replySettings, type WorkQueue } from './queue.ts';
import type { Quota } from './quota.ts';
import type { Requests } from './request.ts';

/** The progress of a job whose answer is delivered, but a report of progress may still replace it. */
const overtaking = 'overtaking';

const idsOf = (job: unknown) => {
  const { id, guild } = addressSchema.pick({ id: true, guild: true }).safeParse(job).data ?? {};
  return { interaction: id, guild };
};

interface ReplyDeps extends DeliveryDeps, AnswerDeps {
  readonly quota: Quota;
  readonly queue: WorkQueue;
  readonly jobs: JobRegistry;
  readonly requests: Pick<Requests, 'urgent' | 'isAcknowledged' | 'answered'>;
  readonly pending: Pick<PendingReplies, 'end'>;
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
    this.worker = new Worker(replyQueue(), (job, token) => this.reply(job, token), {
      ...queueOptions(connection, config.redisPrefix),
      ...lockOptions,
      concurrency: 50,
      settings: replySettings,
    });
    this.orphanedJobs = new OrphanedJobs({
      role: 'bot',
      connection,
      prefix: config.redisPrefix,
      store,
      queues: (version) => [replyQueue(version)],
      take: (job, token) => this.reply(job, token),
      log,
    });
    boundDelays(this.worker, connection, longestPause, log);
    logTrouble(this.worker, log);
    this.worker.on('failed', (job, error) => {
      // After an UnrecoverableError, a job ends before its last attempt.
      if (job?.finishedOn !== undefined) void this.lost(job, error);
      else log.warn({ err: error, job: job?.id, ...idsOf(job?.data) }, 'an answer is tried again');
    });
  }

  async ready(): Promise<void> {
    await this.worker.waitUntilReady();
  }

  get isRunning(): boolean {
    return this.worker.isRunning() && !this.isClosing;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all([this.orphanedJobs.close(), this.worker.close()]);
  }

  /** Discord refuses the answer. The request no longer counts for its asker's quota. */
  private async lost(job: Job, error: Error): Promise<void> {
    const { log } = this.deps;
    metrics.answers.inc({ way: 'lost' });
    log.error({ err: error, job: job.id, ...idsOf(job.data) }, 'an answer was lost');
    const address = addressSchema.safeParse(job.data).data;
    if (!address) return;
    // The entry expires by itself.
    const logError = (failure: unknown) => log.warn({ err: failure, job: job.id }, 'its place stays taken for a while');
    await this.finish(address).catch(logError);
  }

  private async reply(job: Job, token: string | undefined): Promise<void> {
    const parsed = this.deps.jobs.replyJobSchema.safeParse(job.data);
    if (!parsed.success) return this.refuse(job);
    const reply = parsed.data;
    await this.deps.requests.urgent();
    const isRepeated = job.progress === overtaking;
    if (isRepeated) {
      if (await this.deps.store.isReported(reply.id)) return this.waitForReport(job, token);
      if (!(await this.delivery.isReplaced(reply))) return this.finish(reply);
    }
    const value = Object.values(await job.getChildrenValues()).find((found) => !isGoingOn(found));
    const outcome = await this.answer(job, reply, value);
    if (!isRepeated) metrics.answer.observe({ kind: reply.work.job.kind }, (Date.now() - job.timestamp) / 1000);
    if (outcome === 'overtook') {
      await job.updateProgress(overtaking);
      return this.waitForReport(job, token);
    }
    await this.finish(reply);
  }

  private async waitForReport(job: Job, token: string | undefined): Promise<never> {
    await job.moveToDelayed(Date.now() + reportMilliseconds, token);
    throw new DelayedError();
  }

  private async answer(job: Job, reply: ReplyJob, value: unknown): Promise<Outcome> {
    const t = translator(reply.locale);
    const attempt = this.attempt(job, reply);
    const say = (sentence: string) => this.delivery.deliver(attempt, plainMessage(sentence));
    // After a deletion of personal data, no answer shows the result.
    if (isDisowned(reply)) return say(t('gaveUp.cancelled'));
    if (refusalSchema.safeParse(value).success) return say(t('error.version'));
    // Those of files are long, and were parsed as JSON in this turn.
    await loopTurn(reply.user);
    const result = reply.work.job.result.safeParse(value).data;
    if (!result) {
      const failures = Object.values(await job.getIgnoredChildrenFailures());
      return say(t(failures.some(isFatal) ? 'error.fatal' : 'error.ours', { id: reply.id }));
    }
    const { message, isForAsker, delivered } = await writeAnswer(this.deps, reply, result, job.attemptsMade);
    const outcome = await this.delivery.deliver(attempt, message, isForAsker);
    if (outcome !== 'unacknowledged') await delivered();
    return outcome;
  }

  private async finish({ id, user }: Address): Promise<void> {
    const { quota, queue, pending } = this.deps;
    pending.end(id);
    await queue.moveUp(await quota.answered(id, user));
  }

  private attempt(job: Job, address: Address): Attempt {
    return { address, attemptsMade: job.attemptsMade, isDelivered: () => this.isDelivered(job, address.id) };
  }

  /** Whether the answer was delivered: a slow bot loses its job to another, or two bots added the request. */
  private async isDelivered(job: Job, id: string): Promise<boolean> {
    if (await this.deps.quota.isAnswered(id)) return true;
    // Jobs of another version are only refused.
    if (job.queueName !== this.worker.name) return false;
    const now = await Job.fromId(this.worker, job.id!);
    return now === undefined || now.progress === overtaking;
  }

  private async refuse(job: Job): Promise<void> {
    const { quota, log } = this.deps;
    const address = addressSchema.parse(job.data);
    // Its own version may have answered it, and ended before it said so to Redis.
    if (!(await quota.isAnswered(address.id)) && (await this.delivery.isAwaited(address))) {
      await this.delivery.deliver(
        this.attempt(job, address),
        plainMessage(translator(address.locale)('error.version')),
      );
      metrics.answers.inc({ way: 'refused' });
      log.warn({ job: job.id, ...idsOf(address) }, 'a request of another version was refused');
    }
    await quota.answered(address.id, address.user);
  }
}
