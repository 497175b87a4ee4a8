/**
 * A solution of any rectangle, which always exists where parity allows it: outer rows and columns are filled one after another,
 * the last two tiles of each together, and what is left of at most 3 × 3 is solved by a search. Each tile, and each pair, goes
 * to its place in the fewest moves, after it has come near on boards of more than a hundred cells. The way that people solve such
 * boards, for whom Parberry (1995, A real-time algorithm for the (n² − 1)-puzzle) counts the moves.
 */
import { type Board, rectangle } from '../../puzzles/board.ts';
import { SlidingCursor } from '../../puzzles/families/sliding/cursor.ts';
import { elementsAt } from '../../puzzles/lists.ts';
import type { Move, Position } from '../../puzzles/puzzle.ts';
import { CursorSearch } from '../algorithms/cursor-search.ts';
import { deepen } from '../algorithms/deepening.ts';
import { Budget } from '../budget.ts';
import { type Bounds, boundsOf, cellsInside, heightOf, nextLine, widthOf } from './outer-lines.ts';
import type { Rectangle } from './rectangle.ts';

/** Rows and columns of what is left at the end, at most. */
const lastLine = 3;
/** Cells on which one search brings tiles to their places, at most: a pair has as many states as their cube. */
const mostAtOnce = 100;
/** Elsewhere, rows and columns from a tile to where a search brings it, and from its place to where the last search does. */
const near = 3;
const wide = 5;
/** How often a pair comes near its places, as its second tile, or the blank, may take the first one away again. */
const mostTries = 20;

/** Where the blank and one or two tiles are; the second is -1 where there is one. */
type IsThere = (blank: number, one: number, two: number) => boolean;

class Rows {
  private readonly columns: number;
  private readonly goal: Position;
  private readonly board: Board;
  private readonly cells: number[];
  readonly moves: Move[] = [];
  /** The cells that may still change. */
  private readonly open: boolean[];

  constructor({ rows, columns }: Rectangle, start: Position, goal: Position) {
    this.columns = columns;
    this.goal = goal;
    this.board = rectangle(rows, columns);
    this.cells = [...start];
    this.open = start.map(() => true);
  }

  /** Fills a line, whose last two tiles go to their places together. */
  fill(line: readonly number[]): void {
    for (const targets of [...line.slice(0, -2).map((cell) => [cell]), line.slice(-2)]) {
      const tiles = elementsAt(this.goal, targets);
      const [first, second = -1] = targets;
      this.bring(tiles, (_, one, two) => one === first && two === second, this.gather(tiles, targets));
      for (const cell of targets) this.open[cell] = false;
    }
  }

  private openCells(): number[] {
    return [...this.cells.keys()].filter((cell) => this.open[cell]);
  }

  private isNear(cell: number, other: number, far: number): boolean {
    const { columns } = this;
    const away = Math.abs(Math.floor(cell / columns) - Math.floor(other / columns));
    return away <= far && Math.abs((cell % columns) - (other % columns)) <= far;
  }

  /** Brings tiles and the blank near the places of the tiles, if all of the board is too large. @returns the cells that may change */
  private gather(tiles: readonly number[], targets: readonly number[]): number[] {
    const free = this.openCells();
    if (free.length <= mostAtOnce) return free;
    const isAway = (tile: number): boolean =>
      !targets.some((cell) => this.isNear(this.cells.indexOf(tile), cell, near));
    for (let tries = 0; tries < mostTries; tries++) {
      for (const tile of tiles) while (isAway(tile)) this.approach(tile, targets[0]!);
      this.walk(tiles[0]!);
      if (!tiles.some(isAway)) break;
    }
    return free.filter((cell) => targets.some((target) => this.isNear(cell, target, wide)));
  }

  /** Brings a tile some cells nearer to a place. */
  private approach(tile: number, target: number): void {
    this.walk(tile);
    const away = this.board.distance[target]!;
    const at = this.cells.indexOf(tile);
    const free = this.openCells().filter((cell) => this.isNear(cell, at, near));
    const least = Math.min(...elementsAt(away, free));
    this.bring([tile], (_, one) => away[one] === least, free);
  }

