/**
 * Sends each server's post at its moment, and reminders. All bots share the queue; each step is idempotent.
 *
 * Redis holds the truth: a schedule says when to check which server, and each server records its progress. Time zones are
 * plain arithmetic (post-rules.ts), which a cron pattern can't express. If a job fails, its server stays due and the next
 * check finds it (jobs/minute-queue.ts).
 *
 * A post is recorded before it is sent, and again with its message id. A bot that finds only the first record looks for the
 * message in the channel, then sends with the same nonce, which covers a request still on its way. A record is written only
 * if no other bot wrote one since, and a post that could not be sent soon after is given up: its nonce may be forgotten.
 */
import type { Job } from 'bullmq';
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
import { Later, MinuteQueue, skewMilliseconds } from '../../jobs/minute-queue.ts';
import type { WorkQueue } from '../../jobs/queue.ts';
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

/** Discord knows a nonce for some minutes; we rely on the first of them. */
const nonceMilliseconds = 60_000;
/** A bot that could not send for this long, for example because of a rate limit, checks the record again first. */
const sendMilliseconds = 30_000;
/** Pages of solvers that fit in a post. */
const solverPages = 5;
/** Older numbers are not settled any more. */
const longestGap = 30;
const threadMinutes = 1440;

/** Discord's code for a post that has a thread, from an earlier attempt. */
const threadExists = 160_004;
/** Codes for people who take no direct messages, or share no server with the bot any more. */
const closedToBot: readonly (number | string)[] = [RESTJSONErrorCodes.CannotSendMessagesToThisUser, 50_278];

const postJob = z.object({ guild: z.string() });
const remindJob = z.object({ person: z.string(), number: z.int() });

/** At most 20 characters; Discord takes 25. */
const nonceOf = (to: string, number: number): string => `${BigInt(to).toString(36)}-${number}`;

const snowflakeAt = (milliseconds: number): string => SnowflakeUtil.generate({ timestamp: milliseconds }).toString();

