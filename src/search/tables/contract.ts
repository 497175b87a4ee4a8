/**
 * The contract of tables: the distances of all positions of a puzzle to one goal. A table is built once, into shared
 * memory. To open it copies nothing, and is cheap enough to be done on every thread.
 */
import type { Goal, Move, Position, Puzzle } from '../../puzzles/puzzle.ts';
import type { Survey } from '../algorithms/breadth-first.ts';

/** Where tables that take long to build are kept between runs. `note` gets a line for the log when a file is no use. */
export interface TableStorage {
  readonly folder: string;
  readonly note?: (line: string) => void;
}

/** One table that a method needs. */
export interface TableNeed {
  /** The same key is the same memory, whatever the goal was. */
  readonly key: string;
  readonly bytes: number;
  build(storage?: TableStorage): SharedArrayBuffer;
}

/** The tables at hand, by key. */
export type Tables = ReadonlyMap<string, SharedArrayBuffer>;

/** What tables store for a position from which no goal can be reached. Distances are bytes below it. */
export const unreachable = 255;

/** Bytes before the data of a table: its histogram, a 32-bit number for each distance. */
export const headerBytes = 4 * 256;

/** Distances to one goal, or to the nearest of several. Not for several threads: open one each. */
export abstract class Table {
  /** Bytes of the shared memory behind it. */
  readonly bytes: number;
  /** Positions at distance 0, 1, …, diameter. */
  readonly histogram: readonly number[];
  protected readonly puzzle: Puzzle;

  constructor(puzzle: Puzzle, memory: SharedArrayBuffer) {
    this.puzzle = puzzle;
    this.bytes = memory.byteLength;
    const counts = new Uint32Array(memory, 0, headerBytes / 4);
    this.histogram = Array.from(counts.subarray(0, counts.indexOf(0)));
  }

  /** Moves from this position to the nearest goal; -1 when none can be reached. */
  abstract distance(position: Position): number;
  /**
   * A shortest solution; the same one on every thread and in every run.
   * @throws RangeError when no goal can be reached
   */
  abstract path(position: Position): Move[];
  /** All moves that begin a shortest solution, in the order of the cursor; none at a goal or where there is none. */
  abstract bestMoves(position: Position): Move[];
  /**
   * How many shortest solutions there are: sequences of moves, so that chains of jumps that take the same pegs in
   * another order are different ones. 1 at a goal, 0 when no goal can be reached. Exact below 2^53; of the puzzles with
   * tables none comes near.
   */
  abstract solutions(position: Position): number;
  /** The positions at the largest distance, by `puzzle.rank` in ascending order. */
  abstract farthest(): number[];

  survey(): Survey {
    return surveyOf(this.histogram, this.farthest());
  }

  protected unsolvable(position: Position): RangeError {
    return new RangeError(`no solution of ${this.puzzle.formatPosition(position)}`);
  }
}

/** One kind of table: which puzzles have it, how large it is, how to fill it and how to read it. */
export interface TableKind {
  /** Whether this puzzle has a table of the kind, small enough to be built while somebody waits. */
  fits(puzzle: Puzzle): boolean;
  /** Goals of a puzzle with the same key share a table. */
  key(puzzle: Puzzle, goal: Goal): string;
  /** Bytes of the data behind the header. */
  bytes(puzzle: Puzzle): number;
  /**
   * Search everything from which the goal can be reached.
   * @param data to be filled, all 0
   * @returns the histogram
   */
  build(puzzle: Puzzle, goal: Goal, data: Uint8Array): readonly number[];
  open(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer): Table;
  /** The survey without a table, where that takes less memory. */
  survey?(puzzle: Puzzle, goal: Goal): Survey;
}

/** @param farthest ranks in ascending order */
export const surveyOf = (histogram: readonly number[], farthest: readonly number[]): Survey => ({
  states: histogram.reduce((sum, count) => sum + count, 0),
  diameter: histogram.length - 1,
  histogram,
  farthest,
});

/** The histogram of a breadth-first search by its queue, in which distances ascend. */
export const histogramOf = (queue: Uint32Array, distances: Uint8Array): number[] => {
  const histogram: number[] = [];
  for (let from = 0; from < queue.length; ) {
    const distance = distances[queue[from]!]!;
    let to = from + 1;
    for (let end = queue.length; to < end; ) {
      const middle = (to + end) >> 1;
      if (distances[queue[middle]!] === distance) to = middle + 1;
      else end = middle;
    }
    histogram.push(to - from);
    from = to;
  }
  return histogram;
};

/**
 * How many shortest paths lead from one position to another, level by level.
 * @param forCloser visits each neighbour of a position that is one move closer to the end, once for each move there
 */
export const countPaths = (
  start: number,
  moves: number,
  forCloser: (from: number, visit: (to: number) => void) => void,
): number => {
  let level = new Map([[start, 1]]);
  for (let left = moves; left > 0; left--) {
    const closer = new Map<number, number>();
    for (const [from, paths] of level) {
      forCloser(from, (to) => {
        closer.set(to, (closer.get(to) ?? 0) + paths);
      });
    }
    level = closer;
  }
  return [...level.values()].reduce((sum, paths) => sum + paths, 0);
};
