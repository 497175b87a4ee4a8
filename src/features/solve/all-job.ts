/** All shortest solutions of one position, and all moves that begin one. */
import { z } from 'zod';
import type { Puzzle, Question } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { defineJob, type ResultOf, type Revealed, type Work } from '../../queue/define.ts';
import { allSolutions, allSolutionsSchema } from '../../search/all-solutions.ts';
import { gaveUpResult, moves, questionInput, questionKey, unsolvableResult } from '../../search/schemas.ts';
import { bestMethod, isQuick, needsOf, type Outcome } from '../../search/solve.ts';
import { requestWithKnown } from './job.ts';

const result = z.discriminatedUnion('status', [
  allSolutionsSchema,
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
  key: ({ puzzle, question }) => questionKey(puzzle, question),
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
export const allWork = (puzzle: Puzzle, question: Question, outcome?: Outcome): Work<typeof allJob> => ({
  job: allJob,
  request: requestWithKnown({ puzzle: puzzle.id, question }, outcome),
});
