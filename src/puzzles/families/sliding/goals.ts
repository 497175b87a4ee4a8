/** Goals: those of rectangles that people know by name, and those that leave cells free. */
import { type Board, rowsOf } from '../../board.ts';
import { anything, type Position } from '../../puzzle.ts';

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

/** The cells of tiles 1, 2, … in their order; those of blanks are last. */
const orders: Readonly<Record<string, (rows: Rows, blanks: number) => readonly number[]>> = {
  'blank first': (rows, blanks) => [...rows.flat().slice(blanks), ...rows.flat().slice(0, blanks)],
  columns: (rows) => rows[0]!.flatMap((_, column) => rows.map((row) => row[column]!)),
  snake: (rows) => rows.flatMap((row, index) => (index % 2 === 0 ? row : row.toReversed())),
  spiral,
};

/** The goals of a board by their names; none if it is no rectangle. */
export const namedGoals = (board: Board, blanks = 1): ReadonlyMap<string, Position> => {
  const cells = rowsOf(
    board,
    board.x.map((_, cell) => cell),
  );
  const isRectangle = board.lattice === 'square' && cells.every((row) => row.length === cells[0]!.length);
  if (!isRectangle) return new Map();
  const tiles = board.size - blanks;
  return new Map(
    Object.entries(orders).map(([name, order]) => {
      const position = cells.flat();
      for (const [index, cell] of order(cells, blanks).entries()) position[cell] = index < tiles ? index + 1 : 0;
      return [name, position];
    }),
  );
};

/** The pieces that a goal's position leaves out. @returns undefined if it has others */
export const unnamed = (pieces: Position, end: Position): readonly number[] | undefined => {
  const rest = [...pieces];
  for (const code of end) {
    if (code === anything) continue;
    const at = rest.indexOf(code);
    if (at === -1) return undefined;
    rest.splice(at, 1);
  }
  return rest;
};

/** A goal's position with these pieces on its free cells. */
export const filledWith = (end: Position, rest: readonly number[]): Position => {
  let used = 0;
  return end.map((code) => (code === anything ? rest[used++]! : code));
};

/** The same position, whole if only one is possible. */
export const narrowed = (pieces: Position, end: Position): Position => {
  const rest = unnamed(pieces, end);
  return rest && new Set(rest).size === 1 ? filledWith(end, rest) : end;
};

/**
 * The ways to fill a goal's position that matter for parity: two tiles on free cells can be exchanged, which makes any
 * position solvable.
 */
export const endsOfParity = (pieces: Position, end: Position): readonly Position[] | undefined => {
  const rest = unnamed(pieces, end) ?? [];
  if (rest.filter((code) => code !== 0).length > 1) return undefined;
  return rest.length < 2 ? [filledWith(end, rest)] : [filledWith(end, rest), filledWith(end, rest.toReversed())];
};
