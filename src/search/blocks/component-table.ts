/**
 * The distances of every position that a start can reach, for puzzles whose positions are few among those that can be
 * written: sliding blocks. No table is shared by many questions, as each board has positions of its own.
 *
 * The search goes forward from the start, which finds the nearest goals, and then backward from these, which tells distances.
 * A small board is searched whole, for the questions that follow; a large one as far as its shortest solutions. A board that
 * is too large for that still gets one solution, by pattern databases.
 */
import type { BlockCursor } from '../../puzzles/families/blocks/cursor.ts';
import type { Position, Puzzle, Question } from '../../puzzles/puzzle.ts';
import { breadthFirst } from '../algorithms/breadth-first.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import type { SearchResult } from '../search-result.ts';
import { StateTable } from '../tables/state-tables.ts';
import { BlockComponent } from './block-component.ts';
import { blockCursorOf, solveByPatterns } from './block-patterns.ts';

export class ComponentTable extends StateTable {
  private readonly component: BlockComponent;

  /** Whether it has all positions. If not, it knows the distances on shortest ways from the start only. */
  readonly isWhole: boolean;

  constructor(puzzle: Puzzle, cursor: BlockCursor, component: BlockComponent, isWhole: boolean) {
    const counts: number[] = [];
    if (isWhole) {
      for (const distance of component.distances.subarray(0, component.size))
        counts[distance] = (counts[distance] ?? 0) + 1;
    }
    super(puzzle, cursor, counts, component.bytes);
    this.component = component;
    this.isWhole = isWhole;
  }

  /** Whether it tells all about a start. */
  knows(start: Position): boolean {
    return this.isWhole ? this.distance(start) !== -1 : this.component.find(this.cursor.rank(start)) === 0;
  }

  protected distanceOf(state: number): number {
    const index = this.component.find(state);
    return index === -1 ? -1 : this.component.distances[index]!;
  }

  farthest(): Position[] {
    const { component, histogram } = this;
    const farthest: Position[] = [];
    for (let index = 0; index < component.size; index++)
      if (component.distances[index] === histogram.length - 1) farthest.push(this.cursor.unrank(component.at(index)));
    return farthest;
  }
}

/** Positions up to which a whole component is listed although a solution is known: some seconds. */
const mostListed = 2 ** 22;
/** For one start: up to this many, and up to as many times those of its shortest solutions, as others come from its board. */
const fewListed = 2 ** 12;
const timesListed = 4;
/** More memory than this is not kept for the next question. */
const mostKeptBytes = 2 ** 25;

/** The table that was made last, as questions about one board come in rows. */
let last: { readonly puzzle: Puzzle; readonly goal: string; readonly table: ComponentTable } | undefined;

/**
 * The table for a question; or without one, where there is no solution or too much to list, what the search found. The
 * kernel counts positions by numbers, so boards with too many pieces for that have a search by the cursor alone. First
 * it goes forward from the start, so that it knows a shortest solution early. The next table in the same thread takes its
 * memory.
 * @param extent `start` if only the shortest solutions matter: it may end at the level of the nearest goals
 */
export const componentTable = (
  puzzle: Puzzle,
  question: Question,
  budget: Budget,
  extent: 'whole' | 'start' = 'whole',
): ComponentTable | SearchResult => {
  const { start, goal } = question;
  const isForStart = extent === 'start';
  const known = last?.puzzle === puzzle && last.goal === goal.text ? last.table : undefined;
  if (known?.knows(start) && (known.isWhole || isForStart)) return known;
  last = undefined;
  const cursor = blockCursorOf(puzzle, question);
  if (cursor.isNumbering) return breadthFirst(cursor, cursor.rank(start), budget);
  const component = new BlockComponent(cursor);
  const enough = (listed: number): number =>
    isForStart ? Math.max(fewListed, Math.min(timesListed * listed, mostListed / 2)) : mostListed;
  const most = isForStart ? mostListed : Number.POSITIVE_INFINITY;
  const listed = component.list(cursor.rank(start), budget, most, enough);
  const isKept = component.bytes <= mostKeptBytes;
  if (listed === 'enough' && component.shortest === undefined) {
    const result = solveByPatterns(puzzle, question, budget);
    component.release();
    return result;
  }
  if (!isKept) component.release();
  const { shortest } = component;
  if (shortest === undefined)
    return listed === 'all' ? { status: 'exhausted' } : { status: 'gave-up', reason: listed as GaveUpReason };
  budget.lowerBound = shortest;
  const isWhole = listed === 'all';
  const isEnough = isWhole || (listed === 'enough' && isForStart && component.size <= mostListed);
  const longest = isWhole ? Number.POSITIVE_INFINITY : shortest;
  if (!isEnough || component.measure(budget, longest)) return { status: 'solved', moves: component.path() };
  const table = new ComponentTable(puzzle, cursor, component, isWhole);
  if (isKept) last = { puzzle, goal: goal.text, table };
  return table;
};
