/**
 * Tables of sliding puzzles of up to ten cells, on any board and in any metric: a byte for the distance of each position. The
 * search is the kernel `kernels/assembly/sliding-steps.ts`. A position's number is the slot of its blank and the Lehmer code of
 * the order of its tiles.
 */
import { factorial, rankOf, unrankTo } from '../../../puzzles/permutation.ts';
import type { Goal, Position, Puzzle } from '../../../puzzles/puzzle.ts';
import { layOut, loadKernel, scratchMemory } from '../../kernels/kernel.ts';
import { headerBytes, histogramOf, indicesOf, type TableKind, unreachable } from '../../tables/contract.ts';
import { reordering } from '../reordering.ts';
import { blankKey, positionsOf, SlidingTable, TableFrame } from './sliding-table.ts';

const mostCells = 10;

interface Kernel {
  search(goal: number, orders: number, slots: number): void;
}

const frameOf = (puzzle: Puzzle, goal: Goal): TableFrame => new TableFrame(puzzle, [...puzzle.board.x.keys()], goal);

/** Tables of how the Lehmer code changes along each edge, one after another; the kernel takes edges as four numbers. */
const changesOf = (size: number, frame: TableFrame) => {
  /** Edges that turn the same entries in the same way share a table. */
  const tables = new Map<string, { readonly at: number; readonly values: Uint32Array }>();
  let length = 0;
  const edges = frame.neighbours.flatMap((near, from) => near.map((to) => [from, to] as const));
  const rows = edges.flatMap(([from, to]) => {
    const first = Math.min(from, to);
    const last = Math.max(from, to) - 1;
    const entries = last - first + 1;
    // The blank passes entries: the last of them comes first when it goes up, the first last when it goes down.
    const turns = frame
      .stepsOf(from, to)
      .map(([at, next]) =>
        at < next ? ([next - 1 - first, at - first] as const) : ([next - first, at - 1 - first] as const),
      );
    const key = `${first} ${turns}`;
    let table = tables.get(key);
    if (!table) {
      const isSame = turns.every(([start, end]) => start === end);
      const values = isSame ? new Uint32Array() : reordering(size - 1 - first, entries, ...turns);
      table = { at: length, values };
      tables.set(key, table);
      length += values.length;
    }
    return [to, factorial(size - 2 - last), table.values.length, table.at];
  });
  const changes = new Uint32Array(length);
  for (const { at, values } of tables.values()) changes.set(values, at);
  const firsts = Uint32Array.from({ length: size + 1 }, (_, slot) => edges.filter(([from]) => from < slot).length);
  return { firsts, edges: Uint32Array.from(rows), changes };
};

class StepTable extends SlidingTable {
  private readonly distances: Uint8Array;
  private readonly orders: number;

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    super(puzzle, frameOf(puzzle, goal), memory);
    const { size } = puzzle.board;
    this.orders = factorial(size - 1);
    this.distances = new Uint8Array(memory, headerBytes, factorial(size));
  }

  protected numberOf(blank: number): number {
    return blank * this.orders + rankOf(this.order);
  }

  override load(position: Position): boolean {
    return super.load(position) && this.distances[this.present] !== unreachable;
  }

  protected isCloser(neighbour: number): boolean {
    return this.distances[neighbour] === this.distances[this.present]! - 1;
  }

  override distance(position: Position): number {
    return this.load(position) ? this.distances[this.present]! : -1;
  }

  farthest(): Position[] {
    const { orders } = this;
    const numbers = indicesOf(this.distances, this.histogram.length - 1);
    return positionsOf(this.frame, numbers, (number, order) => {
      unrankTo(order, number % orders);
      return Math.floor(number / orders);
    });
  }
}

export const stepTables: TableKind = {
  fits: ({ isPermutation, board }) => isPermutation === true && board.size <= mostCells,
  key: blankKey,
  bytes: ({ board }) => factorial(board.size),
  open: (puzzle, goal, memory) => new StepTable(puzzle, goal, memory),
  build: (puzzle, goal, data) => {
    const { size } = puzzle.board;
    const orders = factorial(size - 1);
    const positions = size * orders;
    const frame = frameOf(puzzle, goal);
    const { at, memory } = layOut(
      { ...changesOf(size, frame), queue: 4 * positions, distances: positions },
      scratchMemory,
    );
    loadKernel<Kernel>('sliding-steps', memory, at).search(frame.goalSlot * orders, orders, size);
    data.set(new Uint8Array(memory.buffer, at.distances, positions));
    return histogramOf(data);
  },
};
