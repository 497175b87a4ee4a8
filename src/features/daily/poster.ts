/**
 * Sends each server's post at its moment, and reminders. Any number of bots share the queue, and any step may be cut short
 * and run again.
 *
 * Redis holds the truth: a schedule says when to check which server, and each server records its progress. One scheduler
 * checks every minute, so nothing has to follow changed settings, and time zones are plain arithmetic (post-rules.ts), which
 * a cron pattern can't express. If a job fails, its server stays due and the next check finds it.
 *
 * A post is recorded before it is sent, and again with its message id. A bot that finds only the first record looks for the
 * message in the channel, then sends with the same nonce, which covers a request still on its way. A record is written only
 * if no other bot wrote one since, and a post that could not be sent soon after is given up: its nonce may be forgotten.
 */
import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import {
  type APIMessage,
  DiscordAPIError,
  MessageType,
  type REST,
  RESTJSONErrorCodes,
  Routes,
  SnowflakeUtil,
} from 'discord.js';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { customId } from '../../discord/command.ts';
import type { Message } from '../../discord/message.ts';
import { directChannel, postOnce } from '../../discord/post-once.ts';
import { lockOptions, queueOptions, type WorkQueue } from '../../jobs/queue.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { translator } from '../../locales/index.ts';
import type { Drawing } from '../../render/drawing.ts';
import type { Config } from '../../runtime/config.ts';
import type { Logger } from '../../runtime/log.ts';
import { pagesOf } from '../scope.ts';
import { playComponent } from './answer.ts';
import { type DailyChallenge, dailyJob } from './job.ts';
import { momentOf, reminderLead } from './post-rules.ts';
import type { Ending, Post, PostStore, Refusal, ReminderStore, Server } from './post-store.ts';
import { dailyPost, type Past, reminder } from './posts.ts';
import { numberAt, startOf } from './rules.ts';
import type { DailyStore } from './store.ts';

export const postQueue = 'post';

/** Finished jobs leave nothing behind; the next check makes a failed one again. */
const gone = { removeOnComplete: true, removeOnFail: true } as const;
const again = 'look-again';
const bulk = 500;
/** How often to check whether a challenge has been drawn, in milliseconds. */
const drawMilliseconds = 300;
/** Discord knows a nonce for some minutes; we rely on the first of them. */
const nonceMilliseconds = 60_000;
/** A bot that could not send for this long, for example because of a rate limit, checks the record again first. */
const sendMilliseconds = 30_000;
/** How far the bot's clock and Discord's may differ, in milliseconds. */
const skewMilliseconds = 60_000;
/** Pages of solvers that fit in a post. */
const solverPages = 5;
/** Settled numbers of longer ago are of no interest to anybody. */
const longestGap = 30;
const threadMinutes = 1440;

/** The thread of a post that was made by an attempt whose answer was lost. */
const threadExists = 160_004;
/** The person takes no direct messages, or shares no server with the bot any more. */
const closedDoors: readonly (number | string)[] = [RESTJSONErrorCodes.CannotSendMessagesToThisUser, 50_278];

const postJob = z.object({ guild: z.string() });
const remindJob = z.object({ person: z.string(), number: z.int() });

/** At most 20 characters; Discord takes 25. */
const nonceOf = (to: string, number: number): string => `${BigInt(to).toString(36)}-${number}`;

const snowflakeAt = (milliseconds: number): string => SnowflakeUtil.generate({ timestamp: milliseconds }).toString();

/** Why Discord takes no such post, whatever one does; undefined for trouble that passes. */
const refusalOf = (error: unknown): Refusal | undefined => {
  if (!(error instanceof DiscordAPIError)) return undefined;
  const { status, code } = error;
  if (code === RESTJSONErrorCodes.UnknownChannel || status === 404) return 'channel';
  if (code === RESTJSONErrorCodes.MissingAccess) return 'access';
  if (status === 403) return 'permission';
  // 401 is about the bot and no server; 429 was waited for.
  return status >= 400 && status < 500 && status !== 401 && status !== 429 ? 'form' : undefined;
};

