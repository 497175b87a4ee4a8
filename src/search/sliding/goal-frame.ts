/** Goals of a sliding puzzle on a rectangle, in the terms of its pattern databases. */
import { type Board, symmetriesOf } from '../../puzzles/board.ts';
import type { Position, Step } from '../../puzzles/puzzle.ts';

/**
 * A goal in the databases' terms: the blank in the last corner, each tile numbered after its place. A goal where the
 * blank ends elsewhere is a few moves `away` from such. `cells` takes cells of the puzzle to those of the frame, and
 * back, since the reflections and their product are their own inverses; `tiles` takes tiles of the puzzle to the frame's.
 */
export interface GoalFrame {
  readonly cells: readonly number[];
  readonly tiles: readonly number[];
  readonly away: number;
  /** The moves from the goal to the one that has the blank in the corner. */
  readonly moves: readonly Step[];
}

export const frameOf = (board: Board, goal: Position): GoalFrame => {
  const known = [...goal];
  const { neighbours, distance, size } = board;
  const blank = goal.indexOf(0);
  const corners = neighbours.flatMap((near, cell) => (near.length === 2 ? cell : []));
  const away = distance[blank]!;
  const end = corners.reduce((best, cell) => (away[cell]! < away[best]! ? cell : best));
  const moves: Step[] = [];
  for (let at = blank; at !== end; at = known.indexOf(0)) {
    const next = neighbours[at]!.find((cell) => distance[cell]![end]! < distance[at]![end]!)!;
    known[at] = known[next]!;
    known[next] = 0;
    moves.push([next, at]);
  }
  const keepsRows = (image: readonly number[]): boolean => Math.abs(image[1]! - image[0]!) === 1;
  const cells = symmetriesOf(board).find((image) => image[end] === size - 1 && keepsRows(image))!;
  const tiles: number[] = [];
  known.forEach((tile, cell) => {
    tiles[tile] = tile === 0 ? 0 : cells[cell]! + 1;
  });
  return { cells, tiles, away: moves.length, moves };
};

export const reframed = ({ cells, tiles }: GoalFrame, position: Position): number[] =>
  cells.map((cell) => tiles[position[cell]!]!);
