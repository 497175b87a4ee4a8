/** A certificate of one answer: why no solution is shorter, as data that anyone can check (docs/proofs.md). */
import { z } from 'zod';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { defineJob, type RequestOf, type Work } from '../../queue/define.ts';
import { certificateNeeds, certify } from '../../search/certificates/certify.ts';
import { proofStepCodes, proofSteps } from '../../search/certificates/steps.ts';
import { gaveUpResult, moves, questionInput, questionKey } from '../../search/schemas.ts';
import { needsOf, type Outcome, solve } from '../../search/solve.ts';
import { requestWithKnown, revealedBySolution } from '../solve/job.ts';

const result = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('certified'),
    /** The text of its file. */
    file: z.string(),
    solution: moves,
    /** Why it proves the answer. */
    steps: z.array(z.object({ code: z.enum(proofStepCodes), values: z.record(z.string(), z.number()) })),
  }),
  /** Nothing is proved of the answer. */
  z.object({ status: z.literal('unproved') }),
  gaveUpResult,
]);

type Certified = z.infer<typeof result>;

export const proofJob = defineJob({
  kind: 'proof',
  input: questionInput({
    /** A solution that is proved to be shortest, so that nobody searches for it again. */
    known: moves.optional(),
  }),
  result,
  key: ({ puzzle, question }) => questionKey(puzzle, question),
  // Where an answer is looked up, the rings around it may still have millions of positions.
  lane: () => 'long',
  tables: ({ puzzle: id, question }, databases) => {
    const puzzle = knownPuzzle(id);
    return [...needsOf(puzzle, question.goal, undefined, databases), ...certificateNeeds(puzzle, question)];
  },
  run: ({ puzzle: id, question, known }, { tables, databases, limits }): Certified => {
    const puzzle = knownPuzzle(id);
    const answer = known
      ? ({ status: 'solved', moves: known, lowerBound: known.length } as const)
      : solve(puzzle, question, { tables, databases, ...limits, withoutCount: true });
    const certificate = certify(puzzle, question, answer, { tables, ...limits });
    if (certificate === 'unproved') return { status: certificate };
    if (typeof certificate === 'string') return { status: 'gave-up', reason: certificate };
    const { solution } = certificate;
    return { status: 'certified', file: JSON.stringify(certificate), solution, steps: [...proofSteps(certificate)] };
  },
  keepFor: () => 'reply',
  reveals: (request, found) => revealedBySolution(request, found?.status === 'certified' ? found.solution : undefined),
});

/** @param outcome of the question, if it is known */
export const proofWork = (
  { puzzle, question }: Pick<RequestOf<typeof proofJob>, 'puzzle' | 'question'>,
  outcome?: Outcome,
): Work<typeof proofJob> => ({ job: proofJob, request: requestWithKnown({ puzzle, question }, outcome) });
