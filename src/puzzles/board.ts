/**
 * Boards: cells with a place in the plane. Which cells touch, and along which lines pegs jump, follows from the place
 * alone, so a board is given as a picture of itself.
 */

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
  /** How many cells; they are numbered from 0 in reading order. */
  readonly size: number;
  /** Left edge of each cell in half cells, and its row; the widest row starts at 0. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly rows: number;
  /** Cells that touch, in ascending order. */
  readonly neighbours: readonly (readonly number[])[];
  readonly jumps: readonly Jump[];
  /** Distance in steps between two cells, `distance[a][b]`. */
  readonly distance: readonly (readonly number[])[];
  /** 0 or 1 for each cell so that touching cells differ, where that is possible. */
  readonly colours: readonly number[] | undefined;
}

/** Steps to a neighbour as (half cells to the right, rows down). */
const steps: Record<Lattice, readonly (readonly [number, number])[]> = {
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

/** A breadth-first walk from one cell: the distance to every cell, -1 where it can't be reached. */
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

/**
 * A board from its picture: every character but a space is a cell, and a character is half a cell wide, so cells that
 * touch stand two characters apart in a row.
 */
const draw = (lattice: Lattice, picture: readonly string[]): Board => {
  const cells = picture.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === ' ' ? [] : [{ x, y }])));
  const left = Math.min(...cells.map((cell) => cell.x));
  const at = new Map(cells.map((cell, index) => [`${cell.x},${cell.y}`, index]));
  const beside = (from: { x: number; y: number }, [dx, dy]: readonly [number, number], times: number) =>
    at.get(`${from.x + dx * times},${from.y + dy * times}`);

  const neighbours = cells.map((cell) =>
    steps[lattice].flatMap((step) => beside(cell, step, 1) ?? []).sort((a, b) => a - b),
  );
  const jumps = cells.flatMap((cell, from) =>
    steps[lattice].flatMap((step) => {
      const over = beside(cell, step, 1);
      const to = beside(cell, step, 2);
      return over === undefined || to === undefined ? [] : [{ from, over, to }];
    }),
  );
  const distance = neighbours.map((_, from) => distancesFrom(from, neighbours));
  const colours = distance[0]!.map((steps) => steps % 2);
  const bipartite = neighbours.every((near, cell) => near.every((other) => colours[cell] !== colours[other]));
  return {
    lattice,
    size: cells.length,
    x: cells.map((cell) => cell.x - left),
    y: cells.map((cell) => cell.y),
    rows: picture.length,
    neighbours,
    jumps,
    distance,
    colours: bipartite ? colours : undefined,
  };
};

/** A board on the square lattice, drawn with one character a cell. */
export const square = (...picture: readonly string[]): Board =>
  draw(
    'square',
    picture.map((row) => [...row].join(' ')),
  );

/** A rectangle of rows × columns cells. */
export const rectangle = (rows: number, columns: number): Board =>
  square(...Array.from({ length: rows }, () => '#'.repeat(columns)));

/** A board on the triangular lattice, drawn with rows shifted by half a cell. */
export const triangular = (...picture: readonly string[]): Board => draw('triangular', picture);

/** Something of each cell, row by row. */
export const rowsOf = <T>({ rows, y }: Board, cells: readonly T[]): T[][] =>
  Array.from({ length: rows }, (_, row) => cells.filter((_, cell) => y[cell] === row));

/** File and row of each cell, files from the left (`a`), rows from the top (`1`): `d4`. For the square lattice. */
export const fileAndRow = (board: Board): string[] =>
  board.x.map((x, cell) => `${String.fromCharCode(97 + x / 2)}${board.y[cell]! + 1}`);

const known = new WeakMap<Board, readonly (readonly number[])[]>();

/**
 * All symmetries of a board, each as the image of every cell; the identity is the first. Found by trying images cell by
 * cell that keep all distances, which leaves few to try; jumps that don't follow the distances are compared last.
 */
export const symmetriesOf = (board: Board): readonly (readonly number[])[] => {
  const before = known.get(board);
  if (before) return before;
  const { size, distance, jumps } = board;
  const found: number[][] = [];
  const image: number[] = [];
  const key = (from: number, over: number, to: number) => (from * size + over) * size + to;
  const jumpKeys = new Set(jumps.map(({ from, over, to }) => key(from, over, to)));
  const extend = (): void => {
    const cell = image.length;
    if (cell === size) {
      const keeps = jumps.every(({ from, over, to }) => jumpKeys.has(key(image[from]!, image[over]!, image[to]!)));
      if (keeps) found.push([...image]);
      return;
    }
    for (let other = 0; other < size; other++) {
      if (image.every((placed, before) => placed !== other && distance[placed]![other] === distance[before]![cell])) {
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
