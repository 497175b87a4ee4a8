/** What a search of peg solitaire needs of a board, worked out from its cells and jumps alone. */
import type { Board } from '../../puzzles/board.ts';
import { cornersOf } from '../../puzzles/families/peg/classes.ts';

/** Larger regions exist, but add nothing on the boards that we have. */
const largestRegion = 9;

/**
 * Merson regions (Beasley 1985, chapter 5) without corners: sets of holes that hold an end of every line of three holes
 * whose middle they hold. The first jump to change a full region starts in it, with a peg that has not moved since it was
 * full, so disjoint full regions take a move each.
 * @returns the minimal ones, each as a list of cells
 */
export const regionsOf = (board: Board): number[][] => {
  const corners = new Set(cornersOf(board));
  const ends = Array.from({ length: board.size }, (_, cell) =>
    board.jumps.flatMap(({ from, over, to }) => (over === cell ? [[from, to]] : [])),
  );
  const met = new Set<bigint>();
  const closed: number[][] = [];
  const grow = (region: readonly number[]): void => {
    const bits = region.reduce((sum, cell) => sum | (1n << BigInt(cell)), 0n);
    if (met.has(bits) || region.length > largestRegion) return;
    met.add(bits);
    for (const cell of region) {
      const open = ends[cell]!.find((pair) => !pair.some((end) => region.includes(end)));
      if (!open) continue;
      for (const end of open) if (!corners.has(end)) grow([...region, end]);
      return;
    }
    closed.push(region.toSorted((a, b) => a - b));
  };
  for (let cell = 0; cell < board.size; cell++) if (!corners.has(cell)) grow([cell]);
  closed.sort((a, b) => a.length - b.length);
  const least: number[][] = [];
  for (const region of closed) {
    if (!least.some((smaller) => smaller.every((cell) => region.includes(cell)))) least.push(region);
  }
  return least;
};
