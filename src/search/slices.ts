/** What a worker does with a part of a search record. */
import { dueImprovement, type Improvement } from './algorithms/improvement.ts';
import { Budget, type SearchLimits } from './budget.ts';
import { type DepthFirstSearch, type Part, partsNear, searchPart, splitPart } from './parts.ts';
import {
  beginNext,
  finishPart,
  type Improved,
  isWhole,
  limitOf,
  nodesOf,
  partOf,
  type SearchRecord,
  type Slice,
  textOf,
} from './search-record.ts';
import { workTime } from './work-time.ts';

/** What a slice of a record's part has to know. */
export interface SliceInput {
  readonly record: SearchRecord;
  /** As the record has it. */
  readonly part: string;
  /** Into how many parts to divide what is left. */
  readonly wanted: number;
}

/** How to work on a part, and for how long. */
export interface SlicePlan extends SliceInput {
  readonly milliseconds: number;
}

/** Of a slice, in milliseconds; and while fewer parts wait than half of the threads could take, so that they are divided soon. */
const sliceMilliseconds = { usual: 250, short: 25 };

/**
 * In how many parts a limit begins: at most, and for how many nodes of the limit before there is one. With four parts for two
 * workers, a solution early in the first part took them over 80 s instead of 11 (`09624HL38…` of the 24 puzzle).
 */
const mostParts = 64;
const nodesBeforePart = 2 ** 21;

/**
 * More parts than threads, as they differ in size. A long limit has many, which are searched in their order: so a solution that
 * comes early in it comes early with any number of threads.
 */
const partsOfLimit = ({ limits }: SearchRecord, part: string, threads: number): number => {
  const before = limits.findLast(({ limit }) => limit < limitOf(part));
  return Math.max(2 * threads, Math.min(mostParts, Math.floor((before?.nodes ?? 0) / nodesBeforePart)));
};

/**
 * How to work on a part of a record, if so many threads work on the search.
 * @param isAlone whether the threads have no other search: beside others, all slices are equal, so that each gets an equal share
 */
export const planOf = (record: SearchRecord, part: string, threads: number, isAlone = true): SlicePlan => {
  const waiting = Math.max(0, record.parts.length - threads);
  const isShort = isAlone && threads > 1 && waiting < threads / 2;
  const wanted = threads > 1 && isWhole(part) ? partsOfLimit(record, part, threads) : Math.max(1, threads - waiting);
  return { record, part, wanted, milliseconds: isShort ? sliceMilliseconds.short : sliceMilliseconds.usual };
};

/** The record after a slice, with something to do for each of so many threads if possible. */
export const afterSlice = (record: SearchRecord, slice: Slice, threads: number): SearchRecord => {
  const after = finishPart(record, slice);
  if (after === record) return record;
  const milliseconds = after.milliseconds + slice.milliseconds / Math.min(threads, record.parts.length);
  return after.parts.length < threads ? beginNext({ ...after, milliseconds }) : { ...after, milliseconds };
};

/** A slice, but for its time. */
type Untimed = Omit<Slice, 'milliseconds'>;

/** Whether to stop. */
type Poll = () => boolean;

const textsOf = (parts: readonly Part[], limit: number): string[] => parts.map((part) => textOf(part, limit));

/** Choose by which bounds the search goes, within a second. The limits before the one that it tells then are done. */
const choose = (search: DepthFirstSearch, part: string): Untimed => {
  const limit = limitOf(part);
  const before = search.generated;
  const chosen = search.choose(Math.max(limit, search.bound), () => false);
  const slice = { part, nodes: search.generated - before, variant: search.variant };
  if (typeof chosen !== 'number') return { ...slice, solution: chosen, left: [], next: chosen.length };
  if (chosen === Number.POSITIVE_INFINITY) return { ...slice, left: [] };
  return chosen > limit ? { ...slice, left: [], next: chosen } : { ...slice, left: [part] };
};

const work = (search: DepthFirstSearch, input: SliceInput, poll: Poll): Untimed => {
  const { part, wanted, record } = input;
  if (record.variant === undefined) return choose(search, part);
  const limit = limitOf(part);
  if (search.pathOf && record.best?.length === limit + search.step && record.near !== limit) {
    const near = partsNear(search, [record.best, ...record.alike]);
    return { part, nodes: 0, near: textsOf(near, limit), left: [part] };
  }
  if (isWhole(part) && wanted > 1) {
    const parts = splitPart(search, partOf(part), limit, wanted);
    // Of few nodes, there is but one part: itself.
    if (parts.length > 1) return { part, nodes: 0, left: textsOf(parts, limit) };
  }
  const before = search.generated;
  const hasToStop = (): boolean => poll() && search.generated >= before + search.interval;
  const { solution, left, next } = searchPart(search, partOf(part), limit, hasToStop);
  const parts = left ? splitPart(search, left, limit, wanted) : [];
  return {
    part,
    nodes: search.generated - before,
    solution,
    left: textsOf(parts, limit),
    next: next === Number.POSITIVE_INFINITY ? undefined : next,
  };
};

/** Work on a part of a record until it is done, or has to stop; but some thousand nodes at least, so that each slice gets on. */
export const workOn = (
  search: DepthFirstSearch,
  improvements: readonly Improvement[],
  input: SliceInput,
  poll: Poll,
): Slice => {
  const began = workTime();
  const untimed = work(search, input, poll);
  const slice = { ...untimed, milliseconds: workTime() - began };
  const { record } = input;
  const { limit, best, improved } = record;
  const generated = nodesOf(record) + slice.nodes;
  const isDue = dueImprovement(improvements, { generated, lowerBound: limit, best, step: search.step, improved });
  return isDue ? { ...slice, due: improved } : slice;
};

/** Try the next way to improve the solution of a record. @returns undefined if it was ended before */
export const improve = (
  improvements: readonly Improvement[],
  { best, alike, improved }: SearchRecord,
  limits: SearchLimits,
): Improved | undefined => {
  const budget = new Budget(limits);
  for (const solution of best ? [best, ...alike] : []) budget.found(solution);
  const reason = improvements[improved]?.run(budget, () => false);
  if (reason) return undefined;
  return { index: improved, nodes: budget.generated, solutions: budget.shortest };
};
