/** Where the cells of a board are in a picture of it: the one place that turns half cells and rows into pixels. */
import type { Board } from '../puzzles/board.ts';

/** A rectangle in pixels. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** In pixels of a picture at scale 1. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** From one cell's centre to that of its neighbour in the row. */
  readonly cell: number;
  readonly centres: readonly Point[];
  /** The corners of a cell's outline around its centre: four or, on the triangular lattice, six. They tile the board. */
  readonly corners: readonly Point[];
  /** How far the board reaches out over the outlines of its cells. */
  readonly rim: number;
}

/** The longer side of a picture: as wide as a phone shows it, and what a chat on a desktop leaves room for. */
const longest = 400;
const margin = 6;

/** Lay a board out so that its longer side is as long as a picture may be. */
export const layoutOf = ({ lattice, x, y, rows }: Board): Layout => {
  const isSquare = lattice === 'square';
  // Hexagons that stand on a corner are 2/√3 times as high as wide, and overlap the next row by a quarter of that.
  const rowHeight = isSquare ? 1 : Math.sqrt(3) / 2;
  const cellHeight = isSquare ? 1 : 2 / Math.sqrt(3);
  const across = Math.max(...x) / 2 + 1;
  const down = (rows - 1) * rowHeight + cellHeight;
  const rim = 7;
  const edge = margin + rim;
  const cell = Math.floor((longest - 2 * edge) / Math.max(across, down));
  const [half, quarter] = [cell / 2, (cell * cellHeight) / 4];
  return {
    width: Math.ceil(across * cell + 2 * edge),
    height: Math.ceil(down * cell + 2 * edge),
    cell,
    centres: x.map((left, index) => ({
      x: edge + ((left + 1) * cell) / 2,
      y: edge + (y[index]! * rowHeight + cellHeight / 2) * cell,
    })),
    corners: isSquare
      ? [
          { x: -half, y: -half },
          { x: half, y: -half },
          { x: half, y: half },
          { x: -half, y: half },
        ]
      : [
          { x: 0, y: -2 * quarter },
          { x: half, y: -quarter },
          { x: half, y: quarter },
          { x: 0, y: 2 * quarter },
          { x: -half, y: quarter },
          { x: -half, y: -quarter },
        ],
    rim,
  };
};

/** The whole pixels around some cells and all that is drawn on them. */
export const regionOf = ({ centres, corners, width, height }: Layout, cells: readonly number[]): Region => {
  const reachX = Math.max(...corners.map(({ x }) => x));
  const reachY = Math.max(...corners.map(({ y }) => y));
  const at = cells.map((cell) => centres[cell]!);
  const x = Math.max(0, Math.floor(Math.min(...at.map((point) => point.x)) - reachX));
  const y = Math.max(0, Math.floor(Math.min(...at.map((point) => point.y)) - reachY));
  const right = Math.min(width, Math.ceil(Math.max(...at.map((point) => point.x)) + reachX));
  const bottom = Math.min(height, Math.ceil(Math.max(...at.map((point) => point.y)) + reachY));
  return { x, y, width: right - x, height: bottom - y };
};

/** Whether two regions have a pixel in common. */
export const touches = (a: Region, b: Region): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
