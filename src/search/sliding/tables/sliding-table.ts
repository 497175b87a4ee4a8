/**
 * What the tables of sliding puzzles have in common. Goals with the blank on the same cell, or on one that a symmetry of
 * the board takes there, share a table. A `TableFrame` translates positions and moves of a goal to those of its table.
 */
import { type Board, symmetriesOf } from '../../../puzzles/board.ts';
import { landingsOf, towards } from '../../../puzzles/families/sliding/lines.ts';
import { elementsAt } from '../../../puzzles/lists.ts';
import { rankOf } from '../../../puzzles/permutation.ts';
import { endPosition, type Goal, type Move, type Position, type Puzzle, type Step } from '../../../puzzles/puzzle.ts';
import { histogramIn, Table } from '../../tables/contract.ts';

/** The symmetry that takes this cell to the least one it can be taken to. */
const toLeast = (board: Board, cell: number): readonly number[] =>
  symmetriesOf(board).reduce((best, other) => (other[cell]! < best[cell]! ? other : best));

/** The key of a goal's table: the cell of its blank, or the least one that a symmetry of the board makes of it. */
export const blankKey = ({ board }: Puzzle, goal: Goal): string => {
  const cell = endPosition(goal).indexOf(0);
  return String(toLeast(board, cell)[cell]!);
};

/**
 * How a goal's positions are read. *Slots* are the cells in the order of a table; the *order* of a position is the
 * labels of its tiles, slot after slot, without the blank. The goal's own order is 0, 1, 2, …
 */
export class TableFrame {
  /** The cell of the board at each slot. */
  readonly cells: readonly number[];
  /** The slot of the goal's blank. */
  readonly goalSlot: number;
  /** By the slot of the blank, those to which it goes in one move, in the order of the cells. */
  readonly neighbours: readonly (readonly number[])[];
  /** By two slots in line, `[from * size + to]`, the one beside the first on the way to the second. */
  private readonly next: Uint8Array;
  /** The move that takes the blank from one slot to another, `[from * size + to]`; frozen, since paths share them. */
  readonly moves: readonly Step[];
  /** By slot, as in `Board`. */
  readonly colours: readonly number[] | undefined;
  /** Label of each tile, and tile of each label. */
  private readonly labels: Uint8Array;
  private readonly tiles: readonly number[];

  /** @param order the cells in the order of the table, for the blank cell that stands for the goal's */
  constructor({ board, metric }: Puzzle, order: readonly number[], goal: Goal) {
    const end = endPosition(goal);
    const image = toLeast(board, end.indexOf(0));
    this.cells = order.map((cell) => image.indexOf(cell));
    this.goalSlot = this.cells.indexOf(end.indexOf(0));
    const slots = this.cells.map((_, cell) => this.cells.indexOf(cell));
    const landings = landingsOf(board, metric);
    this.neighbours = elementsAt(landings, this.cells).map((near) => elementsAt(slots, near));
    this.colours = board.colours && elementsAt(board.colours, this.cells);
    this.moves = this.cells.flatMap((to) => this.cells.map((from) => Object.freeze([from, to] as const)));
    const ways = this.moves.map(([to, from]) => from * board.size + to);
    this.next = Uint8Array.from(elementsAt(slots, elementsAt(towards(board), ways)));
    this.tiles = elementsAt(end, this.cells).filter((tile) => tile !== 0);
    this.labels = new Uint8Array(board.size);
    for (const [label, tile] of this.tiles.entries()) this.labels[tile] = label;
  }

  /** Write the order of a position; the slot of its blank. */
  read(position: Position, order: Uint8Array): number {
    const { cells, labels } = this;
    let blank = 0;
    let at = 0;
    for (let slot = 0; slot < cells.length; slot++) {
      const tile = position[cells[slot]!]!;
      if (tile === 0) blank = slot;
      else order[at++] = labels[tile]!;
    }
    return blank;
  }

  /** The steps of a move of the blank, as pairs of slots. */
  stepsOf(from: number, to: number): [from: number, to: number][] {
    const steps: [number, number][] = [];
    for (let at = from; at !== to; at = steps.at(-1)![1]) steps.push([at, this.next[at * this.cells.length + to]!]);
    return steps;
  }

