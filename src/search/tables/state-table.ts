/**
 * Tables of puzzles whose positions don't follow one another like permutations: block puzzles and pegs. Searched
 * backwards from all goals at once, a level at a time, each position once (Moore 1959).
 */

import type { Board } from '../../puzzles/board.ts';
import type { Cursor, Goal, Move, Position, Puzzle } from '../../puzzles/puzzle.ts';
import type { Survey } from '../algorithms/breadth-first.ts';
import { kernelScratch } from '../algorithms/scratch.ts';
import { loadKernel } from '../kernels/kernel.ts';
import type { Table } from './table.ts';

/** The distance of positions from which there is no way. */
const noWay = 255;

/** Distances by state, in whatever way they are stored. */
interface Distances {
  /** `noWay` where there is none. */
  of(state: number): number;
  /** Calls back with each state from which there is a way, in ascending order. */
  forEach(visit: (state: number, distance: number) => void): void;
}

/** One byte for each set of pegs, by the bits of its state. */
class BoardDistances implements Distances {
  private readonly bytes: Uint8Array;

  constructor(memory: SharedArrayBuffer) {
    this.bytes = new Uint8Array(memory);
  }

  of(state: number): number {
    return this.bytes[state]!;
  }

  forEach(visit: (state: number, distance: number) => void): void {
    this.bytes.forEach((distance, state) => {
      if (distance !== noWay) visit(state, distance);
    });
  }
}

/** A sorted list of those states that can be reached among many more, and a byte for each. */
class ListedDistances implements Distances {
  private readonly states: Uint32Array;
  private readonly bytes: Uint8Array;

  constructor(memory: SharedArrayBuffer, most: number) {
    const [size] = new Uint32Array(memory, 0, 1);
    this.states = new Uint32Array(memory, 4, size);
    this.bytes = new Uint8Array(memory, 4 + 4 * most, size);
  }

  of(state: number): number {
    const { states } = this;
    let low = 0;
    let high = states.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (states[middle]! < state) low = middle + 1;
      else high = middle;
    }
    return states[low] === state ? this.bytes[low]! : noWay;
  }

  forEach(visit: (state: number, distance: number) => void): void {
    this.states.forEach((state, index) => {
      visit(state, this.bytes[index]!);
    });
  }
}

const buildListed = (puzzle: Puzzle, goal: Goal): SharedArrayBuffer => {
  const cursor = puzzle.cursor(goal);
  const distances = new Map(cursor.goals.map((state) => [state, 0]));
  const codes: number[] = [];
  // A map is walked in the order in which it was filled, also while it is being filled.
  for (const [state, distance] of distances) {
    cursor.load(state);
    const count = cursor.predecessors(codes, 0);
    for (let i = 0; i < count; i++) {
      cursor.unmake(codes[i]!);
      const before = cursor.state();
      cursor.make(codes[i]!);
      if (!distances.has(before)) distances.set(before, distance + 1);
    }
  }
  const memory = new SharedArrayBuffer(stateTableBytes(puzzle));
  const sorted = Uint32Array.from(distances.keys()).sort();
  new Uint32Array(memory, 0, 1)[0] = sorted.length;
  new Uint32Array(memory, 4, sorted.length).set(sorted);
  new Uint8Array(memory, 4 + 4 * puzzle.states, sorted.length).set(
    Array.from(sorted, (state) => distances.get(state)!),
  );
  return memory;
};

interface Kernel {
  search(
    firsts: number,
    jumps: number,
    boards: number,
    distances: number,
    queue: number,
    goals: number,
    holes: number,
  ): void;
}

/** Pegs: the search is a kernel, `kernels/assembly/peg-table.ts`. */
const buildBoards = (board: Board, goals: readonly number[]): SharedArrayBuffer => {
  const positions = 2 ** board.size;
  const landings = board.neighbours.map((_, hole) => board.jumps.filter(({ to }) => to === hole));
  const firsts = landings.map((_, hole) => landings.slice(0, hole).flat().length);
  const jumps = landings.flat().flatMap(({ from, over, to }) => [(1 << from) | (1 << over) | (1 << to), from]);

  // The first page stays free for the compiler, and the second is for the two lists.
  const firstsAt = 65_536;
  const jumpsAt = firstsAt + 64;
  const boards = 2 * 65_536;
  const distances = boards + 4 * positions;
  const queue = distances + positions;
  const memory = kernelScratch(queue + 4 * positions);
  new Uint8Array(memory.buffer, boards, 4 * positions).fill(0);
  new Uint8Array(memory.buffer).set([...firsts, board.jumps.length], firstsAt);
  new Uint32Array(memory.buffer).set(jumps, jumpsAt / 4);
  const ends = [...new Set(goals)];
  new Uint32Array(memory.buffer).set(ends, queue / 4);
  const kernel = loadKernel<Kernel>('peg-table', memory);
  kernel.search(firstsAt, jumpsAt, boards, distances, queue, ends.length, board.size);
  const table = new SharedArrayBuffer(positions);
  new Uint8Array(table).set(new Uint8Array(memory.buffer, distances, positions));
  return table;
};

