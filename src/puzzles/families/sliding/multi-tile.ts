/** The metric that counts tiles in line as one move (MTM). */
import type { Board } from '../../board.ts';
import { paired } from '../../lists.ts';
import type { Position } from '../../puzzle.ts';
import type { Heuristic } from './cursor.ts';
import { rectangleOf } from './lines.ts';

/** The most cells of a board with tables. */
const mostListed = 12;

/** Whether multi-tile moves can be counted on a board: a rectangle that some method solves. 4 × 4 has databases. */
export const hasMultiTile = (board: Board): boolean =>
  rectangleOf(board) !== undefined && (board.size <= mostListed || (board.rows === 4 && board.size === 16));

/**
 * A lower bound of multi-tile moves. In a shortest solution moves of rows and of columns take turns, as two in one line
 * would be one. One of them takes as many tiles a step as the line has besides the blank, at most.
 */
export class LineDistance implements Heuristic {
  private readonly columns: number;
  private readonly longest: { readonly row: number; readonly column: number };
  /** By tile and cell, `[tile * size + cell]`, the rows between the cell and the tile's goal; 0 for the blank. */
  private readonly rowsAway: Uint8Array;
  private readonly size: number;
  private vertical = 0;

  constructor(board: Board, goal: Position) {
    const { size, rows, y } = board;
    this.size = size;
    this.columns = size / rows;
    this.longest = { row: this.columns - 1, column: rows - 1 };
    this.rowsAway = new Uint8Array(size * size);
    for (const [tile, end] of paired([...goal], y))
      if (tile !== 0) for (const [cell, row] of y.entries()) this.rowsAway[tile * size + cell] = Math.abs(row - end);
  }

  load(cells: Uint8Array): void {
    this.vertical = 0;
    for (const [cell, tile] of cells.entries()) this.vertical += this.rowsAway[tile * this.size + cell]!;
  }

  slide(tile: number, from: number, to: number): void {
    this.vertical += this.rowsAway[tile * this.size + to]! - this.rowsAway[tile * this.size + from]!;
  }

  lowerBound(distance: number): number {
    const vertical = Math.ceil(this.vertical / this.longest.column);
    const horizontal = Math.ceil((distance - this.vertical) / this.longest.row);
    return Math.max(vertical + horizontal, 2 * Math.max(vertical, horizontal) - 1);
  }
}
