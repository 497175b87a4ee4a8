/**
 * The additive pattern databases of large sliding puzzles (Felner, Korf & Hanan 2004). The tables are built for the goal
 * that has the blank in the last corner; other goals rename the tiles (`goal-frame.ts`). Each sum also has its mirror
 * image in the diagonal through the blank's corner (Korf & Felner 2002), which is looked up in the same tables.
 */
import { type Board, rectangle, symmetriesOf } from '../../puzzles/board.ts';
import { rectangleOf } from '../../puzzles/families/sliding/lines.ts';
import { elementsAt, paired } from '../../puzzles/lists.ts';
import { kept } from '../kept.ts';
import { mirrorCell } from './mirror.ts';
import type { Rectangle } from './rectangle.ts';

const databaseKinds = ['7-7-1', '7-8'] as const;
/** The choice that the 15 puzzle has. */
export type DatabaseKind = (typeof databaseKinds)[number];

/** A table, with the symmetry of the board that takes each cell to the one that the table was built for. */
export interface MappedTable {
  readonly table: number;
  readonly map: readonly number[];
}

/** A lower bound. Its tables have different tiles, so their values add up; a tile in none of them adds its distance. */
export type Sum = readonly MappedTable[];

export interface Beam {
  readonly width: number;
  /** The pair of bounds that it goes by, counted from that of the search. */
  readonly pair: number;
}

/** Of a goal that has tile `cell + 1` on each cell, and the blank on the last one. */
export interface Databases {
  /** Different for each. */
  readonly name: string;
  readonly board: Board;
  /** By table, the goal cells of its tiles, in ascending order. */
  readonly patterns: readonly (readonly number[])[];
  /** Pairs of lower bounds. A search goes by one pair; which one is best depends on its start. */
  readonly pairs: readonly (readonly [Sum, Sum])[];
  /** The beams that look for a first solution, one after another. */
  readonly beams: readonly Beam[];
  /** How wide those are that look for a better one while the search goes on, by one pair after another. */
  readonly wideBeam?: number;
}

const withMirrorImage = (board: Board, sum: Sum): readonly [Sum, Sum] => {
  const diagonal = board.x.map((_, cell) => mirrorCell(board.rows, cell));
  return [sum, sum.map(({ table, map }) => ({ table, map: elementsAt(map, diagonal) }))];
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
  pairs: [
    withMirrorImage(square4, [
      { table: 0, map: same },
      { table: 1, map: same },
    ]),
  ],
  beams: [{ width: 4000, pair: 0 }],
});
const fifteen: Readonly<Record<DatabaseKind, Databases>> = {
  '7-7-1': fifteenWith('7-7-1', [1, 2, 3, 4, 5, 6, 7]),
  '7-8': fifteenWith('7-8', [0, 1, 2, 3, 4, 5, 6, 7]),
};

const square5 = rectangle(5, 5);
/** Groups of six that a table has, also turned and mirrored. The two that enclose the blank's corner are never turned. */
const groups = [
  [0, 1, 2, 5, 6, 7],
  [0, 1, 5, 6, 7, 10],
  [0, 1, 5, 6, 7, 12],
  [12, 17, 18, 19, 22, 23],
  [13, 14, 18, 19, 22, 23],
];

/** A table for the group with each of these letters. @throws Error for a group that no table has */
const divisionInto = (picture: string): Sum => {
  const letters = [...picture.replaceAll(/\s/gu, '')];
  return [...new Set(letters.filter((letter) => letter !== '_'))].map((letter) => {
    for (const [table, goals] of groups.entries()) {
      // The identity and the diagonal come first, which keep the blank's corner.
      for (const map of symmetriesOf(square5)) {
        const isWhole = paired(letters, map).every(([other, cell]) => (other === letter) === goals.includes(cell));
        if (isWhole) return { table, map };
      }
    }
    throw new Error(`no table for ${letter}`);
  });
};

const divisions = [
  `a a a b b
   a a a b b
   c c d b b
   c c d d d
   c c d d _`,
  `a a a b b
   a a a b b
   c c b b d
   c c d d d
   c c d d _`,
  `a a b b b
   a a a b b
   c c a b d
   c c d d d
   c c d d _`,
  `a a a b b
   a a b b b
   c a b d d
   c c c d d
   c c d d _`,
];

const pairsOf = <T>(items: readonly T[]): (readonly [T, T])[] =>
  items.flatMap((item, index) => items.slice(index + 1).map((other) => [item, other] as const));

