/** Where pieces of a shape can be on a board without others, and where they move. */
import { LRUCache } from 'lru-cache';
import type { Board } from '../../board.ts';
import type { Metric } from '../../puzzle.ts';

/** Whether a piece moves in all four directions, or keeps its row or column. */
export type Axis = 'free' | 'row' | 'column';

/** Left, right, up, down. */
export const ways = [
  { dx: -1, dy: 0 },
  { dx: 1, dy: 0 },
  { dx: 0, dy: -1 },
  { dx: 0, dy: 1 },
] as const;
export const wayBits = 2;

export const columnsOf = ({ size, rows }: Board): number => size / rows;

/** Cells moved by columns and rows; undefined if they leave the board. */
export const shifted = (board: Board, cells: readonly number[], dx: number, dy: number): number[] | undefined => {
  const columns = columnsOf(board);
  const moved: number[] = [];
  for (const cell of cells) {
    const [x, y] = [(cell % columns) + dx, Math.floor(cell / columns) + dy];
    if (x < 0 || x >= columns || y < 0 || y >= board.rows) return undefined;
    moved.push(y * columns + x);
  }
  return moved;
};

/** A *place* is a number from 0: one way to put the shape on the board, in the order of its first cell. */
export class Shape {
  /** The cells of each place in reading order. */
  readonly places: readonly (readonly number[])[];
  /** The first cell of each place, and the place of each first cell, or -1. */
  readonly firstCells: Uint8Array;
  readonly placeAt: Int16Array;
  /** The cells of each place as bits: 0 to 31, and from 32. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** `[place << wayBits | way]`: the next place, or -1. */
  readonly next: Int16Array;
  private readonly distances = new Map<string, Float64Array>();

  constructor(board: Board, cells: readonly number[], axis: Axis, walls: readonly number[]) {
    const columns = columnsOf(board);
    const places: number[][] = [];
    const [mostX, mostY] = [axis === 'column' ? 0 : columns, axis === 'row' ? 0 : board.rows];
    for (let dy = -mostY; dy <= mostY; dy++) {
      for (let dx = -mostX; dx <= mostX; dx++) {
        const place = shifted(board, cells, dx, dy);
        if (place && !place.some((cell) => walls.includes(cell))) places.push(place);
      }
    }
    this.places = places;
    this.firstCells = Uint8Array.from(places, ([cell]) => cell!);
    this.placeAt = new Int16Array(board.size).fill(-1);
    for (const [place, cell] of this.firstCells.entries()) this.placeAt[cell] = place;
    const maskOf = (cells: readonly number[]): number => cells.reduce((mask, cell) => mask | (1 << (cell & 31)), 0);
    this.low = Int32Array.from(places, (cells) => maskOf(cells.filter((cell) => cell < 32)));
    this.high = Int32Array.from(places, (cells) => maskOf(cells.filter((cell) => cell >= 32)));
    this.next = new Int16Array(places.length << wayBits).fill(-1);
    for (const [place, own] of places.entries()) {
      for (const [way, { dx, dy }] of ways.entries()) {
        const [first] = shifted(board, own, dx, dy) ?? [];
        if (first !== undefined) this.next[(place << wayBits) | way] = this.placeAt[first]!;
      }
    }
  }

  /**
   * Lists the places that one move reaches, in the order of their distance.
   * @param into gets them from index 0
   * @returns how many there are
   */
  reach(metric: Metric, place: number, isFree: (place: number) => boolean, into: Int16Array): number {
    const { next } = this;
    let count = 0;
    if (metric === 'moves') {
      for (let index = -1; index < count; index++) {
        const from = index === -1 ? place : into[index]!;
        for (let way = 0; way < ways.length; way++) {
          const to = next[(from << wayBits) | way]!;
          if (to === -1 || to === place || !isFree(to)) continue;
          let isNew = true;
          for (let known = 0; known < count; known++) if (into[known] === to) isNew = false;
          if (isNew) into[count++] = to;
        }
      }
      return count;
    }
    for (let way = 0; way < ways.length; way++) {
      for (let to = next[(place << wayBits) | way]!; to !== -1 && isFree(to); to = next[(to << wayBits) | way]!) {
        into[count++] = to;
        if (metric === 'steps') break;
      }
    }
    return count;
  }

  /** The moves of a piece from every place to a target on an empty board; Infinity if there is no way. */
  distancesTo(metric: Metric, target: number): Float64Array {
    const key = `${metric} ${target}`;
    const before = this.distances.get(key);
    if (before) return before;
    const distances = new Float64Array(this.places.length).fill(Number.POSITIVE_INFINITY);
    distances[target] = 0;
    const reached = new Int16Array(this.places.length);
    const queue = [target];
    for (const place of queue) {
      const count = this.reach(metric, place, () => true, reached);
      for (const other of reached.subarray(0, count)) {
        if (distances[other] !== Number.POSITIVE_INFINITY) continue;
        distances[other] = distances[place]! + 1;
        queue.push(other);
      }
    }
    this.distances.set(key, distances);
    return distances;
  }
}

const known = new WeakMap<Board, LRUCache<string, Shape>>();

/** The shape of a piece on these cells. */
export const shapeOf = (board: Board, cells: readonly number[], axis: Axis, walls: readonly number[] = []): Shape => {
  const shapes = known.get(board) ?? new LRUCache<string, Shape>({ max: 500 });
  known.set(board, shapes);
  const columns = columnsOf(board);
  const left = Math.min(...cells.map((cell) => cell % columns));
  const top = Math.min(...cells.map((cell) => Math.floor(cell / columns)));
  const origin = cells.map((cell) => cell - left - top * columns);
  const lane = { free: '', row: `row ${top}`, column: `column ${left}` }[axis];
  const key = `${origin} ${lane} ${walls}`;
  const shape = shapes.get(key) ?? new Shape(board, cells, axis, walls);
  shapes.set(key, shape);
  return shape;
};
