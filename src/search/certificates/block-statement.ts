/** Questions of blocks and cards for certificates. Kinds of pieces get numbers from 1 on, and walls the last one. */
import type { BlockRules } from '../../proof/format.ts';
import type { Board } from '../../puzzles/board.ts';
import { BlockCursor } from '../../puzzles/families/block/cursor.ts';
import { type Pieces, placeOf } from '../../puzzles/families/block/pieces.ts';
import { columnsOf } from '../../puzzles/families/block/shapes.ts';
import type { Metric, Position } from '../../puzzles/puzzle.ts';
import type { StatementOf } from './statement.ts';

const rulesOf = (board: Board, metric: Metric, { kinds, walls }: Pieces): BlockRules => {
  if (metric === 'mtm') throw new TypeError('blocks have no such metric');
  const width = columnsOf(board);
  const row = (cell: number): number => Math.floor(cell / width);
  const shapes = kinds.map(({ shape: { axis, places } }) => ({
    cells: places[0]!.map((cell, _, [first]): [number, number] => [
      row(cell) - row(first!),
      (cell % width) - (first! % width),
    ]),
    axis: axis === 'free' ? ('any' as const) : axis,
  }));
  const wall = { cells: [[0, 0] as [number, number]], axis: 'none' as const };
  return { moves: 'block', width, metric, kinds: walls.length > 0 ? [...shapes, wall] : shapes };
};

/** The kind of each piece of a position on its cells. */
const inKinds = ({ kinds, wallsOf, piecesOf }: Pieces, position: Position): Position => {
  const cells = position.map((code) => Math.min(code, 0));
  for (const piece of piecesOf(position)) {
    // Where a piece can never be, it is known by its code.
    const own = kinds.findIndex(({ pieces }) => pieces.some(([code]) => code === piece.codes[0]));
    const kind = placeOf(kinds, piece)?.[0] ?? own;
    for (const cell of piece.cells) cells[cell] = kind + 1;
  }
  for (const cell of wallsOf(position)) cells[cell] = kinds.length + 1;
  return cells;
};

export const blockStatement: StatementOf = ({ board, metric }, { start, goal }, cursor, states) => {
  if (!(cursor instanceof BlockCursor)) return undefined;
  const { pieces } = cursor;
  const goals = states ? states.map((state) => cursor.unrank(state)) : goal.positions;
  const named = goals.map((position) => inKinds(pieces, position));
  return { fields: { rules: rulesOf(board, metric, pieces), start: inKinds(pieces, start), goals: named } };
};