interface PosterDeps {
  readonly rest: REST;
  readonly posts: PostStore;
  readonly reminders: ReminderStore;
  readonly daily: DailyStore;
  readonly store: WorkStore;
  readonly work: WorkQueue;
  readonly drawing: Drawing;
  readonly log: Logger;
}

export class Poster {
  private readonly deps: PosterDeps;
  private readonly queue: Queue;
  private readonly worker: Worker;
  /** The bot's own id, once it was needed. */
  private self: string | undefined;

  /** Takes jobs from now until it is closed. */
  constructor(connection: Redis, config: Config, deps: PosterDeps) {
    this.deps = deps;
    const { log } = deps;
    const options = queueOptions(connection, config.redisPrefix);
    this.queue = new Queue(postQueue, options);
    this.worker = new Worker(postQueue, (job, token) => this.process(job, token ?? ''), {
      ...options,
      ...lockOptions,
      // Each only waits for Discord, whose limits the REST client keeps.
      concurrency: 20,
    });
    const trouble = (error: Error) => log.error({ err: error }, 'queue trouble');
    this.queue.on('error', trouble);
    this.worker.on('error', trouble);
    this.worker.on('failed', (job, error) => log.warn({ err: error, job: job?.id }, 'posting is tried again'));
  }

  /** Resolves once jobs are taken, and what came due in the meantime is on its way. */
  async ready(): Promise<void> {
    await this.worker.waitUntilReady();
    const look = { name: 'look', data: {}, opts: gone };
    await this.queue.upsertJobScheduler('look', { pattern: '0 * * * * *', tz: 'UTC' }, look);
    await this.queue.add('look', {}, gone);
  }

  async close(): Promise<void> {
    await this.worker.close();
    await this.queue.close();
  }

  private async process(job: Job, token: string): Promise<void> {
    const wait = async (): Promise<never> => {
      await job.moveToDelayed(Date.now() + drawMilliseconds, token);
      throw new DelayedError();
    };
    if (job.name === 'look') return this.look(job, wait);
    if (job.name === 'post') return this.post(postJob.parse(job.data).guild, wait);
    const { person, number } = remindJob.parse(job.data);
    return this.remind(person, number);
  }

  /** Put all that is due in the queue: a job for each server and person, so that none waits for another's trouble. */
  private async look(job: Job, wait: () => Promise<never>): Promise<void> {
    const { posts, reminders } = this.deps;
    const now = Date.now();
    const number = numberAt(now);
    const servers = await posts.due(now);
    const people = now >= startOf(number + 1) - reminderLead ? await reminders.waiting(number) : [];
    // Asked for here once, so that not every server has to wait for it.
    if (servers.length > 0 && !(await this.drawn(number, servers[0]!))) {
      // However many looks find that, one of them waits.
      if (job.id === again) return wait();
      await this.queue.add('look', {}, { ...gone, jobId: again, delay: drawMilliseconds });
      return;
    }
    const jobs = [
      ...servers.map((guild) => ({ name: 'post', data: { guild }, opts: { ...gone, jobId: `post-${guild}` } })),
      ...people.map((person) => ({
        name: 'remind',
        data: { person, number },
        opts: { ...gone, jobId: `remind-${person}-${number}` },
      })),
    ];
    for (let from = 0; from < jobs.length; from += bulk) await this.queue.addBulk(jobs.slice(from, from + bulk));
  }

  /** A challenge, once a worker has drawn it. */
  private async drawn(number: number, guild: string): Promise<DailyChallenge | undefined> {
    const work = { job: dailyJob, request: { number } };
    const result = await this.deps.store.result(work);
    if (result?.status === 'challenge') return result;
    await this.deps.work.addWork(`daily-${number}`, guild, work, 1);
    return undefined;
  }

