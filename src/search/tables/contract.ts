/**
 * The contract of tables, which hold distances to one goal. Each is built once in shared memory, by a thread; the worker's main
 * thread keeps it, and all threads read it.
 */
import type { Goal, Move, Position, Puzzle } from '../../puzzles/puzzle.ts';
import { type Survey, surveyOf } from '../algorithms/breadth-first.ts';
import { exactly } from '../search-result.ts';

/** Where tables that take long to build are kept between runs. `note` gets a line for the log about a useless file. */
export interface TableStorage {
  readonly folder: string;
  readonly note?: (line: string) => void;
}

/** What holds tables: a buffer, or pages for a kernel that works on them. */
export type TableMemory = SharedArrayBuffer | WebAssembly.Memory;

export const bufferOf = (memory: TableMemory): SharedArrayBuffer =>
  memory instanceof WebAssembly.Memory ? memory.buffer : memory;

export interface TableNeed {
  /** The same key is the same memory, whatever the goal was. */
  readonly key: string;
  readonly bytes: number;
  /** Whether the build takes some seconds. */
  readonly isSlow?: boolean;
  /** How many parts of it can be built at the same time; 1 by default. */
  readonly parts?: number;
  /** Makes pages for it; by default it takes a buffer. */
  readonly allocate?: () => WebAssembly.Memory;
  /**
   * @param memory to fill; a new one by default
   * @param part to build, from 0; all of them by default
   */
  build(storage?: TableStorage, memory?: TableMemory, part?: number): TableMemory;
}

/** The tables at hand, by key. */
export type Tables = ReadonlyMap<string, TableMemory>;

/** What tables store for a position from which no goal can be reached. Distances are bytes below it. */
export const unreachable = 255;

/** Bytes before the data of a table: its histogram, a 32-bit number for each distance. */
export const headerBytes = 4 * 256;

/** Counts of solutions that a table keeps. */
const mostCounts = 2 ** 18;

/** The histogram in the header of a table. */
export const histogramIn = (memory: SharedArrayBuffer): number[] => {
  const counts = new Uint32Array(memory, 0, headerBytes / 4);
  return Array.from(counts.subarray(0, counts.indexOf(0)));
};

/** Distances to one goal, or to the nearest of several. It holds a present position, so each thread opens its own. */
export abstract class Table {
  /** Bytes of the memory behind it. */
  readonly bytes: number;
  /** Positions at distance 0, 1, …, diameter. */
  readonly histogram: readonly number[];
  protected readonly puzzle: Puzzle;
  /** By number of a position, how many shortest solutions it has. */
  private readonly counts = new Map<number, number>();

  constructor(puzzle: Puzzle, histogram: readonly number[], bytes: number) {
    this.puzzle = puzzle;
    this.histogram = histogram;
    this.bytes = bytes;
  }

  /** Makes a position the present one. @returns whether a goal can be reached from it */
  abstract load(position: Position): boolean;
  /** The number of the present position. */
  protected abstract number(): number;
  /**
   * Visit each neighbour of the present position that is one move closer to a goal, in the order of the cursor, until a
   * visit returns true. The neighbour is the present position meanwhile; `code` is the move that leads there.
   */
  protected abstract forCloser(visit: (code: number) => unknown): void;
  protected abstract moveOf(code: number): Move;
  /** The positions at the largest distance, in ascending order. */
  abstract farthest(): Position[];

  /** Moves from this position to the nearest goal; -1 when none can be reached. */
  distance(position: Position): number {
    return this.load(position) ? this.path(position).length : -1;
  }

  /**
   * A shortest solution; the same one on every thread and in every run.
   * @throws RangeError when no goal can be reached
   */
  path(position: Position): Move[] {
    if (!this.load(position)) throw this.unsolvable(position);
    const path: Move[] = [];
    const descend = (code: number): true => {
      path.push(this.moveOf(code));
      this.forCloser(descend);
      return true;
    };
    this.forCloser(descend);
    return path;
  }

  protected unsolvable(position: Position): RangeError {
    return new RangeError(`no solution of ${this.puzzle.formatPosition(position)}`);
  }

  /** All moves that begin a shortest solution, in the order of the cursor; none at a goal or without a solution. */
  bestMoves(position: Position): Move[] {
    const best: Move[] = [];
    if (this.load(position)) this.forCloser((code) => best.push(this.moveOf(code)));
    return best;
  }

  /**
   * How many shortest solutions there are: 1 at a goal, 0 when none can be reached. Chains of jumps that take the same
   * pegs in another order are different solutions. Undefined where there are too many for an exact number, as on
   * some boards of Rush Hour in steps.
   */
  solutions(position: Position): number | undefined {
    if (!this.load(position)) return 0;
    if (this.counts.size > mostCounts) this.counts.clear();
    return exactly(this.count());
  }

  private count(): number {
    const number = this.number();
    let count = this.counts.get(number) ?? 0;
    if (count > 0) return count;
    this.forCloser(() => {
      count += this.count();
    });
    count ||= 1;
    this.counts.set(number, count);
    return count;
  }

  survey(): Survey {
    return surveyOf(this.histogram, this.farthest());
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
  /** Search everything from which the goal can be reached, and fill `data`, which is all 0; the histogram. */
  build(puzzle: Puzzle, goal: Goal, data: Uint8Array): readonly number[];
  open(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer): Table;
  /** The survey without a table, where that takes less memory. */
  survey?(puzzle: Puzzle, goal: Goal): Survey;
}

export const histogramOf = (distances: Uint8Array): number[] => {
  const counts = new Uint32Array(256);
  for (let at = 0; at < distances.length; at++) counts[distances[at]!]!++;
  return Array.from(counts.subarray(0, counts.indexOf(0)));
};

/** Where a distance stands in a table, in ascending order. */
export const indicesOf = (distances: Uint8Array, distance: number): number[] => {
  const found: number[] = [];
  for (let at = distances.indexOf(distance); at !== -1; at = distances.indexOf(distance, at + 1)) found.push(at);
  return found;
};
