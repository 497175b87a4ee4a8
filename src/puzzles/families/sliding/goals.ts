/** Goals: those of rectangles that people know by name, and those that leave cells free. */
import type { Aim, AimCode } from '../../aim.ts';
import { type Board, rowsOf } from '../../board.ts';
import { anything, type Goal, type Position } from '../../puzzle.ts';

/** Cells by rows. */
type Rows = readonly (readonly number[])[];

const columnsOf = (rows: Rows): number[][] => (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]!));

/** From the outer cells to the middle, clockwise. */
const spiral = ([first, ...others]: Rows): number[] =>
  // What is left, turned to the left, begins with its right column.
  first ? [...first, ...spiral(columnsOf(others).reverse())] : [];

type Order = (rows: Rows, blanks: number) => readonly number[];

/** The cells of tiles 1, 2, … in their order; those of blanks are last. */
const inOrder: Order = (rows) => rows.flat();

/** Other orders, by what a goal of each asks for; people write a space instead of the hyphen. */
const orders = {
  'blank-first': (rows, blanks) => [...rows.flat().slice(blanks), ...rows.flat().slice(0, blanks)],
  columns: (rows) => columnsOf(rows).flat(),
  snake: (rows) => rows.flatMap((row, index) => (index % 2 === 0 ? row : row.toReversed())),
  spiral,
} satisfies Partial<Record<AimCode, Order>>;

/** Undefined if the board is no rectangle. */
const cellsOf = (board: Board): Rows | undefined => {
  const cells = rowsOf(board, [...board.x.keys()]);
  const isRectangle = board.lattice === 'square' && new Set(cells.map((row) => row.length)).size === 1;
  return isRectangle ? cells : undefined;
};

const placed = (cells: Rows, blanks: number, order: Order): Position => {
  const position = cells.flat();
  const tiles = position.length - blanks;
  for (const [index, cell] of order(cells, blanks).entries()) position[cell] = index < tiles ? index + 1 : 0;
  return position;
};

const known = { 'in-order': inOrder, ...orders };
type Code = keyof typeof known;

/** How people say them, and answers do in both languages. */
const sentences: Readonly<Record<Code, RegExp>> = {
  'blank-first': /^(?:in order,? )?(?:the )?blank first$|空白は最初/u,
  columns: /^(?:down the )?columns\b|^縦に/u,
  snake: /^(?:as a )?snake\b|^蛇行/u,
  spiral: /^(?:in a )?spiral\b|渦巻き/u,
  'in-order': /^in order\b|^(?:the )?blank last$|^順に/u,
};

/** The names of the goals of a board besides the usual one; none if it is no rectangle. */
export const goalNamesOf = (board: Board): readonly string[] =>
  cellsOf(board) ? Object.keys(orders).map((code) => code.replace('-', ' ')) : [];

/** The goal of a board that a text names, or says as a sentence; undefined for any other text. */
export const namedGoal = (board: Board, typed: string, blanks = 1): Position | undefined => {
  const cells = cellsOf(board);
  const words = typed
    .trim()
    .toLowerCase()
    .replace(/^1 (?:to|から) \d+ (?:まで)?/u, '');
  const code = (Object.keys(sentences) as Code[]).find((one) => sentences[one].test(words));
  return cells && code && placed(cells, blanks, known[code]);
};

/** What a goal of numbered tiles and a blank asks for, if their order has a name. */
export const orderAim = (board: Board, { positions: [end] }: Goal): Aim | undefined => {
  const cells = cellsOf(board);
  const codes = Object.keys(known) as Code[];
  const code = cells && codes.find((one) => String(placed(cells, 1, known[one])) === String(end));
  return code && { code, values: { tiles: board.size - 1 } };
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