/** Block puzzles: room for all states that there can be, after their number. Pegs: a byte for each set of pegs. */
export const stateTableBytes = (puzzle: Puzzle): number =>
  puzzle.family === 'peg' ? puzzle.states : 4 + 5 * puzzle.states;

export class StateTable implements Table {
  readonly bytes: number;
  private readonly puzzle: Puzzle;
  private readonly cursor: Cursor;
  private readonly distances: Distances;
  private readonly codes: number[] = [];

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    this.puzzle = puzzle;
    this.bytes = memory.byteLength;
    this.cursor = puzzle.cursor(goal);
    this.distances = puzzle.family === 'peg' ? new BoardDistances(memory) : new ListedDistances(memory, puzzle.states);
  }

  static build(puzzle: Puzzle, goal: Goal): SharedArrayBuffer {
    return puzzle.family === 'peg'
      ? buildBoards(puzzle.board, goal.positions.map(puzzle.rank))
      : buildListed(puzzle, goal);
  }

  distance(position: Position): number {
    const distance = this.distances.of(this.puzzle.rank(position));
    return distance === noWay ? -1 : distance;
  }

  path(position: Position): Move[] {
    const { cursor, codes } = this;
    let distance = this.distance(position);
    if (distance === -1) throw new RangeError(`no way from ${this.puzzle.formatPosition(position)}`);
    const path: Move[] = [];
    cursor.load(this.puzzle.rank(position));
    for (; distance > 0; distance--) {
      const count = cursor.moves(codes, 0);
      for (let i = 0; i < count; i++) {
        cursor.make(codes[i]!);
        if (this.distances.of(cursor.state()) === distance - 1) {
          path.push(cursor.path(codes[i]!));
          break;
        }
        cursor.unmake(codes[i]!);
      }
    }
    return path;
  }

  bestMoves(position: Position): Move[] {
    const best: Move[] = [];
    this.forCloser(this.puzzle.rank(position), (_, move) => best.push(this.cursor.path(move)));
    return best;
  }

  /** Level by level towards the goals: how many shortest ways lead from the position to each of those between. */
  solutions(position: Position): number {
    const distance = this.distance(position);
    if (distance === -1) return 0;
    let level = new Map([[this.puzzle.rank(position), 1]]);
    for (let left = distance; left > 0; left--) {
      const closer = new Map<number, number>();
      for (const [state, ways] of level) {
        this.forCloser(state, (next) => closer.set(next, (closer.get(next) ?? 0) + ways));
      }
      level = closer;
    }
    return [...level.values()].reduce((sum, ways) => sum + ways, 0);
  }

  survey(): Survey {
    const histogram: number[] = [];
    let farthest: number[] = [];
    let states = 0;
    this.distances.forEach((state, distance) => {
      if (distance >= histogram.length) farthest = [];
      while (histogram.length <= distance) histogram.push(0);
      histogram[distance]!++;
      if (distance === histogram.length - 1) farthest.push(state);
      states++;
    });
    return { states, diameter: histogram.length - 1, histogram, farthest };
  }

  /** Visit each state that is one move closer, once for each move that leads there. */
  private forCloser(state: number, visit: (next: number, move: number) => void): void {
    const { cursor, codes } = this;
    const distance = this.distances.of(state);
    if (distance === noWay) return;
    cursor.load(state);
    const count = cursor.moves(codes, 0);
    for (let i = 0; i < count; i++) {
      const move = codes[i]!;
      cursor.make(move);
      const next = cursor.state();
      if (this.distances.of(next) === distance - 1) visit(next, move);
      cursor.unmake(move);
    }
  }
}