  /** Bring a server up to date: settle what is over, post what is due, and note when to look again. */
  private async post(guild: string, wait: () => Promise<never>): Promise<void> {
    const { posts } = this.deps;
    const server = await posts.server(guild);
    // It was removed or paused since it came due.
    if (!server || server.paused !== undefined) return posts.plan(guild, -1, 0);
    const { settings, revision, last, slot } = server;
    const now = Date.now();
    const running = numberAt(now);
    if (last + 1 < running) {
      for (let number = Math.max(last + 1, running - longestGap); number < running; number++) {
        await this.miss(guild, number, now);
      }
      // One of them may turn out to have been posted, and is to be resolved.
      return this.post(guild, wait);
    }
    let taken = slot;
    if (last < running) {
      const moment = momentOf(running, settings, slot);
      if (now < moment.at) return posts.plan(guild, revision, moment.at);
      await this.deliver(guild, server, running, moment.slot, wait);
      taken = moment.slot;
    }
    await posts.plan(guild, revision, momentOf(running + 1, settings, taken).at);
  }

  /** Settle a number that is over: skipped, unless an attempt at it turns out to have been sent. */
  private async miss(guild: string, number: number, now: number): Promise<void> {
    const { posts, log } = this.deps;
    const post = await posts.post(guild, number);
    const message = post?.message ?? (post?.state === 'trying' ? await this.find(post, number) : undefined);
    if (message !== undefined && message !== 'unsure') {
      return posts.settle(guild, number, { state: 'posted', slot: undefined }, now);
    }
    log.warn({ guild, number }, 'a post was missed');
    await posts.settle(guild, number, { state: 'skipped', why: message ?? 'late' }, now);
  }

  /** Post the running number, or finish what an attempt has begun. */
  private async deliver(
    guild: string,
    server: Server,
    number: number,
    slot: string | undefined,
    wait: () => Promise<never>,
  ): Promise<void> {
    const { posts, log } = this.deps;
    const { channel, thread } = server.settings;
    const settle = (ending: Ending): Promise<void> => posts.settle(guild, number, ending, Date.now());
    const post = await posts.post(guild, number);
    // Of settings that were removed and made anew.
    if (post?.state === 'skipped') return settle({ state: 'skipped', why: 'unsure' });
    let sent = post?.message && post.channel ? { channel: post.channel, message: post.message } : undefined;
    if (!sent && post?.state === 'trying') {
      const message = await this.find(post, number);
      if (message === 'unsure') return settle({ state: 'skipped', why: 'unsure' });
      if (message !== undefined) sent = { channel: post.channel!, message };
    }
    if (!sent) {
      const message = await this.compose(guild, server, number, wait);
      // What was late is over by now, or somebody else is at it: things are to be looked at anew.
      if (numberAt(Date.now()) !== number || !(await posts.try(guild, number, channel, post, Date.now())))
        return wait();
      try {
        sent = await this.send(guild, server, number, message);
      } catch (error) {
        const why = refusalOf(error);
        if (!why) throw error;
        log.warn({ guild, number, why, err: error }, 'Discord does not take a post');
        return settle({ state: 'refused', why });
      }
    }
    await posts.sent(guild, number, sent.channel, sent.message);
    if (thread && post?.state !== 'posted') await this.openThread(server, number, sent);
    return settle({ state: 'posted', slot });
  }

  private async compose(
    guild: string,
    { settings, locale, posted }: Server,
    number: number,
    wait: () => Promise<never>,
  ): Promise<Message> {
    const { daily, drawing } = this.deps;
    const drawn = (await this.drawn(number, guild)) ?? (await wait());
    const past = async (of: number): Promise<Past> => {
      const before = (await this.drawn(of, guild)) ?? (await wait());
      const board = { period: 'day', number: of, scope: guild } as const;
      const { total, rows } = await daily.page(board, 0, '');
      const solvers = [...rows];
      for (let page = 1; page < Math.min(pagesOf(total), solverPages); page++) {
        solvers.push(...(await daily.page(board, page, '')).rows);
      }
      return { number: of, drawn: before, total, solvers };
    };
    const { role, givesRole } = settings;
    // Only what is over is told.
    const over = posted !== undefined && posted < number ? await past(posted) : undefined;
    return dailyPost(translator(locale), { number, drawn, past: over, role, givesRole }, drawing);
  }

