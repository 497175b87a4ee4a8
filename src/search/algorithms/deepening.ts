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

/** A search whose limits follow each other, with improvements of its best solution in between. */
class Deepening {
  private readonly search: DepthFirstSearch;
  private readonly budget: Budget;
  private readonly improvements: readonly Improvement[];
  private limit: number;
  /** What is left of the limit, in the order in which to search it, and the next one as far as it is known. */
  private left: Part[] = [everything];
  private next = Number.POSITIVE_INFINITY;
  private hasChosen = false;
  private improved = 0;
  /** Nodes of improvements. */
  private others = 0;
  private reason: GaveUpReason | undefined;

  constructor(search: DepthFirstSearch, budget: Budget, improvements: readonly Improvement[]) {
    this.search = search;
    this.budget = budget;
    this.improvements = improvements;
    this.limit = search.bound;
  }

  private readonly isSpent = (): boolean => {
    this.budget.generated = this.others + this.search.generated;
    this.reason = this.budget.spent();
    return this.reason !== undefined;
  };

  private due(): Improvement | undefined {
    const { improved } = this;
    const { generated, lowerBound, best } = this.budget;
    return dueImprovement(this.improvements, { generated, lowerBound, best, step: this.search.step, improved });
  }

  private get hasToChoose(): boolean {
    return !this.hasChosen && this.search.generated >= chosenAfter;
  }

  run(): readonly Move[] | GaveUpReason | undefined {
    const { budget, search } = this;
    while (this.limit !== Number.POSITIVE_INFINITY) {
      budget.lowerBound = this.limit;
      budget.peakFrontier = this.limit;
      if (budget.best && budget.best.length <= this.limit) return budget.best;
      const improvement = this.due();
      if (improvement) {
        this.improved++;
        const before = budget.generated;
        this.reason = improvement.run(budget);
        this.others += budget.generated - before;
      } else if (this.hasToChoose) {
        this.hasChosen = true;
        const chosen = search.choose(this.limit, this.isSpent);
        if (typeof chosen !== 'number') return chosen;
        this.begin(chosen);
      } else {
        const solution = this.part();
        if (solution) return solution;
        if (this.left.length === 0 && !this.reason) this.begin(this.next);
      }
      if (this.reason) return this.reason;
    }
    return undefined;
  }

  private begin(limit: number): void {
    const { search, budget } = this;
    this.limit = Math.min(limit, budget.best?.length ?? Number.POSITIVE_INFINITY);
    this.next = Number.POSITIVE_INFINITY;
    const isLast = budget.best?.length === this.limit + search.step;
    this.left = putFirst([everything], isLast ? partsNear(search, budget.shortest) : []);
  }

  private part(): readonly Move[] | undefined {
    const { search, limit } = this;
    const poll = (): boolean => this.isSpent() || this.hasToChoose || this.due() !== undefined;
    const { solution, left, next } = searchPart(search, this.left.shift()!, limit, poll);
    this.isSpent();
    if (left) this.left.unshift(left);
    this.next = Math.min(this.next, next);
    return solution;
  }
}

/**
 * A shortest solution, or why the search stopped; undefined if there is none.
 * @param improvements in the order in which they are tried
 */
export const deepen = (
  search: DepthFirstSearch,
  budget: Budget,
  improvements: readonly Improvement[] = [],
): readonly Move[] | GaveUpReason | undefined => new Deepening(search, budget, improvements).run();
