/** Images of positions under the symmetries of a board. */
import { type Board, symmetriesOf } from './board.ts';
import { elementsAt, paired } from './lists.ts';
import { endPosition, type Goal, type Position, type Puzzle } from './puzzle.ts';

/** Moves the piece on each cell `c` to `image[c]`. */
export const transform = (position: Position, image: readonly number[]): number[] => {
  const result = new Array<number>(position.length).fill(0);
  for (let cell = 0; cell < position.length; cell++) result[image[cell]!] = position[cell]!;
  return result;
};

/** The renaming of pieces that turns one position into another, if any. */
const namesBetween = (firstNamed: number, from: Position, to: Position): number[] | undefined => {
  const names = Array.from({ length: firstNamed }, (_, piece) => piece);
  for (const [piece, other] of paired(from, to)) names[piece] ??= other;
  return from.every((piece, cell) => names[piece] === to[cell]) ? names : undefined;
};

interface Shape {
  readonly board: Board;
  /** The same only for the same position. */
  readonly key: (position: Position) => string | number;
  /** Pieces from this number on can be renamed, like tiles. */
  readonly firstNamed: number;
  readonly transform?: typeof transform;
}

/** The `images` of a puzzle, with pieces renamed so that the goal's image becomes the goal. */
export const imagesOn =
  ({ board, key, firstNamed, transform: turn = transform }: Shape): Puzzle['images'] =>
  (position, goal) => {
    const { positions: ends } = goal;
    const keys = new Set(ends.map(key));
    const images = symmetriesOf(board).flatMap((image): Position[] => {
      const turned = turn(position, image);
      if (ends.length > 1) return ends.every((end) => keys.has(key(turn(end, image)))) ? [turned] : [];
      const names = namesBetween(firstNamed, turn(endPosition(goal), image), endPosition(goal));
      return names ? [elementsAt(names, turned)] : [];
    });
    return [...new Map(images.map((image) => [key(image), image])).values()];
  };

/** The image whose code comes first, the shorter ones before, which stands for all of them. */
export const canonical = (puzzle: Puzzle, position: Position, goal: Goal): Position => {
  const coded = puzzle.images(position, goal).map((image) => ({ image, code: puzzle.encode(image) }));
  const isBefore = (a: string, b: string): boolean => (a.length === b.length ? a < b : a.length < b.length);
  return coded.reduce((first, other) => (isBefore(other.code, first.code) ? other : first)).image;
};
