/** The codes of cards, and the pieces that they are. */
import type { Board } from '../../board.ts';
import type { Goal, Position } from '../../puzzle.ts';
import { BlockCursor } from './cursor.ts';
import type { Piece, Pieces } from './pieces.ts';
import { shapeOf } from './shapes.ts';

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

const piecesOf = (position: Position): Piece[] =>
  position.flatMap((code, cell) => {
    if (code === wideLeft) return { codes: [wideLeft, wideRight], cells: [cell, cell + 1] };
    return code === 0 || code === wideRight ? [] : { codes: [code], cells: [cell] };
  });

/** Cards with the same code look alike. The wide one slides only sideways. */
const cardPieces = (board: Board, cards: Position): Pieces => {
  const all = piecesOf(cards);
  const kinds = [...new Set(all.map(({ codes }) => codes[0]!))].map((code) => {
    const same = all.filter(({ codes }) => codes[0] === code);
    return {
      shape: shapeOf(board, same[0]!.cells, code === wideLeft ? 'row' : 'free'),
      pieces: same.map(({ codes }) => codes),
      isNamed: true,
    };
  });
  return { kinds, walls: [], wallsOf: () => [], piecesOf };
};

/** A cursor for the cards of a goal. */
export const cardCursor = (board: Board, goal: Goal): BlockCursor => {
  const [cards] = goal.positions;
  return new BlockCursor(board, cardPieces(board, cards!), 'steps', goal, cards!);
};