  private async send(
    guild: string,
    { settings: { channel, role } }: Server,
    number: number,
    message: Message,
  ): Promise<{ channel: string; message: string }> {
    const made = await postOnce(this.deps.rest, channel, nonceOf(guild, number), message, {
      roles: role === undefined ? [] : [role],
      signal: AbortSignal.timeout(sendMilliseconds),
    });
    return { channel: made.channel_id, message: made.id };
  }

  /** A place to talk under a post. Without it the post is still one; the settings tell of a missing permission. */
  private async openThread(
    { locale }: Server,
    number: number,
    { channel, message }: { channel: string; message: string },
  ): Promise<void> {
    const { rest, log } = this.deps;
    const body = { name: translator(locale)('daily.title', { number }), auto_archive_duration: threadMinutes };
    try {
      await rest.post(Routes.threads(channel, message), { body });
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || refusalOf(error) === undefined) throw error;
      if (error.code !== threadExists) log.warn({ err: error, channel }, 'a post has no thread');
    }
  }

  /**
   * The message of an attempt that may have been sent, looked for in its channel among our own messages since: the one
   * with the Play button of the number. Where the bot may not read the history, the nonce answers for the first minute;
   * later nobody can tell ("unsure"), and a number that may be missing is better than one that comes twice.
   */
  private async find({ channel = '', first = 0, last = 0 }: Post, number: number): Promise<string | undefined> {
    const { rest } = this.deps;
    const mark = `"${customId(playComponent, number)}"`;
    const unsure = Date.now() - first < nonceMilliseconds ? undefined : 'unsure';
    this.self ??= ((await rest.get(Routes.user())) as { id: string }).id;
    const { self } = this;
    const until = BigInt(snowflakeAt(last + sendMilliseconds + skewMilliseconds));
    const start = snowflakeAt(first - skewMilliseconds);
    try {
      let isEmpty = true;
      for (let after = start; BigInt(after) < until; ) {
        const query = new URLSearchParams({ after, limit: '100' });
        const messages = (await rest.get(Routes.channelMessages(channel), { query })) as APIMessage[];
        // Answers to commands may have such a button too.
        const found = messages.find(
          ({ author, type, interaction_metadata: asked, components }) =>
            author.id === self && type === MessageType.Default && !asked && JSON.stringify(components).includes(mark),
        );
        if (found) return found.id;
        if (messages.length === 0) break;
        isEmpty = false;
        after = messages.reduce((latest, { id }) => (BigInt(id) > BigInt(latest) ? id : latest), after);
      }
      // No messages at all is also what Discord shows to those who may not read; a single one it refuses to them.
      if (isEmpty) await rest.get(Routes.channelMessage(channel, start));
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) throw error;
      if (error.status === 403) return unsure;
      // The message, as it should be, or the channel with all that was in it.
      if (error.status !== 404) throw error;
    }
    return undefined;
  }

  /** Remind somebody of a number, at most once: the right to is taken before, so that a restart can't repeat it. */
  private async remind(hash: string, number: number): Promise<void> {
    const { reminders, daily, rest, log } = this.deps;
    const person = await reminders.person(hash);
    if (!person) return;
    const { user, locale } = person;
    const [{ streak }, result] = await Promise.all([daily.figures(user, number), daily.result(number, user)]);
    const isNeeded = streak > 0 && !result && numberAt(Date.now()) === number;
    if (!(await reminders.claim(user, number)) || !isNeeded) return;
    try {
      const message = reminder(translator(locale), number, streak);
      await postOnce(rest, await directChannel(rest, user), nonceOf(user, number), message);
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || !closedDoors.includes(error.code)) throw error;
      log.info('a reminder found a closed door and was turned off');
      await reminders.close(user);
    }
  }
}
