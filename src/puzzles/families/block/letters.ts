/** Boards of letters: the pieces of Klotski and Rush Hour. All cells of a piece have its letter. */
import type { Board } from '../../board.ts';
import { anything, type Goal, type Metric, type Position } from '../../puzzle.ts';
import { BlockCursor } from './cursor.ts';
import type { Kind, Piece, Pieces } from './pieces.ts';
import { type Axis, columnsOf, shapeOf } from './shapes.ts';

/** Codes: A is 1, Z is 26. */
export const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const wall = letters.length + 1;

export const wallsOf = (position: Position): number[] => position.flatMap((code, cell) => (code === wall ? cell : []));

export const letterOf = (code: number): string => letters[code - 1]!;

/** In the order of their first cells. */
export const piecesOf = (position: Position): Piece[] => {
  const pieces = new Map<number, { cells: number[]; codes: number[] }>();
  for (const [cell, code] of position.entries()) {
    if (code === 0 || code === wall || code === anything) continue;
    const piece = pieces.get(code) ?? { cells: [], codes: [] };
    pieces.set(code, piece);
    piece.cells.push(cell);
    piece.codes.push(code);
  }
  return [...pieces.values()];
};

/** `keeping`: pieces move along their length only, as cars do. */
export type Freedom = 'free' | 'keeping';

export const axisOf = (board: Board, cells: readonly number[], freedom: Freedom): Axis => {
  if (freedom === 'free') return 'free';
  return cells[1] === cells[0]! + 1 && cells[0]! % columnsOf(board) < columnsOf(board) - 1 ? 'row' : 'column';
};

/** What tells shapes apart, wherever they are; cars that keep different rows or columns have different ones. */
export const shapeKey = (board: Board, cells: readonly number[], freedom: Freedom): string => {
  const columns = columnsOf(board);
  const axis = axisOf(board, cells, freedom);
  const [left, top] = [
    Math.min(...cells.map((cell) => cell % columns)),
    Math.min(...cells.map((cell) => Math.floor(cell / columns))),
  ];
  const origin = cells.map((cell) => cell - left - top * columns);
  return `${origin} ${axis} ${axis === 'row' ? top : axis === 'column' ? left : ''}`;
};

/** Pieces of one shape look alike, but those that the goal names. */
const letterPieces = (board: Board, start: Position, goal: Goal, freedom: Freedom): Pieces => {
  const walls = wallsOf(start);
  const named = piecesOf(goal.positions[0]!).map(({ codes }) => codes[0]!);
  const groups = new Map<string, Piece[]>();
  for (const piece of piecesOf(start)) {
    const code = piece.codes[0]!;
    const key = named.includes(code) ? letterOf(code) : shapeKey(board, piece.cells, freedom);
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  const kinds = [...groups].map(([key, same]): Kind => {
    const [{ cells }] = same as [Piece];
    return {
      shape: shapeOf(board, cells, axisOf(board, cells, freedom), walls),
      pieces: same.map(({ codes }) => codes),
      isNamed: key.length === 1,
    };
  });
  // Named ones first: others of the same shape would take them.
  kinds.sort((a, b) => Number(b.isNamed) - Number(a.isNamed));
  return { kinds, walls, wallsOf, piecesOf };
};

/** @throws RangeError where the start has more positions than a number can count */
export const letterCursor = (
  board: Board,
  freedom: Freedom,
  metric: Metric,
  goal: Goal,
  start: Position,
): BlockCursor => new BlockCursor(board, letterPieces(board, start, goal, freedom), metric, goal, start);
