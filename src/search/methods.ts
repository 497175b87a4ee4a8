/** The methods by name: which puzzles each fits, which tables it needs, and how it searches. */
import {
  type Cursor,
  type Goal,
  isWhole,
  type Move,
  type Position,
  type Puzzle,
  type Question,
} from '../puzzles/puzzle.ts';
import { bidirectional } from './algorithms/bidirectional.ts';
import { breadthFirst } from './algorithms/breadth-first.ts';
import { CursorSearch } from './algorithms/cursor-search.ts';
import { deepen } from './algorithms/deepening.ts';
import type { Improvement } from './algorithms/improvement.ts';
import { ComponentTable, componentTable } from './blocks/component-table.ts';
import type { Budget } from './budget.ts';
import type { Method } from './method-names.ts';
import type { PartsTask } from './parts.ts';
import { pegSearch } from './pegs/peg-search.ts';
import {
  type Algorithm,
  type FoundSolutions,
  type MethodResult,
  methodResult,
  percentileOf,
  stopped,
} from './search-result.ts';
import { databaseNeed } from './sliding/database-need.ts';
import { withDatabases } from './sliding/database-solver.ts';
import { type DatabaseKind, type Databases, databasesOf } from './sliding/databases.ts';
import { rectangleImprovements } from './sliding/large-rectangle.ts';
import { linearConflictCursor, longestConflictLine } from './sliding/linear-conflict.ts';
import { multiTileNeed } from './sliding/multi-tile-database.ts';
import { withMultiTile } from './sliding/multi-tile-solver.ts';
import { isRectangular, rectangleTo } from './sliding/rectangle.ts';
import { allBelow, solveBelow, type WithSearch } from './sliding/table-search.ts';
import { walkingDistanceCursor } from './sliding/walking-distance.ts';
import { solutionsByFinding } from './solution-space.ts';
import type { Table, TableNeed, Tables } from './tables/contract.ts';
import { hasTable, openedTable, tableNeed } from './tables/table.ts';

/** Best first. */
export const preferred = ['table', 'component', 'ida-pdb', 'ida-mtm', 'regions'] as const satisfies readonly Method[];

/** What a method gets to solve one question. */
interface SolverInput {
  readonly puzzle: Puzzle;
  readonly question: Question;
  readonly tables: Tables;
  readonly databases: DatabaseKind;
  readonly budget: Budget;
  /** Whether to count shortest solutions, which takes longer than to find one. */
  readonly isCounting: boolean;
}

/** What it gets to do a search in parts. */
interface PartsInput extends Pick<SolverInput, 'puzzle' | 'question' | 'tables' | 'databases'> {
  /** Which of its bounds to go by. */
  readonly variant: number;
}

interface Solver {
  fits(puzzle: Puzzle, goal: Goal): boolean;
  needs?(puzzle: Puzzle, goal: Goal, databases: DatabaseKind): readonly TableNeed[];
  search(input: SolverInput): MethodResult;
  /** All shortest solutions. @param first one of them */
  all?(input: SolverInput, first: readonly Move[]): FoundSolutions;
  /** Run a task with a depth-first search for a question that has a solution; only methods have it whose searches are such. */
  inParts?<T>(input: PartsInput, task: PartsTask<T>): T;
}

/** A method that needs nothing but the puzzle's cursor. */
const byCursor = (algorithm: Algorithm): Solver => ({
  fits: isCountable,
  search: ({ puzzle, question, budget }) => {
    const cursor = puzzle.cursor(question.goal, question.start);
    return methodResult(cursor, algorithm(cursor, cursor.rank(question.start), budget), budget);
  },
});

interface Deepening extends Partial<Pick<Solver, 'fits'>> {
  /** Whether it counts the cursor's lower bound. */
  readonly isBounded?: boolean;
  cursorOf?(puzzle: Puzzle, goal: Goal, start: Position): Cursor;
  improvementsOf?(puzzle: Puzzle, question: Question): readonly Improvement[];
}

/** Iterative deepening by a cursor, which is the puzzle's own unless another one is named. */
const byDeepening = ({
  isBounded = true,
  fits = () => true,
  cursorOf = (puzzle, goal, start) => puzzle.cursor(goal, start),
  improvementsOf = () => [],
}: Deepening): Solver => ({
  fits,
  search: ({ puzzle, question: { start, goal }, budget }) => {
    const cursor = cursorOf(puzzle, goal, start);
    const search = new CursorSearch(cursor, cursor.rank(start), isBounded);
    const result = deepen(search, budget, improvementsOf(puzzle, { start, goal }));
    if (typeof result === 'string') return stopped(budget, result);
    return result ? { status: 'solved', optimal: true, moves: result } : { status: 'exhausted' };
  },
  inParts: ({ puzzle, question: { start, goal } }, task) => {
    const cursor = cursorOf(puzzle, goal, start);
    return task(new CursorSearch(cursor, cursor.rank(start), isBounded), improvementsOf(puzzle, { start, goal }));
  },
});

