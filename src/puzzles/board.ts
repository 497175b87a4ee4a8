/** Boards. A picture gives each cell a place in the plane, which determines its neighbours and the jumps of pegs. */
import { paired } from './lists.ts';

/** `square`: four neighbours, left, right, up and down. `triangular`: six, rows shifted by half a cell. */
type Lattice = 'square' | 'triangular';

/** A peg on `from` jumps over `over` and lands on `to`, all three in line. */
export interface Jump {
  readonly from: number;
  readonly over: number;
  readonly to: number;
}

export interface Board {
  readonly lattice: Lattice;
  /** The number of cells, which are numbered from 0 in reading order. */
  readonly size: number;
  /** Left edge of each cell in half cells, and its row; the widest row starts at 0. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly rows: number;
  /** The neighbours of each cell in ascending order. */
  readonly neighbours: readonly (readonly number[])[];
  readonly jumps: readonly Jump[];
  /** Distance in steps between two cells, `distance[a][b]`. */
  readonly distance: readonly (readonly number[])[];
  /** 0 or 1 for each cell, different for neighbours, if that is possible. */
  readonly colours: readonly number[] | undefined;
}

/** Steps to the neighbours: half cells to the right, and rows down. */
const steps: Record<Lattice, readonly (readonly [dx: number, dy: number])[]> = {
  square: [
    [0, -1],
    [-2, 0],
    [2, 0],
    [0, 1],
  ],
  triangular: [
    [-1, -1],
    [1, -1],
    [-2, 0],
    [2, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** The distance from one cell to every cell, -1 for cells out of reach. */
const distancesFrom = (from: number, neighbours: readonly (readonly number[])[]): number[] => {
  const distance = neighbours.map(() => -1);
  distance[from] = 0;
  const queue = [from];
  for (const cell of queue) {
    for (const next of neighbours[cell]!) {
      if (distance[next] !== -1) continue;
      distance[next] = distance[cell]! + 1;
      queue.push(next);
    }
  }
  return distance;
};

/** Some cells, and all that are connected to them by cells that fit. */
export const joinedTo = (near: Board['neighbours'], cells: readonly number[], fits: (cell: number) => boolean) => {
  const joined = new Set(cells);
  for (const cell of joined) for (const next of near[cell]!) if (fits(next)) joined.add(next);
  return joined;
};

/** Where the cells of a board are, in reading order. */
export interface Places {
  readonly lattice: Lattice;
  /** The left edge in half cells, and the row. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

export const boardOf = ({ lattice, places: cells }: Places): Board => {
  const left = Math.min(...cells.map((cell) => cell.x));
  const at = new Map(cells.map((cell, index) => [`${cell.x},${cell.y}`, index]));
  const neighbours = cells.map(({ x, y }) =>
    steps[lattice].flatMap(([dx, dy]) => at.get(`${x + dx},${y + dy}`) ?? []).sort((a, b) => a - b),
  );
  const jumps = cells.flatMap(({ x, y }, from) =>
    steps[lattice].flatMap(([dx, dy]) => {
      const [over, to] = [at.get(`${x + dx},${y + dy}`), at.get(`${x + 2 * dx},${y + 2 * dy}`)];
      return over === undefined || to === undefined ? [] : { from, over, to };
    }),
  );
  const colours = distancesFrom(0, neighbours).map((steps) => steps % 2);
  const bipartite = neighbours.every((near, cell) => near.every((other) => colours[cell] !== colours[other]));
  let distance: Board['distance'] | undefined;
  return {
    lattice,
    size: cells.length,
    x: cells.map((cell) => cell.x - left),
    y: cells.map((cell) => cell.y),
    rows: Math.max(...cells.map((cell) => cell.y)) + 1,
    neighbours,
    jumps,
    // Few boards of those that a program knows are searched.
    get distance() {
      distance ??= neighbours.map((_, from) => distancesFrom(from, neighbours));
      return distance;
    },
    colours: bipartite ? colours : undefined,
  };
};

/** The places of a picture: every character but a space is a cell, this many half cells wide. */
const placesIn = (picture: readonly string[], width: number): Places['places'] =>
  picture.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === ' ' ? [] : { x: x * width, y })));

/** A board on the square lattice, with one character a cell. */
export const square = (...picture: readonly string[]): Board =>
  boardOf({ lattice: 'square', places: placesIn(picture, 2) });

export const rectangle = (rows: number, columns: number): Board =>
  square(...Array.from({ length: rows }, () => '#'.repeat(columns)));

/** A board on the triangular lattice, with rows shifted by half a cell: neighbours in a row are two characters apart. */
export const triangular = (...picture: readonly string[]): Board =>
  boardOf({ lattice: 'triangular', places: placesIn(picture, 1) });

/** One value per cell, grouped by row. */
export const rowsOf = <T>({ rows, y }: Board, cells: readonly T[]): T[][] =>
  Array.from({ length: rows }, (_, row) => cells.filter((_, cell) => y[cell] === row));

/** Names like `d4` for the square lattice: files from the left, rows from the top. */
export const fileAndRow = (board: Board): string[] =>
  paired(board.x, board.y).map(([x, y]) => `${String.fromCharCode(97 + x / 2)}${y + 1}`);

/** The letters of columns, and the numbers of rows, in such names. */
export const filesAndRows = (board: Board) => ({
  columns: [...new Set(fileAndRow(board).map((name) => name.charAt(0)))].sort(),
  rows: [...new Set(board.y)].map((row) => String(row + 1)),
});

const known = new WeakMap<Board, readonly (readonly number[])[]>();

/**
 * All symmetries of a board, each as the image of every cell; the identity is the first. The search extends images cell
 * by cell if they keep all distances, and compares the jumps last.
 */
export const symmetriesOf = (board: Board): readonly (readonly number[])[] => {
  const before = known.get(board);
  if (before) return before;
  const { distance, jumps, neighbours } = board;
  const found: number[][] = [];
  const image: number[] = [];
  const jumpKeys = new Set(jumps.map(({ from, over, to }) => [from, over, to].join()));
  const extend = (): void => {
    const cell = image.length;
    const own = distance[cell];
    if (!own) {
      const keeps = jumps.every(({ from, over, to }) => jumpKeys.has([image[from], image[over], image[to]].join()));
      if (keeps) found.push([...image]);
      return;
    }
    for (const [other, away] of distance.entries()) {
      if (neighbours[other]?.length !== neighbours[cell]?.length) continue;
      if (image.every((placed, before) => placed !== other && away[placed] === own[before])) {
        image.push(other);
        extend();
        image.pop();
      }
    }
  };
  extend();
  known.set(board, found);
  return found;
};
