/**
 * Work as one whole, which is never divided: its slice in the quick lane, and all turns of what has no parts. Each slice begins
 * again, so each has to be longer than the one before.
 *
 * Turns are a multilevel feedback (Corbató et al. 1962). The first one is short, and each further one twice as long. Those that
 * have had fewer turns come first, so a short search never waits for the end of a long one. Nobody is interrupted while nobody
 * waits.
 */
import type { Progress } from '../search/budget.ts';
import type { SlicePlan, WorkRecord, WorkSlice } from '../search/work-record.ts';
import { workTime } from '../search/work-time.ts';
import { gaveUp, type JobDefinition, type JobResult, type Parts, type Work } from './define.ts';

/** The name of the only part. */
export const whole = 'whole';

export interface WholePlan extends SlicePlan {
  /** It goes on in the long lane, unless this slice ends it. */
  readonly isTrial?: boolean;
}

export interface WholeRecord extends WorkRecord {
  readonly progress?: Progress;
  readonly result?: JobResult;
}

export interface WholeSlice extends WorkSlice {
  /** Absent if there was too little time. */
  readonly result?: JobResult;
}

type WholeParts = Parts<unknown, JobResult, WholeRecord, WholePlan, WholeSlice>;

export const wholeOf = ({ run, partial }: JobDefinition): WholeParts => ({
  begin: () => ({ parts: [], wholes: [whole], milliseconds: 0 }),
  plan: (_request, _record, part, { limits }) => ({ part, milliseconds: limits.milliseconds! }),
  slice: (request, { part, isTrial }, context) => {
    const began = workTime();
    const result = run(request, context);
    const { control } = context.limits;
    const isInterrupted = control.isOverdue && (isTrial || control.isPaused);
    return { part, milliseconds: workTime() - began, ...(!isInterrupted && { result }) };
  },
  merge: (_, record, { milliseconds, result }) => {
    const worked = { ...record, milliseconds: record.milliseconds + milliseconds };
    if (!record.wholes.includes(whole)) return record;
    return result ? { ...worked, wholes: [], result } : worked;
  },
  note: (record, progress) => ({ ...record, progress: { ...progress, best: progress.best ?? record.progress?.best } }),
  progress: ({ progress }) => progress,
  result: (request, { result, progress }, reason) =>
    result ?? (progress && partial?.(request, progress)) ?? gaveUp(reason ?? 'deadline', progress),
});

/** How work is divided: in its own way, or not at all. */
export const divisionOf = ({ job, request }: Pick<Work, 'job' | 'request'>): Parts<unknown, JobResult> =>
  job.parts?.begin(request) ? job.parts : (wholeOf(job) as Parts<unknown, JobResult>);

/** Short, as a question that has missed its slice on a busy machine waits for all first turns that have just begun. */
const firstTurnMilliseconds = 500;
/** Priorities count the turns that a search has had. Below them is its place among the requests of its asker. */
const turnStep = 4096;

const turnsIn = (priority: number): number => Math.floor(priority / turnStep);
const turnMilliseconds = (turns: number): number => firstTurnMilliseconds * 2 ** turns;

/** The priority of the next turn of a search that has had so much time. */
export const priorityAt = (milliseconds: number, place: number): number =>
  isLast(place) ? place : Math.floor(Math.log2(milliseconds / firstTurnMilliseconds + 1)) * turnStep + place;

/** The priority of a search in another place among the requests of its asker. */
export const inPlace = (priority: number, place: number): number => turnsIn(priority) * turnStep + place;

/** More turns than any search has, whose priorities BullMQ still allows: below 2 ** 21. */
const allTurns = 256;
/** The priority of a long proof, which comes after all other work. */
export const lastPriority = (place: number): number => allTurns * turnStep + Math.max(1, place);
export const isLast = (priority: number): boolean => turnsIn(priority) >= allTurns;

/**
 * Whether a search has to make room for the first one that waits. It begins again, so its turn has to be over.
 * @param priority when its turn began
 * @param took milliseconds so far
 */
export const isOver = (priority: number, took: number, waiting: number): boolean =>
  took >= turnMilliseconds(turnsIn(priority)) && turnsIn(waiting) <= turnsIn(priority) + 1;
