/** Rows of a text: where pieces stand in rows, these have to be the rows of the board. */
import { type Board, rowsOf } from './board.ts';
import { consecutive, runsOf, type Some } from './lists.ts';
import { type Span, separator } from './notation.ts';
import { type BadInput, wrong } from './puzzle.ts';

/** Marks that only stand between rows, and marks that also stand between single pieces, by kind. */
const rowEnds = [/[\n\r\u2028\u2029/／]/u, /[[\](){}［］]/u];
const otherMarks = [/[;；]/u, /[|｜]/u, /["'`]/u, /[,，、]/u];
/** What stands between rows whose cells have commas between. */
const betweenRows = /^\s+$/u;

export const rowLengths = ({ rows, y }: Board): number[] => {
  const lengths = new Array<number>(rows).fill(0);
  for (const row of y) lengths[row]!++;
  return lengths;
};

/** What is written for each cell, with slashes between rows. */
export const writtenRows = (board: Board, cells: readonly (string | number)[], between = ''): string =>
  rowsOf(board, cells)
    .map((row) => row.join(between))
    .join('/');

/** The pieces of each row, where a mark stands between rows. */
export const rowsBetween = <Piece extends Span>(text: string, pieces: readonly Piece[], mark: RegExp): Some<Piece>[] =>
  runsOf(pieces, (before, piece) => mark.test(text.slice(before.to, piece.from)));

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((length, row) => length === other[row]);

/** Whether groups on one line draw a rectangle, a triangle, a hexagon or the like, rather than make a text readable. */
const isFigure = (lengths: readonly number[]): boolean => {
  const most = Math.max(...lengths);
  if (lengths.length < 2 || most === 1) return false;
  if (lengths.every((length) => length === most)) return true;
  if (most < 3) return false;
  const steps = consecutive(lengths).map(([before, length]) => length - before);
  if (steps.every((step) => step === 1) || steps.every((step) => step === -1)) return Math.min(...lengths) === 1;
  const top = lengths.indexOf(most);
  const rises = steps.every((step, row) => (row < top ? step >= 0 : step <= 0));
  return rises && isSame(lengths, lengths.toReversed());
};

/** The problem of a text whose rows are not those of the board. Single pieces between marks are a list, without rows. */
export const otherRows = (id: string, board: Board, text: string, cells: readonly Span[]): BadInput | undefined => {
  const expected = rowLengths(board);
  const lengthsBy = (mark: RegExp): number[] => rowsBetween(text, cells, mark).map((row) => row.length);
  const marks = /[,，]/u.test(text) ? [...otherMarks, betweenRows] : otherMarks;
  const [rows, others, words] = [rowEnds.map(lengthsBy), marks.map(lengthsBy), lengthsBy(separator)];
  if ([...rows, ...others, words].some((lengths) => isSame(lengths, expected))) return undefined;
  const seen =
    rows.find((lengths) => lengths.length > 1 && lengths.some((length) => length > 1)) ??
    others.find((lengths) => lengths.length > 1 && lengths.every((length) => length > 1)) ??
    [...others, words].find(isFigure);
  return seen && wrong('other-rows', { puzzle: id, rows: seen.join(' '), expected: expected.join(' ') });
};

/** The problem of a text with too few cells or too many: in its only odd row, if there is one. */
export const otherCount = (id: string, board: Board, text: string, cells: readonly Span[]): BadInput | undefined => {
  if (cells.length === board.size) return undefined;
  const expected = rowLengths(board);
  // A text of many more cells has other rows, too.
  const isNear = cells.length < 2 * board.size;
  const lengths = isNear ? rowsBetween(text, cells, rowEnds[0]!).map((row) => row.length) : [];
  const [row, other] = lengths.flatMap((length, index) => (length === expected[index] ? [] : index));
  if (row === undefined || other !== undefined || lengths.length !== expected.length)
    return wrong('cell-count', { puzzle: id, expected: board.size, actual: cells.length });
  return wrong('row-length', { puzzle: id, row: row + 1, expected: expected[row]!, actual: lengths[row]! });
};

/** The columns of cells in a drawing whose rows are equally long. */
const layoutsOf = (board: Board): number[][] => {
  if (board.lattice === 'square') return [board.x.map((x) => x / 2)];
  const fromLeft = rowLengths(board).flatMap((length) => Array.from({ length }, (_, column) => column));
  return [[...board.x], fromLeft];
};

/** The marks of each drawing whose rows are equally long. */
export const matrixSizes = (board: Board): number[] =>
  layoutsOf(board).map((columns) => (Math.max(...columns) + 1) * board.rows);

/**
 * The cells of a board that is drawn in a matrix: whatever stands beside it is marked as outside.
 * @returns undefined if it is no matrix of the board's shape
 */
export const insideMatrix = <Piece extends Span>(
  board: Board,
  text: string,
  pieces: readonly Piece[],
  isOutside: (piece: Piece) => boolean,
): Piece[] | undefined => {
  for (const columns of layoutsOf(board)) {
    const width = Math.max(...columns) + 1;
    if (pieces.length !== width * board.rows) continue;
    const places = new Set(columns.map((column, cell) => board.y[cell]! * width + column));
    const isMatrix = [...rowEnds, ...otherMarks, separator].some((mark) =>
      rowsBetween(text, pieces, mark).every((row, _, rows) => rows.length === board.rows && row.length === width),
    );
    if (isMatrix && pieces.every((piece, place) => places.has(place) || isOutside(piece))) {
      return pieces.filter((_, place) => places.has(place));
    }
  }
  return undefined;
};
