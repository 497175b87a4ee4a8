/** The pieces of a block puzzle. Those of one kind look alike. */
import type { Some } from '../../lists.ts';
import type { Position } from '../../puzzle.ts';
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
