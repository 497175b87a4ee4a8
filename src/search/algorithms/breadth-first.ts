import { consecutive } from '../../puzzles/lists.ts';
import type { Cursor, Position } from '../../puzzles/puzzle.ts';
import { StateStore } from '../../puzzles/state-store.ts';
import { Budget, type GaveUpReason, pollInterval, type SearchLimits } from '../budget.ts';
import type { SearchResult } from '../search-result.ts';

/** About the most states that one state leads to. */
const mostBranches = 16;

/** `forward` follows moves from the start; `backward` goes from a goal to the positions that lead to it. */
export type Direction = 'forward' | 'backward';

/** A breadth-first search from some roots, a level at a time. Give it roots by `addRoot`, then call `expandLevel`. */
export class BreadthFirstSearch {
  readonly store = new StateStore();
  /** Where each level begins in the store; the last one is the frontier. */
  readonly starts = [0];
  protected readonly cursor: Cursor;
  private readonly direction: Direction;
  private readonly budget: Budget;
  private counted: number;

  constructor(cursor: Cursor, direction: Direction, budget: Budget) {
    this.cursor = cursor;
    this.direction = direction;
    this.budget = budget;
    this.counted = this.store.bytes;
  }

  /** Moves from the roots to the present frontier. */
  get depth(): number {
    return this.starts.length - 1;
  }

  get frontier(): number {
    return this.store.size - this.starts.at(-1)!;
  }

  addRoot(state: number): void {
    if (this.store.add(state, -1, 0)) this.budget.generated++;
  }

  /**
   * Put the next level in place of the frontier, but stop at the first new state for which `isEnd` holds. The cursor is
   * at that state meanwhile.
   * @returns its index in the store, `done` after a whole level, or the reason why the budget is spent
   */
  expandLevel(isEnd: (state: number) => boolean): number | 'done' | GaveUpReason {
    const { store, cursor, budget } = this;
    const forward = this.direction === 'forward';
    const end = store.size;
    const codes: number[] = [];
    for (let index = this.starts.at(-1)!; index < end; index++) {
      cursor.load(store.at(index));
      const count = forward ? cursor.moves(codes, 0) : cursor.predecessors(codes, 0);
      for (let i = 0; i < count; i++) {
        const move = codes[i]!;
        if (forward) cursor.make(move);
        else cursor.unmake(move);
        const next = this.stateHere();
        if (store.add(next, index, move)) {
          budget.generated++;
          if (isEnd(next)) return store.size - 1;
        }
        if (forward) cursor.unmake(move);
        else cursor.make(move);
      }
      if ((index & (pollInterval - 1)) === 0) {
        const reason = this.poll();
        if (reason) return reason;
      }
    }
    this.starts.push(end);
    return 'done';
  }

  /**
   * Go on to the end, or until the budget is spent.
   * @param visit gets each new state; the cursor is there meanwhile
   */
  exhaust(visit: (state: number) => void = () => {}): GaveUpReason | undefined {
    const goesOn = (state: number): boolean => {
      visit(state);
      return false;
    };
    while (this.frontier > 0) {
      const found = this.expandLevel(goesOn);
      if (typeof found === 'string' && found !== 'done') return found;
    }
    return undefined;
  }

  /** The state that is stored for the cursor's position. */
  protected stateHere(): number {
    return this.cursor.state();
  }

  /** Count the memory of the store, and ask whether the search may go on. */
  private poll(): GaveUpReason | undefined {
    const bytes = this.store.bytes + (this.cursor.bytes ?? 0);
    this.budget.bytes += bytes - this.counted;
    this.counted = bytes;
    return this.budget.spent(this.store.growth(pollInterval * mostBranches));
  }
}

/**
 * An algorithm whose levels somebody may watch: `watch` gets each of its searches with its roots, and after each level, also after
 * one that it did not finish.
 */
export type LevelAlgorithm = (
  cursor: Cursor,
  start: number,
  budget: Budget,
  watch?: (search: BreadthFirstSearch) => void,
) => SearchResult;

