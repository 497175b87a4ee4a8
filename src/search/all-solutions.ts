/** All shortest solutions of a question, and all moves that begin one. */
import { z } from 'zod';
import type { Move, Puzzle, Question } from '../puzzles/puzzle.ts';
import { Budget, gaveUpReasons } from './budget.ts';
import { solvers } from './methods.ts';
import { move, moves } from './schemas.ts';
import { graphOf } from './solution-graph.ts';
import { bestMethod, buildTables, needsOf, type Outcome, type SolveOptions, solve } from './solve.ts';

/** Positions of a graph, which has to be stored: those of nearly all questions have fewer. */
const mostPositions = 10_000;

const edge = z.tuple([move, z.int().min(0)]).readonly();

/** `FoundSolutions`, and a graph of them. */
export const allSolutionsSchema = z.object({
  status: z.literal('listed'),
  /** Moves of each solution. */
  length: z.number(),
  count: z.number().optional(),
  reason: z.enum(gaveUpReasons).optional(),
  /** The moves that begin one. */
  firstMoves: moves,
  undecided: moves,
  /** All solutions that were found, or those for which there is room. */
  graph: z.array(z.array(edge).readonly()).readonly(),
  generated: z.number(),
  milliseconds: z.number(),
});
export type AllSolutions = Readonly<z.infer<typeof allSolutionsSchema>>;

/** Why there are none, or why not even their length is known. */
type NoSolutions = Exclude<Outcome, { readonly status: 'solved' }>;

/** Whether the best method can find all shortest solutions, if the position is not too hard. */
export const hasAllSolutions = (puzzle: Puzzle, goal = puzzle.goal): boolean =>
  solvers[bestMethod(puzzle, goal)].all !== undefined;

export interface AllSolutionsOptions extends Omit<SolveOptions, 'method' | 'withoutCount'> {
  /** A solution that is proved to be shortest, if one is known. */
  readonly known?: readonly Move[] | undefined;
}

/** For puzzles with `hasAllSolutions`. The limits of `options` are for everything together. */
export const allSolutions = (
  puzzle: Puzzle,
  question: Question,
  options: AllSolutionsOptions = {},
): AllSolutions | NoSolutions => {
  const { start, goal } = question;
  const { databases = '7-7-1', milliseconds = Number.POSITIVE_INFINITY, nodes = Number.POSITIVE_INFINITY } = options;
  const method = bestMethod(puzzle, goal);
  const tables = options.tables ?? buildTables(needsOf(puzzle, goal, method, databases));
  const first = options.known
    ? ({ status: 'solved', optimal: true, moves: options.known, generated: 0, milliseconds: 0 } as const)
    : solve(puzzle, question, { ...options, tables, withoutCount: true });
  if (first.status !== 'solved') return first;
  if (!first.optimal) {
    const { reason = 'deadline', moves: _, optimal: __, ...stats } = first;
    return { ...stats, status: 'gave-up', reason };
  }
  const budget = new Budget({
    ...options,
    milliseconds: milliseconds - first.milliseconds,
    nodes: nodes - first.generated,
  });
  budget.lowerBound = first.moves.length;
  const input = { puzzle, question, tables, databases, budget, isCounting: true };
  const { movesAt, ...found } = solvers[method].all!(input, first.moves);
  return {
    status: 'listed',
    length: first.moves.length,
    ...found,
    firstMoves: movesAt(start),
    graph: graphOf(puzzle, start, movesAt, mostPositions),
    generated: first.generated + budget.generated,
    milliseconds: first.milliseconds + budget.milliseconds,
  };
};
