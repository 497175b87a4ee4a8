import type { Position, Puzzle } from '../puzzles/puzzle.ts';

/** Keeps two regional indicators from joining into a flag (N and O would be Norway). */
const apart = '\u200B';
/** Half the width of an emoji in a chat: an en space and a six-per-em space; and its whole width. */
const halfCell = '\u2002\u2006';
const wholeCell = '\u2003\u2004';

/** Pieces that are not a digit or a letter of the alphabet of flags. */
const special: Readonly<Record<string, string>> = { '=': '🟰', '●': '🟠', O: '🅾️', F: '🅵' };

const emojiOf = (puzzle: Puzzle, piece: string): string => {
  if (piece === '') return puzzle.family === 'peg' ? '⚫' : '⬛';
  if (/^\d$/u.test(piece)) return `${piece}\uFE0F\u20E3`;
  // On sliding boards capitals are just tiles over nine.
  if (special[piece] && (puzzle.family !== 'sliding' || !/^[A-Z]$/u.test(piece))) return special[piece];
  return String.fromCodePoint(0x1f1e6 + piece.toUpperCase().charCodeAt(0) - 65) + apart;
};

/** A position as lines of emoji, laid out by the board's geometry. What it prints, `parsePosition` reads. */
export const emojiBoard = (puzzle: Puzzle, position: Position): string => {
  const { board } = puzzle;
  const pieces = puzzle.pieces(position);
  const lines: string[] = [];
  for (let row = 0; row < board.rows; row++) {
    let line = '';
    let at = 0;
    for (let cell = 0; cell < board.size; cell++) {
      if (board.y[cell] !== row) continue;
      const gap = board.x[cell]! - at;
      line += wholeCell.repeat(gap >> 1) + halfCell.repeat(gap & 1) + emojiOf(puzzle, pieces[cell]!);
      at = board.x[cell]! + 2;
    }
    lines.push(line);
  }
  return lines.join('\n');
};
