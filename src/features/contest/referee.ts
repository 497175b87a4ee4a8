/**
 * Takes contests from step to step. Each step is a job of a queue of their own, so that it belongs to Redis and not to a
 * process; any bot may do it, and more than once: what was done is recorded, edits replace, posts have nonces.
 */

import { type Job, Queue, Worker } from 'bullmq';
import { type APIMessage, type REST, type RESTGetAPICurrentUserResult, Routes, SnowflakeUtil } from 'discord.js';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { type Message, request } from '../../discord/message.ts';
import { isRefusal, postOnce } from '../../discord/post-once.ts';
import { lockOptions, queueOptions } from '../../jobs/queue.ts';
import { translator } from '../../locales/index.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { Config } from '../../runtime/config.ts';
import type { Logger } from '../../runtime/log.ts';
import { contestMessage, overMessage, resultsMessage } from './answer.ts';
import { type Contest, ranking } from './rules.ts';
import type { ContestStore, Post, State } from './store.ts';

const contestQueue = 'contest-step';

/** How long a round is open, and how long after its first right answer, in milliseconds. */
const roundMilliseconds = 20_000;
const afterMilliseconds = 3000;
/** What is sent in time is waited for. */
const graceMilliseconds = 1500;
/** Discord knows a nonce for some minutes; after less than that we look ourselves whether a message is there. */
const nonceMilliseconds = 3 * 60_000;

const stepSchema = z.strictObject({ id: z.string(), round: z.int().optional() });

const options = {
  removeOnComplete: true,
  removeOnFail: true,
  // For more than an hour in all, should Discord be away.
  attempts: 15,
  backoff: { type: 'exponential', delay: 300 },
} as const;

interface RefereeDeps {
  readonly rest: REST;
  readonly contests: ContestStore;
  readonly log: Logger;
}

export class Referee {
  private readonly rest: REST;
  private readonly contests: ContestStore;
  private readonly log: Logger;
  private readonly queue: Queue;
  private readonly worker: Worker;

  /**
   * @param producer for what a person waits for; fails where Redis is away
   * @param consumer for the steps; waits for it
   */
  constructor(producer: Redis, consumer: Redis, config: Config, { rest, contests, log }: RefereeDeps) {
    this.rest = rest;
    this.contests = contests;
    this.log = log;
    this.queue = new Queue(contestQueue, queueOptions(producer, config.redisPrefix));
    this.worker = new Worker(contestQueue, (job) => this.take(job), {
      ...queueOptions(consumer, config.redisPrefix),
      ...lockOptions,
      // Each only waits for Discord.
      concurrency: 50,
    });
    const trouble = (error: Error) => log.error({ err: error }, 'queue trouble');
    this.queue.on('error', trouble);
    this.worker.on('error', trouble);
    this.worker.on('failed', (job, error) => {
      if (!job || job.attemptsMade < (job.opts.attempts ?? 1))
        log.warn({ err: error, job: job?.id }, 'a step of a contest is tried again');
      else log.error({ err: error, job: job.id }, 'a contest was lost');
    });
  }

  async ready(): Promise<void> {
    await this.worker.waitUntilReady();
  }

  async close(): Promise<void> {
    await this.worker.close();
    await this.queue.close();
  }

  /** Post a contest whose rounds are drawn; with its message the clock starts. */
  async open(id: string): Promise<void> {
    await this.queue.add('open', { id }, { ...options, jobId: `open-${id}` });
  }

  /** The first right answer of a round is there. */
  async answered(id: string, round: number): Promise<void> {
    await this.queue.add(
      'next',
      { id, round },
      { ...options, jobId: `next-${id}-${round}-answered`, delay: afterMilliseconds },
    );
  }

  /** End a contest now, whatever its clock says. There is one job for the end, so that it comes once. */
  async end(id: string): Promise<void> {
    await this.endIn(id, 0);
    const job = await this.queue.getJob(`end-${id}`);
    // Between the two it may have begun by itself.
    if (await job?.isDelayed()) await job?.promote().catch(() => {});
  }

  private async endIn(id: string, delay: number): Promise<void> {
    await this.queue.add('end', { id }, { ...options, jobId: `end-${id}`, delay });
  }

  private async take(job: Job): Promise<void> {
    const { id, round = 0 } = stepSchema.parse(job.data);
    const state = await this.contests.state(id);
    if (!state) return;
    switch (job.name) {
      case 'open':
        return this.opened(state);
      case 'next':
        return this.nextRound(state, round);
      case 'end':
        return this.ended(state);
    }
  }

