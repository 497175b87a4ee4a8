/** Reading a file, before anything is searched: its boards, how many there are, and what tells the puzzle. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { mostBytes } from '../../discord/fitting.ts';
import { puzzleOrKind } from '../../puzzles/registry.ts';
import { defineJob } from '../../queue/define.ts';
import { packedLength, unpacked } from '../../runtime/packed.ts';
import { utf8In } from '../../runtime/utf8.ts';
import { gaveUpResult } from '../../search/schemas.ts';
import { headerOf, mostLines, purposes, readFileText } from './lines.ts';
import { packedLines, packLines } from './result.ts';

const input = z.strictObject({
  /** The bytes of the file. */
  packed: z.string().max(packedLength(mostBytes)),
  purpose: z.enum(purposes),
  /** The id of the puzzle or the name of the kind that somebody chose. */
  chosen: z.string().optional(),
});

const result = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('read'),
    packed: packedLines,
    lineCount: z.int(),
    /** Boards or solves, without the header. */
    count: z.int(),
    /** A position to tell the puzzle by, if there is one. */
    position: z.string().optional(),
  }),
  z.object({ status: z.literal('no-text') }),
  gaveUpResult,
]);

type Reading = z.infer<typeof result>;

const read = ({ packed, purpose, chosen }: z.output<typeof input>): Reading => {
  const text = utf8In(unpacked(packed, mostBytes));
  if (text === undefined) return { status: 'no-text' };
  const { lines, position } = readFileText(text, purpose, chosen === undefined ? undefined : puzzleOrKind(chosen));
  const count = lines.length - (headerOf(lines[0]?.[1] ?? '') ? 1 : 0);
  // What is longer is refused.
  return { status: 'read', ...packLines(lines.slice(0, mostLines + 1)), count, position };
};

export const readingJob = defineJob({
  kind: 'reading',
  input,
  result,
  key: (request) => [hash('sha256', JSON.stringify(request), 'base64url')],
  typed: ['packed'],
  lane: () => 'quick',
  tables: () => [],
  run: read,
  keepFor: () => 'reply',
});
