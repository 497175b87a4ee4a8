/** Positions that are mirror images of one another. */
import { symmetriesOf } from './board.ts';
import type { Goal, Position, Puzzle } from './puzzle.ts';

/**
 * All positions that are as far from the goal as this one because the board looks the same from there: itself first,
 * then its images under the symmetries of the board that leave the goal as it is, each once. Sliding: tiles are renamed
 * so that they end in order again; pegs: the goal's set of positions must be kept. Blocks have none, as their wide card
 * lies sideways only.
 */
export const imagesOf = ({ family, board, rank }: Puzzle, position: Position, goal: Goal): Position[] => {
  if (family === 'block') return [position];
  const wanted = new Set(goal.positions.map(rank));
  const images = symmetriesOf(board).flatMap((image): Position[] => {
    const moved = (cells: Position): number[] => {
      const result = new Array<number>(cells.length).fill(0);
      cells.forEach((piece, cell) => {
        result[image[cell]!] = piece;
      });
      return result;
    };
    if (family === 'peg') return goal.positions.every((end) => wanted.has(rank(moved(end)))) ? [moved(position)] : [];
    const end = goal.positions[0]!;
    const turned = moved(end);
    if (turned.indexOf(0) !== end.indexOf(0)) return [];
    // What has come to stand where a tile ends is called by that tile's name.
    const names = new Map(turned.map((tile, cell) => [tile, end[cell]!]));
    return [moved(position).map((tile) => names.get(tile)!)];
  });
  return [...new Map([position, ...images].map((image) => [rank(image), image])).values()];
};

/** The one among its images that stands for all of them: that of the lowest rank. */
export const canonical = (puzzle: Puzzle, position: Position, goal: Goal): Position =>
  imagesOf(puzzle, position, goal).reduce((least, image) => (puzzle.rank(image) < puzzle.rank(least) ? image : least));