/** The width of a beam that looks for a better solution while a long search goes on. */
const widest = 300_000;

/**
 * Four times six tiles (Korf & Felner 2002), divided in four ways and their mirror images. Of all divisions into groups
 * that hang together, these are among those with the largest values in the mean. Five tables of 22.6 MB serve them all.
 * A sum and its own mirror image are the best pair for one start in eight only, so a search goes by any two sums.
 */
const twentyFour: Databases = {
  name: '6-6-6-6',
  board: square5,
  patterns: groups,
  pairs: pairsOf(divisions.flatMap((picture) => withMirrorImage(square5, divisionInto(picture)))),
  // Other bounds find as much as a wider beam. Together they find more.
  beams: [
    { width: 4000, pair: 0 },
    { width: 30_000, pair: 0 },
    { width: 30_000, pair: 1 },
    { width: 100_000, pair: 0 },
  ],
  wideBeam: widest,
};

/** Boards with fewer cells have tables, and sets of more cells don't fit into the kernel's numbers. */
const leastDivided = 13;
const mostDivided = 25;
/** The most cells of a board with groups of seven tiles, as those of larger boards would take seconds to build. */
const mostInSevens = 16;
/** Larger boards that are narrower need more moves than a search keeps. */
const leastLine = 3;

/** Groups of at most `most` tiles that follow each other in this order of their goals, as equal as possible. */
const dividedIn = (goals: readonly number[], most: number): number[][] => {
  const count = Math.ceil(goals.length / most);
  return Array.from({ length: count }, (_, group) =>
    goals
      .slice(Math.ceil((group * goals.length) / count), Math.ceil(((group + 1) * goals.length) / count))
      .sort((a, b) => a - b),
  );
};

/**
 * The cells of a rectangle in two orders, each by bands of lines: first along the longer lines, back and forth if
 * the bands have more than one, then across. A group is worth the more the closer its tiles are to each other: of 4 × 5, the
 * bound is 60.0 in the mean with bands of two, and 59.7 with single lines.
 */
const ordersOf = (rows: number, columns: number, lines: number): readonly (readonly number[])[] => {
  const size = rows * columns;
  const ordered = (isByRow: boolean, isBackAndForth: boolean): number[] => {
    const placeOf = (cell: number): number => {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      const [line, along] = isByRow ? [row, column] : [column, row];
      const band = Math.floor(line / lines);
      return (band * size + (isBackAndForth && band % 2 === 1 ? size - along : along)) * size + line;
    };
    return Array.from({ length: size }, (_, cell) => cell).sort((a, b) => placeOf(a) - placeOf(b));
  };
  const isWide = columns >= rows;
  return [ordered(isWide, lines > 1), ordered(!isWide, false)];
};

/** Of any other rectangle: two sums that divide the tiles in two ways. One tile too many is in no group. */
const divided = kept((board: Board, { rows, columns }: Rectangle): Databases | undefined => {
  const { size } = board;
  const isLarge = size > mostInSevens;
  const isNarrow = Math.min(rows, columns) < leastLine;
  if (size < leastDivided || size > mostDivided || (isLarge && isNarrow)) return undefined;
  const most = isLarge ? 6 : 7;
  const least = (size - 1) % most === 1 ? 1 : 0;
  const divisions = ordersOf(rows, columns, isLarge ? 2 : 1).map((order) =>
    dividedIn(
      order.filter((cell) => cell >= least && cell < size - 1),
      most,
    ),
  );
  const patterns = divisions.flat();
  const cells = [...board.x.keys()];
  const sums = divisions.map((groups) => groups.map((group) => ({ table: patterns.indexOf(group), map: cells })));
  return {
    name: `${rows}x${columns}`,
    board,
    patterns,
    pairs: pairsOf(sums),
    beams: [4000, ...(isLarge ? [30_000, 100_000] : [])].map((width) => ({ width, pair: 0 })),
    ...(isLarge && { wideBeam: widest }),
  };
});

/** The databases of a board; undefined if it has none. */
export const databasesOf = (board: Board, kind: DatabaseKind): Databases | undefined => {
  const found = rectangleOf(board);
  if (found?.rows === 4 && board.size === 16) return fifteen[kind];
  if (found?.rows === 5 && board.size === 25) return twentyFour;
  return found && divided(board, found);
};
