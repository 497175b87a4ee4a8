/**
 * The distances of every position that a start can reach, for puzzles whose positions are few among those that can be
 * written: sliding blocks. It is built for one question in a fraction of a second, and not shared.
 */
import type { Position, Puzzle, Question } from '../../puzzles/puzzle.ts';
import { StateStore } from '../../puzzles/state-store.ts';
import {
  BreadthFirstSearch,
  histogramOfLevels,
  type Levels,
  lastLevel,
  levelsTo,
} from '../algorithms/breadth-first.ts';
import type { Budget } from '../budget.ts';
import type { SearchResult } from '../search-result.ts';
import { StateTable } from './state-tables.ts';

export class ComponentTable extends StateTable {
  private readonly levels: Levels;

  constructor(puzzle: Puzzle, { start, goal }: Question, levels: Levels) {
    super(puzzle, puzzle.cursor(goal, start), histogramOfLevels(levels), levels.store.bytes);
    this.levels = levels;
  }

  protected distanceOf(state: number): number {
    const { store, starts } = this.levels;
    const index = store.find(state);
    if (index === -1) return -1;
    let [low, high] = [0, starts.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= index) low = middle;
      else high = middle;
    }
    return low;
  }

  farthest(): Position[] {
    return lastLevel(this.levels).map((state) => this.cursor.unrank(state));
  }
}

/** Positions up to which a whole component is listed although a solution is known: some seconds. */
const mostListed = 2 ** 22;
/** Larger tables are not kept for the next question. */
const mostKeptBytes = 2 ** 25;

/** The table that was made last, as questions about one board come in rows. */
let last: { readonly puzzle: Puzzle; readonly goal: string; readonly table: ComponentTable } | undefined;

/**
 * The table for a question; or without one, where there is no solution or too much to list, what the search found. First
 * it goes forward from the start, so that it knows a shortest solution early, and the goals of the component at the end.
 */
export const componentTable = (puzzle: Puzzle, question: Question, budget: Budget): ComponentTable | SearchResult => {
  const { start, goal } = question;
  if (last?.puzzle === puzzle && last.goal === goal.text && last.table.distance(start) !== -1) return last.table;
  const cursor = puzzle.cursor(goal, start);
  const store = new StateStore();
  const wave = new BreadthFirstSearch(cursor, 'forward', budget, store);
  const goals: number[] = [];
  let shortest: readonly number[] | undefined;
  const note = (): void => {
    if (!cursor.solved()) return;
    goals.push(cursor.state());
    shortest ??= store.movesTo(store.size - 1);
  };
  cursor.load(cursor.rank(start));
  wave.addRoot(cursor.state());
  note();
  while (wave.frontier > 0) {
    budget.lowerBound = shortest?.length ?? wave.depth + 1;
    budget.peakFrontier = Math.max(budget.peakFrontier, wave.frontier);
    const found = wave.expandLevel(() => {
      note();
      return shortest !== undefined && store.size > mostListed;
    });
    if (found === 'done') continue;
    if (shortest) return { status: 'solved', moves: shortest };
    if (typeof found === 'string') return { status: 'gave-up', reason: found };
  }
  if (!shortest) return { status: 'exhausted' };
  // Each of these states is found again.
  budget.generated = 0;
  store.clear();
  const levels = levelsTo(cursor, goals, budget, store);
  if (typeof levels === 'string') return { status: 'solved', moves: shortest };
  const table = new ComponentTable(puzzle, question, levels);
  last = table.bytes <= mostKeptBytes ? { puzzle, goal: goal.text, table } : undefined;
  return table;
};
