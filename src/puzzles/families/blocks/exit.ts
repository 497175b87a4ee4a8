/** Where cars leave the board, and the car that leaves there. */
import type { Board } from '../../board.ts';
import type { Position } from '../../puzzle.ts';
import { axisOf, letterOf, piecesOf } from './letters.ts';
import type { Piece } from './pieces.ts';
import { columnsOf } from './shapes.ts';

/** An end of a row, which has a number from 0. */
export interface Exit {
  readonly row: number;
  readonly side: 'left' | 'right';
}

/** On the right of the middle row, or of the upper one of two. */
export const usualExit = ({ rows }: Board): Exit => ({ row: (rows - 1) >> 1, side: 'right' });

const isHorizontal = (board: Board, { cells }: Piece): boolean => axisOf(board, cells, 'keeping') === 'row';

/** The horizontal car X, as the one that leaves is mostly called. Beside letters as late in the alphabet, X is one of many. */
const carX = (board: Board, position: Position): Piece | undefined => {
  const pieces = piecesOf(position).map((piece) => ({ piece, letter: letterOf(piece.codes[0]) }));
  const named = pieces.find(({ letter }) => letter === 'X')?.piece;
  const isOne = pieces.some(({ letter }) => /[S-WYZ]/u.test(letter));
  return named && !isOne && isHorizontal(board, named) ? named : undefined;
};

/** Where no mark says it: in the row of the car X, or in the usual one. */
export const likelyExit = (board: Board, position: Position): Exit => {
  const car = carX(board, position);
  return car ? { row: board.y[car.cells[0]]!, side: 'right' } : usualExit(board);
};

/** The car X, or the horizontal one nearest to an exit, in its row. */
export const exitCar = (board: Board, position: Position, { row, side }: Exit): Piece | undefined => {
  const isInRow = ({ cells }: Piece): boolean => board.y[cells[0]] === row;
  const named = carX(board, position);
  if (named && isInRow(named)) return named;
  const cars = piecesOf(position).filter((piece) => isInRow(piece) && isHorizontal(board, piece));
  return cars.at(side === 'left' ? 0 : -1);
};

/** The cells of a car that stands at the end of its row. */
export const cellsAtExit = (board: Board, { cells }: Piece, side: Exit['side']): number[] => {
  const columns = columnsOf(board);
  const left = cells[0] - (cells[0] % columns);
  return cells.map((_, index) => left + index + (side === 'left' ? 0 : columns - cells.length));
};
