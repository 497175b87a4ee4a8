/**
 * Begins and ends weekly contests. A server records its contest before anything of it is posted, so that each week has one,
 * whichever bots run and stop. What this file does may be repeated: the contest's own steps are idempotent.
 */
import { randomInt } from 'node:crypto';
import { firstSnowflake } from '../../discord/snowflake.ts';
import { weeklyPuzzle } from '../../puzzles/registry.ts';
import { Later, Schedule } from '../../schedule/schedule.ts';
import type { Services } from '../feature.ts';
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

/** An id of its time. The rest is random, because many contests begin at the same time. */
const idAt = (time: number): string => String(firstSnowflake(time) + BigInt(randomInt(2 ** 22)));

interface WeeklyDeps extends Services {
  readonly weeks: WeekStore;
  readonly contests: ContestStore;
  readonly referee: Referee;
}

export class WeeklyContests {
  readonly schedule: Schedule<WeekServer>;
  private readonly deps: WeeklyDeps;

  constructor(deps: WeeklyDeps) {
    this.deps = deps;
    const { config, consumer, weeks: agenda } = deps;
    const check = (guild: string, server: WeekServer) => this.check(guild, server);
    this.schedule = new Schedule(weekQueue, consumer, config.redisPrefix, { ...deps, agenda, name: 'week', check });
  }

  /** Does what is due in a server. @returns when to check it next */
  private async check(guild: string, server: WeekServer): Promise<number | undefined> {
    const { weeks, contests, referee } = this.deps;
    const { settings, current, from } = server;
    const now = Date.now();
    if (!current) {
      const [begins, ends] = weekOf(now, settings);
      if (begins < from || ends - now < leastMilliseconds) return ends;
      await weeks.replace(guild, undefined, { id: idAt(begins), seed: newSeed(), ends });
      return undefined;
    }
    const over = current.ends + graceMilliseconds;
    if (now < over) {
      await this.open(guild, server, current);
      return over;
    }
    await referee.take('end', { id: current.id });
    // Its message may have been found only now.
    const state = await contests.state(current.id);
    await weeks.end(guild, current, !state || state.message !== undefined);
    return undefined;
  }

  /** Draws and posts a contest, unless it is posted or can't be. */
  private async open(guild: string, { settings, locale }: WeekServer, current: CurrentContest): Promise<void> {
    const { contests, referee } = this.deps;
    const { id, ends: until } = current;
    const { channel } = settings;
    const puzzle = weeklyPuzzle.id;
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
    await referee.take('open', { id });
  }

  private async rounds(guild: string, contest: Contest, current: CurrentContest): Promise<readonly Round[]> {
    const { weeks, patientStore, queue, guard } = this.deps;
    const { puzzle, difficulty } = contest;
    const drawing = { job: contestJob, request: { puzzle, difficulty, count: 1, seed: current.seed } };
    const result = await patientStore.result(drawing);
    const rounds = result?.status === 'rounds' ? await freeRounds(guard, contest, result.rounds) : undefined;
    if (rounds) return rounds;
    if (!result) await queue.addWork(`week-${contest.id}`, contest.id, drawing, 1);
    // Its solution was not proved in time, or it would spoil another contest.
    else await weeks.replace(guild, current, { ...current, seed: newSeed() });
    throw new Later();
  }
}
