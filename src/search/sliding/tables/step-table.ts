/**
 * Tables of sliding puzzles of up to ten cells, on any board and in any metric: for each position its distance and the next position on
 * a shortest solution. The search is the kernel `kernels/assembly/sliding-steps.ts`; five bytes a position, 200 kB for
 * the 7 puzzle. A position's number is the slot of its blank and the Lehmer code of the order of its tiles.
 */
import { elementsAt } from '../../../puzzles/lists.ts';
import { factorial, rankOf, unrankTo } from '../../../puzzles/permutation.ts';
import type { Goal, Move, Position, Puzzle } from '../../../puzzles/puzzle.ts';
import { layOut, loadKernel, scratchMemory } from '../../kernels/kernel.ts';
import { headerBytes, histogramOf, indicesOf, type TableKind, unreachable } from '../../tables/contract.ts';
import { reordering } from '../reordering.ts';
import { blankKey, positionsOf, SlidingTable, TableFrame } from './sliding-table.ts';

/** A step is the next position in the lower 22 bits, which hold numbers below 10!, and an edge in the upper 10. */
const mostCells = 10;
const stepBits = 22;
const positionMask = (1 << stepBits) - 1;

interface Kernel {
  search(goal: number, orders: number, slots: number): void;
}

const frameOf = (puzzle: Puzzle, goal: Goal): TableFrame => new TableFrame(puzzle, [...puzzle.board.x.keys()], goal);

/** The edges by number, in the order of slots: cells differ between the goals of one table. */
const edgesOf = ({ neighbours }: TableFrame): { readonly from: number; readonly to: number }[] =>
  neighbours.flatMap((near, from) => [...near].sort((a, b) => a - b).map((to) => ({ from, to })));

/** Tables of how the Lehmer code changes along each edge, one after another; the kernel takes edges as five numbers. */
const changesOf = (size: number, edges: ReturnType<typeof edgesOf>, frame: TableFrame) => {
  /** Edges that turn the same entries in the same way share a table. */
  const tables = new Map<string, { readonly at: number; readonly values: Uint32Array }>();
  let length = 0;
  const rows = edges.flatMap(({ from, to }) => {
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
    const back = edges.findIndex((other) => other.from === to && other.to === from);
    return [to, factorial(size - 2 - last), table.values.length, table.at, back];
  });
  const changes = new Uint32Array(length);
  for (const { at, values } of tables.values()) changes.set(values, at);
  return { rows: Uint32Array.from(rows), changes };
};

class StepTable extends SlidingTable {
  private readonly steps: Uint32Array;
  private readonly distances: Uint8Array;
  /** The move of each edge when it is walked towards the goal. */
  private readonly moves: readonly Move[];
  private readonly orders: number;

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    super(puzzle, frameOf(puzzle, goal), memory);
    const { size } = puzzle.board;
    const positions = factorial(size);
    this.orders = factorial(size - 1);
    this.steps = new Uint32Array(memory, headerBytes, positions);
    this.distances = new Uint8Array(memory, headerBytes + 4 * positions, positions);
    const codes = edgesOf(this.frame).map(({ from, to }) => from * size + to);
    this.moves = elementsAt(this.frame.moves, codes);
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

  override path(position: Position): Move[] {
    const { steps, moves } = this;
    const distance = this.distance(position);
    if (distance === -1) throw this.unsolvable(position);
    const path = new Array<Move>(distance);
    let at = this.present;
    for (let i = 0; i < distance; i++) {
      const step = steps[at]!;
      path[i] = moves[step >>> stepBits]!;
      at = step & positionMask;
    }
    return path;
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
  bytes: ({ board }) => 5 * factorial(board.size),
  open: (puzzle, goal, memory) => new StepTable(puzzle, goal, memory),
  build: (puzzle, goal, data) => {
    const { size } = puzzle.board;
    const orders = factorial(size - 1);
    const positions = size * orders;
    const frame = frameOf(puzzle, goal);
    const edges = edgesOf(frame);
    const { rows, changes } = changesOf(size, edges, frame);
    const { at, memory } = layOut(
      {
        firsts: Uint32Array.from({ length: size + 1 }, (_, slot) => edges.filter(({ from }) => from < slot).length),
        edges: rows,
        changes,
        queue: 4 * positions,
        steps: 4 * positions,
        distances: positions,
      },
      scratchMemory,
    );
    loadKernel<Kernel>('sliding-steps', memory, at).search(frame.goalSlot * orders, orders, size);
    const distances = new Uint8Array(memory.buffer, at.distances, positions);
    data.set(new Uint8Array(memory.buffer, at.steps, 4 * positions));
    data.set(distances, 4 * positions);
    return histogramOf(distances);
  },
};
