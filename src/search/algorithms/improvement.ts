/** Ways to a good solution, for searches whose proof takes long. */
import type { Budget, GaveUpReason, Progress } from '../budget.ts';

/** A way to a good solution, or to a better one. */
export interface Improvement {
  /** The nodes that a search takes before, where much is missing to a proof. */
  readonly after: number;
  /** Note solutions in the budget, or tell why the search has to stop. */
  run(budget: Budget): GaveUpReason | undefined;
}

/** Nodes after which a search is worth a good solution that isn't proved: a fraction of a second. */
export const patience = 2 ** 21;
/**
 * Each limit takes a multiple of the time of the one before. So the fewer are missing to a proof, the less an improvement is
 * worth: below this number, it comes twice as late for each that is not missing.
 */
const manyMissing = 4;

/**
 * The improvement that a search should try now.
 * @param step by which limits go up
 * @param improved how many improvements were tried
 */
export const dueImprovement = (
  improvements: readonly Improvement[],
  { generated, lowerBound, best }: Pick<Progress, 'generated' | 'lowerBound' | 'best'>,
  step: number,
  improved: number,
): Improvement | undefined => {
  const next = improvements[improved];
  if (!next || generated < next.after) return undefined;
  const missing = best ? (best.length - lowerBound) / step : manyMissing;
  return generated >= next.after * 2 ** Math.max(0, manyMissing - missing) ? next : undefined;
};