/** Breadth-first search from the start, each state once (Moore 1959). */
export const breadthFirst: LevelAlgorithm = (cursor, start, budget, watch) => {
  cursor.load(start);
  if (cursor.solved()) return { status: 'solved', moves: [] };
  const search = new BreadthFirstSearch(cursor, 'forward', budget);
  search.addRoot(start);
  watch?.(search);
  for (;;) {
    budget.lowerBound = search.depth + 1;
    const found = search.expandLevel(() => cursor.solved());
    watch?.(search);
    budget.peakFrontier = Math.max(budget.peakFrontier, search.frontier);
    if (typeof found === 'number') return { status: 'solved', moves: search.store.movesTo(found) };
    if (found !== 'done') return { status: 'gave-up', reason: found };
    if (search.frontier === 0) return { status: 'exhausted' };
  }
};

/** All states from which a goal can be reached, in ascending order of their distances. */
export interface Levels {
  readonly store: StateStore;
  /** Where each level starts in the store, and the end of the last one. */
  readonly starts: readonly number[];
}

/** How many states each level has. */
export const histogramOfLevels = ({ starts }: Levels): number[] =>
  consecutive(starts).map(([start, end]) => end - start);

/**
 * The goals that can be reached: the cursor's, or where it can't list them, those that a search of everything meets. The
 * reason instead when the budget is spent before that.
 */
export const goalsFrom = (cursor: Cursor, start: number, budget: Budget): readonly number[] | GaveUpReason => {
  if (cursor.goals) return cursor.goals;
  const search = new BreadthFirstSearch(cursor, 'forward', budget);
  search.addRoot(start);
  cursor.load(start);
  const goals = cursor.solved() ? [start] : [];
  const reason = search.exhaust((state) => {
    if (cursor.solved()) goals.push(state);
  });
  return reason ?? goals;
};

/** The levels of all positions that can reach a goal which the present one can reach. */
export const allLevels = (cursor: Cursor, budget: Budget): Levels | GaveUpReason => {
  const goals = goalsFrom(cursor, cursor.state(), budget);
  if (typeof goals === 'string') return goals;
  const search = new BreadthFirstSearch(cursor, 'backward', budget);
  for (const goal of goals) search.addRoot(goal);
  const { store, starts } = search;
  return search.exhaust() ?? { store, starts };
};

/**
 * Where the moves from stored states lead, as indices: `targets` from `starts[index]` to before `starts[index + 1]`. The store
 * takes states that it has not, and those that follow them, too.
 * @param most states from which to go
 */
export const edgesIn = (cursor: Cursor, store: StateStore, most = Number.POSITIVE_INFINITY) => {
  const starts = [0];
  const targets: number[] = [];
  const codes: number[] = [];
  for (let index = 0; index < Math.min(most, store.size); index++) {
    cursor.load(store.at(index));
    const count = cursor.moves(codes, 0);
    for (let i = 0; i < count; i++) {
      cursor.make(codes[i]!);
      const state = cursor.state();
      const known = store.find(state);
      targets.push(known === -1 ? store.size : known);
      if (known === -1) store.add(state, index, codes[i]!);
      cursor.unmake(codes[i]!);
    }
    starts.push(targets.length);
  }
  return { starts: Uint32Array.from(starts), targets: Uint32Array.from(targets) };
};

/** How many positions are at each distance from a goal, and which are the farthest. */
export interface Survey {
  readonly states: number;
  readonly diameter: number;
  /** Positions at distance 0, 1, …, diameter. */
  readonly histogram: readonly number[];
  /** Those at the diameter: the antipodes. */
  readonly farthest: readonly Position[];
}

/** Survey all states from which a goal can be reached; the reason instead when the limits are spent before that. */
export const surveyStates = (cursor: Cursor, limits: SearchLimits = {}): Survey | GaveUpReason => {
  const levels = allLevels(cursor, new Budget(limits));
  if (typeof levels === 'string') return levels;
  const { store, starts } = levels;
  const last = starts.at(-2) ?? 0;
  const farthest = Array.from({ length: store.size - last }, (_, index) => cursor.unrank(store.at(last + index)));
  return surveyOf(histogramOfLevels(levels), farthest);
};

export const surveyOf = (histogram: readonly number[], farthest: readonly Position[]): Survey => ({
  states: histogram.reduce((sum, count) => sum + count, 0),
  diameter: histogram.length - 1,
  histogram,
  farthest,
});
