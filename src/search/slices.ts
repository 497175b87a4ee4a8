/** What a worker does with a part of a search record. */
import type { Move } from '../puzzles/puzzle.ts';
import { dueImprovement, type Improvement } from './algorithms/improvement.ts';
import { Budget, type SearchLimits } from './budget.ts';
import { type DepthFirstSearch, type Part, partsNear, searchPart, splitPart } from './parts.ts';
import {
  beginNext,
  finishPart,
  finishWhole,
  firstSolution,
  isWhole,
  limitOf,
  nodesOf,
  partOf,
  type SearchRecord,
  type Slice,
  textOf,
} from './search-record.ts';
import { type Fleet, type SlicePlan, shareOf, threadsForParts } from './work-record.ts';
import { workTime } from './work-time.ts';

/** What a thread has to know of a record to do a part. */
export interface SearchPlan extends SlicePlan {
  readonly record: SearchRecord;
  /** Into how many parts to divide what is left. */
  readonly wanted: number;
}

type SearchInput = Omit<SearchPlan, 'milliseconds'>;

/** A record whose first solution doesn't wait for tables. */
export const withFirstSolution = (record: SearchRecord): SearchRecord => ({ ...record, wholes: [firstSolution] });

/** Whether it is no part of a limit, but an improvement or the first solution. */
const isUndivided = (part: string): boolean => !part.includes(':');

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

/** How to work on a part of a record. */
export const planOf = (record: SearchRecord, part: string, fleet: Fleet): SearchPlan => {
  const { threads, limits } = fleet;
  if (isUndivided(part)) {
    const plan = { record, part, wanted: 1, milliseconds: limits.milliseconds! };
    return part === firstSolution ? { ...plan, needsNoTables: true } : plan;
  }
  const { wanted, milliseconds } = shareOf(record.parts.length, fleet);
  const isDivided = threads > 1 && isWhole(part);
  return { record, part, wanted: isDivided ? partsOfLimit(record, part, threads) : wanted, milliseconds };
};

/**
 * A solution this number of moves above the bound won't be proved soon, and a better one is worth a thread. With it, four boards of
 * 6 × 6 take 732 moves after 20 s on two threads instead of 740. The 24 puzzle, which is nearer, is proved in 12 s instead of
 * 16 to 21.
 */
const farFromProof = 16;

const isFarFromProof = ({ best, limit }: SearchRecord): boolean => (best?.length ?? 0) - limit >= farFromProof;

/** The record after a slice, with something to do for each thread if possible. */
export const afterSlice = (record: SearchRecord, slice: Slice, threads: number): SearchRecord => {
  if (isUndivided(slice.part)) return finishWhole(record, slice);
  const finished = finishPart(record, slice);
  if (finished === record) return record;
  const milliseconds =
    finished.milliseconds + slice.milliseconds / Math.min(threadsForParts(record, threads), record.parts.length);
  const after = finished.parts.length < threads ? beginNext(finished) : finished;
  if (after.parts.length === 0) return { ...after, milliseconds, wholes: [] };
  if (slice.due !== after.improved) return { ...after, milliseconds };
  return { ...after, milliseconds, wholes: [String(slice.due)], isWholeAlone: isFarFromProof(after) };
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
  const least = Math.max(limit, search.bound);
  const chosen = search.choose?.(least, () => false) ?? least;
  const slice = { part, nodes: search.generated - before, variant: search.variant ?? 0 };
  if (typeof chosen !== 'number') return { ...slice, solution: chosen, left: [], next: chosen.length };
  if (chosen === Number.POSITIVE_INFINITY) return { ...slice, left: [] };
  return chosen > limit ? { ...slice, left: [], next: chosen } : { ...slice, left: [part] };
};

const work = (search: DepthFirstSearch, input: SearchInput, poll: Poll): Untimed => {
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
  input: SearchInput,
  poll: Poll,
): Slice => {
  const began = workTime();
  const untimed = work(search, input, poll);
  const slice = { ...untimed, milliseconds: workTime() - began };
  const { record } = input;
  const { limit, best, improved } = record;
  const generated = nodesOf(record) + slice.nodes;
  const isDue = dueImprovement(improvements, { generated, lowerBound: limit, best }, search.step, improved);
  return isDue ? { ...slice, due: improved } : slice;
};

/** Try the next way to improve the solution of a record. */
const improve = (
  improvements: readonly Improvement[],
  { part, record: { best, alike, improved } }: SearchInput,
  budget: Budget,
): Slice | undefined => {
  for (const solution of best ? [best, ...alike] : []) budget.found(solution);
  const reason = improvements[improved]?.run(budget);
  if (reason) return undefined;
  const { milliseconds, generated: nodes, shortest: found } = budget;
  return { part, milliseconds, nodes, left: [], found };
};

export const isFirstSolution = ({ part }: SearchPlan): boolean => part === firstSolution;

export const firstSolutionSlice = ({ part }: SearchPlan, solution: readonly Move[]): Slice => ({
  part,
  found: [solution],
  nodes: solution.length,
  left: [],
  milliseconds: 0,
});

/** Do a part of a record. @returns undefined for an improvement that was ended before */
export const sliceOf = (
  search: DepthFirstSearch,
  improvements: readonly Improvement[],
  plan: SearchPlan,
  limits: SearchLimits,
): Slice | undefined => {
  const budget = new Budget(limits);
  if (isUndivided(plan.part)) return improve(improvements, plan, budget);
  return workOn(search, improvements, plan, () => budget.spent() !== undefined);
};
