/** A random position for a seed, of a given length if named. */
import { z } from 'zod';
import { defineJob, type RequestOf, type Revealed } from '../../jobs/define.ts';
import { gaveUpResult, puzzleId, snowflake, storedQuestion } from '../../jobs/fields.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { bandOf, scramble, scrambleNeeds, scrambleOf, seeded } from '../../search/scramble.ts';
import { hasTable } from '../../search/tables/table.ts';

const result = z.discriminatedUnion('status', [
  z.object({ status: z.literal('scrambled'), position: z.string(), length: z.number().optional() }),
  /** The longest shortest solution has `most` moves. */
  z.object({ status: z.literal('no-such-length'), most: z.number() }),
  gaveUpResult,
]);
export type ScrambleResult = z.infer<typeof result>;

export const scrambleJob = defineJob({
  kind: 'scramble',
  input: z.strictObject({ puzzle: puzzleId, length: z.int().min(0).optional(), seed: snowflake }),
  result,
  key: ({ puzzle, length = 'any', seed }) => [puzzle, length, seed],
  lane: () => 'quick',
  tables: ({ puzzle }) => scrambleNeeds(knownPuzzle(puzzle)),
  run: ({ puzzle: id, length, seed }, { tables }): ScrambleResult => {
    const puzzle = knownPuzzle(id);
    const random = seeded(seed);
    const found =
      length !== undefined
        ? scramble(puzzle, { least: length, most: length }, random, tables)
        : !puzzle.drawsSolvable && !hasTable(puzzle)
          ? // Few boards are solvable, and no table lists them.
            scrambleOf(puzzle, 'hard', random, tables)
          : scramble(puzzle, { least: 1, most: Number.POSITIVE_INFINITY }, random, tables);
    if (!found) return { status: 'no-such-length', most: bandOf(puzzle, 'farthest', tables).most };
    const position = puzzle.formatPosition(found.position);
    return { status: 'scrambled', position, ...(found.length !== undefined && { length: found.length }) };
  },
  // Only a retry of its job asks for the same position.
  keepFor: () => 'reply',
  // The position is useful without its length.
  redacts: true,
  reveals: ({ puzzle: id }, result): Revealed | undefined => {
    if (result?.status !== 'scrambled') return undefined;
    const puzzle = knownPuzzle(id);
    const { start, goal } = storedQuestion(puzzle, result.position);
    return { puzzle, goal, positions: [start] };
  },
});
export type ScrambleRequest = RequestOf<typeof scrambleJob>;
