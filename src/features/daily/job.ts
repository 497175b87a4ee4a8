/** Drawing the daily challenge of a number, with a solution. */
import { z } from 'zod';
import { defineJob } from '../../queue/define.ts';
import { gaveUpResult, moves, puzzleId } from '../../search/schemas.ts';
import { solve } from '../../search/solve.ts';
import { challenge, challengeNeeds, lastDaily } from './rules.ts';

const result = z.discriminatedUnion('status', [
  z.object({ status: z.literal('challenge'), puzzle: puzzleId, position: z.string(), moves }),
  gaveUpResult,
]);
export type DailyResult = z.infer<typeof result>;

export const dailyJob = defineJob({
  kind: 'daily',
  input: z.strictObject({
    number: z.int().min(1).max(lastDaily),
    /** To be shown as a game. */
    play: z.literal(true).optional(),
  }),
  result,
  title: (t, { number }) => t('daily.title', { number }),
  key: ({ number }) => [number],
  lane: () => 'quick',
  tables: ({ number }) => challengeNeeds(number),
  needsSecret: true,
  run: ({ number }, { tables, limits, secret }): DailyResult => {
    if (secret === undefined) throw new Error('a challenge without its secret');
    const { puzzle, position } = challenge(number, secret, tables);
    const outcome = solve(puzzle, { start: position, goal: puzzle.goal }, { tables, withoutCount: true, ...limits });
    if (outcome.status === 'gave-up') return outcome;
    if (outcome.status !== 'solved') throw new Error(`the challenge ${number} has no solution`);
    const { moves, optimal, reason = 'deadline' } = outcome;
    // Its length is the record that people are measured by.
    if (!optimal) return { status: 'gave-up', reason };
    return { status: 'challenge', puzzle: puzzle.id, position: puzzle.formatPosition(position), moves };
  },
  keepFor: () => 'configured',
  // The guard and the results of people go by the challenge as it was drawn.
  isRecord: true,
});
export type DailyChallenge = DailyResult & { readonly status: 'challenge' };