  private async opened({ contest, owner, rounds, isOver }: State): Promise<void> {
    const { id, kind, minutes } = contest;
    // Stopped before it was there.
    if (isOver || !rounds) return;
    const duration = minutes * 60_000;
    const t = translator(contest.locale);
    const shown = { contest, owner, rounds, round: 1, ends: Date.now() + (duration || roundMilliseconds) };
    const message = await this.post(contest, 'message', contestMessage(t, shown), id);
    if (message === undefined) {
      // There is nothing that could be ended.
      await this.contests.close(id);
      return this.contests.free(contest);
    }
    // The message's own time, which is the same for whoever does this again.
    const ends = SnowflakeUtil.timestampFrom(message) + duration;
    await this.contests.begin(contest, kind === 'first-move' ? undefined : ends);
    if (kind === 'first-move') await this.roundEnds(contest, 1);
    else await this.endIn(id, Math.max(0, ends - Date.now()) + graceMilliseconds);
    // Stopped while it was posted: that end found no message to close.
    const now = await this.contests.state(id);
    if (now?.isOver) await this.ended(now);
  }

  /** A round was shown, and has its own end. In this order: what was shown is not shown again. */
  private async roundEnds({ id }: Contest, round: number): Promise<void> {
    await this.queue.add('next', { id, round }, { ...options, jobId: `next-${id}-${round}`, delay: roundMilliseconds });
    await this.contests.showed(id, round);
  }

  /** A round is over: show the next one, or end. */
  private async nextRound({ contest, owner, rounds = [], message, shown }: State, before: number): Promise<void> {
    // Somebody was quicker, and has done all of it.
    if (shown > before || message === undefined) return;
    const round = await this.contests.advance(contest, before, rounds[before]);
    if (round !== before + 1) return;
    if (round > rounds.length) return this.end(contest.id);
    const answers = await this.contests.answers(contest.id);
    const ends = Date.now() + roundMilliseconds;
    const t = translator(contest.locale);
    const isThere = await this.edit(
      contest,
      message,
      contestMessage(t, { contest, owner, rounds, round, ends, answers }),
    );
    // Whoever deleted it wanted no more of it.
    if (!isThere) return this.end(contest.id);
    await this.roundEnds(contest, round);
  }

  private async ended({ contest, rounds: drawn, round, message, results }: State): Promise<void> {
    const { id, kind, locale } = contest;
    await this.contests.close(id);
    if (drawn && message !== undefined) {
      // Those that were played.
      const rounds = drawn.slice(0, round);
      const at = Date.now();
      const answers = await this.contests.answers(id);
      const places = ranking(kind, knownPuzzle(contest.puzzle), rounds, answers);
      await this.contests.award(contest, places, at);
      const t = translator(locale);
      const told = resultsMessage(t, { contest, rounds, places, answers, message });
      const posted = results ?? (await this.post(contest, 'results', told, message));
      await this.edit(contest, message, overMessage(t, contest, rounds, posted));
    }
    await this.contests.free(contest);
  }

  /**
   * Post a message of a contest, once: the nonce sees to that for some minutes, and later a look into the channel.
   * @param mark what it holds and no other message of ours does
   * @returns its id; undefined where the bot may not post
   */
  private async post(contest: Contest, post: Post, message: Message, mark: string): Promise<string | undefined> {
    const { id, channel } = contest;
    const since = await this.contests.posting(id, post);
    try {
      const before = Date.now() - since > nonceMilliseconds ? await this.find(channel, since, mark) : undefined;
      const posted = before ?? (await postOnce(this.rest, channel, post === 'message' ? id : `${id}-r`, message));
      await this.contests.posted(id, post, posted.id);
      return posted.id;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.log.warn({ err: error, contest: id, post }, 'a message of a contest has no place');
      return undefined;
    }
  }

  /** A message of ours in a channel, among those since a time. */
  private async find(channel: string, since: number, mark: string): Promise<APIMessage | undefined> {
    const after = SnowflakeUtil.generate({ timestamp: since - 5000 }).toString();
    const query = new URLSearchParams({ after, limit: '100' });
    const [me, messages] = await Promise.all([
      this.rest.get(Routes.user()) as Promise<RESTGetAPICurrentUserResult>,
      this.rest.get(Routes.channelMessages(channel), { query }) as Promise<APIMessage[]>,
    ]);
    return messages.find((found) => found.author.id === me.id && JSON.stringify(found).includes(mark));
  }

  /** @returns whether the message is still there */
  private async edit({ channel }: Contest, id: string, message: Message): Promise<boolean> {
    try {
      await this.rest.patch(Routes.channelMessage(channel, id), request(message));
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }
}
