/** Iterative deepening by the thread that answers for a search, and by others that help it. */
import type { Move } from '../../puzzles/puzzle.ts';
import { type Budget, type GaveUpReason, pollInterval, type SearchControl } from '../budget.ts';
import { type HelperPost, mostTried, type SharedDeepening } from './shared-deepening.ts';

/** A depth-first search below one start. It can be divided into parts, which are the same on each thread. */
export interface LimitedSearch {
  /** No solution has fewer moves. All have as many, or once, twice, … `step` more. */
  readonly bound: number;
  readonly step: 1 | 2;
  readonly parts: number;
  /** Which of its bounds a search goes by: all are right, but one takes the fewest nodes. */
  variant: number;
  /**
   * Go by the bounds that take the fewest nodes below this limit, or a few more; no solution is shorter.
   * @returns the next limit to search, or a solution, if one turns up
   */
  choose(limit: number, poll: () => boolean): readonly Move[] | number;
  /** The parts, in the order of how many moves they have in common with one of these solutions, the most first. */
  promising(solutions: readonly (readonly Move[])[]): readonly number[];
  /** Nodes so far; the search polls every `pollInterval` of them. */
  readonly generated: number;
  /**
   * @param poll whether the search has to stop
   * @returns a solution of `limit` moves, if there is one and the search went to its end
   */
  run(part: number | 'all', limit: number, poll: () => boolean): readonly Move[] | undefined;
}

/** A way to a good solution, or to a better one. */
export interface Improvement {
  /** The nodes that a search takes before, where much is missing to a proof. */
  readonly after: number;
  /** Its own nodes, about. */
  readonly nodes: number;
  /**
   * Note solutions in the budget, or tell why the search has to stop.
   * @param isProved whether other threads have proved the best solution: then no other is of use
   */
  run(isProved: () => boolean): GaveUpReason | undefined;
}

/** Nodes after which a search is divided: most searches end before. */
const alone = 2 ** 17;
/** Nodes after which a search is worth a good solution that isn't proved: a fraction of a second. */
export const patience = 2 ** 21;
/**
 * Each limit takes a multiple of the time of the one before. So the fewer are missing to a proof, the less an improvement is
 * worth: below so many, it comes twice as late for each that is not missing.
 */
const manyMissing = 4;
/** The longest wait for other threads between two polls of the budget, in milliseconds. */
const pollMilliseconds = 20;
const thousand = 1024;

/** Take a ticket, and search what it stands for. @returns whether there may be another one for this thread */
const searchNext = (
  search: LimitedSearch,
  deepening: SharedDeepening,
  place: number,
  found: (moves: readonly Move[]) => void,
  poll: () => boolean,
): boolean => {
  const ticket = deepening.take(place);
  if (ticket === undefined) return false;
  if (deepening.isTried(ticket)) {
    deepening.done(place, ticket);
    return true;
  }
  const { part, limit } = ticket;
  let hasToStop = false;
  const moves = search.run(part, limit, () => {
    hasToStop = poll();
    return hasToStop || deepening.best <= limit;
  });
  if (moves) {
    found(moves);
    deepening.found(limit);
  }
  if (hasToStop) deepening.giveBack(place);
  else deepening.done(place, ticket);
  return !hasToStop;
};

/** Take part in a search that another thread answers for, until it ends or the helper is called off. */
export const help = (search: LimitedSearch, control: SearchControl, { place, call }: HelperPost): void => {
  const { deepening } = control;
  const hasToStop = (): boolean => !deepening.isOpen || deepening.call !== call || control.isCancelled;
  const poll = (): boolean => {
    deepening.count(pollInterval / thousand);
    return hasToStop();
  };
  // So that each thread has divided the search before it counts parts.
  if (search.parts === 0) return;
  if (search.variant !== deepening.variant) search.variant = deepening.variant;
  while (!hasToStop() && searchNext(search, deepening, place, (moves) => control.share(moves), poll));
};

/** The search on this thread alone, until it has taken long. @returns a solution, or why it stopped at which limit */
const begin = (
  search: LimitedSearch,
  budget: Budget,
): readonly Move[] | { reason: GaveUpReason | 'long'; limit: number } => {
  let reason: GaveUpReason | 'long' | undefined;
  const poll = (): boolean => {
    budget.generated = search.generated;
    reason = budget.spent() ?? (search.generated >= alone ? 'long' : undefined);
    return reason !== undefined;
  };
  for (let { bound: limit } = search; ; limit += search.step) {
    budget.lowerBound = limit;
    budget.peakFrontier = limit;
    const moves = search.run('all', limit, poll);
    budget.generated = search.generated;
    if (moves) return moves;
    if (reason) return { reason, limit };
  }
};

