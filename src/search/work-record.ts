/**
 * What is left of long work that any number of threads do together. Plain data, so that it can be stored: whoever does a part
 * reads it, and replaces the part by what is left. Each kind of work adds what it has found.
 */
import type { GaveUpReason, SearchLimits } from './budget.ts';

export interface WorkRecord {
  /** What is left, in the order in which to take it. Each is there once, and can be stopped at any moment. */
  readonly parts: readonly string[];
  /** What can't be stopped without beginning again: it takes longer, on other threads. */
  readonly wholes: readonly string[];
  /** Each of these has a thread to itself, beside which fewer do parts. */
  readonly isWholeAlone?: boolean | undefined;
  /** How long threads have worked, divided by how many could do so at once. */
  readonly milliseconds: number;
  /** It has ended processes before. */
  readonly isSuspect?: boolean | undefined;
  /** Why nobody works on it any more, though something is left. */
  readonly ended?: WorkEnd | undefined;
}

/** A reason to give up; or it failed, or ended processes. */
export type WorkEnd = GaveUpReason | 'failed' | 'fatal';

/** What a thread has to know to do a part, and for how long it may. */
export interface SlicePlan {
  /** As the record has it. */
  readonly part: string;
  readonly milliseconds: number;
  /** It does without the tables of the work, and so doesn't wait for them. */
  readonly needsNoTables?: true;
}

/** What came of a part; of one that failed, only this. */
export interface WorkSlice {
  readonly part: string;
  readonly milliseconds: number;
}

/** Who does the work. */
export interface Fleet {
  /** Those that could do parts at once. */
  readonly threads: number;
  /** Whether they do nothing else: beside other work, all slices are equal, so that each gets an equal share. */
  readonly isAlone?: boolean | undefined;
  /** Of the whole work. */
  readonly limits: SearchLimits;
}

/** How many of some threads do its parts. */
export const threadsForParts = ({ wholes, isWholeAlone }: WorkRecord, threads: number): number =>
  Math.max(1, threads - (isWholeAlone ? wholes.length : 0));

/** Whether something is to be done. */
export const isOpen = ({ ended, parts, wholes }: WorkRecord): boolean =>
  ended === undefined && parts.length + wholes.length > 0;

/** Why work ends before it is over. @param nodes so far */
export const endOf = (record: WorkRecord, limits: SearchLimits, nodes = 0): WorkEnd | undefined => {
  if (!isOpen(record)) return record.ended;
  if (record.milliseconds >= (limits.milliseconds ?? Number.POSITIVE_INFINITY)) return 'deadline';
  return nodes >= (limits.nodes ?? Number.POSITIVE_INFINITY) ? 'nodes' : undefined;
};

/** Of a slice, in milliseconds; and while fewer parts wait than half of the threads could take, so that they are divided soon. */
const sliceMilliseconds = { usual: 250, short: 25 };

/** How long a slice takes, and into how many parts to divide what is left, so that each thread has something to do. */
export const shareOf = (parts: number, { threads, isAlone = true }: Omit<Fleet, 'limits'>) => {
  const waiting = Math.max(0, parts - threads);
  const isShort = isAlone && threads > 1 && waiting < threads / 2;
  return {
    wanted: Math.max(1, threads - waiting),
    milliseconds: isShort ? sliceMilliseconds.short : sliceMilliseconds.usual,
  };
};
