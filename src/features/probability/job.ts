/** The chance of a range of moves: a convolution of up to a hundred solves takes a quarter of a second. */
import { z } from 'zod';
import { defineJob } from '../../jobs/define.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { gaveUpResult, puzzleId } from '../../search/schemas.ts';
import { chanceFor, chanceSchema } from './chance.ts';
import { type ChanceQuestion, kinds, mostAttempts, mostSolves } from './question.ts';
import { whatText } from './wording.ts';

const computed = chanceSchema.extend({ status: z.literal('computed') });
const result = z.discriminatedUnion('status', [computed, gaveUpResult]);
export type ProbabilityResult = z.infer<typeof result>;

const input = z.strictObject({
  puzzles: z.array(puzzleId).min(1).max(mostSolves),
  solves: z.int().min(1).max(mostSolves),
  /** `kind` is that of the work. */
  series: z.enum(kinds),
  attempts: z.int().min(1).max(mostAttempts),
  least: z.int().min(0),
  /** Without it, a range has no end. */
  most: z.int().min(0).optional(),
});
export type ProbabilityRequest = z.output<typeof input>;

export const probabilityRequest = ({
  puzzles,
  kind,
  range: { least, most },
  ...rest
}: ChanceQuestion): ProbabilityRequest => ({
  puzzles: puzzles.map(({ id }) => id),
  series: kind,
  ...rest,
  least,
  ...(most !== Number.POSITIVE_INFINITY && { most }),
});

export const askedOf = ({ puzzles, series, least, most, ...rest }: ProbabilityRequest): ChanceQuestion => ({
  puzzles: puzzles.map(knownPuzzle),
  kind: series,
  ...rest,
  range: { least, most: most ?? Number.POSITIVE_INFINITY },
});

export const probabilityJob = defineJob({
  kind: 'probability',
  input,
  result,
  key: ({ puzzles, solves, series, attempts, least, most = 'any' }) => [
    puzzles.join(' '),
    solves,
    series,
    attempts,
    least,
    most,
  ],
  lane: () => 'quick',
  tables: () => [],
  title: (t, request) => whatText(t, askedOf(request)),
  run: (request): ProbabilityResult => ({ status: 'computed', ...chanceFor(askedOf(request)) }),
  keepFor: () => 'reply',
});
