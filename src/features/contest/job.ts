/** Positions of a difficulty for a contest, each with a shortest solution; the same for the same seed. */
import { z } from 'zod';
import { snowflake } from '../../discord/snowflake.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { defineJob } from '../../queue/define.ts';
import type { GaveUpReason } from '../../search/budget.ts';
import { gaveUpResult, puzzleId } from '../../search/schemas.ts';
import { draws, scrambleNeeds, scrambleOf, seeded } from '../../search/scramble.ts';
import { isQuick, needsOf, solve } from '../../search/solve.ts';
import { contestSchema, type Round, roundSchema } from './rules.ts';

/** How many positions are tried for each that is wanted, and how long each may take. */
const triesEach = 5;
const mostMilliseconds = 15_000;

const result = z.discriminatedUnion('status', [
  z.object({ status: z.literal('rounds'), rounds: z.array(roundSchema) }),
  gaveUpResult,
]);
export type ContestResult = z.infer<typeof result>;

export const contestJob = defineJob({
  kind: 'contest',
  input: z.strictObject({
    puzzle: puzzleId,
    difficulty: z.enum(draws),
    count: z.int().min(1).max(100),
    seed: snowflake,
    /** The one that begins with the positions, unless a schedule holds it. A refused request stores nothing of it. */
    contest: contestSchema.optional(),
    /** Whom the asker challenges, if that is a duel. */
    opponent: snowflake.optional(),
  }),
  result,
  key: ({ puzzle, difficulty, count, seed }) => [puzzle, difficulty, count, seed],
  lane: ({ puzzle }) => (isQuick(knownPuzzle(puzzle)) ? 'quick' : 'long'),
  tables: ({ puzzle: id }, databases) => {
    const puzzle = knownPuzzle(id);
    return [...scrambleNeeds(puzzle), ...needsOf(puzzle, puzzle.goal, undefined, databases)];
  },
  // Only positions whose shortest solution is proved will do: of pegs, one in twenty of the hard ones takes too long.
  run: ({ puzzle: id, difficulty, count, seed }, { tables, databases, limits }): ContestResult => {
    const puzzle = knownPuzzle(id);
    const random = seeded(seed);
    const milliseconds = Math.min(mostMilliseconds, (limits.milliseconds ?? Number.POSITIVE_INFINITY) / triesEach);
    const rounds: Round[] = [];
    let reason: GaveUpReason = 'deadline';
    for (let tries = count * triesEach; tries > 0 && rounds.length < count && reason !== 'cancelled'; tries--) {
      const { position } = scrambleOf(puzzle, difficulty, random, tables);
      const question = { start: position, goal: puzzle.goal };
      const outcome = solve(puzzle, question, { ...limits, tables, databases, milliseconds });
      if (outcome.status === 'gave-up') reason = outcome.reason;
      if (outcome.status !== 'solved' || !outcome.optimal || outcome.moves.length === 0) continue;
      const { moves, firstMoves } = outcome;
      rounds.push({ position: puzzle.formatPosition(position), moves, ...(firstMoves && { firstMoves }) });
    }
    return rounds.length < count ? { status: 'gave-up', reason } : { status: 'rounds', rounds };
  },
  keepFor: () => 'reply',
});
