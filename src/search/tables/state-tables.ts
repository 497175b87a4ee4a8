/**
 * Tables of puzzles whose positions are not numbered like permutations. They are read by making the moves of the cursor
 * and looking up where they lead.
 */
import { consecutive } from '../../puzzles/lists.ts';
import type { Cursor, Goal, Move, Position, Puzzle } from '../../puzzles/puzzle.ts';
import { allLevels, histogramOfLevels } from '../algorithms/breadth-first.ts';
import { Budget } from '../budget.ts';
import { layOut, loadKernel, scratchMemory } from '../kernels/kernel.ts';
import { headerBytes, histogramIn, histogramOf, indicesOf, Table, type TableKind, unreachable } from './contract.ts';

/** The goals of a table as ranks, each once, in ascending order. */
const goalRanks = (puzzle: Puzzle, goal: Goal): number[] =>
  [...new Set(puzzle.cursor(goal).goals!)].sort((a, b) => a - b);

const goalKey = (puzzle: Puzzle, goal: Goal): string => goalRanks(puzzle, goal).join(',');

export abstract class StateTable extends Table {
  protected readonly cursor: Cursor;

  constructor(puzzle: Puzzle, cursor: Cursor, histogram: readonly number[], bytes: number) {
    super(puzzle, histogram, bytes);
    this.cursor = cursor;
  }

  /** The distance of a state, or -1 if no goal can be reached. */
  protected abstract distanceOf(state: number): number;

  override distance(position: Position): number {
    return this.distanceOf(this.cursor.rank(position));
  }

  load(position: Position): boolean {
    const state = this.cursor.rank(position);
    if (this.distanceOf(state) === -1) return false;
    this.cursor.load(state);
    return true;
  }

  protected number(): number {
    return this.cursor.state();
  }

  protected moveOf(code: number): Move {
    return this.cursor.path(code);
  }

  protected forCloser(visit: (code: number) => unknown): void {
    const { cursor } = this;
    const distance = this.distanceOf(cursor.state());
    if (distance === 0) return;
    const codes: number[] = [];
    cursor.moves(codes, 0);
    for (const code of codes) {
      cursor.make(code);
      const isDone = this.distanceOf(cursor.state()) === distance - 1 && visit(code) === true;
      cursor.unmake(code);
      if (isDone) return;
    }
  }
}

/** Where a state stands in a sorted list, or -1. */
const placeIn = (states: Uint32Array, state: number): number => {
  let low = 0;
  let high = states.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (states[middle]! < state) low = middle + 1;
    else high = middle;
  }
  return states[low] === state ? low : -1;
};

/** A byte for each distance: by state, or in the order of a list of states, which are few among many more. */
class ByteTable extends StateTable {
  private readonly distances: Uint8Array;
  private readonly states: Uint32Array | undefined;

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer, distances: Uint8Array, states?: Uint32Array) {
    super(puzzle, puzzle.cursor(goal), histogramIn(memory), memory.byteLength);
    this.distances = distances;
    this.states = states;
  }

  farthest(): Position[] {
    const indices = indicesOf(this.distances, this.histogram.length - 1);
    return indices.map((index) => this.cursor.unrank(this.states?.[index] ?? index));
  }

  protected distanceOf(state: number): number {
    const index = this.states ? placeIn(this.states, state) : state;
    const distance = index === -1 ? unreachable : this.distances[index]!;
    return distance === unreachable ? -1 : distance;
  }
}

/** Holes up to which a byte for each set of pegs is little: 4 MB. */
const fewHoles = 22;

interface PegKernel {
  search(goals: number, holes: number): void;
}

/** Tables of peg solitaire. The search is the kernel `kernels/assembly/peg-table.ts`. */
export const pegTables: TableKind = {
  fits: ({ family, board }) => family === 'pegs' && board.size <= fewHoles,
  key: goalKey,
  bytes: ({ board }) => 2 ** board.size,
  open: (puzzle, goal, memory) => new ByteTable(puzzle, goal, memory, new Uint8Array(memory, headerBytes)),
  build: (puzzle, goal, data) => {
    const { size, jumps, neighbours } = puzzle.board;
    const landings = neighbours.map((_, hole) => jumps.filter(({ to }) => to === hole));
    const goals = goalRanks(puzzle, goal);
    const { at, memory } = layOut(
      {
        firsts: Uint8Array.from({ length: size + 1 }, (_, hole) => landings.slice(0, hole).flat().length),
        jumps: Uint32Array.from(
          landings.flat().flatMap(({ from, over, to }) => [(1 << from) | (1 << over) | (1 << to), from]),
        ),
        boards: 4 * data.length,
        distances: data.length,
        queue: 4 * data.length,
      },
      scratchMemory,
    );
    new Uint32Array(memory.buffer, at.queue).set(goals);
    loadKernel<PegKernel>('peg-table', memory, at).search(goals.length, size);
    data.set(new Uint8Array(memory.buffer, at.distances, data.length));
    return histogramOf(data);
  },
};

/** States up to which a list of them is small. */
const fewStates = 2 ** 16;

/**
 * The number of states from which a goal can be reached (32 bits); room for all that there can be (32 bits each), which are
 * sorted, and for their distances.
 */
const arraysOf = (puzzle: Puzzle, buffer: ArrayBufferLike) => ({
  size: new Uint32Array(buffer, headerBytes, 1),
  states: new Uint32Array(buffer, headerBytes + 4, puzzle.states),
  distances: new Uint8Array(buffer, headerBytes + 4 + 4 * puzzle.states, puzzle.states),
});

/** Tables of cards, searched backwards from all goals at once, each state once (Moore 1959). */
export const listedTables: TableKind = {
  // For blocks, which differ from start to start, there is `component-table.ts`.
  fits: ({ family, states }) => family === 'cards' && states <= fewStates,
  key: goalKey,
  bytes: ({ states }) => 4 + 5 * states,
  open: (puzzle, goal, memory) => {
    const { size, states, distances } = arraysOf(puzzle, memory);
    return new ByteTable(puzzle, goal, memory, distances.subarray(0, size[0]), states.subarray(0, size[0]));
  },
  build: (puzzle, goal, data) => {
    const levels = allLevels(puzzle.cursor(goal), new Budget());
    if (typeof levels === 'string') throw new Error(levels);
    const { store, starts } = levels;
    const sorted = new Uint32Array(store.size);
    for (const [distance, [from, end]] of consecutive(starts).entries())
      for (let index = from; index < end; index++) sorted[index] = (store.at(index) << 8) | distance;
    sorted.sort();
    const { size, states, distances } = arraysOf(puzzle, data.buffer);
    size[0] = sorted.length;
    states.set(sorted.map((entry) => entry >>> 8));
    distances.set(sorted.map((entry) => entry & 255));
    return histogramOfLevels(levels);
  },
};
