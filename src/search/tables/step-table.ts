/**
 * Tables of sliding puzzles of up to ten cells, on any board: for each position its distance and the next position on
 * a shortest solution, so that a path is read without knowing any rules. The search is the kernel
 * `kernels/assembly/sliding-steps.ts`; five bytes a position, 1.8 MB for the 8 puzzle.
 *
 * A position's number is the slot of its blank and the Lehmer code of the order of its tiles.
 */

import { factorial, rankAfter, unrankTo } from '../../puzzles/permutation.ts';
import type { Goal, Move, Position, Puzzle } from '../../puzzles/puzzle.ts';
import { layOut, loadKernel, scratchMemory } from '../kernels/kernel.ts';
import { blankKey, Frame, turn } from '../sliding/frame.ts';
import { reordering } from '../sliding/reordering.ts';
import { headerBytes, histogramOf, Table, type TableKind, unreachable } from './contract.ts';

/** A step is the next position in the lower 22 bits, which hold numbers below 10!, and an edge in the upper 10. */
const mostCells = 10;
const stepBits = 22;
const positionMask = (1 << stepBits) - 1;

interface Kernel {
  search(
    goal: number,
    orders: number,
    slots: number,
    firsts: number,
    edges: number,
    queue: number,
    steps: number,
    distances: number,
  ): number;
}

const frameOf = ({ board }: Puzzle, goal: Goal): Frame => {
  const readingOrder = board.neighbours.map((_, cell) => cell);
  return new Frame(board, readingOrder, goal);
};

/**
 * The edges between slots in the order of their numbers in a table. By slots, not in the order of the cells: goals that
 * share a table by a symmetry of the board have their cells in other places, and must mean the same edges.
 */
const edgesOf = ({ neighbours }: Frame): { readonly from: number; readonly to: number }[] =>
  neighbours.flatMap((near, from) => [...near].sort((a, b) => a - b).map((to) => ({ from, to })));

/** Tables of how the Lehmer code changes along each edge, one after another; the kernel takes edges as five numbers. */
const changesOf = (size: number, edges: readonly { readonly from: number; readonly to: number }[]) => {
  const places = new Map<string, { readonly at: number; readonly values: number }>();
  const changes: number[] = [];
  const rows = edges.map(({ from, to }) => {
    const first = Math.min(from, to);
    const last = Math.max(from, to) - 1;
    const entries = last - first + 1;
    const key = `${first} ${last} ${from < to}`;
    let place = places.get(key);
    if (!place) {
      // The blank passes these entries: the last of them comes first when it goes up, the first last when it goes down.
      const [start, end] = from < to ? [entries - 1, 0] : [0, entries - 1];
      const table = entries === 1 ? [] : reordering(size - 1 - first, entries, start, end);
      place = { at: changes.length, values: table.length };
      places.set(key, place);
      for (const value of table) changes.push(value);
    }
    const back = edges.findIndex((other) => other.from === to && other.to === from);
    return { to, low: factorial(size - 2 - last), ...place, back };
  });
  return { rows, changes };
};

