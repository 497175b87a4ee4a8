/** Positions that are mirror images of one another, and questions that have the same answer seen from another side. */

import { symmetriesOf } from './board.ts';
import { firstLetter } from './families/block/family.ts';
import type { Family, Goal, Position, Puzzle } from './puzzle.ts';

/** What stands on each cell once the board is turned so that cell `c` comes to `image[c]`. */
const turned = (position: Position, image: readonly number[]): number[] => {
  const result = new Array<number>(position.length).fill(0);
  for (let cell = 0; cell < position.length; cell++) result[image[cell]!] = position[cell]!;
  return result;
};

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
    if (family === 'peg') {
      return goal.positions.every((end) => wanted.has(rank(turned(end, image)))) ? [turned(position, image)] : [];
    }
    const end = goal.positions[0]!;
    const seen = turned(end, image);
    if (seen.indexOf(0) !== end.indexOf(0)) return [];
    // What has come to stand where a tile ends is called by that tile's name.
    const names = new Map(seen.map((tile, cell) => [tile, end[cell]!]));
    return [turned(position, image).map((tile) => names.get(tile)!)];
  });
  return [...new Map([position, ...images].map((image) => [rank(image), image])).values()];
};

/** The one among its images that stands for all of them: that of the lowest rank. */
export const canonical = (puzzle: Puzzle, position: Position, goal: Goal): Position =>
  imagesOf(puzzle, position, goal).reduce((least, image) => (puzzle.rank(image) < puzzle.rank(least) ? image : least));

/** From this number on, pieces differ by their names alone. */
const firstNamed: Record<Exclude<Family, 'peg'>, number> = { sliding: 1, block: firstLetter };

/** A wide card whose halves have changed places, because the board was turned, is the same card. */
const mended = (position: number[]): number[] => {
  const [left, right] = [position.indexOf(1), position.indexOf(2)];
  if (left > right) [position[left], position[right]] = [2, 1];
  return position;
};

/** Letters that are told apart are letters all the same: what solves the finer question solves the plain one. */
const plain = (puzzle: Puzzle, position: Position): Position => {
  if (puzzle.family !== 'block') return position;
  const question = puzzle.question(position, puzzle.goal);
  return question.ok ? question.value.start : position;
};

/** A way from one position to another as their ranks, however the pieces are called. */
export interface Way {
  readonly end: number;
  /** Looked at only where the end is of interest. */
  readonly start: () => number;
}

/** The pieces of a way are called by the order in which they end, whatever they were called. */
export const wayOf = (puzzle: Puzzle, start: () => Position, end: Position): Way => {
  const { family, rank } = puzzle;
  if (family === 'peg') return { end: rank(end), start: () => rank(start()) };
  const first = firstNamed[family];
  const names = Array.from({ length: first }, (_, piece) => piece);
  let next = first;
  const to = plain(puzzle, end);
  for (const piece of to) names[piece] ??= next++;
  const named = (position: Position): number => rank(position.map((piece) => names[piece]!));
  return { end: named(to), start: () => named(plain(puzzle, start())) };
};

/** A way and all that are the same from another side of the board, or from its end: who is told one is told all. */
export const waysLike = (puzzle: Puzzle, start: Position, end: Position): Way[] => {
  const { family, board } = puzzle;
  // Jumps backwards are jumps on the board with pegs and holes exchanged.
  const back = (position: Position): Position => (family === 'peg' ? position.map((peg) => 1 - peg) : position);
  const seen = (position: Position, image: readonly number[]): Position =>
    family === 'block' ? mended(turned(position, image)) : turned(position, image);
  return symmetriesOf(board).flatMap((image) => {
    const [from, to] = [seen(start, image), seen(end, image)];
    return [wayOf(puzzle, () => from, to), wayOf(puzzle, () => back(to), back(from))];
  });
};
