/** The chance of a range of moves: a convolution of up to a hundred solves takes a quarter of a second. */
import { z } from 'zod';
import { defineJob } from '../../queue/define.ts';
import { gaveUpResult } from '../../search/schemas.ts';
import { chanceFor, chanceSchema } from './chance.ts';
import { chanceQuestion } from './question.ts';
import { whatText } from './wording.ts';

export const probabilityJob = defineJob({
  kind: 'probability',
  input: chanceQuestion,
  result: z.discriminatedUnion('status', [chanceSchema.extend({ status: z.literal('computed') }), gaveUpResult]),
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
  title: (t, request) => whatText(t, request),
  run: (request) => ({ status: 'computed' as const, ...chanceFor(request) }),
  keepFor: () => 'reply',
});
