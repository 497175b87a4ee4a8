/** Goals of the 15 puzzle in the terms of its databases. */
import { rectangle, symmetriesOf } from '../../puzzles/board.ts';
import type { Goal, Position, Puzzle } from '../../puzzles/puzzle.ts';

export const board = rectangle(4, 4);
export const corner = board.size - 1;

/**
 * A goal in the databases' terms: the blank in the last corner, each tile numbered after its place. A goal where the
 * blank ends elsewhere is one or two moves `away` from such. `cells` takes cells of the puzzle to those of the frame, and
 * back, since the reflections and their product are their own inverses; `tiles` takes tiles of the puzzle to the frame's.
 */
export const frameOf = (goal: Position) => {
  const known = [...goal];
  const { neighbours, distance } = board;
  const blank = goal.indexOf(0);
  const end = [0, 3, 12, 15].reduce((best, cell) => (distance[cell]![blank]! < distance[best]![blank]! ? cell : best));
  for (let at = blank; at !== end; at = known.indexOf(0)) {
    const next = neighbours[at]!.find((cell) => distance[cell]![end]! < distance[at]![end]!)!;
    known[at] = known[next]!;
    known[next] = 0;
  }
  const keepsRows = (image: readonly number[]): boolean => Math.abs(image[1]! - image[0]!) === 1;
  const cells = symmetriesOf(board).find((image) => image[end] === corner && keepsRows(image))!;
  const tiles: number[] = [];
  known.forEach((tile, cell) => {
    tiles[tile] = tile === 0 ? 0 : cells[cell]! + 1;
  });
  return { cells, tiles, away: distance[blank]![end]! };
};

export const reframed = ({ cells, tiles }: ReturnType<typeof frameOf>, position: Position): number[] =>
  cells.map((cell) => tiles[position[cell]!]!);

/** Whether the databases bound the moves to this goal: in the 15 puzzle, to any. */
const fits = (puzzle: Puzzle, goal: Goal): boolean =>
  puzzle.family === 'sliding' &&
  goal.positions.length === 1 &&
  puzzle.board.size === board.size &&
  puzzle.board.neighbours.every((near, cell) => near.join() === board.neighbours[cell]!.join());

export { fits as hasDatabase };
