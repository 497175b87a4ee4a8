/** Additive pattern databases as tables that are built once: all tables of a sum, and of its mirror image, in one memory. */
import { factorial } from '../../puzzles/permutation.ts';
import { kept } from '../kept.ts';
import type { TableNeed, TableStorage } from '../tables/contract.ts';
import { loadOrBuild } from '../tables/table-file.ts';
import { columnsOf } from './columns.ts';
import { databasePages, layoutOf, prepare, tableIn } from './database-memory.ts';
import type { Databases } from './databases.ts';
import { buildPatternTable } from './pattern-database.ts';

/** Tables with more entries take half a second to build and a thirtieth of that to read, so they are kept. */
const mostBuilt = 8e7;
/** Databases with more entries take some seconds to build: those of 4 × 6 have 8e8, and of 4 × 4 2.8e8. */
const mostWaited = 4e8;

const entriesOf = ({ board, patterns }: Databases, index: number): number => {
  const { length } = patterns[index]!;
  return factorial(length) * columnsOf(board, length).count;
};

const buildTable = (databases: Databases, memory: WebAssembly.Memory, index: number, storage?: TableStorage): void => {
  const { board, patterns } = databases;
  const goals = patterns[index]!;
  const columns = board.size / board.rows;
  const shape = columns === board.rows ? board.size : `${board.rows}x${columns}`;
  loadOrBuild({
    ...(entriesOf(databases, index) > mostBuilt && storage),
    name: `tiles-${shape}-${goals.map((goal) => goal + 1).join('-')}`,
    version: 4,
    table: tableIn(databases, memory, index),
    build: (table) => buildPatternTable(board, goals, board.size - 1, table),
  });
};

/** The databases in one memory. Each table is a part of it. They take a second or two, ten for the large kind of fifteen. */
export const databaseNeed = kept(
  (databases: Databases): TableNeed => {
    const { name, patterns } = databases;
    const { bytes } = layoutOf(databases);
    return {
      key: `databases ${name}`,
      bytes,
      isSlow: patterns.reduce((sum, _, index) => sum + entriesOf(databases, index), 0) > mostWaited,
      parts: patterns.length,
      // For other threads, so it isn't this one's.
      allocate: () => databasePages(databases, 0),
      build: (storage, memory = databasePages(databases, bytes), part) => {
        const pages = memory as WebAssembly.Memory;
        if (part === undefined || part === 0) prepare(databases, pages);
        for (const index of patterns.keys())
          if (part === undefined || part === index) buildTable(databases, pages, index, storage);
        return memory;
      },
    };
  },
  ({ name }) => name,
);
