/** Solving: the method asked for, or the best one for the puzzle. */
import type { Goal, Move, Obstacle, Puzzle, Question } from '../puzzles/puzzle.ts';
import { bidirectional } from './bidirectional.ts';
import { breadthFirst } from './breadth-first.ts';
import { Budget, type GaveUpReason, type Limits } from './budget.ts';
import type { Algorithm } from './ending.ts';
import { idaStar, iterativeDeepening } from './iterative-deepening.ts';

/** The tutorials' methods by their names. */
export const methods = ['bfs', 'bidirectional', 'iddfs', 'ida'] as const;
export type Method = (typeof methods)[number];

const algorithms: Record<Method, Algorithm> = {
  bfs: breadthFirst,
  bidirectional,
  iddfs: iterativeDeepening,
  ida: idaStar,
};

interface Books {
  readonly method: Method;
  /** States generated: stored ones of a breadth-first search, visited nodes of a depth-first one. */
  readonly generated: number;
  readonly peakFrontier: number;
  readonly milliseconds: number;
}

/** What is known at the end of a search. Plain data: it crosses threads, queues and stores. */
export type Outcome = Books &
  (
    | {
        readonly status: 'solved';
        readonly optimal: boolean;
        readonly lowerBound: number;
        readonly moves: readonly Move[];
      }
    | { readonly status: 'unsolvable'; readonly obstacle: Obstacle }
    | { readonly status: 'gave-up'; readonly reason: GaveUpReason; readonly lowerBound: number }
  );

/** Positions up to which a breadth-first search ends in well under a second. */
const fewStates = 2 ** 21;

/**
 * The method when nobody asked for one: two waves where they meet before they have stored much, a lower bound and no
 * memory where they would not.
 */
export const bestMethod = (puzzle: Puzzle): Method => (puzzle.states <= fewStates ? 'bidirectional' : 'ida');

/** Whether a question is answered quickly, so that it need not wait behind those that are not. */
export const isQuick = (puzzle: Puzzle, method: Method = bestMethod(puzzle)): boolean =>
  puzzle.states <= fewStates && (method === 'bfs' || method === 'bidirectional');

/** The methods that fit a puzzle (and a goal, where it matters), simplest first. */
export const methodsOf = (_puzzle: Puzzle, _goal?: Goal): readonly Method[] => methods;

/** Whether all positions of a puzzle can be surveyed: how many at each distance, and the farthest. */
export const canSurvey = (puzzle: Puzzle): boolean => puzzle.states <= fewStates;

/** Solve one question. Never throws on account of the question: what can't be solved is an outcome too. */
export const solve = (
  puzzle: Puzzle,
  question: Question,
  { method = bestMethod(puzzle), ...limits }: Limits & { readonly method?: Method | undefined } = {},
): Outcome => {
  const budget = new Budget(limits);
  const books = (): Books => ({
    method,
    generated: budget.generated,
    peakFrontier: budget.peakFrontier,
    milliseconds: budget.milliseconds,
  });
  const obstacle = puzzle.obstacle(question);
  if (obstacle) return { status: 'unsolvable', obstacle, ...books() };

  const cursor = puzzle.cursor(question.goal);
  const ending = algorithms[method](cursor, puzzle.rank(question.start), budget);
  switch (ending.status) {
    case 'solved': {
      const moves = ending.moves.map((move) => cursor.path(move));
      return { status: 'solved', optimal: true, lowerBound: moves.length, moves, ...books() };
    }
    case 'exhausted': {
      const exhausted: Obstacle = { code: 'exhausted', values: { generated: budget.generated } };
      return { status: 'unsolvable', obstacle: exhausted, ...books() };
    }
    case 'gave-up':
      return { status: 'gave-up', reason: ending.reason, lowerBound: budget.lowerBound, ...books() };
  }
};
