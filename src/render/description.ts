/** Boards in words, for those who listen to a picture instead of looking at it. */
import type { Position, Puzzle } from '../puzzles/puzzle.ts';

/** The labels of the two cells of a wide card. */
export const wideCard = '==';
export const wideRest = '=';

/**
 * What is written on each cell, '' where it is empty. Tiles have their numbers, as moves are printed with them; a wide
 * card has `wideCard` on its left half and `wideRest` on the right one.
 */
export const labelsOf = (puzzle: Puzzle, position: Position): string[] => {
  const pieces = puzzle.pieces(position);
  if (puzzle.family === 'sliding') return pieces.map((piece, cell) => (piece === '' ? '' : String(position[cell])));
  return pieces.map((piece, cell) => (piece === wideRest && pieces[cell - 1] !== wideRest ? wideCard : piece));
};

/** The labels row by row, from left to right, a wide card once; language plays no part in them yet. */
export const rowsOf = (puzzle: Puzzle, position: Position): string[][] => {
  const { board } = puzzle;
  const labels = labelsOf(puzzle, position);
  return Array.from({ length: board.rows }, (_, row) =>
    labels.filter((label, cell) => board.y[cell] === row && label !== wideRest),
  );
};

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

/** `[peg, peg, hole]` as `2 pegs, 1 hole`. */
const runs = (row: readonly string[], { pegs, holes }: Words): string => {
  const parts: string[] = [];
  for (let from = 0, to = 0; from < row.length; from = to) {
    while (to < row.length && row[to] === row[from]) to++;
    parts.push((row[from] === '' ? holes : pegs)(to - from));
  }
  return parts.join(', ');
};

/**
 * A position as a text to be read aloud, row by row: `8 6 7, 2 5 4, 3 blank 1`, or `row 1: 3 pegs; row 2: …`. With words
 * of ordinary length it stays far below the 1,024 characters that Discord takes.
 */
export const describe = (puzzle: Puzzle, position: Position, words: Words): string => {
  const rows = rowsOf(puzzle, position);
  if (puzzle.family === 'peg') return rows.map((row, index) => words.row(index + 1, runs(row, words))).join('; ');
  const spoken = (label: string): string => {
    if (label === '') return words.blank;
    if (label === wideCard) return words.wide;
    return /^[A-Z]$/u.test(label) ? words.second(label.toLowerCase()) : label;
  };
  return rows.map((row) => row.map(spoken).join(' ')).join(', ');
};
