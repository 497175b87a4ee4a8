/** Positions that are mirror images of one another, and questions that have the same answer seen from another side. */

import { symmetriesOf } from './board.ts';
import { firstLetter } from './families/block/family.ts';
import type { Family, Goal, Position, Puzzle } from './puzzle.ts';

/** Pieces from this number on can change names with one another: tiles and letter cards. */
const firstNamed: Record<Family, number> = { sliding: 1, block: firstLetter, peg: 2 };

/** What stands on each cell once the board is turned so that cell `c` comes to `image[c]`. */
const transform = ({ family }: Puzzle, position: Position, image: readonly number[]): number[] => {
  const result = new Array<number>(position.length).fill(0);
  for (let cell = 0; cell < position.length; cell++) result[image[cell]!] = position[cell]!;
  if (family === 'block') {
    // The halves of the wide card keep their order.
    const [left, right] = [result.indexOf(1), result.indexOf(2)];
    if (left > right) [result[left], result[right]] = [2, 1];
  }
  return result;
};

/** The names that make one position another; undefined where they differ by more than names. */
const namesBetween = ({ family }: Puzzle, from: Position, to: Position): number[] | undefined => {
  const names = Array.from({ length: firstNamed[family] }, (_, piece) => piece);
  from.forEach((piece, cell) => {
    names[piece] ??= to[cell]!;
  });
  return from.every((piece, cell) => names[piece] === to[cell]) ? names : undefined;
};

/**
 * All positions as far from a goal as this one because the board looks the same from there, each once. They are its
 * images under the symmetries that turn its goal into the other one, with pieces renamed where that is needed. Of one
 * goal only, the position itself comes first.
 */
export const imagesOf = (puzzle: Puzzle, position: Position, from: Goal, to: Goal = from): Position[] => {
  const { board, rank } = puzzle;
  const images = symmetriesOf(board).flatMap((image): Position[] => {
    const ends = from.positions.map((end) => transform(puzzle, end, image));
    const names =
      ends.length === 1 && to.positions.length === 1
        ? namesBetween(puzzle, ends[0]!, to.positions[0]!)
        : // Goals with several ends are sets of pegs, which have no names.
          isSameSet(ends.map(rank), to.positions.map(rank)) && [0, 1];
    return names ? [transform(puzzle, position, image).map((piece) => names[piece]!)] : [];
  });
  return [...new Map(images.map((image) => [rank(image), image])).values()];
};

const isSameSet = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

/** The one among its images that stands for all of them: that of the lowest rank. */
export const canonical = (puzzle: Puzzle, position: Position, goal: Goal): Position =>
  imagesOf(puzzle, position, goal).reduce((least, image) => (puzzle.rank(image) < puzzle.rank(least) ? image : least));
