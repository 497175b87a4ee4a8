/** Tables that tests read. */
import { createHash } from 'node:crypto';
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Goal, type Move, type Position, type Puzzle, replay } from '../../src/puzzles/puzzle.ts';
import {
  bufferOf,
  type Table,
  type TableMemory,
  type TableNeed,
  type Tables,
} from '../../src/search/tables/contract.ts';
import { openTable, tableNeed } from '../../src/search/tables/table.ts';
import { loadOrBuild } from '../../src/search/tables/table-file.ts';

/** A table, built for this test alone. */
export const tableOf = (puzzle: Puzzle, goal: Goal = puzzle.goal): Table =>
  openTable(puzzle, goal, tableNeed(puzzle, goal).build());

/** Tables that were built in this process, by key. */
const built = new Map<string, TableMemory>();

/** Runs a task while no other process runs one with the same lock, which is a folder. @throws after five minutes */
const alone = (lock: string, task: () => void): void => {
  for (let waits = 0; ; waits++) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (waits === 6000) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
  try {
    task();
  } finally {
    rmdirSync(lock);
  }
};

/** What was needed. Large tables are built once for all workers of a run, which read them from a file (`run-folders.ts`). */
const builtOnce = (need: TableNeed): TableMemory => {
  const folder = process.env.TABLES_FOLDER;
  if (folder === undefined || need.bytes < 2 ** 23) return need.build();
  const memory = need.allocate?.() ?? new SharedArrayBuffer(need.bytes);
  const table = new Uint8Array(bufferOf(memory), 0, need.bytes);
  const name = createHash('md5').update(need.key).digest('hex');
  // Workers of the bot read and keep the parts of the largest ones there, too.
  const build = () => void need.build({ folder }, memory);
  alone(join(folder, `${name}.lock`), () => loadOrBuild({ folder, name, version: 1, table, build }));
  return memory;
};

/** What was needed, built once for all suites of this process. */
export const sharedTables = (needs: readonly TableNeed[]): Tables => {
  for (const need of needs) if (!built.has(need.key)) built.set(need.key, builtOnce(need));
  return new Map(needs.map(({ key }) => [key, built.get(key)!]));
};

/** A table that other suites of this process read too. */
export const sharedTable = (puzzle: Puzzle, goal: Goal): Table => {
  const need = tableNeed(puzzle, goal);
  return openTable(puzzle, goal, sharedTables([need]).get(need.key)!);
};

/** What goals have in common that share a table. */
export const keyOf = (puzzle: Puzzle, goal: Goal): string => tableNeed(puzzle, goal).key;

/** Numbers from 0 to below `below`, the same ones in every run (Park & Miller 1988). */
export const randomNumbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};

export const shuffled = (puzzle: Puzzle, random: (below: number) => number): Position => {
  const position = [...puzzle.goal.positions[0]!];
  for (let i = position.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [position[i], position[j]] = [position[j]!, position[i]!];
  }
  return position;
};

const goalAt = (puzzle: Puzzle, position: Position): Goal => ({
  text: puzzle.formatPosition(position),
  positions: [position],
});

/** A goal with the blank on this cell, the other tiles anywhere. */
export const goalWithBlank = (puzzle: Puzzle, cell: number, random: (below: number) => number): Goal => {
  const position = [...shuffled(puzzle, random)];
  const blank = position.indexOf(0);
  [position[blank], position[cell]] = [position[cell]!, 0];
  return goalAt(puzzle, position);
};

export const legalMoves = (puzzle: Puzzle, position: Position): Move[] => {
  const blank = position.indexOf(0);
  return puzzle.board.neighbours[blank]!.map((from) => [from, blank]);
};

/** The first thing about a position that a table says otherwise than its distances do. */
export const wrongAt = (
  puzzle: Puzzle,
  goal: Goal,
  table: Table,
  position: Position,
  distance: number,
): string | undefined => {
  const found = table.distance(position);
  if (found !== distance) return `distance ${found} instead of ${distance}`;
  const path = table.path(position);
  if (path.length !== distance) return `path of ${path.length} moves instead of ${distance}`;
  const end = replay(puzzle, position, path).at(-1)!;
  if (String(end) !== String(goal.positions[0])) return `path to ${puzzle.formatPosition(end)}`;
  return undefined;
};
