/** Boards in words: the alt text of pictures. */
import { rowsOf } from '../puzzles/board.ts';
import type { Figure, Position, Puzzle } from '../puzzles/puzzle.ts';

export interface Words {
  readonly blank: string;
  readonly wide: string;
  readonly wall: string;
  /** The second of two cards with the same letter. */
  readonly second: (letter: string) => string;
  /** `3 pegs` and `1 hole`. */
  readonly pegs: (count: number) => string;
  readonly holes: (count: number) => string;
  /** A row of a peg board, counted from 1: `row 1: …`. */
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

/** A position row by row: `8 6 7, 2 5 4, 3 blank 1`, or `row 1: 3 pegs; row 2: …`. Discord allows 1,024 characters. */
export const describe = (puzzle: Puzzle, position: Position, words: Words): string => {
  const { board, pieceShape } = puzzle;
  const figureOn = new Map(puzzle.figures(position).flatMap((figure) => figure.cells.map((cell) => [cell, figure])));
  const rows = rowsOf(board, [...position.keys()]);
  if (pieceShape === 'peg') {
    const filled = (row: readonly number[]): boolean[] => row.map((cell) => figureOn.has(cell));
    return rows.map((row, index) => words.row(index + 1, runs(filled(row), words))).join('; ');
  }
  const spoken = ({ label, isSecond, isWall }: Figure): string => {
    if (isWall) return words.wall;
    if (label === '=') return words.wide;
    return isSecond ? words.second(label.toLowerCase()) : label;
  };
  const inRow = (cell: number): string | readonly string[] => {
    const figure = figureOn.get(cell);
    if (!figure) return words.blank;
    // A wide card is named once, at its first cell; a block on each of its cells, as its shape matters.
    return figure.label !== '=' || figure.cells[0] === cell ? spoken(figure) : [];
  };
  return rows.map((row) => row.flatMap(inRow).join(' ')).join(', ');
};
