/** The pieces of a board of letters where they stand, and their shortest ways. */
import type { Board } from '../../board.ts';
import type { Position, Step } from '../../puzzle.ts';
import { axisOf, type Freedom, letterOf, piecesOf, wallsOf } from './letters.ts';
import type { Piece } from './pieces.ts';
import { type Shape, shapeOf, ways } from './shapes.ts';

export interface Placed {
  readonly letter: string;
  readonly codes: Piece['codes'];
  readonly shape: Shape;
  readonly place: number;
  isFree(place: number): boolean;
}

export const placed = (board: Board, freedom: Freedom, position: Position): Placed[] => {
  const walls = wallsOf(position);
  return piecesOf(position).map(({ cells, codes }) => {
    const shape = shapeOf(board, cells, axisOf(board, cells, freedom), walls);
    const isFree = (place: number): boolean =>
      shape.places[place]!.every((cell) => position[cell] === 0 || position[cell] === codes[0]);
    return { letter: letterOf(codes[0]), codes, shape, place: shape.placeAt[cells[0]]!, isFree };
  });
};

/** The board after a piece has gone to a place that is free. */
export const moved = (position: Position, { codes: [own], shape }: Placed, to: number): Position =>
  position.map((code, cell) => (shape.places[to]?.includes(cell) ? own : code === own ? 0 : code));

/** The ways of a shortest path of single steps, as indices of `ways`. */
export const pathOf = ({ shape, place, isFree }: Placed, to: number): number[] => {
  const before = new Map<number, readonly [place: number, way: number]>([[place, [-1, -1]]]);
  for (const at of before.keys()) {
    if (shape.firstCells[at] === to) break;
    for (let way = 0; way < ways.length; way++) {
      const next = shape.next[at * ways.length + way]!;
      if (next !== -1 && !before.has(next) && isFree(next)) before.set(next, [at, way]);
    }
  }
  const path: number[] = [];
  for (let [at, way] = before.get(shape.placeAt[to]!)!; at !== -1; [at, way] = before.get(at)!) path.unshift(way);
  return path;
};

export const stepsTo = (piece: Placed, to: number): Step[] => {
  const { shape } = piece;
  let at = piece.place;
  return pathOf(piece, to).map((way) => {
    const from = at;
    at = shape.next[from * ways.length + way]!;
    return [shape.firstCells[from]!, shape.firstCells[at]!];
  });
};
