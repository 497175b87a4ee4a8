/**
 * Runs contests. Each step is a job, which any bot may take and repeat: progress is recorded, edits replace, and posts
 * have nonces.
 */
import { Queue, Worker } from 'bullmq';
import { Routes } from 'discord.js';
import { z } from 'zod';
import { type Message, request } from '../../discord/message.ts';
import { isRefusal } from '../../discord/post-once.ts';
import { madeAt } from '../../discord/snowflake.ts';
import { translator } from '../../locales/index.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { lockOptions, logTrouble, queueOptions } from '../../queue/bullmq.ts';
import type { Services } from '../feature.ts';
import { contestMessage, duelMessage, duelResults, overMessage, resultsMessage } from './answer.ts';
import { type Contest, countsEverywhere, ranking } from './rules.ts';
import { type ContestStore, type Post, type State, secondsOf } from './store.ts';

const contestQueue = 'contest-step';

/** How long a round is open, and how long after its first right answer, in milliseconds. */
const roundMilliseconds = 20_000;
const afterMilliseconds = 3000;
/** The message of a duel shows its players' moves at most once in this time, in milliseconds. */
const progressMilliseconds = 2500;
/** How long answers that were sent in time may take to arrive, in milliseconds. */
export const graceMilliseconds = 1500;

const stepSchema = z.strictObject({ id: z.string(), round: z.int().optional() });

const jobOptions = {
  removeOnComplete: true,
  removeOnFail: true,
  // Together more than an hour, in case Discord is away.
  attempts: 15,
  backoff: { type: 'exponential', delay: 300 },
} as const;

type RefereeDeps = Services & { readonly contests: ContestStore };

export class Referee {
  private readonly deps: RefereeDeps;
  /** For what a person waits for: fails while Redis is away. */
  private readonly queue: Queue;
  private readonly worker: Worker;

