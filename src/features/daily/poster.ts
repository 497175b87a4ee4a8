/**
 * Sends each server's post at its moment, and reminders. All bots share the schedule; each step is idempotent.
 *
 * Redis holds the truth: the schedule says when to check which server, and each server records its progress. Time zones are
 * plain arithmetic (post-rules.ts), which a cron pattern can't express. If a job fails, its server stays due and the next
 * check finds it. A post is sent once (schedule/posts.ts).
 */
import type { Job } from 'bullmq';
import { DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js';
import { z } from 'zod';
import { customId } from '../../discord/command.ts';
import type { Message } from '../../discord/message.ts';
import { directChannel, isRefusal } from '../../discord/post-once.ts';
import { translator } from '../../locales/index.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { resultOf } from '../../queue/preparation.ts';
import type { Sent } from '../../schedule/posts.ts';
import { Later, Schedule } from '../../schedule/schedule.ts';
import { storedQuestion } from '../../search/schemas.ts';
import { type CompareResult, compareJob } from '../compare/job.ts';
import type { Services } from '../feature.ts';
import type { FindStore } from '../leaderboard/store.ts';
import { dailyPlayComponent } from './answer.ts';
import { type DailyChallenge, dailyJob } from './job.ts';
import { momentOf, reminderLead } from './post-rules.ts';
import { type DailyStores, type Ending, type PostRefusal, postSeconds, type Server } from './post-store.ts';
import { dailyPost, type Past, reminder } from './posts.ts';
import { recapBefore } from './recap.ts';
import { drawnChallenge } from './results.ts';
import { numberAt, startOf } from './rules.ts';

export const postQueue = 'post';

/** Solvers that fit in a post. */
const mostSolvers = 50;
/** Older numbers are not settled any more. */
const longestGap = 30;
const threadMinutes = 1440;
/** How long a post waits for its lesson, in milliseconds: each method has up to 4 s, and a worker may build tables first. */
const lessonMilliseconds = 120_000;
/** How long the record of a reminder is kept, in seconds: it is gone before the next one. */
const remindedSeconds = 12 * 3600;

/** Codes for people who take no direct messages, or share no server with the bot any more. */
const closedToBot: readonly (number | string)[] = [
  RESTJSONErrorCodes.CannotSendMessagesToThisUser,
  RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
];

const remindJob = z.object({ person: z.string(), number: z.int() });

/** At most 20 characters; Discord takes 25. */
const nonceOf = (to: string, number: number): string => `${BigInt(to).toString(36)}-${number}`;

/** What is in the message of a number alone: its Play button. */
const markOf = (number: number): string => `"${customId(dailyPlayComponent, number)}"`;

/** Why Discord refuses a post for good; undefined for temporary errors. */
const refusalOf = (error: unknown): PostRefusal | undefined => {
  // 401 concerns the bot itself.
  if (!isRefusal(error) || error.status === 401) return undefined;
  const { status, code } = error;
  if (status === 404) return 'channel';
  if (code === RESTJSONErrorCodes.MissingAccess) return 'access';
  return status === 403 ? 'permission' : 'form';
};

type PosterDeps = Services & DailyStores & { readonly finds: FindStore };

export class Poster {
  private readonly deps: PosterDeps;
  readonly schedule: Schedule<Server>;

  constructor(deps: PosterDeps) {
    this.deps = deps;
    const { config, consumer, servers: agenda } = deps;
    this.schedule = new Schedule(postQueue, consumer, config.redisPrefix, {
      ...deps,
      agenda,
      name: 'post',
      check: (guild, server) => this.check(guild, server),
      prepare: (due) => this.prepare(due),
      run: (job) => this.remind(job),
    });
  }

  /** Asks for the challenge once instead of once per server. @returns the reminders that are due */
  private async prepare([server]: readonly string[]) {
    const now = Date.now();
    const number = numberAt(now);
    if (server !== undefined) await this.drawn(number, server);
    const people = now >= startOf(number + 1) - reminderLead ? await this.deps.reminders.waiting(number) : [];
    return people.map((person) => ({ name: 'remind', id: `remind-${person}-${number}`, data: { person, number } }));
  }

  /** A challenge. If no worker has drawn it, asks for it and comes back later. */
  private async drawn(number: number, guild: string): Promise<DailyChallenge> {
    const { patientStore, queue } = this.deps;
    const drawn = await drawnChallenge(patientStore, number);
    if (drawn) return drawn;
    await queue.addWork(`daily-${number}`, guild, { job: dailyJob, request: { number } }, 1);
    throw new Later();
  }

  /** Settles the past numbers of a server, and sends the post that is due. @returns when to check it next */
  private async check(guild: string, server: Server): Promise<number | undefined> {
    const { settings, last, slot, paused } = server;
    const now = Date.now();
    // It was paused since it came due, and has no next check.
    if (paused !== undefined) return now;
    const running = numberAt(now);
    if (last + 1 < running) {
      for (let number = Math.max(last + 1, running - longestGap); number < running; number++)
        await this.settlePast(guild, number, now);
      // One of them may turn out to have been posted, and today's post shows its solution.
      return undefined;
    }
    let taken = slot;
    if (last < running) {
      const moment = momentOf(running, settings, slot);
      if (now < moment.at) return moment.at;
      await this.deliver(guild, server, running, moment.slot);
      taken = moment.slot;
    }
    return momentOf(running + 1, settings, taken).at;
  }

  /** Settles a number that is over: skipped, unless an attempt turns out to have been sent. */
  private async settlePast(guild: string, number: number, now: number): Promise<void> {
    const { servers, posts, log } = this.deps;
    const found = await posts.find(servers.postKey(guild, number), markOf(number));
    if (found !== undefined && found !== 'unsure')
      return servers.settle(guild, number, { state: 'posted', slot: undefined }, now);
    log.warn({ guild, number }, 'a post was missed');
    await servers.settle(guild, number, { state: 'skipped', why: found ?? 'late' }, now);
  }

  /** Posts the running number, or finishes what an attempt has begun. */
  private async deliver(guild: string, server: Server, number: number, slot: string | undefined): Promise<void> {
    const { servers, posts, log } = this.deps;
    const { channel, role, thread } = server.settings;
    const key = servers.postKey(guild, number);
    const settle = (ending: Ending): Promise<void> => servers.settle(guild, number, ending, Date.now());
    const state = (await posts.record(key))?.state;
    // The settings were removed and made anew.
    if (state === 'skipped') return settle({ state: 'skipped', why: 'unsure' });
    let sent: Sent | 'unsure';
    try {
      sent = await posts.post(key, {
        channel,
        nonce: nonceOf(guild, number),
        mark: markOf(number),
        roles: role === undefined ? [] : [role],
        keptSeconds: postSeconds,
        compose: () => this.compose(guild, server, number),
      });
    } catch (error) {
      const why = refusalOf(error);
      if (!why) throw error;
      log.warn({ guild, number, why, err: error }, 'Discord does not take a post');
      return settle({ state: 'refused', why });
    }
    if (sent === 'unsure') return settle({ state: 'skipped', why: 'unsure' });
    if (thread && state !== 'posted') await this.openThread(server, number, sent);
    return settle({ state: 'posted', slot });
  }

  /** The post of a number, with the solution of the last one that was posted. */
  private async compose(guild: string, { settings, locale, posted }: Server, number: number): Promise<Message> {
    const { daily, drawing } = this.deps;
    const drawn = await this.drawn(number, guild);
    const pastOf = async (of: number): Promise<Past> => {
      const before = await this.drawn(of, guild);
      const board = { period: 'day', number: of, scope: guild } as const;
      const { total, rows: solvers } = await daily.page(board, 0, '', mostSolvers);
      const compared = settings.lesson ? await this.compared(before, guild) : undefined;
      return { number: of, drawn: before, total, solvers, compared };
    };
    const past = posted !== undefined && posted < number ? await pastOf(posted) : undefined;
    const recap = settings.recap ? await recapBefore(number, guild, this.deps) : undefined;
    const post = { ...settings, number, puzzle: drawn.puzzle, past, recap };
    const message = await dailyPost(translator(locale), post, drawing);
    // Meanwhile the number may be over.
    if (numberAt(Date.now()) !== number) throw new Later();
    return message;
  }

  /** All methods on a puzzle that is over. A post does without them if no worker is in time. */
  private async compared({ puzzle, position }: DailyChallenge, guild: string): Promise<CompareResult | undefined> {
    const { patientStore: store, queue } = this.deps;
    const work = { job: compareJob, request: { puzzle, question: storedQuestion(knownPuzzle(puzzle), position) } };
    const known = await store.result(work);
    return known ?? resultOf(work, { id: guild, milliseconds: lessonMilliseconds }, { queue, store });
  }

  /** Opens a thread under a post. If Discord refuses it, the post stands, and the settings show what is missing. */
  private async openThread({ locale }: Server, number: number, { channel, message }: Sent): Promise<void> {
    const { rest, log } = this.deps;
    const body = { name: translator(locale)('daily.title', { number }), auto_archive_duration: threadMinutes };
    try {
      await rest.post(Routes.threads(channel, message), { body });
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || refusalOf(error) === undefined) throw error;
      // An earlier attempt may have opened it.
      if (error.code !== RESTJSONErrorCodes.ThreadAlreadyCreatedForMessage)
        log.warn({ err: error, channel }, 'a post has no thread');
    }
  }

  /** Reminds a person of a number, once. */
  private async remind({ data }: Job): Promise<void> {
    const { person: hash, number } = remindJob.parse(data);
    const { reminders, daily, posts, rest, log } = this.deps;
    const person = await reminders.person(hash);
    if (!person) return;
    const { user, locale } = person;
    const [{ streak }, result] = await Promise.all([daily.figures(user, number), daily.result(number, user)]);
    const isNeeded = streak > 0 && !result && numberAt(Date.now()) === number;
    try {
      if (isNeeded) {
        await posts.post(reminders.postKey(hash), {
          channel: await directChannel(rest, user),
          nonce: nonceOf(user, number),
          mark: markOf(number),
          keptSeconds: remindedSeconds,
          compose: async () => reminder(translator(locale), number, streak),
        });
      }
      await reminders.claim(user, number);
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || !closedToBot.includes(error.code)) throw error;
      log.info('a reminder found a closed door and was turned off');
      await reminders.close(user);
    }
  }
}
