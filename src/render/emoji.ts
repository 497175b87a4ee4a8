import { rowsOf } from '../puzzles/board.ts';
import type { Position, Puzzle } from '../puzzles/puzzle.ts';

/** Half the width of an emoji in a chat: an en space and a six-per-em space; and its whole width. */
const halfCell = '\u2002\u2006';
const wholeCell = '\u2003\u2004';

/** A position as lines of emoji, laid out by the board's geometry. What it prints, `parsePosition` reads. */
export const emojiBoard = (puzzle: Puzzle, position: Position): string => {
  const { board } = puzzle;
  const emoji = puzzle.emoji(position);
  const lines = rowsOf(board, [...position.keys()]).map((row) => {
    let right = 0;
    return row
      .map((cell) => {
        const gap = board.x[cell]! - right;
        right = board.x[cell]! + 2;
        return wholeCell.repeat(gap >> 1) + halfCell.repeat(gap & 1) + emoji[cell]!;
      })
      .join('');
  });
  return lines.join('\n');
};
