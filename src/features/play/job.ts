/** Draws a position to play, or checks a given one. */
import { z } from 'zod';
import { snowflake } from '../../discord/snowflake.ts';
import type { Question } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { defineJob } from '../../queue/define.ts';
import {
  decodeQuestion,
  formatQuestion,
  gaveUpResult,
  moves,
  notation,
  puzzleId,
  unsolvableResult,
} from '../../search/schemas.ts';
import { scrambleNeeds, scrambleOf, seeded } from '../../search/scramble.ts';
import { bestMethod, isQuick, needsOf, solve } from '../../search/solve.ts';
import { revealedBySolution } from '../solve/job.ts';
import { gameOptionsSchema } from './game.ts';

const drawn = z.strictObject({
  puzzle: puzzleId,
  seed: snowflake,
  /** The game that begins with the position. It is stored when it is shown, so a refused request leaves nothing. */
  game: gameOptionsSchema,
});
/** Without a given position, a random one that depends on the seed only. */
type DrawRequest = z.output<typeof drawn> & { readonly given?: Question };
const given = z.strictObject({ position: notation, goal: notation }).optional();
const input = z.codec(drawn.extend({ given }), z.custom<DrawRequest>(), {
  decode: ({ given, ...rest }, context) =>
    given === undefined ? rest : { ...rest, given: decodeQuestion(rest.puzzle, given, context) },
  encode: ({ given, ...rest }) => ({
    ...rest,
    ...(given && { given: formatQuestion(knownPuzzle(rest.puzzle), given) }),
  }),
});

const result = z.discriminatedUnion('status', [
  /** With a shortest solution if a table has it. */
  z.object({ status: z.literal('drawn'), position: z.string(), moves: moves.optional() }),
  unsolvableResult,
  gaveUpResult,
]);
export type DrawResult = z.infer<typeof result>;

export const drawJob = defineJob({
  kind: 'draw',
  input,
  result,
  key: ({ puzzle, seed }) => [puzzle, seed],
  lane: () => 'quick',
  tables: ({ puzzle: id, given }) => {
    const puzzle = knownPuzzle(id);
    const { goal } = given ?? puzzle;
    return isQuick(puzzle, bestMethod(puzzle, goal)) ? needsOf(puzzle, goal) : scrambleNeeds(puzzle);
  },
  run: ({ puzzle: id, game, seed, given }, { tables, limits }): DrawResult => {
    const puzzle = knownPuzzle(id);
    const draw = game.practice ?? game.difficulty ?? 'medium';
    const start = given?.start ?? scrambleOf(puzzle, draw, seeded(seed), tables).position;
    const question = given ?? { start, goal: puzzle.goal };
    const position = puzzle.formatPosition(start);
    if (!isQuick(puzzle, bestMethod(puzzle, question.goal))) {
      const obstacle = puzzle.obstacle(question);
      return obstacle ? { status: 'unsolvable', obstacle } : { status: 'drawn', position };
    }
    const outcome = solve(puzzle, question, { tables, withoutCount: true, ...limits });
    return outcome.status === 'solved' ? { status: 'drawn', position, moves: outcome.moves } : outcome;
  },
  keepFor: () => 'reply',
  // A game shows no solution while a challenge is near.
  redacts: true,
  reveals: ({ puzzle, given }) => given && revealedBySolution({ puzzle, question: given }),
});
