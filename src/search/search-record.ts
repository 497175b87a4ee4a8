/**
 * How far a search has come that is done in parts, by any number of workers. Plain data, so that it can be stored: whoever
 * works on a part reads it, and replaces the part by what is left.
 */
import type { Move } from '../puzzles/puzzle.ts';
import type { Method } from './methods.ts';
import type { DatabaseKind } from './sliding/databases.ts';

/** By what a search goes. Parts of one search say nothing about another one. */
export interface SearchKind {
  readonly solverVersion: number;
  readonly method: Method;
  readonly databases: DatabaseKind;
  /** Which of its bounds. */
  readonly variant: number;
}

export interface LimitRecord {
  readonly limit: number;
  readonly nodes: number;
  /** The least limit known at which there is more to search. */
  readonly next?: number | undefined;
}

export interface SearchRecord extends SearchKind {
  /** No solution has fewer moves. */
  readonly limit: number;
  /** Those that have begun, in ascending order. The next ones may begin before one is done. */
  readonly limits: readonly LimitRecord[];
  readonly best?: readonly Move[] | undefined;
  /** What is left, as `LIMIT:PART`, in the order in which to take it. Each is there once. */
  readonly parts: readonly string[];
}

/** What came of working on a part for some time. */
export interface Slice {
  /** As the record has it. */
  readonly part: string;
  readonly nodes: number;
  readonly solution?: readonly Move[] | undefined;
  /** What is left of it, in order. */
  readonly left: readonly string[];
  /** The least limit known at which there is more to search. */
  readonly next?: number | undefined;
}

const whole = (limit: number): string => `${limit}:-`;

export const limitOf = (part: string): number => Number.parseInt(part, 10);

/** @param limit no solution has fewer moves */
export const beginRecord = (kind: SearchKind, limit: number): SearchRecord => ({
  ...kind,
  limit,
  limits: [{ limit, nodes: 0 }],
  parts: [whole(limit)],
});

/**
 * `solved` if the best solution is proved to be a shortest one; `exhausted` if there is none. Otherwise at least one part is
 * left.
 */
export const statusOf = ({ limit, best, parts }: SearchRecord): 'open' | 'solved' | 'exhausted' => {
  if (best && best.length <= limit) return 'solved';
  return parts.length > 0 ? 'open' : 'exhausted';
};

const withLimit = (record: SearchRecord, limit: number): SearchRecord => {
  if (record.limits.some((one) => one.limit === limit)) return record;
  const limits = [...record.limits, { limit, nodes: 0 }].sort((one, other) => one.limit - other.limit);
  const parts = [...record.parts, whole(limit)].sort((one, other) => limitOf(one) - limitOf(other));
  return { ...record, limits, parts };
};

/** Go on to the next limits as long as nothing is left of the lowest one. */
const proceed = (record: SearchRecord): SearchRecord => {
  const { limit, limits, best, parts } = record;
  if (best && best.length <= limit) return { ...record, parts: [] };
  if (parts.some((part) => limitOf(part) === limit)) return record;
  const { next } = limits.find((one) => one.limit === limit)!;
  const end = best?.length ?? Number.POSITIVE_INFINITY;
  if (next === undefined && !best) return record;
  if (next === undefined || next >= end) return proceed({ ...record, limit: end });
  return proceed(withLimit({ ...record, limit: next }, next));
};

/** Note a solution, however it was found. Only a shorter one is left to search for. */
export const noteSolution = (record: SearchRecord, solution: readonly Move[]): SearchRecord => {
  if (record.best && record.best.length <= solution.length) return record;
  const parts = record.parts.filter((part) => limitOf(part) < solution.length);
  return proceed({ ...record, best: solution, parts });
};

const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** Replace a part by what is left of it. A part that isn't there was done by somebody else: then nothing changes. */
export const finishPart = (record: SearchRecord, slice: Slice): SearchRecord => {
  if (!record.parts.includes(slice.part)) return record;
  const limit = limitOf(slice.part);
  const limits = record.limits.map((one) =>
    one.limit === limit ? { limit, nodes: one.nodes + slice.nodes, next: least(one.next, slice.next) } : one,
  );
  const parts = record.parts.flatMap((part) => (part === slice.part ? slice.left : [part]));
  const rest = { ...record, limits, parts };
  // Its part is not searched to the end, so the solution comes first: it ends the limit.
  return proceed(slice.solution ? noteSolution({ ...record, limits }, slice.solution) : rest);
};

/** Begin the limit after the highest one, for workers that would have nothing to do; if it is known, and can have a solution. */
export const beginNext = (record: SearchRecord): SearchRecord => {
  const next = record.limits.at(-1)?.next;
  if (next === undefined || next >= (record.best?.length ?? Number.POSITIVE_INFINITY)) return record;
  return withLimit(record, next);
};
