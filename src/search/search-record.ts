/** How far a depth-first search has come that is done in parts, by any number of workers. */
import { isDeepStrictEqual } from 'node:util';
import type { Move } from '../puzzles/puzzle.ts';
import type { Progress } from './budget.ts';
import type { Method } from './method-names.ts';
import { formatPart, type Part, parsePart, putFirst } from './parts.ts';
import type { WorkRecord, WorkSlice } from './work-record.ts';

export interface LimitRecord {
  readonly limit: number;
  readonly nodes: number;
  /** The least limit known at which there is more to search. */
  readonly next?: number | undefined;
}

/** Its parts are written `LIMIT:PART`. The next improvement is a whole, once it is due: its number. */
export interface SearchRecord extends WorkRecord {
  readonly method: Method;
  /** Which of its bounds the search goes by, once that is chosen. */
  readonly variant?: number | undefined;
  /** No solution has fewer moves. */
  readonly limit: number;
  /** Those that have begun, in ascending order. The next ones may begin before one is done. */
  readonly limits: readonly LimitRecord[];
  readonly best?: readonly Move[] | undefined;
  /** Other solutions that are as short. */
  readonly alike: readonly (readonly Move[])[];
  /** The limit at which the parts near to the best solutions come first: a limit that is the last one. */
  readonly near?: number | undefined;
  /** How many ways to improve the solution were tried, and the nodes that they took. */
  readonly improved: number;
  readonly others: number;
}

/** What came of working on a part for some time. */
export interface Slice extends WorkSlice {
  readonly nodes: number;
  /** Which bounds were chosen. */
  readonly variant?: number | undefined;
  readonly solution?: readonly Move[] | undefined;
  /** Parts of its limit that are to come first. */
  readonly near?: readonly string[] | undefined;
  /** What is left of it, in order. */
  readonly left: readonly string[];
  /** The least limit known at which there is more to search. */
  readonly next?: number | undefined;
  /** The improvement that is due by now, if it was not tried yet. */
  readonly due?: number | undefined;
  /** Solutions that a whole has found. */
  readonly found?: readonly (readonly Move[])[] | undefined;
}

/** The whole that finds some solution, for people who would have none until the tables are there. */
export const firstSolution = 'first';

/** A good solution and others that are as short, to begin the search for a shorter one near them. */
const mostAlike = 5;

/** As `LIMIT:PART`. */
export const textOf = (part: Part, limit: number): string => `${limit}:${formatPart(part)}`;
export const partOf = (text: string): Part => parsePart(text.slice(text.indexOf(':') + 1));

const whole = (limit: number): string => `${limit}:-`;
export const isWhole = (part: string): boolean => part.endsWith(':-');

export const limitOf = (part: string): number => Number.parseInt(part, 10);

/** @param limit no solution has fewer moves */
export const beginRecord = (method: Method, limit = 0): SearchRecord => ({
  method,
  limit,
  limits: [{ limit, nodes: 0 }],
  alike: [],
  improved: 0,
  others: 0,
  milliseconds: 0,
  parts: [whole(limit)],
  wholes: [],
});

export const nodesOf = ({ limits, others }: SearchRecord): number =>
  limits.reduce((sum, { nodes }) => sum + nodes, others);

/**
 * `solved` if the best solution is proved to be a shortest one; `exhausted` if there is none. Otherwise at least one part is
 * left.
 */
export const statusOf = ({ limit, best, parts }: SearchRecord): 'open' | 'solved' | 'exhausted' => {
  if (best && best.length <= limit) return 'solved';
  return parts.length > 0 ? 'open' : 'exhausted';
};

export const progressOf = (record: SearchRecord): Progress => ({
  generated: nodesOf(record),
  lowerBound: record.limit,
  peakFrontier: record.limit,
  best: record.best,
});

/** Limits with fewer nodes say little about how the next ones grow. */
const leastNodes = 10_000;

/**
 * How long the proof of the best solution probably takes, as each limit has a multiple of the nodes of the one before.
 * Undefined where there is no solution, or too little to go by.
 */
