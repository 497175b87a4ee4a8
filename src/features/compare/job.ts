/** Every method on one position. */
import { z } from 'zod';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { defineJob } from '../../queue/define.ts';
import { gaveUpResult, questionInput, questionKey } from '../../search/schemas.ts';
import { methodsOf, needsOf, type Outcome, outcomeSchema, solve } from '../../search/solve.ts';
import { revealedBySolution } from '../solve/job.ts';

/** The limit for each method, which also gets only its share of the time for one search. */
const mostMilliseconds = 4000;

const result = z.discriminatedUnion('status', [
  z.object({ status: z.literal('compared'), outcomes: z.array(outcomeSchema) }),
  gaveUpResult,
]);
export type CompareResult = z.infer<typeof result>;

export type Compared = Exclude<Outcome, { status: 'unsolvable' }>;

/** Whether a method was stopped before its proof, though it may know a solution. */
export const isStopped = (outcome: Compared): boolean => outcome.status === 'gave-up' || !outcome.optimal;

export const compareJob = defineJob({
  kind: 'compare',
  input: questionInput({}),
  result,
  key: ({ puzzle, question }) => questionKey(puzzle, question),
  lane: () => 'long',
  tables: ({ puzzle: id, question: { goal } }, databases) => {
    const puzzle = knownPuzzle(id);
    return methodsOf(puzzle, goal).flatMap((method) => needsOf(puzzle, goal, method, databases));
  },
  run: ({ puzzle: id, question }, { tables, databases, limits }): CompareResult => {
    const puzzle = knownPuzzle(id);
    const methods = methodsOf(puzzle, question.goal);
    const share = (limits.milliseconds ?? Number.POSITIVE_INFINITY) / methods.length;
    const milliseconds = Math.min(mostMilliseconds, share);
    const outcomes: Outcome[] = [];
    for (const method of methods) {
      if (limits.control.isCancelled) return { status: 'gave-up', reason: 'cancelled' };
      outcomes.push(solve(puzzle, question, { ...limits, method, tables, databases, milliseconds }));
    }
    return { status: 'compared', outcomes };
  },
  keepFor: () => 'configured',
  // Its answer shows lengths only.
  reveals: (request) => revealedBySolution(request),
});
