/** Where the blank goes in one move: to a cell beside it, or as a multi-tile move to any cell of its row and its column. */
import type { Board } from '../../board.ts';
import type { Some } from '../../lists.ts';
import type { Metric } from '../../puzzle.ts';

/** The cells from `from` through its neighbour `next` to the edge, without `from`. */
const lineOf = (board: Board, from: number, next: number): Some<number> => {
  const { x, y } = board;
  const [toX, toY] = [x, y].map((along) => 2 * along[next]! - along[from]!);
  const after = x.findIndex((at, other) => at === toX && y[other] === toY);
  return after === -1 ? [next] : [next, ...lineOf(board, next, after)];
};

const known = new WeakMap<Board, readonly (readonly Some<number>[])[]>();

/** By cell, the cells in each direction from it, the nearest first. */
export const linesOf = (board: Board): readonly (readonly Some<number>[])[] => {
  const lines = known.get(board) ?? board.neighbours.map((near, cell) => near.map((next) => lineOf(board, cell, next)));
  known.set(board, lines);
  return lines;
};

/** By the cell of the blank, the cells to which it goes in one move, in ascending order. */
export const landingsOf = (board: Board, metric: Metric): readonly (readonly number[])[] =>
  metric === 'mtm' ? linesOf(board).map((lines) => lines.flat().sort((a, b) => a - b)) : board.neighbours;

/** By two cells in line, `[from * size + to]`, the cell beside the first one on the way to the second. */
export const towards = (board: Board): Uint8Array => {
  const { size } = board;
  const next = new Uint8Array(size * size);
  for (const [from, lines] of linesOf(board).entries())
    for (const line of lines) for (const to of line) next[from * size + to] = line[0];
  return next;
};

/** Rows and columns of a board that is a full rectangle; undefined for any other. */
export const rectangleOf = ({ lattice, size, rows, x, y }: Board): { rows: number; columns: number } | undefined => {
  const columns = size / rows;
  const fills = x.every((left, cell) => left === (cell % columns) * 2 && y[cell] === Math.floor(cell / columns));
  return lattice === 'square' && fills ? { rows, columns } : undefined;
};
