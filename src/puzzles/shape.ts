/** Shapes of boards as short texts, so that an id can carry a board. */
import { type Board, boardOf, type Places } from './board.ts';
import { paired } from './lists.ts';
import { fromBase36 } from './rank-codes.ts';

/** The column of a cell, where rows of a triangular lattice are shifted by half a cell. */
export const columnOf = (x: number): number => x >> 1;

/**
 * The lattice (`s`: square, `t`: triangular, `u`: triangular with the first row shifted), the width in base 36, and a bit
 * for each cell of the rectangle around the board, below a leading 1, in base 36.
 */
export const shapeOf = (board: Board): string => {
  const width = Math.max(...board.x.map(columnOf)) + 1;
  const bits = new Array<number>(width * board.rows).fill(0);
  for (const [x, y] of paired(board.x, board.y)) bits[y * width + columnOf(x)] = 1;
  const lattice = board.lattice === 'square' ? 's' : (board.x[0]! + board.y[0]!) % 2 === 0 ? 't' : 'u';
  return `${lattice}${width.toString(36)}${BigInt(`0b1${bits.join('')}`).toString(36)}`;
};

/**
 * The board of a shape; undefined for any other text.
 * @param isFit whether there can be a board of these cells
 */
export const boardOfShape = (shape: string, isFit: (places: Places) => boolean): Board | undefined => {
  const [, letter, wide, digits] = /^([stu])([\da-z])([\da-z]{1,17})$/u.exec(shape) ?? [];
  if (!letter || !wide || !digits) return undefined;
  const width = Number.parseInt(wide, 36);
  const bits = fromBase36(digits).toString(2).slice(1);
  const lattice = letter === 's' ? 'square' : 'triangular';
  const places = [...bits].flatMap((bit, index) => {
    const y = Math.floor(index / width);
    const shift = letter === 's' ? 0 : (y + (letter === 'u' ? 1 : 0)) % 2;
    return bit === '1' ? [{ x: (index % width) * 2 + shift, y }] : [];
  });
  if (width === 0 || !isFit({ lattice, places })) return undefined;
  const board = boardOf({ lattice, places });
  // Another text of the same board would be another id.
  return shapeOf(board) === shape ? board : undefined;
};
