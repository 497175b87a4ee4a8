/** The cursor of sliding puzzles. */
import type { Board } from '../../board.ts';
import { mostRanked, rankOf, unrankTo } from '../../permutation.ts';
import { PositionList } from '../../position-list.ts';
import type { Cursor, Metric, Move, Position } from '../../puzzle.ts';
import { landingsOf, towards } from './lines.ts';

/** Binary digits of a cell's number in the code of a move: boards have up to 512 cells. */
const cellBits = 9;
const cellMask = 2 ** cellBits - 1;

/**
 * Moves are coded as `from << cellBits | to`: the blank goes from `to` to `from`, and each tile on its way, one in most
 * metrics, slides to the cell before.
 */
const codeOf = (from: number, to: number): number => (from << cellBits) | to;

/** The tile on each cell, 0 for the blank: two bytes each on boards with more than 256 cells. */
export type Cells = Uint8Array | Uint16Array;
const cellsOf = (position: Position): Cells =>
  position.length > 256 ? Uint16Array.from(position) : Uint8Array.from(position);

/** A better lower bound than the sum of the tiles' distances, updated with each move (see `search/sliding`). */
export interface Heuristic {
  load(cells: Cells): void;
  slide(tile: number, from: number, to: number): void;
  /** Admissible lower bound of the moves to the goal; `distance` is the sum of the tiles' distances. */
  lowerBound(distance: number): number;
}

export class SlidingCursor implements Cursor {
  readonly goals: readonly number[];
  private readonly cells: Cells;
  /** Of a board whose positions are too many for ranks. */
  private readonly list: PositionList | undefined;
  private blank = 0;
  /** The sum of the tiles' distances to their goals. */
  private distance = 0;
  /** The distance of a cell to a tile's goal, `[tile * size + cell]`; 0 for the blank. */
  private readonly distances: Uint8Array;
  /** Codes of the moves into and out of each cell. */
  private readonly into: readonly (readonly number[])[];
  private readonly outOf: readonly (readonly number[])[];
  private readonly colours: readonly number[] | undefined;
  private readonly goalBlank: number;
  private readonly heuristic: Heuristic | undefined;
  /** Where several tiles move at once: the rows of the cells, and `towards`. */
  private readonly lines: { readonly rows: readonly number[]; readonly next: Uint8Array } | undefined;

  constructor(board: Board, goal: Position, metric: Metric, heuristic?: Heuristic) {
    const { size } = board;
    this.heuristic = heuristic;
    this.lines = metric === 'mtm' ? { rows: board.y, next: towards(board) } : undefined;
    this.cells = cellsOf(goal);
    this.list = size > mostRanked ? new PositionList() : undefined;
    this.goals = [this.rank(goal)];
    this.goalBlank = goal.indexOf(0);
    this.colours = board.colours;
    this.distances = new Uint8Array(size * size);
    goal.forEach((tile, end) => {
      if (tile !== 0)
        for (let cell = 0; cell < size; cell++) this.distances[tile * size + cell] = board.distance[cell]![end]!;
    });
    const landings = landingsOf(board, metric);
    this.into = landings.map((cells, cell) => cells.map((from) => codeOf(from, cell)));
    this.outOf = landings.map((cells, cell) => cells.map((to) => codeOf(cell, to)));
    this.load(this.goals[0]!);
  }

  rank(position: Position): number {
    return this.list === undefined ? rankOf(position) : this.list.numberOf(position);
  }

  unrank(state: number): Position {
    const position = new Array<number>(this.cells.length).fill(0);
    this.read(state, position);
    return position;
  }

  private read(state: number, cells: Cells | number[]): void {
    if (this.list === undefined) unrankTo(cells, state);
    else this.list.read(state, cells);
  }

  load(state: number): void {
    const { cells, distances } = this;
    this.read(state, cells);
    this.distance = 0;
    for (let cell = 0; cell < cells.length; cell++) {
      if (cells[cell] === 0) this.blank = cell;
      this.distance += distances[cells[cell]! * cells.length + cell]!;
    }
    this.heuristic?.load(cells);
  }

  state(): number {
    return this.list === undefined ? rankOf(this.cells) : this.list.numberOf(this.cells);
  }

  moves(into: number[], at: number): number {
    const codes = this.into[this.blank]!;
    for (let i = 0; i < codes.length; i++) into[at + i] = codes[i]!;
    return codes.length;
  }

  predecessors(into: number[], at: number): number {
    const codes = this.outOf[this.blank]!;
    for (let i = 0; i < codes.length; i++) into[at + i] = codes[i]!;
    return codes.length;
  }

  make(move: number): void {
    if (this.lines === undefined) this.slide(move >> cellBits, move & cellMask);
    else this.moveBlank(move >> cellBits, this.lines.next);
  }

  unmake(move: number): void {
    if (this.lines === undefined) this.slide(move & cellMask, move >> cellBits);
    else this.moveBlank(move & cellMask, this.lines.next);
  }

  private moveBlank(to: number, next: Uint8Array): void {
    const { length } = this.cells;
    while (this.blank !== to) this.slide(next[this.blank * length + to]!, this.blank);
  }

  private slide(from: number, to: number): void {
    const { cells, distances } = this;
    const tile = cells[from]!;
    const row = tile * cells.length;
    cells[to] = tile;
    cells[from] = 0;
    this.blank = from;
    this.distance += distances[row + to]! - distances[row + from]!;
    if (this.heuristic !== undefined) this.heuristic.slide(tile, from, to);
  }

  solved(): boolean {
    return this.distance === 0;
  }

  /** Each step takes one tile to the next cell, so distances add up (on a grid: the Manhattan distance). */
  lowerBound(): number {
    return this.heuristic === undefined ? this.distance : this.heuristic.lowerBound(this.distance);
  }

  /** A tile slid there and straight back. Where several move at once, two moves in one row or column are at most one. */
  redundant(previous: number, move: number): boolean {
    if (this.lines !== undefined) {
      const { rows } = this.lines;
      return (
        (rows[previous >> cellBits] === rows[previous & cellMask]) ===
        (rows[move >> cellBits] === rows[move & cellMask])
      );
    }
    return move >> cellBits === (previous & cellMask) && (move & cellMask) === previous >> cellBits;
  }

  /** Each step takes the blank to a cell of the other colour. */
  parity(): number {
    return this.colours && this.lines === undefined ? this.colours[this.blank]! ^ this.colours[this.goalBlank]! : -1;
  }

  path(move: number): Move {
    return [move >> cellBits, move & cellMask];
  }
}
