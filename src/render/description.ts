/** Boards in words, for those who listen to a picture instead of looking at it. */
import { rowsOf } from '../puzzles/board.ts';
import type { Figure, Position, Puzzle } from '../puzzles/puzzle.ts';

/** The words of one language. */
export interface Words {
  readonly blank: string;
  readonly wide: string;
  /** The second of two cards with the same letter. */
  readonly second: (letter: string) => string;
  /** `3 pegs` and `1 hole`. */
  readonly pegs: (count: number) => string;
  readonly holes: (count: number) => string;
  /** One row of a peg board, rows counted from 1: `row 1: …`. */
  readonly row: (row: number, text: string) => string;
}

/** `[true, true, false]` as `2 pegs, 1 hole`. */
const runs = (filled: readonly boolean[], { pegs, holes }: Words): string => {
  const parts: string[] = [];
  for (let from = 0, to = 0; from < filled.length; from = to) {
    while (to < filled.length && filled[to] === filled[from]) to++;
    parts.push((filled[from] ? pegs : holes)(to - from));
  }
  return parts.join(', ');
};

/**
 * A position as a text to be read aloud, row by row: `8 6 7, 2 5 4, 3 blank 1`, or `row 1: 3 pegs; row 2: …`. With words
 * of ordinary length it stays far below the 1,024 characters that Discord takes.
 */
export const describe = (puzzle: Puzzle, position: Position, words: Words): string => {
  const { board, pieceShape } = puzzle;
  const figureOn = new Map(puzzle.figures(position).flatMap((figure) => figure.cells.map((cell) => [cell, figure])));
  const rows = rowsOf(board, [...position.keys()]);
  if (pieceShape === 'peg') {
    return rows
      .map((row, index) => {
        const filled = row.map((cell) => figureOn.has(cell));
        return words.row(index + 1, runs(filled, words));
      })
      .join('; ');
  }
  const spoken = ({ label, isSecond }: Figure): string => {
    if (label === '=') return words.wide;
    return isSecond ? words.second(label.toLowerCase()) : label;
  };
  const inRow = (cell: number): string | readonly string[] => {
    const figure = figureOn.get(cell);
    if (!figure) return words.blank;
    // A piece is said once, where it begins.
    return figure.cells[0] === cell ? spoken(figure) : [];
  };
  return rows.map((row) => row.flatMap(inRow).join(' ')).join(', ');
};
