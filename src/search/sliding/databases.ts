/**
 * The additive pattern databases of large sliding puzzles (Felner, Korf & Hanan 2004). The tables are built for the goal
 * that has the blank in the last corner; other goals rename the tiles (`goal-frame.ts`). Each sum also has its mirror
 * image in the diagonal through the blank's corner (Korf & Felner 2002), which is looked up in the same tables.
 */
import { type Board, rectangle } from '../../puzzles/board.ts';

export const databaseKinds = ['7-7-1', '7-8'] as const;
/** The choice that the 15 puzzle has. */
export type DatabaseKind = (typeof databaseKinds)[number];

/** A table, with the symmetry of the board that takes each cell to the one that the table was built for. */
interface MappedTable {
  readonly table: number;
  readonly map: readonly number[];
}

/** Of a goal that has tile `cell + 1` on each cell, and the blank on the last one. */
export interface Databases {
  /** Different for each. */
  readonly name: string;
  readonly board: Board;
  /** By table, the goal cells of its tiles, in ascending order. */
  readonly patterns: readonly (readonly number[])[];
  /** Two lower bounds. The tables of each have different tiles, so their values add up, and other tiles add their distances. */
  readonly sums: readonly (readonly MappedTable[])[];
  /** How wide the beams are that look for a first solution, one after another. */
  readonly beams: readonly number[];
}

const withMirrorImage = (board: Board, tables: readonly MappedTable[]): Databases['sums'] => {
  const width = Math.sqrt(board.size);
  const diagonal = board.x.map((_, cell) => (cell % width) * width + Math.floor(cell / width));
  return [tables, tables.map(({ table, map }) => ({ table, map: diagonal.map((cell) => map[cell]!) }))];
};

const square4 = rectangle(4, 4);
const same = [...square4.x.keys()];
const lowerHalf = [8, 9, 10, 11, 12, 13, 14];

/**
 * By default (7-7-1) the tiles are split into the two halves of the square, 17.5 MB each, and tile 1. The large kind (7-8)
 * joins tile 1 to the upper half, 178 MB:
 *
 * ```
 * 1 a a a      1 to 8: of all splits, halves make the best bound, as tiles in each other's way belong together.
 * a a a a
 * b b b b
 * b b b _
 * ```
 */
const fifteenWith = (kind: DatabaseKind, upperHalf: readonly number[]): Databases => ({
  name: kind,
  board: square4,
  patterns: [lowerHalf, upperHalf],
  sums: withMirrorImage(square4, [
    { table: 0, map: same },
    { table: 1, map: same },
  ]),
  beams: [4000],
});
const fifteen: Readonly<Record<DatabaseKind, Databases>> = {
  '7-7-1': fifteenWith('7-7-1', [1, 2, 3, 4, 5, 6, 7]),
  '7-8': fifteenWith('7-8', [0, 1, 2, 3, 4, 5, 6, 7]),
};

const square5 = rectangle(5, 5);
const image = (of: (row: number, column: number) => number): number[] =>
  square5.x.map((_, cell) => of(Math.floor(cell / 5), cell % 5));

/**
 * Four times six tiles (Korf & Felner 2002). `b` and `c` are images of `a` and looked up in its table, so that two tables
 * are enough, 22.6 MB each:
 *
 * ```
 * a a a b b
 * a a a b b
 * c c d b b
 * c c d d d
 * c c d d _
 * ```
 */
const twentyFour: Databases = {
  name: '6-6-6-6',
  board: square5,
  patterns: [
    [0, 1, 5, 6, 10, 11],
    [12, 17, 18, 19, 22, 23],
  ],
  sums: withMirrorImage(square5, [
    { table: 0, map: image((row, column) => column * 5 + row) },
    { table: 0, map: image((row, column) => row * 5 + 4 - column) },
    { table: 0, map: image((row, column) => (4 - row) * 5 + column) },
    { table: 1, map: square5.x.map((_, cell) => cell) },
  ]),
  beams: [4000, 60_000],
};

const isSame = (board: Board, other: Board): boolean =>
  board.size === other.size && board.neighbours.every((near, cell) => near.join() === other.neighbours[cell]!.join());

/** Boards with fewer cells have tables, and those with more have sets of cells that take other numbers. */
const leastDivided = 13;
const mostDivided = 16;
const mostTogether = 7;

/** Groups of at most seven tiles that follow each other in this order of their goals, as equal as possible. */
const dividedIn = (goals: readonly number[]): number[][] => {
  const count = Math.ceil(goals.length / mostTogether);
  return Array.from({ length: count }, (_, group) =>
    goals
      .slice(Math.ceil((group * goals.length) / count), Math.ceil(((group + 1) * goals.length) / count))
      .sort((a, b) => a - b),
  );
};

/** Of any other rectangle: one sum divides the tiles by rows, the other by columns. One tile too many is in no group. */
const divided = (board: Board): Databases | undefined => {
  const { size, rows } = board;
  if (size < leastDivided || size > mostDivided) return undefined;
  const columns = size / rows;
  if (!isSame(board, rectangle(rows, columns))) return undefined;
  const cells = [...board.x.keys()];
  const tiles = cells.slice((size - 1) % mostTogether === 1 ? 1 : 0, -1);
  const byColumns = [...tiles].sort((a, b) => (a % columns) - (b % columns) || a - b);
  const groups = [tiles, byColumns].map(dividedIn);
  const patterns = groups.flat();
  return {
    name: `${rows}x${columns}`,
    board,
    patterns,
    sums: groups.map((some) => some.map((group) => ({ table: patterns.indexOf(group), map: cells }))),
    beams: [4000],
  };
};

/** By the board, which a puzzle keeps. */
const ofOthers = new WeakMap<Board, { readonly databases: Databases | undefined }>();

/** The databases of a board; undefined if it has none. */
export const databasesOf = (board: Board, kind: DatabaseKind): Databases | undefined => {
  if (isSame(board, square4)) return fifteen[kind];
  if (isSame(board, square5)) return twentyFour;
  const known = ofOthers.get(board) ?? { databases: divided(board) };
  ofOthers.set(board, known);
  return known.databases;
};
