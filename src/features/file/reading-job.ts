/** Reading a file, before anything is searched: its boards, how many there are, and what tells the puzzle. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { mostBytes } from '../../discord/fitting.ts';
import { defineJob } from '../../jobs/define.ts';
import type { DrawnKind, Puzzle } from '../../puzzles/puzzle.ts';
import { puzzlesOf, readPosition, saysPosition } from '../../puzzles/reader.ts';
import { allPuzzles, puzzleOrKind } from '../../puzzles/registry.ts';
import { packedLength, unpacked } from '../../runtime/packed.ts';
import { utf8In } from '../../runtime/utf8.ts';
import { gaveUpResult } from '../../search/schemas.ts';
import { boardsOf, fileLines, headerOf, mostLines, purposes, samplePosition } from './lines.ts';
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

/** Whether a text says one position of what is chosen, or else of some puzzle. */
const isPosition = (text: string, chosen: Puzzle | DrawnKind | undefined): boolean =>
  (chosen ? [chosen] : puzzlesOf(text)).some((puzzle) => saysPosition(puzzle, text));

/** The same on a board that has a name. */
const isUsual = (text: string, chosen: Puzzle | DrawnKind | undefined): boolean =>
  (chosen ? [chosen] : puzzlesOf(text)).some(
    (puzzle) => 'id' in puzzle && allPuzzles.includes(puzzle) && readPosition(puzzle, text).ok,
  );

const read = ({ packed, purpose, chosen: name }: z.output<typeof input>): Reading => {
  const chosen = name === undefined ? undefined : puzzleOrKind(name);
  const tells = (some: string) => isPosition(some, chosen);
  const text = utf8In(unpacked(packed, mostBytes));
  if (text === undefined) return { status: 'no-text' };
  const written = fileLines(text);
  const lines = purpose === 'solve' ? boardsOf(written, tells, (some) => isUsual(some, chosen)) : written;
  const count = lines.length - (headerOf(lines[0]?.[1] ?? '') ? 1 : 0);
  // What is longer is refused.
  const kept = lines.slice(0, mostLines + 1);
  return { status: 'read', ...packLines(kept), count, position: samplePosition(lines, tells) };
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