  /** Brings the blank beside a tile. */
  private walk(tile: number): void {
    const beside = this.board.neighbours[this.cells.indexOf(tile)]!;
    if (beside.includes(this.cells.indexOf(0))) return;
    this.bring([], (blank) => beside.includes(blank), this.openCells());
  }

  /**
   * Moves the blank until one or two tiles are where they are wanted (breadth-first search). A state is where the blank and
   * these tiles are.
   * @param free the cells that may change; all that are open, if these don't allow it
   */
  private bring(wanted: readonly number[], isThere: IsThere, free: readonly number[]): void {
    const { cells } = this;
    const { neighbours } = this.board;
    const size = free.length;
    const numberOf = new Int32Array(cells.length).fill(-1);
    for (const [number, cell] of free.entries()) numberOf[cell] = number;
    const tiles = wanted.map((tile) => numberOf[cells.indexOf(tile)]!);
    const blank = numberOf[cells.indexOf(0)]!;
    const states = size ** (1 + tiles.length);
    /** The state before each one, one more than its number; 0 for a state that was not met. */
    const before = new Int32Array(states);
    const queue = new Int32Array(states);
    const [first = 0, second = 0] = tiles;
    const isPair = tiles.length === 2;
    const stateOf = (empty: number, one: number, two: number): number =>
      isPair ? (two * size + one) * size + empty : tiles.length === 1 ? one * size + empty : empty;
    let end = 1;
    queue[0] = stateOf(blank, first, second);
    before[queue[0]!] = queue[0]! + 1;
    let at = 0;
    for (; ; at++) {
      if (at === end) {
        this.bring(wanted, isThere, this.openCells());
        return;
      }
      const state = queue[at]!;
      const empty = state % size;
      const rest = (state - empty) / size;
      const one = isPair ? rest % size : rest;
      const two = isPair ? (rest - one) / size : -1;
      if (isThere(free[empty]!, free[one]!, isPair ? free[two]! : -1)) break;
      for (const cell of neighbours[free[empty]!]!) {
        const next = numberOf[cell]!;
        if (next < 0) continue;
        const after = stateOf(next, one === next ? empty : one, two === next ? empty : two);
        if (before[after] !== 0) continue;
        before[after] = state + 1;
        queue[end++] = after;
      }
    }
    const path: number[] = [];
    for (let state = queue[at]!; state !== queue[0]; state = before[state]! - 1) path.push(state % size);
    for (const cell of elementsAt(free, path.reverse())) this.move(cell);
  }

  private move(cell: number): void {
    const { cells } = this;
    const blank = cells.indexOf(0);
    this.moves.push([cell, blank]);
    cells[blank] = cells[cell]!;
    cells[cell] = 0;
  }

  /** Solves what is left of the board. */
  finish(bounds: Bounds): void {
    const { columns, cells, goal } = this;
    const inside = cellsInside(bounds, columns);
    const tiles = elementsAt(goal, inside).filter((tile) => tile !== 0);
    const renamed = (from: Position): number[] => elementsAt(from, inside).map((tile) => tiles.indexOf(tile) + 1);
    const board = rectangle(heightOf(bounds), widthOf(bounds));
    const cursor = new SlidingCursor(board, renamed(goal), 'steps');
    const moves = deepen(new CursorSearch(cursor, cursor.rank(renamed(cells)), true), new Budget());
    for (const [from = -1] of moves as readonly Move[]) this.move(inside[from]!);
  }
}

/** Moves from one position of a rectangle to another, which parity allows. */
export const rowByRow = (board: Rectangle, start: Position, goal: Position): readonly Move[] => {
  const { columns } = board;
  const end = goal.indexOf(0);
  const work = new Rows(board, start, goal);
  let bounds = boundsOf(board);
  while (Math.max(heightOf(bounds), widthOf(bounds)) > lastLine) {
    const [line, rest] = nextLine(bounds, columns, end);
    work.fill(cellsInside(line, columns));
    bounds = rest;
  }
  work.finish(bounds);
  return work.moves;
};
