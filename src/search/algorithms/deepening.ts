/** Iterative deepening on one thread. */
import type { Move } from '../../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { type DepthFirstSearch, everything, type Part, partsNear, putFirst, searchPart } from '../parts.ts';
import { dueImprovement, type Improvement } from './improvement.ts';

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

/** Nodes after which it matters by which bounds a search goes: most searches end before. */
const chosenAfter = 2 ** 17;

/**
 * A shortest solution, or why the search stopped; undefined if there is none. Limits follow each other, with improvements of
 * the best solution in between.
 * @param improvements in the order in which they are tried
 */
export const deepen = (
  search: DepthFirstSearch,
  budget: Budget,
  improvements: readonly Improvement[] = [],
): readonly Move[] | GaveUpReason | undefined => {
  let limit = search.bound;
  /** What is left of the limit, in the order in which to search it, and the next one as far as it is known. */
  let left: Part[] = [everything];
  let next = Number.POSITIVE_INFINITY;
  let hasChosen = false;
  let improved = 0;
  /** Nodes of improvements. */
  let others = 0;
  let reason: GaveUpReason | undefined;

  const isSpent = (): boolean => {
    budget.generated = others + search.generated;
    reason = budget.spent();
    return reason !== undefined;
  };
  const due = (): Improvement | undefined => dueImprovement(improvements, budget, search.step, improved);
  const hasToChoose = (): boolean => !hasChosen && search.generated >= chosenAfter;
  const hasToStop = (): boolean => isSpent() || hasToChoose() || due() !== undefined;
  const begin = (from: number): void => {
    limit = Math.min(from, budget.best?.length ?? Number.POSITIVE_INFINITY);
    next = Number.POSITIVE_INFINITY;
    const isLast = budget.best?.length === limit + search.step;
    left = putFirst([everything], isLast ? partsNear(search, budget.shortest) : []);
  };

  while (limit !== Number.POSITIVE_INFINITY) {
    budget.lowerBound = limit;
    budget.peakFrontier = limit;
    if (budget.best && budget.best.length <= limit) return budget.best;
    const improvement = due();
    if (improvement) {
      improved++;
      const before = budget.generated;
      reason = improvement.run(budget);
      others += budget.generated - before;
    } else if (hasToChoose()) {
      hasChosen = true;
      const chosen = search.choose?.(limit, isSpent) ?? limit;
      if (typeof chosen !== 'number') return chosen;
      begin(chosen);
    } else {
      const found = searchPart(search, left.shift()!, limit, hasToStop);
      isSpent();
      if (found.solution) return found.solution;
      if (found.left) left.unshift(found.left);
      next = Math.min(next, found.next);
      if (left.length === 0 && !reason) begin(next);
    }
    if (reason) return reason;
  }
  return undefined;
};