/** @returns the next limit once the search has its bounds; or a solution, or why it stopped */
const choose = (search: LimitedSearch, budget: Budget, limit: number): readonly Move[] | GaveUpReason | number => {
  let reason: GaveUpReason | undefined;
  const chosen = search.choose(limit, () => {
    budget.generated = search.generated;
    reason = budget.spent();
    return reason !== undefined;
  });
  return reason ?? chosen;
};

/**
 * Search promising parts for a solution of `limit` moves, which is the bound. Those that come before a taken one are left to
 * their turn.
 */
const tryPromising = (search: LimitedSearch, budget: Budget, limit: number, poll: () => boolean): void => {
  const { deepening, best, solutions } = budget;
  const shortest = solutions.filter(({ length }) => length === best?.length);
  for (const part of search.promising(shortest).slice(0, mostTried)) {
    const ticket = { part, limit };
    if (deepening.isTaken(ticket) || deepening.isTried(ticket)) continue;
    let hasToStop = false;
    const moves = search.run(part, limit, () => {
      hasToStop = poll();
      return hasToStop || deepening.best <= limit;
    });
    if (moves) {
      budget.found(moves);
      deepening.found(limit);
    }
    if (hasToStop || deepening.best <= limit) return;
    deepening.tried(ticket);
  }
};

/** @param began nodes when this turn of the search began to share its work */
const dueImprovement = (
  improvements: readonly Improvement[],
  step: number,
  { deepening, best, generated }: Budget,
  began: number,
): Improvement | undefined => {
  const next = improvements[deepening.improvements];
  if (!next) return undefined;
  const missing = best ? (best.length - deepening.lowerBound) / step : manyMissing;
  const delay = 2 ** Math.max(0, manyMissing - missing);
  // One that is interrupted again and again must not keep the search from going on.
  return generated >= Math.max(next.after * delay, began + next.nodes) ? next : undefined;
};

/**
 * A shortest solution of a start that has one, or why the search stopped.
 * @param improvements in the order in which they are tried
 */
export const lead = (
  search: LimitedSearch,
  budget: Budget,
  improvements: readonly Improvement[] = [],
): readonly Move[] | GaveUpReason => {
  const first = begin(search, budget);
  if (!('reason' in first)) return first;
  if (first.reason !== 'long') return first.reason;

  const { deepening } = budget;
  if (!budget.goesOn) deepening.clear();
  let { limit } = first;
  if (deepening.hasBegun) search.variant = deepening.variant;
  else {
    const chosen = choose(search, budget, limit);
    if (typeof chosen !== 'number') return chosen;
    limit = chosen;
  }
  deepening.open(search.parts, limit, search.step, search.variant);
  let others = 0;
  /** Takes over the bound of all threads. @returns whether it proves the best solution */
  const isProved = (): boolean => {
    budget.lowerBound = deepening.lowerBound;
    budget.peakFrontier = budget.lowerBound;
    return deepening.best <= budget.lowerBound;
  };
  const look = (): GaveUpReason | undefined => {
    budget.generated = search.generated + others + thousand * deepening.count(0);
    isProved();
    if (deepening.best < (budget.best?.length ?? Number.POSITIVE_INFINITY)) budget.learn();
    return budget.spent();
  };
  let reason: GaveUpReason | undefined;
  const began = search.generated + thousand * deepening.count(0);
  const due = () => dueImprovement(improvements, search.step, budget, began);
  const improve = (improvement: Improvement): void => {
    const before = budget.generated;
    reason = improvement.run(isProved);
    others += budget.generated - before;
    if (reason) return;
    if (budget.best) deepening.found(budget.best.length);
    // A search that is interrupted goes on after those that are done.
    deepening.improved();
  };
  const hasToStop = (): boolean => {
    reason = look();
    return reason !== undefined;
  };
  /** The last limit at which promising parts were tried. */
  let triedLimit = 0;
  try {
    for (;;) {
      const { lowerBound } = deepening;
      if (budget.best && budget.best.length <= lowerBound) {
        budget.lowerBound = budget.best.length;
        return budget.best;
      }
      const improvement = due();
      if (improvement) {
        improve(improvement);
        if (reason) return reason;
        continue;
      }
      if (lowerBound > triedLimit && budget.best?.length === lowerBound + search.step) {
        triedLimit = lowerBound;
        tryPromising(search, budget, lowerBound, hasToStop);
      }
      if (reason) return reason;
      // A part is given back before an improvement, so that no limit waits for it.
      const poll = (): boolean => hasToStop() || due() !== undefined;
      const goesOn = searchNext(search, deepening, 0, (moves) => budget.found(moves), poll);
      if (!reason && !goesOn && !hasToStop() && !due()) deepening.wait(pollMilliseconds);
      if (reason) return reason;
    }
  } finally {
    deepening.count(Math.round(search.generated / thousand));
    deepening.close();
  }
};
