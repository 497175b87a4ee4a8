/** Solving: the method asked for, or the best one for the puzzle. */
import type { Goal, Move, Obstacle, Puzzle, Question } from '../puzzles/puzzle.ts';
import { type Survey, surveyStates } from './algorithms/breadth-first.ts';
import { Budget, type GaveUpReason, type SearchLimits } from './budget.ts';
import { type Method, methods, preferred, solvers } from './methods.ts';
import type { DatabaseKind } from './sliding/fifteen-databases.ts';
import { hasTable, surveyTable, tableKey } from './tables/table.ts';
import type { TableNeed, TableStorage, Tables } from './tables/table-cache.ts';

export { type Method, methods } from './methods.ts';

/** How far a position is from the goal, in comparison. */
export interface Percentile {
  /** The largest distance of any position, and how many positions are as far. */
  readonly diameter: number;
  readonly antipodes: number;
  /** The share of positions that are closer to the goal, from 0 to 1. */
  readonly closer: number;
}

interface SearchStats {
  readonly method: Method;
  /** States generated: stored ones of a breadth-first search, visited nodes of a depth-first one, those looked up. */
  readonly generated: number;
  readonly peakFrontier: number;
  readonly milliseconds: number;
}

/** What is known at the end of a search. Plain data: it crosses threads, queues and stores. */
export type Outcome = SearchStats &
  (
    | {
        readonly status: 'solved';
        /** Whether it is proved that no solution is shorter; otherwise none is shorter than `lowerBound`. */
        readonly optimal: boolean;
        readonly lowerBound: number;
        readonly moves: readonly Move[];
        /** How many shortest solutions there are, and all moves that begin one, where a table tells. */
        readonly solutions?: number | undefined;
        readonly firstMoves?: readonly Move[] | undefined;
        /** The family's own lower bound of the start: how much of the length is seen at a glance. */
        readonly estimate?: number | undefined;
        /** Where the position stands among all of its puzzle, where all are known. */
        readonly percentile?: Percentile | undefined;
      }
    | { readonly status: 'unsolvable'; readonly obstacle: Obstacle }
    | { readonly status: 'gave-up'; readonly reason: GaveUpReason; readonly lowerBound: number }
  );

/** The methods that fit a puzzle (and this goal of it), the simplest first. */
export const methodsOf = (puzzle: Puzzle, goal: Goal = puzzle.goal): readonly Method[] =>
  methods.filter((method) => solvers[method].fits(puzzle, goal));

/** The method when nobody asked for one. */
export const bestMethod = (puzzle: Puzzle, goal: Goal = puzzle.goal): Method =>
  preferred.find((method) => solvers[method].fits(puzzle, goal)) ?? 'bidirectional';

/** Positions up to which a breadth-first search ends in well under a second. */
const fewStates = 2 ** 21;

/** Whether a question is answered quickly, so that it need not wait behind those that are not. */
export const isQuick = (puzzle: Puzzle, method: Method = bestMethod(puzzle)): boolean =>
  method === 'table' || (puzzle.states <= fewStates && (method === 'bfs' || method === 'bidirectional'));

/** Which pattern databases to use where there is a choice. */
export const defaultDatabases: DatabaseKind = '7-7-1';

/** The tables that a method needs for questions with this goal. */
export const needsOf = (
  puzzle: Puzzle,
  goal: Goal,
  method: Method = bestMethod(puzzle, goal),
  databases: DatabaseKind = defaultDatabases,
): readonly TableNeed[] => solvers[method].needs?.(puzzle, goal, databases) ?? [];

/** Build tables here and now, for whoever has no cache to share them. */
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

/** Histograms of this thread, by table: goals that differ only by the names of the tiles have the same. */
const histograms = new Map<string, readonly number[]>();

const percentileOf = (puzzle: Puzzle, goal: Goal, length: number): Percentile => {
  const key = tableKey(puzzle, goal);
  const histogram = histograms.get(key) ?? surveyTable(puzzle, goal).histogram;
  histograms.set(key, histogram);
  const total = histogram.reduce((sum, count) => sum + count, 0);
  const closer = histogram.slice(0, length).reduce((sum, count) => sum + count, 0) / total;
  return { diameter: histogram.length - 1, antipodes: histogram.at(-1)!, closer };
};

/** Solve one question. Never throws on account of the question: what can't be solved is an outcome too. */
export const solve = (puzzle: Puzzle, question: Question, options: SolveOptions = {}): Outcome => {
  const { goal } = question;
  const { method = bestMethod(puzzle, goal), databases = defaultDatabases } = options;
  if (!solvers[method].fits(puzzle, goal)) {
    throw new RangeError(`${method} does not fit ${puzzle.id} with the goal ${goal.text}`);
  }
  const started = performance.now();
  const obstacle = puzzle.obstacle(question);
  if (obstacle) {
    return {
      status: 'unsolvable',
      obstacle,
      method,
      generated: 0,
      peakFrontier: 0,
      milliseconds: performance.now() - started,
    };
  }
  const tables = options.tables ?? buildTables(needsOf(puzzle, goal, method, databases));
  const budget = new Budget(options);
  const finding = solvers[method].search({
    puzzle,
    question,
    tables,
    databases,
    budget,
    isCounting: !options.withoutCount,
  });
  const { generated, peakFrontier, lowerBound, milliseconds } = budget;
  const stats: SearchStats = { method, generated, peakFrontier, milliseconds };
  switch (finding.status) {
    case 'solved': {
      const found = { ...finding, lowerBound: finding.optimal ? finding.moves.length : lowerBound, ...stats };
      if (options.withoutCount) return found;
      const cursor = puzzle.cursor(goal);
      cursor.load(puzzle.rank(question.start));
      const percentile = method === 'table' ? percentileOf(puzzle, goal, found.moves.length) : undefined;
      return { ...found, estimate: cursor.lowerBound(), percentile };
    }
    case 'exhausted':
      return {
        status: 'unsolvable',
        obstacle: finding.obstacle ?? { code: 'exhausted', values: { generated } },
        ...stats,
      };
    case 'gave-up':
      return { ...finding, lowerBound, ...stats };
  }
};

/** Whether all positions of a puzzle can be surveyed: how many at each distance, and the farthest. */
export const canSurvey = (puzzle: Puzzle): boolean => hasTable(puzzle) || puzzle.states <= fewStates;

/** Survey a puzzle for which `canSurvey` holds. Where it has no table, the limits may end it. */
export const survey = (puzzle: Puzzle, limits: SearchLimits): Survey | GaveUpReason =>
  hasTable(puzzle) ? surveyTable(puzzle, puzzle.goal) : surveyStates(puzzle.cursor(puzzle.goal), limits);
