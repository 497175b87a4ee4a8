/** The pieces of a block puzzle. Those of one kind look alike. */
import { pick, type Some } from '../../lists.ts';
import type { Position, Random } from '../../puzzle.ts';
import type { Shape } from './shapes.ts';

/** A piece of a position: its cells in reading order, and its code on each. */
export interface Piece {
  readonly cells: Some<number>;
  readonly codes: Some<number>;
}

export interface Kind {
  readonly shape: Shape;
  /** The codes of each piece. */
  readonly pieces: readonly (readonly number[])[];
  /** Whether only pieces with these codes are of the kind, not all of its shape. */
  readonly isNamed: boolean;
}

/** All that a cursor has to know of a puzzle's pieces. */
export interface Pieces {
  readonly kinds: readonly Kind[];
  readonly walls: readonly number[];
  wallsOf(position: Position): readonly number[];
  piecesOf(position: Position): readonly Piece[];
}

/** The kind and the place of a piece; undefined if it is of no kind. */
export const placeOf = (
  kinds: readonly Kind[],
  { cells, codes }: Piece,
): readonly [kind: number, place: number] | undefined => {
  for (const [index, { shape, pieces, isNamed }] of kinds.entries()) {
    if (isNamed && !pieces.some((own) => own[0] === codes[0])) continue;
    const place = shape.placeAt[cells[0]]!;
    const own = shape.places[place];
    if (own?.length === cells.length && own.every((cell, at) => cell === cells[at])) return [index, place];
  }
  return undefined;
};

/** An estimate takes up to four milliseconds, on 144 cells with 36 pieces. */
const samples = 25;

/**
 * Puts the pieces on the board one after another, each on a random place that is free, and takes the product of the numbers of
 * free places. Its mean is the number of positions (Knuth, Estimating the efficiency of backtrack programs, 1975). Not
 * all of them can be reached from each other.
 */
export const positionsAbout = ({ kinds, walls }: Pieces, size: number, random: Random): number => {
  // The largest first, as they have the least room.
  const order = kinds.toSorted((a, b) => b.shape.size - a.shape.size);
  const taken = new Uint8Array(size);
  const packing = (): number => {
    taken.fill(0);
    for (const cell of walls) taken[cell] = 1;
    let product = 1;
    for (const { shape, pieces } of order) {
      for (const [index] of pieces.entries()) {
        const free = shape.places.filter((cells) => cells.every((cell) => taken[cell] === 0));
        if (free.length === 0) return 0;
        for (const cell of pick(random, free)) taken[cell] = 1;
        // Pieces of one kind look alike.
        product *= free.length / (index + 1);
      }
    }
    return product;
  };
  let sum = 0;
  for (let times = 0; times < samples; times++) sum += packing();
  return sum / samples;
};
