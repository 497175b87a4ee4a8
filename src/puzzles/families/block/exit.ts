/** Where cars leave the board, and the car that leaves there. */
import type { Board } from '../../board.ts';
import type { Position } from '../../puzzle.ts';
import { axisOf, piecesOf } from './letters.ts';
import type { Piece } from './pieces.ts';
import { columnsOf } from './shapes.ts';

/** An end of a row, which has a number from 0. */
export interface Exit {
  readonly row: number;
  readonly side: 'left' | 'right';
}

/** On the right of the middle row, or of the upper one of two. */
export const usualExit = ({ rows }: Board): Exit => ({ row: (rows - 1) >> 1, side: 'right' });

/** The horizontal car nearest to an exit, in its row. */
export const exitCar = (board: Board, position: Position, { row, side }: Exit): Piece | undefined => {
  const cars = piecesOf(position).filter(
    ({ cells }) => board.y[cells[0]] === row && axisOf(board, cells, 'keeping') === 'row',
  );
  return cars.at(side === 'left' ? 0 : -1);
};

/** The cells of a car that stands at the end of its row. */
export const cellsAtExit = (board: Board, { cells }: Piece, side: Exit['side']): number[] => {
  const columns = columnsOf(board);
  const left = cells[0] - (cells[0] % columns);
  return cells.map((_, index) => left + index + (side === 'left' ? 0 : columns - cells.length));
};
