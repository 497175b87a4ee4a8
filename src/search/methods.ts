/** The methods by name: which puzzles each fits, which tables it needs, and how it searches. */
import type { Cursor, Goal, Move, Obstacle, Puzzle, Question } from '../puzzles/puzzle.ts';
import { bidirectional } from './algorithms/bidirectional.ts';
import { breadthFirst } from './algorithms/breadth-first.ts';
import { idaStar, iterativeDeepening } from './algorithms/iterative-deepening.ts';
import type { Budget, GaveUpReason } from './budget.ts';
import { worth } from './pegs/peg-pagoda.ts';
import { pegSearch } from './pegs/peg-search.ts';
import type { Algorithm } from './search-result.ts';
import { type DatabaseKind, databaseNeeds } from './sliding/fifteen-databases.ts';
import { FifteenSearch, hasDatabase } from './sliding/fifteen-search.ts';
import { hasLines, linearConflictCursor } from './sliding/linear-conflict.ts';
import { walkingDistanceCursor } from './sliding/walking-distance.ts';
import { buildTable, hasTable, openTable, type Table, tableBytes, tableKey } from './tables/table.ts';
import type { TableNeed, Tables } from './tables/table-cache.ts';

/** Simplest first: the order in which one would teach them. */
export const methods = [
  'bfs',
  'bidirectional',
  'iddfs',
  'ida',
  'ida-lc',
  'ida-wd',
  'ida-pdb',
  'regions',
  'table',
] as const;
export type Method = (typeof methods)[number];

/** Best first; the last one fits every puzzle. */
export const preferred = ['table', 'ida-pdb', 'regions', 'bidirectional'] as const satisfies readonly Method[];

/** What a method finds out, with moves as paths of cells. */
export type MethodResult =
  | {
      readonly status: 'solved';
      readonly moves: readonly Move[];
      /** Whether it is proved that there is nothing shorter. */
      readonly optimal: boolean;
      /** How many shortest solutions there are, and all moves that begin one; known where a table is at hand. */
      readonly solutions?: number;
      readonly firstMoves?: readonly Move[];
    }
  | { readonly status: 'exhausted'; readonly obstacle?: Obstacle }
  | { readonly status: 'gave-up'; readonly reason: GaveUpReason };

interface SolverInput {
  readonly puzzle: Puzzle;
  readonly question: Question;
  readonly tables: Tables;
  readonly databases: DatabaseKind;
  readonly budget: Budget;
  /** Whether to count shortest solutions, which takes longer than to find one. */
  readonly isCounting: boolean;
}

interface Solver {
  fits(puzzle: Puzzle, goal: Goal): boolean;
  needs?(puzzle: Puzzle, goal: Goal, databases: DatabaseKind): readonly TableNeed[];
  search(asked: SolverInput): MethodResult;
}

/** A method that needs nothing but a cursor: the puzzle's own, or one with another lower bound. */
const byCursor = (
  algorithm: Algorithm,
  fits: Solver['fits'] = () => true,
  cursorOf = (puzzle: Puzzle, goal: Goal): Cursor => puzzle.cursor(goal),
): Solver => ({
  fits,
  search: ({ puzzle, question, budget }) => {
    const cursor = cursorOf(puzzle, question.goal);
    const ending = algorithm(cursor, puzzle.rank(question.start), budget);
    if (ending.status !== 'solved') return ending;
    return { status: 'solved', optimal: true, moves: ending.moves.map((move) => cursor.path(move)) };
  },
});

const memoryOf = (tables: Tables, key: string): SharedArrayBuffer => {
  const memory = tables.get(key);
  if (!memory) throw new Error(`the table ${key} is not at hand`);
  return memory;
};

/** The table that was read last, as questions to the same goal come in rows. */
let last: { readonly memory: SharedArrayBuffer; readonly goal: Goal; readonly table: Table } | undefined;

const opened = (puzzle: Puzzle, goal: Goal, tables: Tables): Table => {
  if (last?.goal === goal && tables.get(tableKey(puzzle, goal)) === last.memory) return last.table;
  const memory = memoryOf(tables, tableKey(puzzle, goal));
  last = { memory, goal, table: openTable(puzzle, goal, memory) };
  return last.table;
};

/** Looks the answer up. */
const byTable: Solver = {
  fits: hasTable,
  needs: (puzzle, goal) => [
    { key: tableKey(puzzle, goal), bytes: tableBytes(puzzle, goal), build: () => buildTable(puzzle, goal) },
  ],
  search: ({ puzzle, question: { start, goal }, tables, budget, isCounting }) => {
    const table = opened(puzzle, goal, tables);
    if (table.distance(start) === -1) return { status: 'exhausted' };
    const moves = table.path(start);
    budget.generated = moves.length + 1;
    budget.peakFrontier = 1;
    return {
      status: 'solved',
      optimal: true,
      moves,
      ...(isCounting && { solutions: table.solutions(start), firstMoves: table.bestMoves(start) }),
    };
  },
};

/** By kind, the search of this thread: it is dear to set up, and learns from one search for the next. */
const fifteenSearches = new Map<DatabaseKind, FifteenSearch>();

const byDatabases: Solver = {
  fits: hasDatabase,
  needs: (_puzzle, _goal, kind) => databaseNeeds(kind),
  search: ({ puzzle, question, tables, databases, budget }) => {
    const search =
      fifteenSearches.get(databases) ??
      new FifteenSearch({ kind: databases, tables: databaseNeeds(databases).map(({ key }) => memoryOf(tables, key)) });
    fifteenSearches.set(databases, search);
    const ending = search.solve(question, budget);
    if (ending.status !== 'solved') return ending;
    const cursor = puzzle.cursor(question.goal);
    return { status: 'solved', optimal: true, moves: ending.moves.map((move) => cursor.path(move)) };
  },
};

/** Endings, regions and pagoda functions, for boards that are too large for a table. */
const byRegions: Solver = {
  fits: (puzzle) => puzzle.family === 'peg',
  search: ({ puzzle, question, budget }) => {
    const ending = pegSearch(puzzle, question, budget);
    if (ending.status !== 'exhausted' || !ending.pagoda) return ending;
    const goalWorth = Math.min(...question.goal.positions.map((end) => worth(ending.pagoda!, end)));
    return {
      status: 'exhausted',
      obstacle: { code: 'pagoda', values: { worth: worth(ending.pagoda, question.start), goalWorth } },
    };
  },
};

export const solvers: Record<Method, Solver> = {
  table: byTable,
  bfs: byCursor(breadthFirst),
  bidirectional: byCursor(bidirectional),
  iddfs: byCursor(iterativeDeepening),
  ida: byCursor(idaStar),
  'ida-lc': byCursor(idaStar, hasLines, linearConflictCursor),
  'ida-wd': byCursor(idaStar, hasLines, walkingDistanceCursor),
  'ida-pdb': byDatabases,
  regions: byRegions,
};
