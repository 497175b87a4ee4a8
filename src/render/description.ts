/** Boards in words: the alt text of pictures. */
import type { TFunction } from 'i18next';
import { rowsOf } from '../puzzles/board.ts';
import type { Figure, Position, Puzzle } from '../puzzles/puzzle.ts';

/** `[true, true, false]` as `2 pegs, 1 hole`. */
const runs = (t: TFunction, filled: readonly boolean[]): string => {
  const parts: string[] = [];
  for (let from = 0, to = 0; from < filled.length; from = to) {
    while (to < filled.length && filled[to] === filled[from]) to++;
    parts.push(t(filled[from] ? 'alt.pegs' : 'alt.holes', { count: to - from }));
  }
  return parts.join(', ');
};

/** A position row by row: `8 6 7, 2 5 4, 3 blank 1`, or `row 1: 3 pegs; row 2: …`. Discord allows 1,024 characters. */
export const boardInWords = (t: TFunction, puzzle: Puzzle, position: Position): string => {
  const { board, pieceShape } = puzzle;
  const figureOn = new Map(puzzle.figures(position).flatMap((figure) => figure.cells.map((cell) => [cell, figure])));
  const rows = rowsOf(board, [...position.keys()]);
  if (pieceShape === 'peg') {
    const filled = (row: readonly number[]): boolean[] => row.map((cell) => figureOn.has(cell));
    return rows.map((row, index) => t('alt.row', { row: index + 1, text: runs(t, filled(row)) })).join('; ');
  }
  const spoken = ({ label, isSecond, isWall }: Figure): string => {
    if (isWall) return t('alt.wall');
    if (label === '=') return t('alt.wide');
    return isSecond ? t('alt.second', { letter: label.toLowerCase() }) : label;
  };
  const inRow = (cell: number): string | readonly string[] => {
    const figure = figureOn.get(cell);
    if (!figure) return t('alt.blank');
    // A wide card is named once, at its first cell; a block on each of its cells, as its shape matters.
    return figure.label !== '=' || figure.cells[0] === cell ? spoken(figure) : [];
  };
  return rows.map((row) => row.flatMap(inRow).join(' ')).join(', ');
};
