/**
 * Work as one whole, which is never divided: its slice in the quick lane, and all turns of what has no parts. Each slice begins
 * again, so each has to be longer than the one before.
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
