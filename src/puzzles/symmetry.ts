/** Images of positions under the symmetries of a board. */
import { type Board, symmetriesOf } from './board.ts';
import type { Goal, Position, Puzzle } from './puzzle.ts';

/** Moves the piece on each cell `c` to `image[c]`. */
export const transform = (position: Position, image: readonly number[]): number[] => {
  const result = new Array<number>(position.length).fill(0);
  for (let cell = 0; cell < position.length; cell++) result[image[cell]!] = position[cell]!;
  return result;
};

/** The renaming of pieces that turns one position into another, if any. */
const namesBetween = (firstNamed: number, from: Position, to: Position): number[] | undefined => {
  const names = Array.from({ length: firstNamed }, (_, piece) => piece);
  from.forEach((piece, cell) => {
    names[piece] ??= to[cell]!;
  });
  return from.every((piece, cell) => names[piece] === to[cell]) ? names : undefined;
};

const isSameSet = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

interface Shape extends Pick<Puzzle, 'rank'> {
  readonly board: Board;
  /** Pieces from this number on can be renamed, like tiles. */
  readonly firstNamed: number;
  readonly transform?: typeof transform;
}

/** The `images` of a puzzle, with pieces renamed so that the goal's image becomes the target. */
export const imagesOn =
  ({ board, rank, firstNamed, transform: turn = transform }: Shape): Puzzle['images'] =>
  (position, goal, target = goal) => {
    const [from, to] = [goal.positions, target.positions];
    const images = symmetriesOf(board).flatMap((image): Position[] => {
      const ends = from.map((end) => turn(end, image));
      const turned = turn(position, image);
      if (ends.length > 1 || to.length > 1) return isSameSet(ends.map(rank), to.map(rank)) ? [turned] : [];
      const names = namesBetween(firstNamed, ends[0]!, to[0]!);
      return names ? [turned.map((piece) => names[piece]!)] : [];
    });
    return [...new Map(images.map((image) => [rank(image), image])).values()];
  };

/** The image with the lowest rank, which stands for all of them. */
export const canonical = (puzzle: Puzzle, position: Position, goal: Goal): Position =>
  puzzle.images(position, goal).reduce((least, image) => (puzzle.rank(image) < puzzle.rank(least) ? image : least));
