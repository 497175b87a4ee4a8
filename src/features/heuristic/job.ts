/** A lower bound of one's own, judged on all positions of a puzzle. */
import { z } from 'zod';
import { unwrap } from '../../puzzles/puzzle.ts';
import { knownPuzzle, usualPuzzle } from '../../puzzles/registry.ts';
import { defineJob, type RequestOf } from '../../queue/define.ts';
import { readBound } from '../../search/bounds/expression.ts';
import { featuresOf } from '../../search/bounds/features.ts';
import { judge, judgementSchema, noValueSchema } from '../../search/bounds/judgement.ts';
import { mostExpanded } from '../../search/bounds/node-counts.ts';
import { spaceNeeds } from '../../search/bounds/space.ts';
import { Budget } from '../../search/budget.ts';
import { gaveUpResult, puzzleId, storedQuestion } from '../../search/schemas.ts';
import { revealedBySolution } from '../solve/job.ts';

const result = z.discriminatedUnion('status', [judgementSchema, noValueSchema, gaveUpResult]);
export type HeuristicResult = z.infer<typeof result>;

/** A bound as we write it is longer than it was typed, by spaces. */
const longestBound = 1000;

export const heuristicJob = defineJob({
  kind: 'heuristic',
  input: z.strictObject({
    puzzle: puzzleId,
    bound: z.string().min(1).max(longestBound),
    /** Whether others may see it on leaderboards. */
    isShared: z.literal(true).optional(),
  }),
  result,
  key: ({ puzzle, bound }) => [puzzle, bound],
  // The first one of a thread takes a second, as it lists the positions.
  lane: () => 'long',
  tables: ({ puzzle }) => spaceNeeds(knownPuzzle(puzzle)),
  run: ({ puzzle: id, bound }, { tables, limits }): HeuristicResult => {
    const puzzle = knownPuzzle(id);
    const read = unwrap(readBound(bound, featuresOf(puzzle)), `no bound of ${id}`);
    const found = judge(puzzle, read, tables, new Budget(limits));
    return typeof found === 'string' ? { status: 'gave-up', reason: found } : found;
  },
  keepFor: () => 'configured',
  // Of all positions, it tells the distance of one.
  *revealsEach({ puzzle }, found) {
    if (found.status !== 'judged' || !found.counterexample) return;
    yield revealedBySolution({ puzzle, question: storedQuestion(knownPuzzle(puzzle), found.counterexample.position) });
  },
});
export type HeuristicRequest = RequestOf<typeof heuristicJob>;

/** Operations of a bound that ranks, at most. */
export const mostShared = 10;

/** The positions by which a bound ranks, those of IDA*: only where it is admissible, short, and for the usual puzzle. */
export const rankedNodes = ({ puzzle, bound }: HeuristicRequest, found: HeuristicResult): number | undefined => {
  if (puzzle !== usualPuzzle.id || found.status !== 'judged' || found.above.count > 0) return undefined;
  const { operations } = unwrap(readBound(bound, featuresOf(usualPuzzle)), bound);
  const { nodes } = found.searches[0]!.idaStar;
  return operations <= mostShared && nodes < mostExpanded ? nodes : undefined;
};