const lookedUp = (table: Table, start: Position, isCounting: boolean): MethodResult => {
  if (!table.load(start)) return { status: 'exhausted' };
  const moves = table.path(start);
  const solution = { status: 'solved', optimal: true, moves } as const;
  if (!isCounting) return solution;
  const ways = { solutions: table.solutions(start), firstMoves: table.bestMoves(start) };
  // A table may know the shortest solutions only.
  if (table.histogram.length === 0) return { ...solution, ...ways };
  return { ...solution, ...ways, percentile: percentileOf(table.histogram, moves.length) };
};

/** All that a table knows of the shortest solutions from a start that has one. */
const listed = (table: Table, start: Position): FoundSolutions => ({
  count: table.solutions(start),
  undecided: [],
  movesAt: (position) => table.bestMoves(position),
});

/** The upper bound of the number of positions in a search for a goal. */
export const statesOf = (puzzle: Puzzle, goal: Goal): number => puzzle.statesTo?.(goal) ?? puzzle.states;

/** Whether states are exact numbers, and few enough that a computer could store a part of them. */
const isCountable: Solver['fits'] = (puzzle, goal) => statesOf(puzzle, goal) <= Number.MAX_SAFE_INTEGER;

const isRectangularTo: Solver['fits'] = (puzzle, goal) => isRectangular(puzzle) && isWhole(goal);

const byTable: Solver = {
  fits: (puzzle, goal) => hasTable(puzzle) && isWhole(goal),
  needs: (puzzle, goal) => [tableNeed(puzzle, goal)],
  search: ({ puzzle, question: { start, goal }, tables, budget, isCounting }) => {
    const result = lookedUp(openedTable(puzzle, goal, tables), start, isCounting);
    if (result.status === 'solved') {
      budget.generated = result.moves.length + 1;
      budget.peakFrontier = 1;
    }
    return result;
  },
  all: ({ puzzle, question: { start, goal }, tables }) => listed(openedTable(puzzle, goal, tables), start),
};

/** A table of what the start can reach, made for the question. */
const byComponent: Solver = {
  fits: ({ hasOwnPieces = false }) => hasOwnPieces,
  search: ({ puzzle, question, budget, isCounting }) => {
    const found = componentTable(puzzle, question, budget, 'start');
    if (found instanceof ComponentTable) return lookedUp(found, question.start, isCounting);
    return methodResult(puzzle.cursor(question.goal, question.start), found, budget);
  },
  all: ({ puzzle, question, budget }, first) => {
    const found = componentTable(puzzle, question, budget, 'start');
    if (found instanceof ComponentTable) return listed(found, question.start);
    // A board too large for a table has no more than its first solution.
    const reason = found.status === 'gave-up' ? found.reason : 'memory';
    return solutionsByFinding(puzzle, question.start, first, budget, () => reason);
  },
};

/** The databases that bound the moves to a goal; undefined where there are none. */
const databasesFor = ({ board }: Puzzle, goal: Goal, kind: DatabaseKind): Databases | undefined =>
  goal.positions.length === 1 && isWhole(goal) ? databasesOf(board, kind) : undefined;

/** A method that searches below tables, of which it opens those for the question. */
const belowTables = (
  fit: Pick<Solver, 'fits' | 'needs'>,
  opened: (input: Omit<PartsInput, 'variant'>) => WithSearch,
): Solver => ({
  ...fit,
  search: (input) => solveBelow(opened(input), input.puzzle, input.question, input.budget),
  all: (input, first) => allBelow(opened(input), input.puzzle, input.question, input.budget, first),
  inParts: (input, task) =>
    opened(input)(({ search, improvementsOf }) => {
      search.begin(input.question, input.variant);
      return task(search, improvementsOf(input.question));
    }),
});

const byDatabases = belowTables(
  {
    fits: (puzzle, goal) =>
      puzzle.isPermutation === true && puzzle.metric === 'steps' && databasesFor(puzzle, goal, '7-7-1') !== undefined,
    needs: (puzzle, goal, kind) => [databaseNeed(databasesFor(puzzle, goal, kind)!)],
  },
  ({ puzzle, question, databases: kind, tables }) => withDatabases(databasesFor(puzzle, question.goal, kind)!, tables),
);

const byMultiTile = belowTables(
  {
    fits: ({ metric, board }, goal) => metric === 'mtm' && board.size === 16 && goal.positions.length === 1,
    needs: () => [multiTileNeed],
  },
  ({ tables }) => withMultiTile(tables),
);

const byRegions: Solver = {
  fits: ({ family }) => family === 'pegs',
  search: ({ puzzle, question, budget }) => pegSearch(puzzle, question, budget),
};

export const solvers: Record<Method, Solver> = {
  component: byComponent,
  table: byTable,
  bfs: byCursor(breadthFirst),
  bidirectional: byCursor(bidirectional),
  iddfs: byDeepening({ isBounded: false }),
  ida: byDeepening({ improvementsOf: rectangleImprovements }),
  'ida-lc': byDeepening({
    fits: (puzzle, goal) => rectangleTo(puzzle, longestConflictLine) !== undefined && isWhole(goal),
    cursorOf: linearConflictCursor,
    improvementsOf: rectangleImprovements,
  }),
  'ida-wd': byDeepening({ fits: isRectangularTo, cursorOf: walkingDistanceCursor }),
  'ida-pdb': byDatabases,
  'ida-mtm': byMultiTile,
  regions: byRegions,
};
