/** What a search method does on one position. */
import { z } from 'zod';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { defineJob, type RequestOf } from '../../queue/define.ts';
import { gaveUpResult, questionInput, questionKey, unsolvableResult } from '../../search/schemas.ts';
import { traceSchema, traceSearch, watchable } from '../../search/trace.ts';
import { revealedBySolution } from '../solve/job.ts';

export const watchJob = defineJob({
  kind: 'watch',
  input: questionInput({
    method: z.enum(watchable),
    // What the answer shows: files in place of the message.
    files: z.literal(true).optional(),
  }),
  result: z.discriminatedUnion('status', [
    z.object({ status: z.literal('watched'), trace: traceSchema }),
    unsolvableResult,
    gaveUpResult,
  ]),
  key: ({ puzzle, question, method }) => [...questionKey(puzzle, question), method],
  lane: () => 'long',
  tables: () => [],
  run: ({ puzzle: id, question, method }, { limits }) => {
    const puzzle = knownPuzzle(id);
    const obstacle = puzzle.obstacle(question);
    if (obstacle) return { status: 'unsolvable', obstacle } as const;
    const trace = traceSearch(puzzle, question, method, limits);
    return typeof trace === 'string'
      ? ({ status: 'gave-up', reason: trace } as const)
      : ({ status: 'watched', trace } as const);
  },
  // It takes a second to do again.
  keepFor: () => 'reply',
  reveals: (request, result) =>
    revealedBySolution(request, result?.status === 'watched' ? result.trace.moves : undefined),
});
export type WatchRequest = RequestOf<typeof watchJob>;
