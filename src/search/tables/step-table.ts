/**
 * Tables of sliding puzzles of up to ten cells, on any board: for each position its distance and the next position on
 * a shortest way, so that a path is read without knowing any rules. The search is a kernel
 * (`kernels/assembly/sliding-steps.ts`); five bytes a position, 1.8 MB for the 8 puzzle.
 *
 * A position's number is the slot of its blank and the Lehmer code of the order of its tiles (Lehmer 1960): digit i
 * says how many of the tiles that come later are less than tile i.
 */

import type { Board } from '../../puzzles/board.ts';
import type { Goal, Move, Position, Puzzle } from '../../puzzles/puzzle.ts';
import type { Survey } from '../algorithms/breadth-first.ts';
import { kernelScratch } from '../algorithms/scratch.ts';
import { loadKernel } from '../kernels/kernel.ts';
import { bitCount, Frame, turn } from '../sliding/sliding-table.ts';
import type { Table } from './table.ts';

/** A step is the next position in the lower 22 bits, which hold numbers below 10!, and an edge in the upper 10. */
const mostCells = 10;
const stepBits = 22;
const positionMask = (1 << stepBits) - 1;
/** The distance of positions from which there is no way. */
const noWay = 255;

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
  ): void;
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

export const isStepBoard = (board: Board): boolean => board.size <= mostCells;

export const stepTableBytes = (puzzle: Puzzle): number => 5 * factorial(puzzle.board.size);

const readingOrder = (board: Board): number[] => board.neighbours.map((_, cell) => cell);

/**
 * How the digits of a Lehmer code change when that many entries rotate, the last of them coming first: the digits after
 * it by those before it, digits in mixed radix, the first of them one of `kinds` values, the next one less.
 */
const rotation = (kinds: number, entries: number): Uint32Array => {
  const values = factorial(kinds) / factorial(kinds - entries);
  const after = new Uint32Array(values);
  const digits = new Uint8Array(entries);
  for (let value = 0; value < values; value++) {
    let rest = value;
    for (let i = entries - 1; i >= 0; i--) {
      const digit = rest % (kinds - i);
      rest = (rest - digit) / (kinds - i);
      digits[i] = digit;
    }
    // The entry that comes first was less by one digit for each entry before it that is at most as large; the others
    // each have one more entry before them.
    let first = digits[entries - 1]!;
    for (let i = entries - 2; i >= 0; i--) if (digits[i]! <= first) first++;
    let code = first;
    let least = first;
    for (let i = 0; i < entries - 1; i++) {
      // `least` is the coming entry's rank among those that are left before entry i is taken out.
      const digit = digits[i]!;
      code = code * (kinds - 1 - i) + (digit > least ? digit - 1 : digit);
      if (digit < least) least--;
    }
    after[value] = code;
  }
  return after;
};

/**
 * The edges between slots in the order of their numbers in a table. By slots, not in the order of the cells: goals that
 * share a table by a symmetry of the board have their cells in other places, and must mean the same edges.
 */
const edgesOf = ({ neighbours }: Frame): { readonly from: number; readonly to: number }[] =>
  neighbours.flatMap((near, from) => [...near].sort((a, b) => a - b).map((to) => ({ from, to })));