  /** Move the blank from one slot to another, in the order of a position. */
  turn(order: Uint8Array, from: number, to: number): void {
    for (let at = from; at !== to; ) {
      const next = this.next[at * this.cells.length + to]!;
      step(order, at, next);
      at = next;
    }
  }

  /** The position with the blank on this slot and the tiles in this order. */
  write(order: ArrayLike<number>, blank: number): Position {
    const position = new Array<number>(this.cells.length).fill(0);
    for (const [slot, cell] of this.cells.entries())
      if (slot !== blank) position[cell] = this.tiles[order[slot - (slot > blank ? 1 : 0)]!]!;
    return position;
  }
}

/** Move the blank from one slot to one beside it, in the order of a position: the tile passes all that lie between. */
const step = (order: Uint8Array, from: number, to: number): void => {
  if (from < to) {
    const tile = order[to - 1]!;
    for (let i = to - 1; i > from; i--) order[i] = order[i - 1]!;
    order[from] = tile;
  } else {
    const tile = order[to]!;
    for (let i = to; i < from - 1; i++) order[i] = order[i + 1]!;
    order[from - 1] = tile;
  }
};

/** The positions with these numbers in ascending order. `unrank` writes an order; the blank's slot. */
export const positionsOf = (
  frame: TableFrame,
  numbers: Iterable<number>,
  unrank: (number: number, order: Uint8Array) => number,
): Position[] => {
  const order = new Uint8Array(frame.cells.length - 1);
  const positions = Array.from(numbers, (number) => frame.write(order, unrank(number, order)));
  return positions.sort((a, b) => rankOf(a) - rankOf(b));
};

export abstract class SlidingTable extends Table {
  protected readonly frame: TableFrame;
  /** The present position: the slot of its blank, its order, and its number. */
  protected blank = 0;
  protected readonly order: Uint8Array;
  protected present = 0;

  constructor(puzzle: Puzzle, frame: TableFrame, memory: SharedArrayBuffer) {
    super(puzzle, histogramIn(memory), memory.byteLength);
    this.frame = frame;
    this.order = new Uint8Array(puzzle.board.size - 1);
  }

  /** The number of the position with the tiles in `order` and the blank on this slot. */
  protected abstract numberOf(blank: number): number;
  /** Whether this neighbour of the present position is one move closer to the goal. */
  protected abstract isCloser(neighbour: number): boolean;

  load(position: Position): boolean {
    this.blank = this.frame.read(position, this.order);
    this.present = this.numberOf(this.blank);
    return true;
  }

  protected number(): number {
    return this.present;
  }

  /** The number after the blank has moved to `next`; `order` is that of the new position already. */
  protected numberAfter(next: number): number {
    return this.numberOf(next);
  }

  protected moveOf(code: number): Move {
    return this.frame.moves[code]!;
  }

  /** The same as in other tables, without a recursion: reading a path is most of a quick answer. */
  override path(position: Position): Move[] {
    if (!this.load(position)) throw this.unsolvable(position);
    const { order, frame } = this;
    const path: Move[] = [];
    let previous = -1;
    walk: for (;;) {
      const { blank } = this;
      for (const next of frame.neighbours[blank]!) {
        if (next === previous) continue;
        frame.turn(order, blank, next);
        const number = this.numberAfter(next);
        if (this.isCloser(number)) {
          path.push(frame.moves[blank * frame.cells.length + next]!);
          this.blank = next;
          this.present = number;
          previous = blank;
          continue walk;
        }
        frame.turn(order, next, blank);
      }
      return path;
    }
  }

  protected forCloser(visit: (code: number) => unknown): void {
    const { order, frame, blank, present } = this;
    for (const next of frame.neighbours[blank]!) {
      frame.turn(order, blank, next);
      const number = this.numberAfter(next);
      let isDone = false;
      if (this.isCloser(number)) {
        this.blank = next;
        this.present = number;
        isDone = visit(blank * frame.cells.length + next) === true;
        this.blank = blank;
        this.present = present;
      }
      frame.turn(order, next, blank);
      if (isDone) return;
    }
  }
}
