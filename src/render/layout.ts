/** Where the cells of a board are in its picture: turns half cells and rows into pixels. */
import { elementsAt, paired } from '../puzzles/lists.ts';
import type { Figure, Puzzle } from '../puzzles/puzzle.ts';

/** In pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its left upper corner. */
export interface Region extends Point {
  readonly width: number;
  readonly height: number;
}

/** In pixels of a picture at scale 1. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Distance between the centres of neighbours in a row. */
  readonly cell: number;
  readonly centres: readonly Point[];
  /** A cell's outline around its centre: four corners or, on the triangular lattice, six. Outlines tile the board. */
  readonly corners: readonly Point[];
  /** The width of the board's edge around its outermost cells. */
  readonly rim: number;
  /** The labels of rows and columns, each around its point. */
  readonly labels: readonly (Point & { readonly text: string })[];
}

/** The longer side of a picture: the width of a phone's screen, and of a picture in a chat on a desktop. */
const longest = 400;
const margin = 6;
const rim = 7;
/** The room for labels, in cells. */
const labelRoom = 0.6;

/**
 * Corners of a cell's outline: a square in halves of its side, or a hexagon that stands on a corner in halves of its width
 * and quarters of its height.
 */
const square = paired([-1, 1, 1, -1], [-1, -1, 1, 1]);
const hexagon = paired([0, 1, 1, 0, -1, -1], [-2, -1, 1, 2, 1, -1]);

export const pictureLayout = ({ board, labels }: Pick<Puzzle, 'board' | 'labels'>): Layout => {
  const { lattice, x, y, rows } = board;
  const isSquare = lattice === 'square';
  // Hexagons are 2/√3 times as high as wide, and overlap the next row by a quarter of that.
  const rowHeight = isSquare ? 1 : Math.sqrt(3) / 2;
  const cellHeight = isSquare ? 1 : 2 / Math.sqrt(3);
  const across = Math.max(...x) / 2 + 1;
  const down = (rows - 1) * rowHeight + cellHeight;
  const edge = margin + rim;
  const left = labels ? labelRoom : 0;
  const top = labels?.columns ? labelRoom : 0;
  const cell = Math.floor((longest - 2 * edge) / Math.max(left + across, top + down));
  const columnAt = (column: number): number => edge + (left + column + 0.5) * cell;
  const rowAt = (row: number): number => edge + (top + row * rowHeight + cellHeight / 2) * cell;
  const outline = isSquare ? square : hexagon;
  const unit = { x: cell / 2, y: (cell * cellHeight) / (isSquare ? 2 : 4) };
  return {
    width: Math.ceil((left + across) * cell + 2 * edge),
    height: Math.ceil((top + down) * cell + 2 * edge),
    cell,
    centres: paired(x, y).map(([halves, row]) => ({ x: columnAt(halves / 2), y: rowAt(row) })),
    labels: [
      ...(labels?.columns ?? []).map((text, column) => ({ text, x: columnAt(column), y: margin + (top * cell) / 2 })),
      ...(labels?.rows ?? []).map((text, row) => ({ text, x: margin + (left * cell) / 2, y: rowAt(row) })),
    ],
    corners: outline.map(([x, y]) => ({ x: x * unit.x, y: y * unit.y })),
    rim,
  };
};

/** The whole pixels around some cells and all that is drawn on them. */
export const regionOf = ({ centres, corners, width, height }: Layout, cells: readonly number[]): Region => {
  const reachX = Math.max(...corners.map((corner) => corner.x));
  const reachY = Math.max(...corners.map((corner) => corner.y));
  const points = elementsAt(centres, cells);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const x = Math.max(0, Math.floor(Math.min(...xs) - reachX));
  const y = Math.max(0, Math.floor(Math.min(...ys) - reachY));
  const right = Math.min(width, Math.ceil(Math.max(...xs) + reachX));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys) + reachY));
  return { x, y, width: right - x, height: bottom - y };
};

/** Whether two regions have a pixel in common. */
export const touches = (a: Region, b: Region): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * Rectangles that cover a piece, from the centre of its first cell: one if it is a rectangle, else its cells and pairs
 * of neighbours, which overlap. (Squares inside a piece stay open: no puzzle has such pieces that are no rectangle.)
 */
export const partsOf = ({ centres, cell: side }: Layout, cells: Figure['cells']): Region[] => {
  const points = elementsAt(centres, cells);
  const [first] = points;
  const corners = points.map(({ x, y }) => ({ x: x - first.x - side / 2, y: y - first.y - side / 2 }));
  const around = (some: readonly Point[]): Region => {
    const [left, top] = [Math.min(...some.map(({ x }) => x)), Math.min(...some.map(({ y }) => y))];
    const [right, bottom] = [Math.max(...some.map(({ x }) => x)), Math.max(...some.map(({ y }) => y))];
    return { x: left, y: top, width: right - left + side, height: bottom - top + side };
  };
  const whole = around(corners);
  if (Math.round((whole.width * whole.height) / side ** 2) === cells.length) return [whole];
  const isBeside = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < side * 1.5;
  return corners.flatMap((a, index) => corners.slice(index).flatMap((b) => (isBeside(a, b) ? around([a, b]) : [])));
};

/** Where the label of a piece is, from the centre of its first cell: in its middle, or on its first cell. */
export const middleOf = ([whole, ...others]: readonly Region[]): Point =>
  whole && others.length === 0 ? { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 } : { x: 0, y: 0 };
