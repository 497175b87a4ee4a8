/** Iterative deepening on one thread. */
import type { Move } from '../../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { type DepthFirstSearch, everything, searchPart } from '../parts.ts';

/** A limit on this thread. @returns a solution, why it stopped, or the next limit; Infinity if there is nothing more */
export const searchLimit = (
  search: DepthFirstSearch,
  limit: number,
  budget: Budget,
): readonly Move[] | GaveUpReason | number => {
  // A search by databases goes on counting where it was.
  const before = budget.generated - search.generated;
  let reason: GaveUpReason | undefined;
  const { solution, next } = searchPart(search, everything, limit, () => {
    budget.generated = before + search.generated;
    reason = budget.spent();
    return reason !== undefined;
  });
  budget.generated = before + search.generated;
  budget.peakFrontier = limit;
  return solution ?? reason ?? next;
};

/** A shortest solution, or why the search stopped; undefined if there is none. */
export const deepen = (search: DepthFirstSearch, budget: Budget): readonly Move[] | GaveUpReason | undefined => {
  for (let limit = search.bound; limit !== Number.POSITIVE_INFINITY; ) {
    budget.lowerBound = limit;
    const result = searchLimit(search, limit, budget);
    if (typeof result !== 'number') return result;
    limit = result;
  }
  return undefined;
};