export const proofMilliseconds = ({ best, limit: first, limits, milliseconds }: SearchRecord): number | undefined => {
  // The very first one also has the nodes that it took to choose bounds.
  const [before, last] = limits
    .slice(1)
    .filter(({ limit }) => limit < first)
    .slice(-2);
  if (!best || !before || !last || before.nodes < leastNodes || last.nodes <= before.nodes) return undefined;
  const doneAt = (at: number): number => limits.find(({ limit }) => limit === at)?.nodes ?? 0;
  const growth = last.nodes / before.nodes;
  let [nodes, left] = [last.nodes, 0];
  for (let at = first; at < best.length; at += last.limit - before.limit) {
    nodes = Math.max(nodes * growth, doneAt(at));
    left += nodes - doneAt(at);
  }
  return (left * milliseconds) / limits.reduce((sum, one) => sum + one.nodes, 0);
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
  const next = limits.find((one) => one.limit === limit)?.next;
  const end = best?.length ?? Number.POSITIVE_INFINITY;
  if (next === undefined && !best) return record;
  if (next === undefined || next >= end) return proceed({ ...record, limit: end });
  return proceed(withLimit({ ...record, limit: next }, next));
};

/** Note a solution, however it was found. Only a shorter one is left to search for. */
export const noteSolution = (record: SearchRecord, solution: readonly Move[]): SearchRecord => {
  const { best, alike } = record;
  if (best && best.length < solution.length) return record;
  if (best?.length === solution.length) {
    const isKnown = [best, ...alike].some((one) => isDeepStrictEqual(one, solution));
    return isKnown || alike.length >= mostAlike ? record : { ...record, alike: [...alike, solution] };
  }
  const parts = record.parts.filter((part) => limitOf(part) < solution.length);
  return proceed({ ...record, best: solution, alike: [], parts });
};

const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** Have what is near to the best solutions come first. What others have of it now is searched again. */
const nearFirst = (record: SearchRecord, limit: number, near: readonly string[]): SearchRecord => {
  const isOfLimit = (text: string): boolean => limitOf(text) === limit;
  const own = putFirst(record.parts.filter(isOfLimit).map(partOf), near.map(partOf));
  const others = record.parts.filter((text) => !isOfLimit(text));
  const at = others.filter((text) => limitOf(text) < limit).length;
  return { ...record, near: limit, parts: others.toSpliced(at, 0, ...own.map((part) => textOf(part, limit))) };
};

/** Replace a part by what is left of it. A part that isn't there was done by somebody else: then nothing changes. */
export const finishPart = (record: SearchRecord, slice: Slice): SearchRecord => {
  if (!record.parts.includes(slice.part)) return record;
  const limit = limitOf(slice.part);
  if (slice.near) return record.near === limit ? record : nearFirst(record, limit, slice.near);
  const limits = record.limits.map((one) =>
    one.limit === limit ? { limit, nodes: one.nodes + slice.nodes, next: least(one.next, slice.next) } : one,
  );
  const parts = record.parts.flatMap((part) => (part === slice.part ? slice.left : [part]));
  const rest = { ...record, limits, parts, variant: slice.variant ?? record.variant };
  // Its part is not searched to the end, so the solution comes first: it ends the limit.
  const left = slice.variant === undefined ? { ...record, limits } : rest;
  return proceed(slice.solution ? noteSolution(left, slice.solution) : rest);
};

/** Note what a whole has found: nothing if it failed. One that was done before changes nothing. */
export const finishWhole = (record: SearchRecord, { part, nodes = 0, found = [] }: Slice): SearchRecord => {
  const isFirst = part === firstSolution;
  const isNew = isFirst ? record.wholes.includes(part) : Number(part) === record.improved;
  if (!isNew) return record;
  const improved = record.improved + (isFirst ? 0 : 1);
  return found.reduce(noteSolution, { ...record, wholes: [], improved, others: record.others + nodes });
};

/** Begin the limit after the highest one, for workers that would have nothing to do; if it is known, and can have a solution. */
export const beginNext = (record: SearchRecord): SearchRecord => {
  const next = record.limits.at(-1)?.next;
  if (next === undefined || next >= (record.best?.length ?? Number.POSITIVE_INFINITY)) return record;
  return withLimit(record, next);
};
