/** Mirror images in the diagonal, where the goal has tile `cell + 1` on each cell: they are as far from it. */
import type { Board } from '../../puzzles/board.ts';

/** The mirror image of a cell of a square. */
export const mirrorCell = (side: number, cell: number): number => (cell % side) * side + Math.floor(cell / side);

/** The mirror image of a position on a square. */
export const mirrorImage = ({ rows }: Board, position: readonly number[]): number[] =>
  position.map((_, cell) => {
    const tile = position[mirrorCell(rows, cell)]!;
    return tile === 0 ? 0 : mirrorCell(rows, tile - 1) + 1;
  });

/** Whether a position is its own mirror image. */
export const isOwnMirrorImage = (board: Board, position: readonly number[]): boolean =>
  board.rows ** 2 === board.size && mirrorImage(board, position).every((tile, cell) => tile === position[cell]);
