/** Boards of letters: the pieces of Klotski and Rush Hour. All cells of a piece have its letter. */
import type { Board } from '../../board.ts';
import { consecutive } from '../../lists.ts';
import { anything, type Goal, type Position } from '../../puzzle.ts';
import type { Kind, Piece, Pieces } from './pieces.ts';
import { type Axis, columnsOf, type Shape, shapeOf } from './shapes.ts';

/** Codes: A is 1, Z is 26. Small letters come after the wall; o and x are none, as they are marks. */
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const wall = capitals.length + 1;
const smallLetters = 'abcdefghijklmnpqrstuvwyz';
const letters = `${capitals}#${smallLetters}`;

export const wallsOf = (position: Position): number[] => position.flatMap((code, cell) => (code === wall ? cell : []));

export const letterOf = (code: number): string => letters.charAt(code - 1);
/** 0 for what is no letter of a piece. */
export const codeOfLetter = (letter: string): number => (/^[a-z]$/iu.test(letter) ? letters.indexOf(letter) + 1 : 0);
/** A capital as a small letter, and a small one as a capital. */
export const swapped = (letter: string): string => {
  const upper = letter.toUpperCase();
  return letter === upper ? letter.toLowerCase() : upper;
};
/** The code of the other letter, small or capital; the same code if there is none. An empty cell would be in any start. */
export const otherCase = (code: number): number => codeOfLetter(swapped(letterOf(code))) || code;

/**
 * A board in few characters, for ids and stores. Digits count empty cells, and 0 is a wall. Capitals are the usual letters, so
 * here they are small, and small ones are capitals.
 */
export const encode = (position: Position): string =>
  position
    .map((code) => (code === wall ? '0' : code === 0 || code === anything ? '.' : swapped(letterOf(code))))
    .join('')
    .replace(/\.{1,9}/gu, ({ length }) => String(length));

/** The inverse; undefined if the code doesn't have `size` cells. */
export const decode = (code: string, size: number): Position | undefined => {
  if (!/^[0-9a-z]*$/iu.test(code)) return undefined;
  const position = [...code].flatMap((mark) => {
    if (mark === '0') return wall;
    return /\d/u.test(mark) ? Array.from({ length: Number(mark) }, () => 0) : codeOfLetter(swapped(mark));
  });
  return position.length === size ? position : undefined;
};

/** In the order of their first cells. */
export const piecesOf = (position: Position): Piece[] => {
  const pieces = new Map<number, { cells: [number, ...number[]]; codes: [number, ...number[]] }>();
  for (const [cell, code] of position.entries()) {
    if (code === 0 || code === wall || code === anything) continue;
    const piece = pieces.get(code);
    piece?.cells.push(cell);
    piece?.codes.push(code);
    if (!piece) pieces.set(code, { cells: [cell], codes: [code] });
  }
  return [...pieces.values()];
};

/** `keeping`: pieces move along their length only, as cars do. */
export type Freedom = 'free' | 'keeping';

export const axisOf = (board: Board, [first = 0, second]: readonly number[], freedom: Freedom): Axis => {
  if (freedom === 'free') return 'free';
  return second === first + 1 && first % columnsOf(board) < columnsOf(board) - 1 ? 'row' : 'column';
};

export const isCar = (board: Board, cells: readonly number[]): boolean => {
  const step = axisOf(board, cells, 'keeping') === 'row' ? 1 : columnsOf(board);
  const isStraight = consecutive(cells).every(([before, cell]) => cell === before + step);
  return cells.length > 1 && isStraight && (step > 1 || new Set(cells.map((cell) => board.y[cell])).size === 1);
};

/** Pieces of one shape look alike, but those that the goal names. */
export const letterPieces = (board: Board, start: Position, goal: Goal, freedom: Freedom): Pieces => {
  const walls = wallsOf(start);
  const named = piecesOf(goal.positions[0] ?? []).map(({ codes }) => codes[0]);
  const groups = new Map<Shape | number, { shape: Shape; pieces: (readonly number[])[] }>();
  for (const { cells, codes } of piecesOf(start)) {
    const shape = shapeOf(board, cells, axisOf(board, cells, freedom), walls);
    const key = named.includes(codes[0]) ? codes[0] : shape;
    const group = groups.get(key) ?? { shape, pieces: [] };
    groups.set(key, group);
    group.pieces.push(codes);
  }
  const kinds = [...groups].map(([key, group]): Kind => ({ ...group, isNamed: typeof key === 'number' }));
  // Named ones first: others of the same shape would take them.
  kinds.sort((a, b) => Number(b.isNamed) - Number(a.isNamed));
  return { kinds, walls, wallsOf, piecesOf };
};
