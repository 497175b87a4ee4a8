/**
 * The additive pattern databases of the 15 puzzle, as memory that all threads share.
 *
 * By default (7-7-1) the tiles are split into two patterns of seven tiles that are each other's image when the square is
 * turned by 180 degrees, and tile 1, which adds its own distance:
 *
 * ```
 * 1 a a a      Neither pattern shuts the blank in, so where it stands in the goal makes no difference, and one
 * b a a a      table of 57.7 MB serves both patterns, for either corner of the blank. Each also has its mirror image
 * b b b a      in the other diagonal (Korf & Felner 2002), which is looked up in the same table again.
 * b b b _
 * ```
 *
 * The large kind (7-8) keeps the pattern a, and joins tile 1 to the other, which takes a second table of 519 MB.
 */
import { rectangle } from '../puzzles/board.ts';
import { buildPatternTable, tableEntries } from './pattern-database.ts';
import { loadOrBuild } from './table-file.ts';

export const databaseKinds = ['7-7-1', '7-8'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** Shared memory: send it to another thread as it is, and `new FifteenSearch(databases)` there. */
export interface Databases {
  readonly kind: DatabaseKind;
  /** The table of the pattern a, and that of the pattern of eight. */
  readonly tables: readonly SharedArrayBuffer[];
}

const board = rectangle(4, 4);
const corner = board.size - 1;

/** Goal cells of the tiles of a pattern. */
export const seven: readonly number[] = [1, 2, 3, 5, 6, 7, 11];
export const eight: readonly number[] = [0, 4, 8, 9, 10, 12, 13, 14];

export interface DatabaseOptions {
  /** Where to keep what takes seconds to build; it is built anew each time when no folder is given. */
  readonly folder?: string | undefined;
  /** Gets a line for the log about a file that was of no use. */
  readonly note?: (line: string) => void;
  /** What is there already: the large kind has the table of the default one in it. */
  readonly have?: Databases | undefined;
}

/**
 * Build the databases of this kind: half a second by default, some seconds for the large kind, which is therefore kept
 * in a file where a folder is given.
 */
export const buildDatabases = (
  kind: DatabaseKind = '7-7-1',
  { folder, note, have }: DatabaseOptions = {},
): Databases => {
  const small = have?.tables[0] ?? buildPatternTable(board, seven, corner);
  if (kind === '7-7-1') return { kind, tables: [small] };
  const build = () => buildPatternTable(board, eight, corner);
  const bytes = tableEntries(board.size, eight.length);
  const file = { folder: folder ?? '', name: 'fifteen-pattern-of-eight', version: 1, bytes, build, note };
  const large = have?.tables[1] ?? (folder === undefined ? build() : loadOrBuild(file));
  return { kind, tables: [small, large] };
};
