/** Goals of rectangles that people know by name. */
import { type Board, rowsOf } from '../../board.ts';
import type { Position } from '../../puzzle.ts';

/** Cells by rows. */
type Rows = readonly (readonly number[])[];

/** From the outer cells to the middle, clockwise. */
const spiral = (rows: Rows): number[] => {
  const [first, ...others] = rows;
  if (!first) return [];
  // What is left, turned to the left, begins with its right column.
  const turned = (others[0] ?? []).map((_, column) => others.map((row) => row.at(-1 - column)!));
  return [...first, ...spiral(turned)];
};

/** The cells of tiles 1, 2, … in their order; the blank's is last. */
const orders: Readonly<Record<string, (rows: Rows) => readonly number[]>> = {
  'blank first': (rows) => {
    const [first, ...others] = rows.flat();
    return [...others, first!];
  },
  columns: (rows) => rows[0]!.flatMap((_, column) => rows.map((row) => row[column]!)),
  snake: (rows) => rows.flatMap((row, index) => (index % 2 === 0 ? row : row.toReversed())),
  spiral,
};

/** The goals of a board by their names; none if it is no rectangle. */
export const namedGoals = (board: Board): ReadonlyMap<string, Position> => {
  const cells = rowsOf(
    board,
    board.x.map((_, cell) => cell),
  );
  const isRectangle = board.lattice === 'square' && cells.every((row) => row.length === cells[0]!.length);
  if (!isRectangle) return new Map();
  return new Map(
    Object.entries(orders).map(([name, order]) => {
      const position = cells.flat();
      for (const [index, cell] of order(cells).entries()) position[cell] = (index + 1) % board.size;
      return [name, position];
    }),
  );
};
