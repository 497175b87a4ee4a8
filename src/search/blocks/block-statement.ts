/** Questions of blocks and cards for certificates. The cells of each kind of pieces get numbers from 1 on, and walls the last one. */
import type { Rules, Way } from '../../proof/format.ts';
import { BlockCursor } from '../../puzzles/families/blocks/cursor.ts';
import { type Pieces, placeOf } from '../../puzzles/families/blocks/pieces.ts';
import { directions } from '../../puzzles/families/blocks/shapes.ts';
import { elementsAt, paired, type Some } from '../../puzzles/lists.ts';
import type { Metric, Position } from '../../puzzles/puzzle.ts';
import type { StatementOf } from '../certificates/statement.ts';

type Cells = readonly number[];

/** By kind, the number of each cell of its pieces. */
const numbersOf = ({ kinds }: Pieces): number[][] => {
  let count = 0;
  return kinds.map(({ shape }) => Array.from({ length: shape.size }, () => ++count));
};

/** A piece goes from one place to another, over cells that are empty or its own. */
const wayAlong = (start: Some<number>, over: readonly Cells[], end: Some<number>, numbers: Cells): Way => {
  const numberIn = (place: Cells, cell: number): number => numbers[place.indexOf(cell)] ?? 0;
  const others = new Set([start, ...over, end].flat().sort((a, b) => a - b));
  others.delete(start[0]);
  others.delete(end[0]);
  return [start[0], ...others, end[0]].map((cell) => [cell, numberIn(start, cell), numberIn(end, cell)]);
};

const rulesOf = (metric: Metric, { kinds }: Pieces, numbers: readonly Cells[]): Rules => {
  const ways: Way[] = [];
  for (const [{ shape }, own] of paired(kinds, numbers)) {
    for (const [place, start] of shape.places.entries()) {
      for (const direction of directions.keys()) {
        const line = elementsAt(shape.places, shape.lineFrom(place, direction));
        for (const [index, end] of line.slice(0, metric === 'slides' ? line.length : 1).entries())
          ways.push(wayAlong(start, line.slice(0, index), end, own));
      }
    }
  }
  return { ways, isChained: metric === 'moves' };
};

/** The number on each cell of a position. */
const inNumbers = ({ kinds, wallsOf, piecesOf }: Pieces, position: Position, numbers: readonly Cells[]): Position => {
  const cells = position.map((code) => Math.min(code, 0));
  for (const piece of piecesOf(position)) {
    // Where a piece can never be, it is known by its code.
    const own = kinds.findIndex(({ pieces }) => pieces.some(([code]) => code === piece.codes[0]));
    const kind = placeOf(kinds, piece)?.[0] ?? own;
    for (const [cell, number] of paired(piece.cells, numbers[kind]!)) cells[cell] = number;
  }
  for (const cell of wallsOf(position)) cells[cell] = numbers.flat().length + 1;
  return cells;
};

export const blockStatement: StatementOf = ({ metric }, { start, goal }, cursor, states) => {
  if (!(cursor instanceof BlockCursor)) return undefined;
  const { pieces } = cursor;
  const numbers = numbersOf(pieces);
  const goals = states ? states.map((state) => cursor.unrank(state)) : goal.positions;
  const numbered = (position: Position): Position => inNumbers(pieces, position, numbers);
  return { fields: { rules: rulesOf(metric, pieces, numbers), start: numbered(start), goals: goals.map(numbered) } };
};
