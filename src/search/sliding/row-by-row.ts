/**
 * A solution of any rectangle of up to a hundred cells, which always exists where parity allows it: outer rows and columns are
 * filled one after another, the last two tiles of each together, and what is left of at most 3 × 3 is solved by a search. Each
 * tile, and each pair, goes to its place in the fewest moves. The way that people solve such boards, for whom Parberry (1995,
 * A real-time algorithm for the (n² − 1)-puzzle) counts the moves.
 */
import { rectangle } from '../../puzzles/board.ts';
import { SlidingCursor } from '../../puzzles/families/sliding/cursor.ts';
import type { Move, Position } from '../../puzzles/puzzle.ts';
import { CursorSearch } from '../algorithms/cursor-search.ts';
import { deepen } from '../algorithms/deepening.ts';
import { Budget } from '../budget.ts';
import { type Bounds, boundsOf, cellsInside, heightOf, nextLine, widthOf } from './outer-lines.ts';
import type { Rectangle } from './rectangle.ts';

/** Rows and columns of what is left at the end, at most. */
const lastLine = 3;

class Rows {
  private readonly columns: number;
  private readonly goal: Position;
  private readonly near: readonly (readonly number[])[];
  private readonly cells: number[];
  readonly moves: Move[] = [];
  /** The cells that may still change. */
  private readonly open: boolean[];

  constructor({ rows, columns }: Rectangle, start: Position, goal: Position) {
    this.columns = columns;
    this.goal = goal;
    this.near = rectangle(rows, columns).neighbours;
    this.cells = [...start];
    this.open = start.map(() => true);
  }

  /** Fills a line, whose last two tiles go to their places together. */
  fill(line: readonly number[]): void {
    const targets = line.slice(0, -2).map((cell) => [cell]);
    for (const cells of [...targets, line.slice(-2)]) {
      this.bring(cells);
      for (const cell of cells) this.open[cell] = false;
    }
  }

  /**
   * Brings the tiles of one or two cells there (breadth-first search). A state is where the blank and these tiles are.
   */
  private bring(targets: readonly number[]): void {
    const { cells, near, goal, open } = this;
    const free = [...cells.keys()].filter((cell) => open[cell]);
    const size = free.length;
    const numberOf = new Int32Array(cells.length).fill(-1);
    for (const [number, cell] of free.entries()) numberOf[cell] = number;
    const ways = free.map((cell) => near[cell]!.map((other) => numberOf[other]!).filter((number) => number >= 0));
    const wanted = targets.map((cell) => numberOf[cell]!);
    const tiles = targets.map((cell) => numberOf[cells.indexOf(goal[cell]!)]!);
    const blank = numberOf[cells.indexOf(0)]!;
    const states = size ** (1 + tiles.length);
    /** Where the blank came from to each state, one more than its number; 0 for a state that was not met. */
    const from = new Uint8Array(states);
    const queue = new Int32Array(states);
    const [first, second = 0] = tiles;
    const isPair = tiles.length === 2;
    const stateOf = (empty: number, one: number, two: number): number =>
      isPair ? (two * size + one) * size + empty : one * size + empty;
    let end = 1;
    queue[0] = stateOf(blank, first!, second);
    from[queue[0]!] = size + 1;
    const isThere = (state: number): boolean => {
      const one = Math.floor(state / size) % size;
      return one === wanted[0] && (!isPair || Math.floor(state / size / size) === wanted[1]);
    };
    let at = 0;
    while (!isThere(queue[at]!)) {
      const state = queue[at++]!;
      const empty = state % size;
      const one = Math.floor(state / size) % size;
      const two = isPair ? Math.floor(state / size / size) : -1;
      for (const next of ways[empty]!) {
        const after = stateOf(next, one === next ? empty : one, two === next ? empty : two);
        if (from[after] !== 0) continue;
        from[after] = empty + 1;
        queue[end++] = after;
      }
    }
    const path: number[] = [];
    for (let state = queue[at]!; from[state] !== size + 1; ) {
      const empty = state % size;
      const before = from[state]! - 1;
      path.push(empty);
      const one = Math.floor(state / size) % size;
      const two = isPair ? Math.floor(state / size / size) : -1;
      state = stateOf(before, one === before ? empty : one, two === before ? empty : two);
    }
    for (const number of path.reverse()) this.move(free[number]!);
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
    const tiles = inside.map((cell) => goal[cell]!).filter((tile) => tile !== 0);
    const renamed = (position: Position): number[] => inside.map((cell) => tiles.indexOf(position[cell]!) + 1);
    const board = rectangle(heightOf(bounds), widthOf(bounds));
    const cursor = new SlidingCursor(board, renamed(goal), 'steps');
    const moves = deepen(new CursorSearch(cursor, cursor.rank(renamed(cells)), true), new Budget());
    for (const [from] of moves as readonly Move[]) this.move(inside[from!]!);
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