/** Why Discord refuses a post for good; undefined for temporary errors. */
const refusalOf = (error: unknown): Refusal | undefined => {
  if (!(error instanceof DiscordAPIError)) return undefined;
  const { status, code } = error;
  if (code === RESTJSONErrorCodes.UnknownChannel || status === 404) return 'channel';
  if (code === RESTJSONErrorCodes.MissingAccess) return 'access';
  if (status === 403) return 'permission';
  // 401 concerns the bot itself; after 429 the REST client has waited.
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
  readonly queue: MinuteQueue;
  /** The bot's own id, once it was needed. */
  private self: string | undefined;

  constructor(connection: Redis, config: Config, deps: PosterDeps) {
    this.deps = deps;
    const { rest, log } = deps;
    this.queue = new MinuteQueue(postQueue, connection, config.redisPrefix, { rest, log, run: (job) => this.run(job) });
  }

  private async run(job: Job): Promise<void> {
    if (job.name === 'look') return this.check(job);
    if (job.name === 'post') return this.post(postJob.parse(job.data).guild);
    const { person, number } = remindJob.parse(job.data);
    return this.remind(person, number);
  }

  /** Queues a job for each server and person whose time has come. Each job fails and retries on its own. */
  private async check(job: Job): Promise<void> {
    const { posts, reminders } = this.deps;
    const now = Date.now();
    const number = numberAt(now);
    const servers = await posts.due(now);
    const people = now >= startOf(number + 1) - reminderLead ? await reminders.waiting(number) : [];
    // Asks for the challenge once instead of once per server.
    if (servers.length > 0 && !(await this.drawn(number, servers[0]!))) {
      await this.queue.lookAgain(job);
      return;
    }
    await this.queue.addAll([
      ...servers.map((guild) => ({ name: 'post', id: `post-${guild}`, data: { guild } })),
      ...people.map((person) => ({ name: 'remind', id: `remind-${person}-${number}`, data: { person, number } })),
    ]);
  }

  /** A challenge, if a worker has drawn it; otherwise asks for it. */
  private async drawn(number: number, guild: string): Promise<DailyChallenge | undefined> {
    const work = { job: dailyJob, request: { number } };
    const result = await this.deps.store.result(work);
    if (result?.status === 'challenge') return result;
    await this.deps.work.addWork(`daily-${number}`, guild, work, 1);
    return undefined;
  }

  private async drawnOrLater(number: number, guild: string): Promise<DailyChallenge> {
    const drawn = await this.drawn(number, guild);
    if (!drawn) throw new Later();
    return drawn;
  }

  /** Settles the past numbers of a server, sends the post that is due, and plans the next check. */
  private async post(guild: string): Promise<void> {
    const { posts } = this.deps;
    const server = await posts.server(guild);
    // It was removed or paused since it came due.
    if (!server || server.paused !== undefined) return posts.plan(guild, -1, 0);
    const { settings, revision, last, slot } = server;
    const now = Date.now();
    const running = numberAt(now);
    if (last + 1 < running) {
      for (let number = Math.max(last + 1, running - longestGap); number < running; number++) {
        await this.settlePast(guild, number, now);
      }
      // One of them may turn out to have been posted, and today's post shows its solution.
      return this.post(guild);
    }
    let taken = slot;
    if (last < running) {
      const moment = momentOf(running, settings, slot);
      if (now < moment.at) return posts.plan(guild, revision, moment.at);
      await this.deliver(guild, server, running, moment.slot);
      taken = moment.slot;
    }
    await posts.plan(guild, revision, momentOf(running + 1, settings, taken).at);
  }

  /** Settles a number that is over: skipped, unless an attempt turns out to have been sent. */
  private async settlePast(guild: string, number: number, now: number): Promise<void> {
    const { posts, log } = this.deps;
    const post = await posts.post(guild, number);
    const message = post?.message ?? (post?.state === 'trying' ? await this.find(post, number) : undefined);
    if (message !== undefined && message !== 'unsure') {
      return posts.settle(guild, number, { state: 'posted', slot: undefined }, now);
    }
    log.warn({ guild, number }, 'a post was missed');
    await posts.settle(guild, number, { state: 'skipped', why: message ?? 'late' }, now);
  }

  /** Posts the running number, or finishes what an attempt has begun. */
  private async deliver(guild: string, server: Server, number: number, slot: string | undefined): Promise<void> {
    const { posts, rest, log } = this.deps;
    const { channel, role, thread } = server.settings;
    const settle = (ending: Ending): Promise<void> => posts.settle(guild, number, ending, Date.now());
    const post = await posts.post(guild, number);
    // The settings were removed and made anew.
    if (post?.state === 'skipped') return settle({ state: 'skipped', why: 'unsure' });
    const found = post?.message ?? (post?.state === 'trying' ? await this.find(post, number) : undefined);
    if (found === 'unsure') return settle({ state: 'skipped', why: 'unsure' });
    let sent = found && post?.channel ? { channel: post.channel, message: found } : undefined;
    if (!sent) {
      const message = await this.compose(guild, server, number);
      // Meanwhile the number may be over, or another bot may have recorded an attempt.
      if (numberAt(Date.now()) !== number || !(await posts.try(guild, number, channel, post, Date.now()))) {
        throw new Later();
      }
      try {
        const options = { roles: role === undefined ? [] : [role], signal: AbortSignal.timeout(sendMilliseconds) };
        const made = await postOnce(rest, channel, nonceOf(guild, number), message, options);
        sent = { channel: made.channel_id, message: made.id };
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

  /** The post of a number, with the solution of the last one that was posted. */
  private async compose(guild: string, { settings, locale, posted }: Server, number: number): Promise<Message> {
    const { daily, drawing } = this.deps;
    const drawn = await this.drawnOrLater(number, guild);
    const pastOf = async (of: number): Promise<Past> => {
      const before = await this.drawnOrLater(of, guild);
      const board = { period: 'day', number: of, scope: guild } as const;
      const { total, rows } = await daily.page(board, 0, '');
      const solvers = [...rows];
      for (let page = 1; page < Math.min(pagesOf(total), solverPages); page++) {
        solvers.push(...(await daily.page(board, page, '')).rows);
      }
      return { number: of, drawn: before, total, solvers };
    };
    const past = posted !== undefined && posted < number ? await pastOf(posted) : undefined;
    return dailyPost(translator(locale), { ...settings, number, puzzle: drawn.puzzle, past }, drawing);
  }

  /** Opens a thread under a post. If Discord refuses it, the post stands, and the settings show what is missing. */
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
   * Looks for the message of an attempt among the bot's messages in the channel since: the one with the Play button of
   * the number. Without permission to read them, the nonce prevents a second post for the first minute. Later the result
   * is `unsure`: a post that may be missing is better than one that comes twice.
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
        // Answers to commands may have such a button as well.
        const found = messages.find(
          ({ author, type, interaction_metadata: asked, components }) =>
            author.id === self && type === MessageType.Default && !asked && JSON.stringify(components).includes(mark),
        );
        if (found) return found.id;
        if (messages.length === 0) break;
        isEmpty = false;
        after = messages.reduce((latest, { id }) => (BigInt(id) > BigInt(latest) ? id : latest), after);
      }
      // Without permission the list is empty too; reading a single message tells the difference.
      if (isEmpty) await rest.get(Routes.channelMessage(channel, start));
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) throw error;
      if (error.status === 403) return unsure;
      // Either only this message or the whole channel doesn't exist.
      if (error.status !== 404) throw error;
    }
    return undefined;
  }

  /** Reminds a person of a number, at most once: it is claimed before it is sent, so that a restart can't repeat it. */
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
      if (!(error instanceof DiscordAPIError) || !closedToBot.includes(error.code)) throw error;
      log.info('a reminder found a closed door and was turned off');
      await reminders.close(user);
    }
  }
}
