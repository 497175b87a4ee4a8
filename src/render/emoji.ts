import { rowsOf } from '../puzzles/board.ts';
import type { Position, Puzzle } from '../puzzles/puzzle.ts';

/** Spaces as wide as half an emoji, and as a whole one. */
const halfCell = '\u2002\u2006';
const wholeCell = '\u2003\u2004';

/** A position as lines of emoji, laid out as the board. `parsePosition` reads it. */
export const emojiBoard = (puzzle: Puzzle, position: Position): string => {
  const emoji = puzzle.emoji(position);
  const lines = rowsOf(puzzle.board, [...position.keys()]).map((row) => {
    let right = 0;
    return row
      .map((cell) => {
        const gap = puzzle.board.x[cell]! - right;
        right = puzzle.board.x[cell]! + 2;
        return wholeCell.repeat(gap >> 1) + halfCell.repeat(gap & 1) + emoji[cell]!;
      })
      .join('');
  });
  return lines.join('\n');
};
