/** Where pieces of a shape can be on a board without others, and where they move. */
import { LRUCache } from 'lru-cache';
import { type Board, joinedTo } from '../../board.ts';
import type { Some } from '../../lists.ts';
import type { Metric } from '../../puzzle.ts';

/** Whether a piece moves in all four directions, or keeps its row or column. */
export type Axis = 'free' | 'row' | 'column';

/** Left, right, up, down. */
export const directions = [
  { dx: -1, dy: 0 },
  { dx: 1, dy: 0 },
  { dx: 0, dy: -1 },
  { dx: 0, dy: 1 },
] as const;
export const directionBits = 2;

export const columnsOf = ({ size, rows }: Board): number => size / rows;

/** Cells moved by columns and rows; undefined if they leave the board. */
const shifted = (board: Board, cells: Some<number>, dx: number, dy: number): Some<number> | undefined => {
  const columns = columnsOf(board);
  const isInside = cells.every((cell) => {
    const [x, y] = [(cell % columns) + dx, Math.floor(cell / columns) + dy];
    return x >= 0 && x < columns && y >= 0 && y < board.rows;
  });
  const [first, ...others] = cells;
  const moved = (cell: number): number => cell + dy * columns + dx;
  return isInside ? [moved(first), ...others.map(moved)] : undefined;
};

/** The cells of a mask's word. */
const wordBits = 32;
export const wordsOf = ({ size }: Board): number => Math.ceil(size / wordBits);

/** Cells as bits, in words of 32. */
export const maskOf = (board: Board, cells: readonly number[]): Int32Array => {
  const mask = new Int32Array(wordsOf(board));
  for (const cell of cells) mask[cell >> 5]! |= 1 << (cell & (wordBits - 1));
  return mask;
};

/**
 * A *place* is a number from 0: one way to put the shape on the board, in the order of its first cell. A shape has the
 * places that a piece reaches on a board without others, so pieces that can never change places have different shapes.
 */
export class Shape {
  readonly axis: Axis;
  /** How many cells it has. */
  readonly size: number;
  /** The cells of each place in reading order. */
  readonly places: readonly Some<number>[];
  /** The first cell of each place, and the place of each first cell, or -1. */
  readonly firstCells: Uint8Array;
  readonly placeAt: Int16Array;
  /** The cells of each place as bits, in words of 32. */
  readonly masks: Int32Array;
  /** `[place << directionBits | direction]`: the next place, or -1. */
  readonly next: Int16Array;
  private readonly distances = new Map<string, Float64Array>();

  constructor(board: Board, cells: Some<number>, axis: Axis, walls: readonly number[]) {
    this.axis = axis;
    this.size = cells.length;
    const isWall = new Set(walls);
    const found = new Map([[cells[0], cells]]);
    for (const own of found.values()) {
      for (const { dx, dy } of directions) {
        if (axis !== 'free' && (dx === 0) === (axis === 'row')) continue;
        const place = shifted(board, own, dx, dy);
        if (place && !found.has(place[0]) && !place.some((cell) => isWall.has(cell))) found.set(place[0], place);
      }
    }
    const sorted = [...found].sort(([a], [b]) => a - b);
    const places = sorted.map(([, cells]) => cells);
    this.places = places;
    this.firstCells = Uint8Array.from(sorted, ([first]) => first);
    this.placeAt = new Int16Array(board.size).fill(-1);
    for (const [place, cell] of this.firstCells.entries()) this.placeAt[cell] = place;
    this.masks = Int32Array.from(places.flatMap((cells) => [...maskOf(board, cells)]));
    this.next = new Int16Array(places.length << directionBits).fill(-1);
    for (const [place, own] of places.entries()) {
      for (const [direction, { dx, dy }] of directions.entries()) {
        const [first] = shifted(board, own, dx, dy) ?? [];
        if (first !== undefined) this.next[(place << directionBits) | direction] = this.placeAt[first]!;
      }
    }
  }

  /** The next place in one of the directions, or -1. */
  beside(place: number, direction: number): number {
    return this.next[(place << directionBits) | direction]!;
  }

  /** The places on and on in one of the directions. */
  lineFrom(place: number, direction: number): readonly number[] {
    const next = this.beside(place, direction);
    return next === -1 ? [] : [next, ...this.lineFrom(next, direction)];
  }

  /** The places that one move reaches, in the order of their distance. */
  reach(metric: Metric, place: number, isFree: (place: number) => boolean): number[] {
    const reached = new Set([place]);
    // A step from each place that is reached, in all directions, or further in the same one.
    const step = (from: number, direction: number): void => {
      const to = this.beside(from, direction);
      if (to === -1 || !isFree(to)) return;
      reached.add(to);
      if (metric === 'slides') step(to, direction);
    };
    for (const from of metric === 'moves' ? reached : [place])
      for (const direction of directions.keys()) step(from, direction);
    reached.delete(place);
    return [...reached];
  }

  /** The moves of a piece from every place to a target on an empty board; Infinity if there is none. */
  distancesTo(metric: Metric, target: number): Float64Array {
    const key = `${metric} ${target}`;
    const before = this.distances.get(key);
    if (before) return before;
    const distances = new Float64Array(this.places.length).fill(Number.POSITIVE_INFINITY);
    distances[target] = 0;
    const queue = [target];
    for (const place of queue) {
      for (const other of this.reach(metric, place, () => true)) {
        if (distances[other] !== Number.POSITIVE_INFINITY) continue;
        distances[other] = distances[place]! + 1;
        queue.push(other);
      }
    }
    this.distances.set(key, distances);
    return distances;
  }
}

/** Of pieces that look the same: the shape that has a place at each first cell. */
type Alike = Map<number, Shape>;
const known = new WeakMap<Board, LRUCache<string, Alike>>();

/** What tells pieces apart that don't look the same, wherever they are. */
export const lookOf = (board: Board, cells: readonly number[]): string => {
  const columns = columnsOf(board);
  const left = Math.min(...cells.map((cell) => cell % columns));
  const top = Math.min(...cells.map((cell) => Math.floor(cell / columns)));
  return cells.map((cell) => cell - left - top * columns).join();
};

/** The shape of a piece on these cells. */
export const shapeOf = (board: Board, cells: Some<number>, axis: Axis, walls: readonly number[] = []): Shape => {
  const shapes = known.get(board) ?? new LRUCache<string, Alike>({ max: 500 });
  known.set(board, shapes);
  const key = `${lookOf(board, cells)} ${axis} ${walls}`;
  const alike: Alike = shapes.get(key) ?? new Map();
  shapes.set(key, alike);
  const before = alike.get(cells[0]);
  if (before) return before;
  const shape = new Shape(board, cells, axis, walls);
  for (const cell of shape.firstCells) alike.set(cell, shape);
  return shape;
};

/** The first cell of a piece that doesn't touch those before it. */
export const apart = (board: Board, cells: readonly number[]): number | undefined => {
  const joined = joinedTo(board.neighbours, cells.slice(0, 1), (cell) => cells.includes(cell));
  return cells.find((cell) => !joined.has(cell));
};