  constructor(deps: RefereeDeps) {
    this.deps = deps;
    const { config, producer, consumer, log } = deps;
    this.queue = new Queue(contestQueue, queueOptions(producer, config.redisPrefix));
    // Steps only wait for Discord.
    const workerOptions = { ...queueOptions(consumer, config.redisPrefix), ...lockOptions, concurrency: 50 };
    this.worker = new Worker(contestQueue, ({ name, data }) => this.take(name, data), workerOptions);
    for (const end of [this.queue, this.worker]) logTrouble(end, log, { queue: contestQueue });
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

  /** Posts a contest whose rounds are drawn, and starts its clock. */
  open(id: string): Promise<void> {
    return this.add('open', { id }, `open-${id}`);
  }

  /** Ends a round soon, because a person has the right answer. */
  answered(id: string, round: number): Promise<void> {
    return this.add('next', { id, round }, `next-${id}-${round}-answered`, afterMilliseconds);
  }

  /** Shows soon how far the players of a duel are. Of all requests before that, and while that is on its way, one is kept. */
  async progressed(id: string): Promise<void> {
    const deduplication = { id: `progress-${id}`, keepLastIfActive: true };
    await this.queue.add('progress', { id }, { ...jobOptions, delay: progressMilliseconds, deduplication });
  }

  /** Ends a contest now. There is one job for its end, so that it ends once. */
  async end(id: string): Promise<void> {
    await this.add('end', { id }, `end-${id}`);
    const job = await this.queue.getJob(`end-${id}`);
    // Meanwhile it may have started by itself.
    if (await job?.isDelayed()) await job?.promote().catch(() => {});
  }

  private async add(name: string, data: z.infer<typeof stepSchema>, jobId: string, delay = 0): Promise<void> {
    await this.queue.add(name, data, { ...jobOptions, jobId, delay });
  }

  /** Does a step: that of a job, or one whose caller repeats it by itself. */
  async take(name: string, data: unknown): Promise<void> {
    const { id, round = 0 } = stepSchema.parse(data);
    const state = await this.deps.contests.state(id);
    if (!state) return;
    if (name === 'open') await this.opened(state);
    else if (name === 'progress') await this.showProgress(state);
    else if (name === 'next') await this.nextRound(state, round);
    else await this.ended(state);
  }

  private async opened({ contest, owner, players, rounds, isOver }: State): Promise<void> {
    const { contests, drawing } = this.deps;
    const t = translator(contest.locale);
    const { id, kind, minutes, until } = contest;
    // It was stopped before it was posted.
    if (isOver || !rounds) return;
    const duration = minutes * 60_000;
    const ending = until ?? Date.now() + (duration || roundMilliseconds);
    const begun = async () =>
      kind === 'duel'
        ? duelMessage(t, { contest, players, ends: ending })
        : contestMessage(t, { contest, owner, rounds, round: 1, ends: ending }, drawing);
    const challenged = players.flatMap(({ user }) => (user === owner ? [] : user));
    const message = await this.post(contest, 'message', begun, { mark: id, users: challenged });
    if (message === undefined) {
      await contests.close(id);
      return contests.free(contest);
    }
    // The message's own time is the same if this is repeated.
    const ends = until ?? madeAt(message) + duration;
    await contests.begin(contest, kind === 'first-move' ? undefined : ends);
    if (kind === 'first-move') await this.roundEnds(contest, 1);
    // A weekly contest is ended by its schedule.
    else if (until === undefined)
      await this.add('end', { id }, `end-${id}`, Math.max(0, ends - Date.now()) + graceMilliseconds);
    // If it was stopped while it was posted, that end found no message.
    const now = await contests.state(id);
    if (now?.isOver) await this.ended(now);
  }

  /** Plans the end of a round. It is recorded as shown only after that, because a round that was shown is not repeated. */
  private async roundEnds({ id }: Contest, round: number): Promise<void> {
    await this.add('next', { id, round }, `next-${id}-${round}`, roundMilliseconds);
    await this.deps.contests.showed(id, round);
  }

  /** Shows how far the players of a duel are. A duel whose message was deleted ends. */
  private async showProgress(state: State): Promise<void> {
    const { contests } = this.deps;
    const { contest, players, message, ends = 0 } = state;
    const { id, locale } = contest;
    // A bot that began this job, and died, may have sent an edit that came after that with the result.
    if (state.isOver) return this.ended(state);
    if (message === undefined) return;
    const shown = { contest, players, answers: await contests.answers(id), ends };
    if (!(await this.edit(contest, message, duelMessage(translator(locale), shown)))) return this.end(id);
    // This edit may have come after that with the result.
    const now = await contests.state(id);
    if (now?.isOver) await this.ended(now);
  }

  /** Shows the next round, or ends the contest. */
  private async nextRound({ contest, owner, rounds = [], message, shown }: State, before: number): Promise<void> {
    const { contests, drawing } = this.deps;
    const { id, locale } = contest;
    // Another job has done this.
    if (shown > before || message === undefined) return;
    const round = await contests.advance(contest, before, rounds[before]);
    if (round !== before + 1) return;
    if (round > rounds.length) return this.end(id);
    const ends = Date.now() + roundMilliseconds;
    const running = { contest, owner, rounds, round, ends, answers: await contests.answers(id) };
    // A contest whose message was deleted ends.
    const next = await contestMessage(translator(locale), running, drawing);
    if (!(await this.edit(contest, message, next))) return this.end(id);
    await this.roundEnds(contest, round);
  }

  private async ended(state: State): Promise<void> {
    const { contests, drawing } = this.deps;
    const { contest, players, rounds: drawn, round, results, ends } = state;
    const { id, kind } = contest;
    const closed = await contests.close(id);
    const message = await this.messageOf(state);
    if (drawn && message !== undefined) {
      const rounds = drawn.slice(0, round);
      const at = Date.now();
      const answers = await contests.answers(id);
      const places = ranking(kind, knownPuzzle(contest.puzzle), rounds, answers);
      // A contest of rounds has no time of its own, and takes less than four minutes.
      const time = ends === undefined ? 0 : Math.min(closed, ends) - madeAt(message);
      await contests.award(contest, places, at, countsEverywhere(places, time));
      const t = translator(contest.locale);
      const compose = async () => resultsMessage(t, { contest, rounds, places, answers, message });
      const postResults = () => this.post(contest, 'results', compose, { mark: message });
      const shown =
        kind === 'duel'
          ? duelResults(t, { contest, rounds, places, players }, drawing)
          : overMessage(t, { contest, rounds }, drawing, results ?? (await postResults()));
      await this.edit(contest, message, await shown);
    }
    await contests.free(contest);
  }

  /**
   * Posts a message of a contest, once.
   * @param mark text that no other message of the bot contains
   * @param users whom it mentions
   * @returns its id; undefined if the bot may not post
   */
  private async post(
    contest: Contest,
    post: Post,
    compose: () => Promise<Message>,
    { mark, users = [] }: { readonly mark: string; readonly users?: readonly string[] },
  ): Promise<string | undefined> {
    const { contests, posts, log } = this.deps;
    const { id, channel } = contest;
    const nonce = post === 'message' ? id : `${id}-r`;
    const order = { channel, nonce, mark, users, keptSeconds: secondsOf(contest), compose };
    try {
      const sent = await posts.post(contests.postKey(id, post), order);
      if (sent !== 'unsure') {
        await contests.posted(id, post, sent.message);
        return sent.message;
      }
      log.warn({ contest: id, post }, 'a message of a contest may have been posted');
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.warn({ err: error, contest: id, post }, 'a message of a contest has no place');
    }
    return undefined;
  }

  /** The id of the message of a contest, also where the bot that posted it ended before it knew. */
  private async messageOf({ contest: { id }, message }: State): Promise<string | undefined> {
    if (message !== undefined) return message;
    const { contests, posts } = this.deps;
    const found = await posts.find(contests.postKey(id, 'message'), id);
    if (found === undefined || found === 'unsure') return undefined;
    await contests.posted(id, 'message', found.message);
    return found.message;
  }

  /** @returns whether the message is still there */
  private async edit({ channel }: Contest, id: string, message: Message): Promise<boolean> {
    try {
      await this.deps.rest.patch(Routes.channelMessage(channel, id), request(message));
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }
}
