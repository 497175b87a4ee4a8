/** Shapes of peg boards as short texts, so that an id can carry a board. */
import { type Board, square, triangular } from '../../board.ts';
import { type BadInput, wrong } from '../../puzzle.ts';
import type { Drawing } from './drawing.ts';

/** Positions are numbers below 2^53. */
const mostHoles = 49;
/** Names like `d4` have one letter and one digit. */
const mostRows = 9;
const mostColumns = 26;
/** Cells of the rectangle around a board. Each is a bit of the shape's text, and ids have to fit on buttons. */
const mostCells = 81;

/** The columns of a row, where rows of a triangular lattice are shifted by half a hole. */
const columnOf = (x: number): number => x >> 1;
const widthOf = ({ x }: Board): number => Math.max(...x.map(columnOf)) + 1;

/**
 * The lattice (`s`: square, `t`: triangular, `u`: triangular with the first row shifted), the width in base 36, and a bit
 * for each cell of the rectangle around the board, below a leading 1, in base 36.
 */
export const shapeOf = (board: Board): string => {
  const width = widthOf(board);
  const bits = new Array<number>(width * board.rows).fill(0);
  for (const [cell, x] of board.x.entries()) bits[board.y[cell]! * width + columnOf(x)] = 1;
  const lattice = board.lattice === 'square' ? 's' : (board.x[0]! + board.y[0]!) % 2 === 0 ? 't' : 'u';
  return `${lattice}${width.toString(36)}${BigInt(`0b1${bits.join('')}`).toString(36)}`;
};

export const boardOf = ({ lattice, holes }: Drawing): Board => {
  const unit = lattice === 'square' ? 2 : 1;
  const picture = Array.from({ length: Math.max(...holes.map(({ y }) => y)) + 1 }, (_, row) => {
    const columns = holes.filter(({ y }) => y === row).map(({ x }) => x / unit);
    return Array.from({ length: Math.max(-1, ...columns) + 1 }, (_, at) => (columns.includes(at) ? '#' : ' ')).join('');
  });
  return lattice === 'square' ? square(...picture) : triangular(...picture);
};

/** What a board of one's own must not be; undefined for a board to play on. */
export const shapeProblem = ({ lattice, holes }: Drawing): BadInput | undefined => {
  if (holes.length > mostHoles) return wrong('too-many-holes', { actual: holes.length, most: mostHoles });
  if (holes.length === 0) return wrong('no-jumps');
  const rows = Math.max(...holes.map(({ y }) => y)) + 1;
  const columns = Math.max(...holes.map(({ x }) => columnOf(x))) + 1;
  const isUnnamed = lattice === 'square' && (rows > mostRows || columns > mostColumns);
  if (isUnnamed || rows * columns > mostCells) {
    return wrong('board-too-large', { rows, columns, mostRows, mostColumns, mostCells });
  }
  const board = boardOf({ lattice, holes });
  const apart = board.distance[0]!.indexOf(-1);
  if (apart !== -1) {
    const row = board.y[apart]!;
    return wrong('hole-apart', { row: row + 1, number: apart - board.y.indexOf(row) + 1 });
  }
  return board.jumps.length === 0 ? wrong('no-jumps') : undefined;
};

/** The board of a shape; undefined for any other text. */
export const boardOfShape = (shape: string): Board | undefined => {
  const [, letter, wide, digits] = /^([stu])([\da-z])([\da-z]{1,17})$/u.exec(shape) ?? [];
  if (!letter || !wide || !digits) return undefined;
  const width = Number.parseInt(wide, 36);
  const bits = [...digits]
    .reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
    .toString(2)
    .slice(1);
  const lattice = letter === 's' ? 'square' : 'triangular';
  const holes = [...bits].flatMap((bit, index) => {
    const y = Math.floor(index / width);
    const shift = letter === 's' ? 0 : (y + (letter === 'u' ? 1 : 0)) % 2;
    return bit === '1' ? [{ x: (index % width) * 2 + shift, y, isPeg: false }] : [];
  });
  if (width === 0 || shapeProblem({ lattice, holes })) return undefined;
  const board = boardOf({ lattice, holes });
  // Another text of the same board would be another id.
  return shapeOf(board) === shape ? board : undefined;
};
