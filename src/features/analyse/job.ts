/** Judging moves. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { mostMoves } from '../../puzzles/moves.ts';
import { certainties, moveNotations, replay } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { defineJob, type RequestOf, type Revealed } from '../../queue/define.ts';
import { analyse, analysisSchema } from '../../search/analysis.ts';
import { move, questionInput, questionKey } from '../../search/schemas.ts';
import { bestMethod, isQuick, needsOf } from '../../search/solve.ts';

export const analyseJob = defineJob({
  kind: 'analyse',
  input: questionInput({
    moves: z.array(move).min(1).max(mostMoves).readonly(),
    // How the moves were read, for the answer.
    notation: z.enum(moveNotations),
    certainty: z.enum(certainties),
    joined: z.int(),
  }),
  result: analysisSchema,
  key: ({ puzzle, question, moves }) => [
    ...questionKey(puzzle, question),
    hash('sha256', JSON.stringify(moves), 'base64url'),
  ],
  lane: ({ puzzle }) => (isQuick(knownPuzzle(puzzle)) ? 'quick' : 'long'),
  tables: ({ puzzle, question }, databases) => needsOf(knownPuzzle(puzzle), question.goal, undefined, databases),
  run: ({ puzzle, question, moves }, { tables, databases, limits }) =>
    analyse(knownPuzzle(puzzle), question, moves, { tables, databases, ...limits }),
  keepFor: (result, { puzzle }) => {
    if (result.status === 'analysed' && result.distances.includes(null)) return 'retry';
    return bestMethod(knownPuzzle(puzzle)) === 'table' ? 'reply' : 'configured';
  },
  reveals: ({ puzzle: id, question: { start, goal }, moves }, result): Revealed => {
    const puzzle = knownPuzzle(id);
    // The answer shows the distance of every position to the goal.
    const positions = replay(puzzle, start, moves);
    const revealed = { puzzle, goal, positions };
    if (result?.status !== 'analysed') return revealed;
    return { ...revealed, solution: { start: positions[result.bestFrom]!, moves: result.best } };
  },
});
export type AnalyseRequest = RequestOf<typeof analyseJob>;
