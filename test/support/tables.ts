/** Tables that tests read. */
import type { Goal, Puzzle } from '../../src/puzzles/puzzle.ts';
import type { Table } from '../../src/search/tables/contract.ts';
import { openTable, tableNeed } from '../../src/search/tables/table.ts';

/** A table, built for this test alone. */
export const tableOf = (puzzle: Puzzle, goal: Goal = puzzle.goal): Table =>
  openTable(puzzle, goal, tableNeed(puzzle, goal).build());

/** What goals have in common that share a table. */
export const keyOf = (puzzle: Puzzle, goal: Goal): string => tableNeed(puzzle, goal).key;
