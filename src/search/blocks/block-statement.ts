/** Questions of blocks and cards for certificates. The cells of each kind of pieces get numbers from 1 on, and walls the last one. */
import type { Rules, Way } from '../../proof/format.ts';
import { BlockCursor } from '../../puzzles/families/blocks/cursor.ts';
import { type Pieces, placeOf } from '../../puzzles/families/blocks/pieces.ts';
import { directionBits } from '../../puzzles/families/blocks/shapes.ts';
import type { Metric, Position } from '../../puzzles/puzzle.ts';
import type { StatementOf } from '../certificates/statement.ts';

type Cells = readonly number[];

/** By kind, the number of each cell of its pieces. */
const numbersOf = ({ kinds }: Pieces): number[][] => {
  let count = 0;
  return kinds.map(({ shape }) => shape.places[0]!.map(() => ++count));
};

/** A piece goes from the first of these places to the last one, over cells that are empty or its own. */
const wayAlong = (places: readonly Cells[], numbers: Cells): Way => {
  const [start, end] = [places[0]!, places.at(-1)!];
  const numberIn = (place: Cells, cell: number): number => numbers[place.indexOf(cell)] ?? 0;
  const others = new Set(places.flat().sort((a, b) => a - b));
  others.delete(start[0]!);
  others.delete(end[0]!);
  return [start[0]!, ...others, end[0]!].map((cell) => [cell, numberIn(start, cell), numberIn(end, cell)]);
};

const rulesOf = (metric: Metric, { kinds }: Pieces, numbers: readonly Cells[]): Rules => {
  const ways: Way[] = [];
  for (const [kind, { shape }] of kinds.entries()) {
    for (let from = 0; from < shape.next.length; from++) {
      const line = [shape.places[from >> directionBits]!];
      const direction = from & ((1 << directionBits) - 1);
      for (let at = shape.next[from]!; at !== -1; at = shape.next[(at << directionBits) | direction]!) {
        line.push(shape.places[at]!);
        ways.push(wayAlong(line, numbers[kind]!));
        if (metric !== 'slides') break;
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
    for (const [index, cell] of piece.cells.entries()) cells[cell] = numbers[kind]![index]!;
  }
  for (const cell of wallsOf(position)) cells[cell] = numbers.flat().length + 1;
  return cells;
};

export const blockStatement: StatementOf = ({ metric }, { start, goal }, cursor, states) => {
  if (!(cursor instanceof BlockCursor)) return undefined;
  const { pieces } = cursor;
  const numbers = numbersOf(pieces);
  const goals = states ? states.map((state) => cursor.unrank(state)) : goal.positions;
  const [own, ...others] = [start, ...goals].map((position) => inNumbers(pieces, position, numbers));
  return { fields: { rules: rulesOf(metric, pieces, numbers), start: own!, goals: others } };
};
