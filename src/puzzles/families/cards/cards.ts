/** The codes of cards, and the pieces that they are. */
import type { Board } from '../../board.ts';
import { endPosition, type Goal, type Position } from '../../puzzle.ts';
import { BlockCursor } from '../blocks/cursor.ts';
import type { Piece, Pieces } from '../blocks/pieces.ts';
import { shapeOf } from '../blocks/shapes.ts';

/** Codes of pieces: the halves of the wide card, then the letters. */
export const wideLeft = 1;
export const wideRight = 2;
export const firstLetter = 3;
/** Codes have three bits, so a position of eight cells has 24. */
export const base = 8;

export const rankOf = (cells: ArrayLike<number>): number => {
  let rank = 0;
  for (let cell = cells.length - 1; cell >= 0; cell--) rank = rank * base + cells[cell]!;
  return rank;
};

export const cardsOf = (position: Position): Piece[] =>
  position.flatMap((code, cell): Piece | [] => {
    if (code === wideLeft) return { codes: [wideLeft, wideRight], cells: [cell, cell + 1] };
    return code === 0 || code === wideRight ? [] : { codes: [code], cells: [cell] };
  });

/** Cards with the same code look alike. The wide one slides only sideways. */
const cardPieces = (board: Board, cards: Position): Pieces => {
  const all = cardsOf(cards);
  const kinds = [...new Map(all.map((piece) => [piece.codes[0], piece]))].map(([code, { cells }]) => ({
    shape: shapeOf(board, cells, code === wideLeft ? 'row' : 'free'),
    pieces: all.filter(({ codes }) => codes[0] === code).map(({ codes }) => codes),
    isNamed: true,
  }));
  return { kinds, walls: [], wallsOf: () => [], piecesOf: cardsOf };
};

/** A cursor for the cards of a goal. */
export const cardCursor = (board: Board, goal: Goal): BlockCursor => {
  const cards = endPosition(goal);
  return new BlockCursor(board, cardPieces(board, cards), 'steps', goal, cards);
};
