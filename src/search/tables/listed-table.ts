/**
 * Tables of block puzzles: a sorted list of the states from which a goal can be reached, few among many more, and a byte
 * for the distance of each. Searched backwards from all goals at once, each state once (Moore 1959).
 */
import type { Goal, Puzzle } from '../../puzzles/puzzle.ts';
import { headerBytes, type TableKind, unreachable } from './contract.ts';
import { goalKey, StateTable } from './state-table.ts';

/** States up to which a list of them is small. */
const fewStates = 2 ** 16;

/** The number of states (32 bits), room for all states that there can be (32 bits each), and for their distances. */
const arraysOf = (puzzle: Puzzle, buffer: ArrayBufferLike) => ({
  size: new Uint32Array(buffer, headerBytes, 1),
  states: new Uint32Array(buffer, headerBytes + 4, puzzle.states),
  distances: new Uint8Array(buffer, headerBytes + 4 + 4 * puzzle.states, puzzle.states),
});

class ListedTable extends StateTable {
  private readonly states: Uint32Array;
  private readonly distances: Uint8Array;

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    super(puzzle, goal, memory);
    const { size, states, distances } = arraysOf(puzzle, memory);
    this.states = states.subarray(0, size[0]);
    this.distances = distances;
  }

  farthest(): number[] {
    const diameter = this.histogram.length - 1;
    return Array.from(this.states).filter((_, index) => this.distances[index] === diameter);
  }

  protected distanceOf(state: number): number {
    const { states } = this;
    let low = 0;
    let high = states.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (states[middle]! < state) low = middle + 1;
      else high = middle;
    }
    return states[low] === state ? this.distances[low]! : unreachable;
  }
}

export const listedTables: TableKind = {
  fits: ({ family, states }) => family === 'block' && states <= fewStates,
  key: goalKey,
  bytes: ({ states }) => 4 + 5 * states,
  open: (puzzle, goal, memory) => new ListedTable(puzzle, goal, memory),
  build: (puzzle, goal, data) => {
    const cursor = puzzle.cursor(goal);
    const found = new Map(cursor.goals.map((state) => [state, 0]));
    const histogram: number[] = [];
    const codes: number[] = [];
    // A map is walked in the order in which it was filled, also while it is being filled.
    for (const [state, distance] of found) {
      histogram[distance] = (histogram[distance] ?? 0) + 1;
      cursor.load(state);
      const count = cursor.predecessors(codes, 0);
      for (let i = 0; i < count; i++) {
        cursor.unmake(codes[i]!);
        const before = cursor.state();
        cursor.make(codes[i]!);
        if (!found.has(before)) found.set(before, distance + 1);
      }
    }
    const { size, states, distances } = arraysOf(puzzle, data.buffer);
    const sorted = Uint32Array.from(found.keys()).sort();
    size[0] = sorted.length;
    states.set(sorted);
    sorted.forEach((state, index) => {
      distances[index] = found.get(state)!;
    });
    return histogram;
  },
};
