/**
 * The distances of every position that a start can reach, for puzzles whose positions are few among those that can be
 * written: sliding blocks. It is built for one question in a fraction of a second, and not shared: 16 bytes a position.
 */

import type { Position, Puzzle, Question } from '../../puzzles/puzzle.ts';
import { hashOf } from '../../puzzles/state-store.ts';
import { allLevels, type Levels } from '../algorithms/breadth-first.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { StateTable } from './state-tables.ts';

class ComponentTable extends StateTable {
  private readonly states: Float64Array;
  private readonly starts: readonly number[];
  /** index + 1 of a state, 0 for free; the length is a power of two. */
  private readonly slots: Int32Array;

  constructor(puzzle: Puzzle, { start, goal }: Question, { states, starts }: Levels) {
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(states.length * 1.4 + 2)));
    const histogram = starts.slice(1).map((end, level) => end - starts[level]!);
    super(puzzle, puzzle.cursor(goal, start), histogram, states.byteLength + slots.byteLength);
    // Not a part of the longer list that the search made.
    this.states = states.slice();
    this.starts = starts;
    this.slots = slots;
    for (let index = 0; index < states.length; index++) slots[this.slotOf(states[index]!)] = index + 1;
  }

  private slotOf(state: number): number {
    const { slots, states } = this;
    const mask = slots.length - 1;
    let slot = hashOf(state) & mask;
    for (let entry = slots[slot]!; entry !== 0 && states[entry - 1] !== state; entry = slots[slot]!)
      slot = (slot + 1) & mask;
    return slot;
  }

  protected distanceOf(state: number): number {
    const index = this.slots[this.slotOf(state)]! - 1;
    if (index === -1) return -1;
    const { starts } = this;
    let [low, high] = [0, starts.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= index) low = middle;
      else high = middle;
    }
    return low;
  }

  farthest(): Position[] {
    return Array.from(this.states.subarray(this.starts.at(-2)), (state) => this.cursor.unrank(state));
  }
}

/** The table that was made last, as questions about one board come in rows. */
let last: { readonly puzzle: Puzzle; readonly goal: string; readonly table: ComponentTable } | undefined;

/** The table for a question, or why there is none. */
export const componentTable = (puzzle: Puzzle, question: Question, budget: Budget): ComponentTable | GaveUpReason => {
  const { start, goal } = question;
  if (last?.puzzle === puzzle && last.goal === goal.text && last.table.distance(start) !== -1) return last.table;
  const levels = allLevels(puzzle.cursor(goal, start), budget);
  if (typeof levels === 'string') return levels;
  const table = new ComponentTable(puzzle, question, levels);
  last = { puzzle, goal: goal.text, table };
  return table;
};
