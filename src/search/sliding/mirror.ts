/** Mirror images in the diagonal, where the goal has tile `cell + 1` on each cell: they are as far from it. */
import type { Board } from '../../puzzles/board.ts';

/** Whether a position is its own mirror image. */
export const isOwnMirrorImage = ({ rows, size }: Board, position: readonly number[]): boolean => {
  const image = (cell: number): number => (cell % rows) * rows + Math.floor(cell / rows);
  const isImage = (tile: number, cell: number): boolean =>
    position[image(cell)] === (tile === 0 ? 0 : image(tile - 1) + 1);
  return rows ** 2 === size && position.every(isImage);
};
