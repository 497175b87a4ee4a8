/** Ways from a start into a search, by which it can be divided. */
import type { Board } from '../../puzzles/board.ts';

/** The image of a position in the diagonal, where the goal has tile `cell + 1` on each cell. */
const mirror = (position: readonly number[], width: number): number[] => {
  const image = (cell: number): number => (cell % width) * width + Math.floor(cell / width);
  const mirrored = new Array<number>(position.length);
  position.forEach((tile, cell) => {
    mirrored[image(cell)] = tile === 0 ? 0 : image(tile - 1) + 1;
  });
  return mirrored;
};

/**
 * Shortest ways to all positions that are equally far from the start: as far as it takes that there are `least` of them,
 * or to the last that there are. Every shortest solution that is longer has an equally long one by one of these ways.
 * @param start the tiles by cell, of a rectangle
 * @param isMirrored whether, on a square, mirror images in the diagonal are equally far from the goal, so that one of them
 * is enough
 * @returns the moves of each way, `from << 5 | to`
 */
export const waysInto = (board: Board, start: readonly number[], least: number, isMirrored: boolean): number[][] => {
  const isSquare = board.rows ** 2 === board.size;
  const keyOf = (position: readonly number[]): string => {
    const key = String.fromCharCode(...position);
    const image = isMirrored && isSquare ? String.fromCharCode(...mirror(position, board.rows)) : key;
    if (image < key) return image;
    return key;
  };
  const seen = new Set([keyOf(start)]);
  let level = [{ position: start, way: [] as number[] }];
  while (level.length < least) {
    const next: typeof level = [];
    for (const { position, way } of level) {
      const blank = position.indexOf(0);
      for (const from of board.neighbours[blank]!) {
        const moved = position.slice();
        moved[blank] = position[from]!;
        moved[from] = 0;
        const key = keyOf(moved);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ position: moved, way: [...way, (from << 5) | blank] });
      }
    }
    if (next.length === 0) break;
    level = next;
  }
  return level.map(({ way }) => way);
};
