/**
 * The additive pattern databases of the 15 puzzle (Felner, Korf & Hanan 2004). By default (7-7-1) the tiles are split into
 * the two halves of the square, 57.7 MB each, and tile 1, which adds its own distance. The large kind (7-8) joins tile 1 to
 * the upper half, 519 MB:
 *
 * ```
 * 1 a a a      1 to 8: of all splits, halves make the best bound, as tiles in each other's way belong
 * a a a a      together. The lower half shuts the blank in, so that its table also knows how the blank has to arrive.
 * b b b b      Each pattern also has its mirror image in the diagonal through the blank's corner (Korf & Felner 2002),
 * b b b _      which is looked up in the same table.
 * ```
 */
import { rectangle } from '../../puzzles/board.ts';
import type { TableNeed, TableStorage } from '../tables/contract.ts';
import { loadOrBuild } from '../tables/table-file.ts';
import { buildPatternTable, tableEntries } from './pattern-database.ts';

const databaseKinds = ['7-7-1', '7-8'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export interface Databases {
  readonly kind: DatabaseKind;
  /** In the order of `databaseNeeds`. */
  readonly tables: readonly SharedArrayBuffer[];
}

const board = rectangle(4, 4);
const corner = board.size - 1;

/** By kind and table, the goal cells of its tiles, with the blank in the last corner. */
export const patterns: Readonly<Record<DatabaseKind, readonly (readonly number[])[]>> = {
  '7-7-1': [
    [8, 9, 10, 11, 12, 13, 14],
    [1, 2, 3, 4, 5, 6, 7],
  ],
  '7-8': [
    [8, 9, 10, 11, 12, 13, 14],
    [0, 1, 2, 3, 4, 5, 6, 7],
  ],
};

const needOf = (goals: readonly number[]): TableNeed => {
  const name = `fifteen-${goals[0]! + 1}-to-${goals.at(-1)! + 1}`;
  const bytes = tableEntries(board.size, goals.length);
  const build = (memory?: SharedArrayBuffer) => buildPatternTable(board, goals, corner, memory);
  return {
    key: name,
    bytes,
    build: (storage, memory) =>
      // Eight tiles take seconds.
      storage && goals.length >= 8
        ? loadOrBuild({ ...storage, name, version: 2, bytes, build, memory })
        : build(memory),
  };
};

/** The tables of a kind. The first one is the same for both kinds; all can be built at the same time. */
export const databaseNeeds = (kind: DatabaseKind = '7-7-1'): readonly TableNeed[] => patterns[kind].map(needOf);

/** Build the databases of this kind, one after the other: about a second, some seconds for the large kind. */
export const buildDatabases = (kind: DatabaseKind = '7-7-1', storage?: TableStorage): Databases => ({
  kind,
  tables: databaseNeeds(kind).map((need) => need.build(storage)),
});
