/** All shortest solutions of one position, and all moves that begin one. */
import { z } from 'zod';
import { defineJob, type ResultOf, type Revealed, type Work } from '../../jobs/define.ts';
import type { Puzzle, Question } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { allSolutions } from '../../search/all-solutions.ts';
import { gaveUpReasons } from '../../search/budget.ts';
import { gaveUpResult, move, moves, questionInput, unsolvableResult } from '../../search/schemas.ts';
import { bestMethod, isQuick, needsOf, type Outcome } from '../../search/solve.ts';

const edge = z.tuple([move, z.int().min(0)]).readonly();

const result = z.discriminatedUnion('status', [
  /** The fields of `AllSolutions`. */
  z.object({
    status: z.literal('listed'),
    length: z.number(),
    count: z.number().optional(),
    reason: z.enum(gaveUpReasons).optional(),
    firstMoves: moves,
    undecided: moves,
    graph: z.array(z.array(edge).readonly()).readonly(),
    generated: z.number(),
    milliseconds: z.number(),
  }),
  unsolvableResult,
  gaveUpResult.extend({ lowerBound: z.number() }),
]);

/** For questions with `hasAllSolutions`. */
export const allJob = defineJob({
  kind: 'all',
  input: questionInput({
    /** A solution that is proved to be shortest, so that nobody searches for it again. */
    known: moves.optional(),
  }),
  result,
  key: ({ puzzle, question }) => [puzzle, knownPuzzle(puzzle).formatPosition(question.start), question.goal.text],
  lane: ({ puzzle }) => (isQuick(knownPuzzle(puzzle)) ? 'quick' : 'long'),
  tables: ({ puzzle, question }, databases) => needsOf(knownPuzzle(puzzle), question.goal, undefined, databases),
  run: ({ puzzle, question, known }, { tables, databases, limits }) =>
    allSolutions(knownPuzzle(puzzle), question, { known, tables, databases, ...limits }),
  keepFor: (found, { puzzle, question }) => {
    if (found.status === 'listed' && found.reason) return 'retry';
    return bestMethod(knownPuzzle(puzzle), question.goal) === 'table' ? 'reply' : 'configured';
  },
  reveals: ({ puzzle, question: { start, goal } }, found): Revealed => {
    const revealed = { puzzle: knownPuzzle(puzzle), goal, positions: [start] };
    return found?.status === 'listed' ? { ...revealed, solutions: { start, graph: found.graph } } : revealed;
  },
});
export type AllResult = ResultOf<typeof allJob>;

/** @param outcome of the question, if it is known */
export const allWork = (puzzle: Puzzle, question: Question, outcome?: Outcome): Work<typeof allJob> => {
  const isKnown = outcome?.status === 'solved' && outcome.optimal;
  return { job: allJob, request: { puzzle: puzzle.id, question, ...(isKnown && { known: outcome.moves }) } };
};