class StepTable extends Table {
  private readonly frame: Frame;
  private readonly steps: Uint32Array;
  private readonly distances: Uint8Array;
  /** The move of each edge when it is walked towards the goal. */
  private readonly moves: readonly Move[];
  private readonly order: Uint8Array;
  private readonly counts = new Map<number, number>();

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    super(puzzle, memory);
    const { size } = puzzle.board;
    const positions = factorial(size);
    this.frame = frameOf(puzzle, goal);
    this.steps = new Uint32Array(memory, headerBytes, positions);
    this.distances = new Uint8Array(memory, headerBytes + 4 * positions, positions);
    this.moves = edgesOf(this.frame).map(({ from, to }) => this.frame.moves[from * size + to]!);
    this.order = new Uint8Array(size - 1);
  }

  distance(position: Position): number {
    const distance = this.distances[this.find(position)]!;
    return distance === unreachable ? -1 : distance;
  }

  path(position: Position): Move[] {
    const { steps, moves } = this;
    let at = this.find(position);
    const distance = this.distances[at]!;
    if (distance === unreachable) throw this.unsolvable(position);
    const path = new Array<Move>(distance);
    for (let i = 0; i < distance; i++) {
      const step = steps[at]!;
      path[i] = moves[step >>> stepBits]!;
      at = step & positionMask;
    }
    return path;
  }

  bestMoves(position: Position): Move[] {
    const distance = this.distance(position);
    if (distance < 1) return [];
    const blank = this.frame.read(position, this.order);
    const best: Move[] = [];
    this.forCloser(blank, distance, (next) => best.push(this.frame.moves[blank * this.frame.cells.length + next]!));
    return best;
  }

  solutions(position: Position): number {
    if (this.distance(position) === -1) return 0;
    return this.countFrom(this.frame.read(position, this.order));
  }

  farthest(): number[] {
    const { distances, frame, order } = this;
    const diameter = this.histogram.length - 1;
    const orders = factorial(order.length);
    const found: number[] = [];
    for (let at = distances.indexOf(diameter); at !== -1; at = distances.indexOf(diameter, at + 1)) {
      unrankTo(order, at % orders);
      found.push(this.puzzle.rank(frame.write(order, Math.floor(at / orders))));
    }
    return found.sort((a, b) => a - b);
  }

  /** The number of a position. */
  private find(position: Position): number {
    return rankAfter(this.frame.read(position, this.order), this.order);
  }

  /** Visit each slot where the blank can go to be one move closer; `order` is that of the position there meanwhile. */
  private forCloser(blank: number, distance: number, visit: (next: number) => void): void {
    for (const next of this.frame.neighbours[blank]!) {
      turn(this.order, blank, next);
      if (this.distances[rankAfter(next, this.order)] === distance - 1) visit(next);
      turn(this.order, next, blank);
    }
  }

  /** Shortest solutions of the position in `order`; counted once for each position, and kept. */
  private countFrom(blank: number): number {
    const number = rankAfter(blank, this.order);
    const distance = this.distances[number]!;
    if (distance === 0) return 1;
    const known = this.counts.get(number);
    if (known !== undefined) return known;
    let count = 0;
    this.forCloser(blank, distance, (next) => {
      count += this.countFrom(next);
    });
    this.counts.set(number, count);
    return count;
  }
}

export const stepTables: TableKind = {
  fits: ({ family, board }) => family === 'sliding' && board.size <= mostCells,
  key: blankKey,
  bytes: ({ board }) => 5 * factorial(board.size),
  open: (puzzle, goal, memory) => new StepTable(puzzle, goal, memory),
  build: (puzzle, goal, data) => {
    const { size } = puzzle.board;
    const orders = factorial(size - 1);
    const positions = size * orders;
    const frame = frameOf(puzzle, goal);
    const edges = edgesOf(frame);
    const { rows, changes } = changesOf(size, edges);
    const { at, bytes } = layOut({
      firsts: 4 * (size + 1),
      edges: 20 * rows.length,
      changes: 4 * changes.length,
      queue: 4 * positions,
      steps: 4 * positions,
      distances: positions,
    });
    const memory = scratchMemory(bytes);
    const { buffer } = memory;
    const firsts = Array.from({ length: size + 1 }, (_, slot) => edges.filter(({ from }) => from < slot).length);
    new Uint32Array(buffer, at.firsts).set(firsts);
    const numbers = rows.flatMap((row) => [row.to, row.low, row.values, at.changes + 4 * row.at, row.back]);
    new Uint32Array(buffer, at.edges).set(numbers);
    new Uint32Array(buffer, at.changes).set(changes);
    const start = frame.goalSlot * orders;
    const kernel = loadKernel<Kernel>('sliding-steps', memory);
    const found = kernel.search(start, orders, size, at.firsts, at.edges, at.queue, at.steps, at.distances);
    const distances = new Uint8Array(buffer, at.distances, positions);
    data.set(new Uint8Array(buffer, at.steps, 4 * positions));
    data.set(distances, 4 * positions);
    return histogramOf(new Uint32Array(buffer, at.queue, found), distances);
  },
};