export class StepTable implements Table {
  readonly bytes: number;
  private readonly puzzle: Puzzle;
  private readonly frame: Frame;
  private readonly steps: Uint32Array;
  private readonly distances: Uint8Array;
  /** The move of each edge when it is walked towards the goal. */
  private readonly moves: readonly Move[];
  private readonly order: Uint8Array;
  private readonly counts = new Map<number, number>();

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    const { board } = puzzle;
    const positions = factorial(board.size);
    this.puzzle = puzzle;
    this.bytes = memory.byteLength;
    this.frame = new Frame(board, readingOrder(board), goal);
    this.steps = new Uint32Array(memory, 0, positions);
    this.distances = new Uint8Array(memory, 4 * positions, positions);
    this.moves = edgesOf(this.frame).map(({ from, to }) => this.frame.moves[from * board.size + to]!);
    this.order = new Uint8Array(board.size - 1);
  }

  static build(puzzle: Puzzle, goal: Goal): SharedArrayBuffer {
    const { board } = puzzle;
    const { size } = board;
    const frame = new Frame(board, readingOrder(board), goal);
    const orders = factorial(size - 1);
    const positions = size * orders;

    const rotations = new Map<string, Uint32Array>();
    const rotationOf = (first: number, last: number, forward: boolean): Uint32Array => {
      const key = `${first} ${last} ${forward}`;
      let found = rotations.get(key);
      if (!found) {
        found = rotation(size - 1 - first, last - first + 1);
        if (!forward) {
          const inverse = new Uint32Array(found.length);
          for (let value = 0; value < found.length; value++) inverse[found[value]!] = value;
          found = inverse;
        }
        rotations.set(key, found);
      }
      return found;
    };
    const edges = edgesOf(frame).map(({ from, to }) => {
      const first = Math.min(from, to);
      const last = Math.max(from, to) - 1;
      return {
        from,
        to,
        low: factorial(size - 2 - last),
        rotation: last > first ? rotationOf(first, last, from < to) : new Uint32Array(1),
      };
    });

    // The first page stays free for the compiler; then come numbers, positions by 32 bits, positions by bytes.
    const firsts = 65_536;
    const edgesAt = firsts + 4 * (size + 1);
    let end = edgesAt + 20 * edges.length;
    const addresses = new Map<Uint32Array, number>();
    for (const { rotation } of edges) {
      if (addresses.has(rotation)) continue;
      addresses.set(rotation, end);
      end += rotation.byteLength;
    }
    const queue = end;
    const steps = queue + 4 * positions;
    const distances = steps + 4 * positions;
    const memory = kernelScratch(distances + positions);
    const numbers = new Uint32Array(memory.buffer);
    let next = firsts / 4;
    for (let slot = 0; slot <= size; slot++) {
      const first = edges.findIndex(({ from }) => from >= slot);
      numbers[next++] = first === -1 ? edges.length : first;
    }
    for (const { from, to, low, rotation } of edges) {
      const back = edges.findIndex((other) => other.from === to && other.to === from);
      numbers.set([to, low, rotation.length, addresses.get(rotation)!, back], next);
      next += 5;
    }
    for (const [rotation, address] of addresses) numbers.set(rotation, address / 4);

    const goalAt = frame.goalSlot * orders;
    loadKernel<Kernel>('sliding-steps', memory).search(goalAt, orders, size, firsts, edgesAt, queue, steps, distances);
    const table = new SharedArrayBuffer(stepTableBytes(puzzle));
    new Uint8Array(table).set(new Uint8Array(memory.buffer, steps, table.byteLength));
    return table;
  }

  distance(position: Position): number {
    const distance = this.distances[this.find(position)]!;
    return distance === noWay ? -1 : distance;
  }

  path(position: Position): Move[] {
    const { steps, moves } = this;
    let at = this.find(position);
    const distance = this.distances[at]!;
    if (distance === noWay) throw new RangeError(`no way from ${this.puzzle.formatPosition(position)}`);
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

  survey(): Survey {
    const { distances, frame } = this;
    const counts: number[] = [];
    for (let at = 0; at < distances.length; at++) {
      const distance = distances[at]!;
      if (distance !== noWay) counts[distance] = (counts[distance] ?? 0) + 1;
    }
    const diameter = counts.length - 1;
    const farthest: number[] = [];
    for (let at = distances.indexOf(diameter); at !== -1; at = distances.indexOf(diameter, at + 1)) {
      const orders = distances.length / frame.cells.length;
      const blank = Math.floor(at / orders);
      farthest.push(this.puzzle.rank(frame.write(this.orderOf(at % orders), blank)));
    }
    farthest.sort((a, b) => a - b);
    return { states: counts.reduce((sum, count) => sum + count, 0), diameter, histogram: counts, farthest };
  }

  /** The number of a position. */
  private find(position: Position): number {
    return this.numberOf(this.frame.read(position, this.order));
  }

  /** The number of the position in `order` with the blank on this slot. */
  private numberOf(blank: number): number {
    const { order } = this;
    const tiles = order.length;
    let unused = (1 << tiles) - 1;
    let number = blank;
    for (let i = 0; i < tiles; i++) {
      const bit = 1 << order[i]!;
      number = number * (tiles - i) + bitCount[unused & (bit - 1)]!;
      unused ^= bit;
    }
    return number;
  }

  /** The order of the tiles that has this Lehmer code. */
  private orderOf(code: number): Uint8Array {
    const order = new Uint8Array(this.order.length);
    let rest = code;
    for (let i = order.length - 1; i >= 0; i--) {
      order[i] = rest % (order.length - i);
      rest = Math.floor(rest / (order.length - i));
      for (let j = i + 1; j < order.length; j++) if (order[j]! >= order[i]!) order[j]!++;
    }
    return order;
  }

  /** Visit each slot where the blank can go to be one move closer; `order` is that of the position there meanwhile. */
  private forCloser(blank: number, distance: number, visit: (next: number) => void): void {
    for (const next of this.frame.neighbours[blank]!) {
      turn(this.order, blank, next);
      if (this.distances[this.numberOf(next)] === distance - 1) visit(next);
      turn(this.order, next, blank);
    }
  }

  /** Shortest solutions of the position in `order`; counted once for each position, and kept. */
  private countFrom(blank: number): number {
    const number = this.numberOf(blank);
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
