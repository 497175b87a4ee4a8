/** The tables of puzzles. Goals that differ only by the names of the tiles, or by a symmetry of the board, share one. */
import type { Goal, Puzzle } from '../../puzzles/puzzle.ts';
import type { Survey } from '../algorithms/breadth-first.ts';
import { sharedMemory } from '../memory.ts';
import { bitTables } from '../sliding/tables/bit-table.ts';
import { lineTables } from '../sliding/tables/line-table.ts';
import { stepTables } from '../sliding/tables/step-table.ts';
import {
  bufferOf,
  headerBytes,
  type Table,
  type TableKind,
  type TableMemory,
  type TableNeed,
  type Tables,
} from './contract.ts';
import { listedTables, pegTables } from './state-tables.ts';

const kinds: readonly TableKind[] = [bitTables, lineTables, stepTables, listedTables, pegTables];

/** @throws RangeError when the puzzle has no table */
const kindOf = (puzzle: Puzzle): TableKind => {
  const kind = kinds.find((kind) => kind.fits(puzzle));
  if (!kind) throw new RangeError(`${puzzle.id} is too large for a table`);
  return kind;
};

/** Whether tables of this puzzle are small enough to be built while somebody waits. */
export const hasTable = (puzzle: Puzzle): boolean => kinds.some((kind) => kind.fits(puzzle));

/** The table for this goal, which takes a millisecond to half a second to build. */
export const tableNeed = (puzzle: Puzzle, goal: Goal): TableNeed => {
  const kind = kindOf(puzzle);
  const bytes = headerBytes + kind.bytes(puzzle);
  const build: TableNeed['build'] = (_, memory = sharedMemory(bytes)) => {
    const buffer = bufferOf(memory);
    // It may have held another table.
    new Uint8Array(buffer).fill(0);
    const histogram = kind.build(puzzle, goal, new Uint8Array(buffer, headerBytes));
    new Uint32Array(buffer).set(histogram);
    return memory;
  };
  return { key: `${puzzle.id}:${kind.key(puzzle, goal)}`, bytes, build };
};

/** Read a table that was built for this goal, or for any whose need has the same key. Throws where the size is wrong. */
export const openTable = (puzzle: Puzzle, goal: Goal, memory: TableMemory): Table => {
  const buffer = bufferOf(memory);
  const kind = kindOf(puzzle);
  const bytes = headerBytes + kind.bytes(puzzle);
  if (buffer.byteLength !== bytes) {
    throw new RangeError(`${puzzle.id}: a table of ${buffer.byteLength} bytes instead of ${bytes}`);
  }
  return kind.open(puzzle, goal, buffer);
};

/** The memory of a table. Throws an Error when it was not built. */
export const memoryOf = (tables: Tables, key: string): TableMemory => {
  const memory = tables.get(key);
  if (!memory) throw new Error(`the table ${key} is not at hand`);
  return memory;
};

/** The pages of tables that a kernel works on. Throws an Error when they were not built. */
export const pagesOf = (tables: Tables, key: string): WebAssembly.Memory => {
  const memory = memoryOf(tables, key);
  if (memory instanceof SharedArrayBuffer) throw new Error(`the table ${key} has no pages`);
  return memory;
};

/** How a table was opened last, as questions to the same goal come in rows. */
const opened = new WeakMap<TableMemory, { readonly puzzle: Puzzle; readonly goal: Goal; readonly table: Table }>();

/** Open the table for this goal, of those at hand. */
export const openedTable = (puzzle: Puzzle, goal: Goal, tables: Tables): Table => {
  const memory = memoryOf(tables, tableNeed(puzzle, goal).key);
  const last = opened.get(memory);
  if (last?.goal === goal && last.puzzle === puzzle) return last.table;
  const table = openTable(puzzle, goal, memory);
  opened.set(memory, { puzzle, goal, table });
  return table;
};

/** How many positions are at each distance from a goal. */
export const surveyTable = (puzzle: Puzzle, goal: Goal): Survey =>
  kindOf(puzzle).survey?.(puzzle, goal) ?? openTable(puzzle, goal, tableNeed(puzzle, goal).build()).survey();
