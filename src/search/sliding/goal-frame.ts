/** Goals of a sliding puzzle on a rectangle, in the terms of its pattern databases. */
import { type Board, symmetriesOf } from '../../puzzles/board.ts';
import { elementsAt, paired } from '../../puzzles/lists.ts';
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
  const left = distance[end]!;
  const moves: Step[] = [];
  for (let at = blank; at !== end; at = known.indexOf(0)) {
    const next = neighbours[at]!.find((cell) => left[cell]! < left[at]!)!;
    known[at] = known[next]!;
    known[next] = 0;
    moves.push([next, at]);
  }
  const keepsRows = ([first = 0, second = 0]: readonly number[]): boolean => Math.abs(second - first) === 1;
  const cells = symmetriesOf(board).find((image) => image[end] === size - 1 && keepsRows(image))!;
  const tiles: number[] = [];
  for (const [tile, cell] of paired(known, cells)) tiles[tile] = tile === 0 ? 0 : cell + 1;
  return { cells, tiles, away: moves.length, moves };
};

export const reframed = ({ cells, tiles }: GoalFrame, position: Position): number[] =>
  elementsAt(tiles, elementsAt(position, cells));
