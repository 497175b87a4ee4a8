/**
 * Begins and ends weekly contests. A server records its contest before anything of it is posted, so that each week has one,
 * whichever bots run and stop. What this file does may be repeated: the contest's own steps are idempotent.
 */
import { randomInt } from 'node:crypto';
import type { Job } from 'bullmq';
import { type REST, SnowflakeUtil } from 'discord.js';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { Later, MinuteQueue } from '../../jobs/minute-queue.ts';
import type { WorkQueue } from '../../jobs/queue.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { fifteen } from '../../puzzles/catalogue/fifteen.ts';
import type { Config } from '../../runtime/config.ts';
import type { Logger } from '../../runtime/log.ts';
import type { SpoilerGuard } from '../../spoilers/guard.ts';
import { contestJob } from './job.ts';
import { graceMilliseconds, type Referee } from './referee.ts';
import { freeRounds, newSeed } from './rounds.ts';
import type { Contest, Round } from './rules.ts';
import type { ContestStore } from './store.ts';
import { weekOf } from './week-rules.ts';
import type { CurrentContest, WeekServer, WeekStore } from './week-store.ts';

export const weekQueue = 'contest-week';

/** A contest that would begin late and have less time than this is left out, in milliseconds. */
const leastMilliseconds = 86_400_000;

const weekJob = z.object({ guild: z.string() });

/** An id of its time. The rest is random, because many contests begin at the same time. */
const idAt = (timestamp: number): string =>
  SnowflakeUtil.generate({
    timestamp,
    workerId: BigInt(randomInt(32)),
    processId: BigInt(randomInt(32)),
    increment: BigInt(randomInt(4096)),
  }).toString();

interface WeeklyDeps {
  readonly rest: REST;
  readonly log: Logger;
  readonly weeks: WeekStore;
  readonly contests: ContestStore;
  readonly referee: Referee;
  readonly store: WorkStore;
  readonly work: WorkQueue;
  readonly guard: SpoilerGuard;
}

export class WeeklyContests {
  readonly queue: MinuteQueue;
  private readonly deps: WeeklyDeps;

  constructor(connection: Redis, { redisPrefix }: Config, deps: WeeklyDeps) {
    this.deps = deps;
    const { rest, log } = deps;
    this.queue = new MinuteQueue(weekQueue, connection, redisPrefix, { rest, log, run: (job) => this.run(job) });
  }

  private async run(job: Job): Promise<void> {
    if (job.name !== 'look') return this.check(weekJob.parse(job.data).guild);
    const due = await this.deps.weeks.due(Date.now());
    await this.queue.addAll(due.map((guild) => ({ name: 'week', id: `week-${guild}`, data: { guild } })));
  }

  /** Does what is due in a server, and plans the next check. */
  private async check(guild: string): Promise<void> {
    const { weeks, contests, referee } = this.deps;
    const server = await weeks.server(guild);
    // It was removed since it came due.
    if (!server) return weeks.plan(guild, -1, 0);
    const { settings, revision, current, from } = server;
    const now = Date.now();
    if (!current) {
      const [begins, ends] = weekOf(now, settings);
      if (begins < from || ends - now < leastMilliseconds) return weeks.plan(guild, revision, ends);
      await weeks.replace(guild, undefined, { id: idAt(begins), seed: newSeed(), ends });
      return this.check(guild);
    }
    const over = current.ends + graceMilliseconds;
    if (now < over) {
      await this.open(guild, server, current);
      return weeks.plan(guild, revision, over);
    }
    await referee.endNow(current.id);
    // Its message may have been found only now.
    const state = await contests.state(current.id);
    await weeks.end(guild, current, !state || state.message !== undefined);
    return this.check(guild);
  }

  /** Draws and posts a contest, unless it is posted or can't be. */
  private async open(guild: string, { settings, locale }: WeekServer, current: CurrentContest): Promise<void> {
    const { contests, referee } = this.deps;
    const { id, ends: until } = current;
    const { channel } = settings;
    const puzzle = fifteen.id;
    await contests.create({
      id,
      kind: 'fewest-moves',
      puzzle,
      difficulty: 'random',
      minutes: 0,
      until,
      guild,
      channel,
      locale,
    });
    const state = await contests.state(id);
    if (!state || state.isOver || state.ends !== undefined) return;
    if (!state.rounds && !(await contests.draw(state.contest, await this.rounds(guild, state.contest, current))))
      return;
    await referee.beginNow(id);
  }

  private async rounds(guild: string, contest: Contest, current: CurrentContest): Promise<readonly Round[]> {
    const { weeks, store, work, guard } = this.deps;
    const { puzzle, difficulty } = contest;
    const drawing = { job: contestJob, request: { puzzle, difficulty, count: 1, seed: current.seed } };
    const result = await store.result(drawing);
    const rounds = result?.status === 'rounds' ? await freeRounds(guard, contest, result.rounds) : undefined;
    if (rounds) return rounds;
    if (!result) await work.addWork(`week-${contest.id}`, contest.id, drawing, 1);
    // Its solution was not proved in time, or it would spoil another contest.
    else await weeks.replace(guild, current, { ...current, seed: newSeed() });
    throw new Later();
  }
}
