/** Solving: the method asked for, or the best one for the puzzle. */

import { consecutive } from '../puzzles/lists.ts';
import {
  type Cursor,
  type Goal,
  goalOf,
  type Move,
  type Obstacle,
  type Puzzle,
  type Question,
  unwrap,
} from '../puzzles/puzzle.ts';
import { successors } from '../puzzles/successors.ts';
import { type Survey, surveyStates } from './algorithms/breadth-first.ts';
import { farthestPair } from './algorithms/farthest-pair.ts';
import { Budget, type GaveUpReason, type SearchLimits } from './budget.ts';
import { type Method, methods } from './method-names.ts';
import { preferred, solvers, statesOf } from './methods.ts';
import type { PartsTask } from './parts.ts';
import { nodesOf, type SearchRecord, statusOf } from './search-record.ts';
import type { Outcome } from './search-result.ts';
import type { DatabaseKind } from './sliding/databases.ts';
import type { TableNeed, TableStorage, Tables } from './tables/contract.ts';
import { hasTable, surveyTable } from './tables/table.ts';

export { type Method, methods } from './method-names.ts';
export { type Outcome, outcomeSchema } from './search-result.ts';

/** Raise it when any search would give another result than before, so that no stored one is used any more. */
export const solverVersion = 3;

type SearchStats = Pick<Outcome, 'method' | 'generated' | 'peakFrontier' | 'milliseconds'>;

/** The methods that fit a puzzle (and this goal of it), the simplest first. */
export const methodsOf = (puzzle: Puzzle, goal: Goal = puzzle.goal): readonly Method[] =>
  methods.filter((method) => solvers[method].fits(puzzle, goal));

/** The most positions of a puzzle for which a search from both ends fits a usual budget of memory. */
const manyStates = 2 ** 33;

/** The method when none is asked for. */
export const bestMethod = (puzzle: Puzzle, goal: Goal = puzzle.goal): Method =>
  preferred.find((method) => solvers[method].fits(puzzle, goal)) ??
  (statesOf(puzzle, goal) <= manyStates ? 'bidirectional' : solvers['ida-lc'].fits(puzzle, goal) ? 'ida-lc' : 'ida');

/** The most positions for which a breadth-first search takes well under a second. */
const fewStates = 2 ** 21;

/** Whether a question is answered quickly, so that it need not wait behind those that are not. */
export const isQuick = (puzzle: Puzzle, method: Method = bestMethod(puzzle)): boolean =>
  method === 'table' ||
  method === 'component' ||
  (puzzle.states <= fewStates && (method === 'bfs' || method === 'bidirectional'));

/** Which pattern databases to use where there is a choice. */
const defaultDatabases: DatabaseKind = '7-7-1';

/** The tables that a method needs for questions with this goal. */
export const needsOf = (
  puzzle: Puzzle,
  goal: Goal,
  method: Method = bestMethod(puzzle, goal),
  databases: DatabaseKind = defaultDatabases,
): readonly TableNeed[] => solvers[method].needs?.(puzzle, goal, databases) ?? [];

/** Build tables at once, for callers that have no cache to share them. */
export const buildTables = (needs: readonly TableNeed[], storage?: TableStorage): Tables =>
  new Map(needs.map((need) => [need.key, need.build(storage)]));

export interface SolveOptions extends SearchLimits {
  readonly method?: Method | undefined;
  /** What `needsOf` named; built on the spot, each time, when left out. */
  readonly tables?: Tables | undefined;
  readonly databases?: DatabaseKind | undefined;
  /** Leave out how many shortest solutions there are, for many questions in a row. */
  readonly withoutCount?: boolean;
}

const statsOf = (method: Method, { generated, peakFrontier, milliseconds }: Budget): SearchStats => ({
  method,
  generated,
  peakFrontier,
  milliseconds,
});

const estimateOf = (puzzle: Puzzle, { start, goal }: Question): number => {
  const cursor = puzzle.cursor(goal, start);
  cursor.load(cursor.rank(start));
  return cursor.lowerBound();
};

const exhausted = (
  puzzle: Puzzle,
  question: Question,
  obstacle: Obstacle = { code: 'exhausted', values: {} },
): Obstacle => ({ ...obstacle, nearest: puzzle.nearestSolvable?.(question) });

/** Solve one question. Never throws on account of the question: what can't be solved is an outcome too. */
export const solve = (puzzle: Puzzle, question: Question, options: SolveOptions = {}): Outcome => {
  const { goal } = question;
  const { method = bestMethod(puzzle, goal), databases = defaultDatabases } = options;
  if (!solvers[method].fits(puzzle, goal)) {
    throw new RangeError(`${method} does not fit ${puzzle.id} with the goal ${goal.text}`);
  }
  const before = new Budget();
  const obstacle = puzzle.obstacle(question);
  if (obstacle) return { status: 'unsolvable', obstacle, ...statsOf(method, before) };

  const tables = options.tables ?? buildTables(needsOf(puzzle, goal, method, databases));
  const isCounting = !options.withoutCount;
  const budget = new Budget(options);
  const result = solvers[method].search({ puzzle, question, tables, databases, budget, isCounting });
  const { lowerBound } = budget;
  const stats = statsOf(method, budget);
  switch (result.status) {
    case 'solved': {
      const found = { ...result, lowerBound: result.optimal ? result.moves.length : lowerBound, ...stats };
      return isCounting ? { ...found, estimate: estimateOf(puzzle, question) } : found;
    }
    case 'exhausted':
      return { status: 'unsolvable', obstacle: exhausted(puzzle, question, result.obstacle), ...stats };
    case 'gave-up':
      return { ...result, lowerBound, ...stats };
  }
};

/** Whether searches by this method can be done in parts. */
export const isDivisible = (method: Method): boolean => solvers[method].inParts !== undefined;

interface PartsOptions {
  readonly method: Method;
  /** What `needsOf` named. */
  readonly tables: Tables;
  readonly databases?: DatabaseKind | undefined;
  /** Which of its bounds the search goes by. */
  readonly variant?: number | undefined;
}

/**
 * Run a task with a depth-first search for a question, to do it in parts.
 * @throws RangeError for a method that is not divisible
 */
export const inParts = <T>(
  puzzle: Puzzle,
  question: Question,
  { method, tables, databases = defaultDatabases, variant = 0 }: PartsOptions,
  task: PartsTask<T>,
): T => {
  const solver = solvers[method];
  if (!solver.inParts) throw new RangeError(`searches by ${method} have no parts`);
  return solver.inParts({ puzzle, question, tables, databases, variant }, task);
};

/**
 * What is known of a question by the record of its search.
 * @param reason why it stops, if it is not over
 */
export const outcomeOf = (
  puzzle: Puzzle,
  question: Question,
  record: SearchRecord,
  reason: GaveUpReason = 'cancelled',
): Outcome => {
  const { method, milliseconds, best: moves, limit: lowerBound } = record;
  const stats = { method, generated: nodesOf(record), peakFrontier: lowerBound, milliseconds };
  const status = statusOf(record);
  if (status === 'exhausted') return { status: 'unsolvable', obstacle: exhausted(puzzle, question), ...stats };
  if (!moves) return { status: 'gave-up', reason, lowerBound, ...stats };
  if (status === 'open') return { status: 'solved', optimal: false, reason, moves, lowerBound, ...stats };
  const estimate = estimateOf(puzzle, question);
  return { status: 'solved', optimal: true, moves, lowerBound: moves.length, estimate, ...stats };
};

/** Whether all positions of a puzzle can be surveyed: how many at each distance, and the farthest. */
export const canSurvey = (puzzle: Puzzle): boolean => hasTable(puzzle) || puzzle.states <= fewStates;

/** Survey a puzzle for which `canSurvey` holds. Where it has no table, the limits may end it. */
export const survey = (puzzle: Puzzle, limits: SearchLimits): Survey | GaveUpReason =>
  hasTable(puzzle) ? surveyTable(puzzle, puzzle.goal) : surveyStates(puzzle.cursor(puzzle.goal), limits);

/** The moves that lead from each state to the next one. */
const wayOf = (cursor: Cursor, states: readonly number[]): Move[] =>
  consecutive(states).map(([state, next]) => {
    const found = successors(cursor, state).find((one) => one.state === next);
    return cursor.path(found!.code);
  });

/** Two positions that are as far apart as any, of a puzzle whose moves can be undone and for which `canSurvey` holds. */
export const hardestPair = (
  puzzle: Puzzle,
  limits: SearchLimits,
): { readonly start: string; readonly goal: string; readonly length: number } | GaveUpReason => {
  const start = unwrap(puzzle.parsePosition(puzzle.landmarks[0]!.position), `${puzzle.id}: landmark`);
  const cursor = puzzle.cursor(goalOf(puzzle, start), start);
  const pair = farthestPair(cursor, cursor.rank(start), new Budget(limits));
  if (typeof pair === 'string') return pair;
  // A goal tells look-alikes apart, so each piece of the other end has the letter that it had at this one.
  const from = cursor.unrank(pair.way[0]!);
  const to = wayOf(cursor, pair.way).reduce(puzzle.play, from);
  return { start: puzzle.formatPosition(from), goal: puzzle.formatPosition(to), length: pair.distance };
};
