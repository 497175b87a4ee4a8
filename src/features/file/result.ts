/** A file as a request, and what is known of its lines. */
import { z } from 'zod';
import { mostBytes } from '../../discord/fitting.ts';
import { packedHere, packedLength, unpacked } from '../../runtime/packed.ts';
import { gaveUpReasons } from '../../search/budget.ts';
import { gaveUpResult, notation, puzzleId } from '../../search/schemas.ts';
import { mostLines, type NumberedLine, purposes } from './lines.ts';

/** Characters of a written solution. */
const longestSolution = 2000;
/** Characters of a piece that somebody wrote, in a problem. */
export const longestValue = 60;

const values = z.record(z.string(), z.union([z.string().max(longestValue), z.number()]));
/** The moves that are judged: how many there are, whether they solve it, and how many are not the best where a table knows. */
const judged = z.object({ moves: z.int(), isSolved: z.boolean(), mistakes: z.int().optional() });
/** The puzzle, where the line draws another board than that of the request. */
const common = { puzzle: puzzleId.optional(), position: notation, judged: judged.optional() };
/** No solution is shorter than `least`. `reason`: why it is not proved, or none is known. */
const searched = { least: z.int(), reason: z.enum(gaveUpReasons).optional(), ...common };

const lineResult = z.discriminatedUnion('is', [
  z.object({ is: z.literal('header') }),
  z.object({ is: z.literal('wrong'), about: z.enum(['position', 'moves', 'line']), code: z.string().max(60), values }),
  /** Not read yet. */
  z.object({ is: z.literal('waiting') }),
  z.object({ is: z.literal('unsolvable'), code: z.string().max(60), values, ...common }),
  /** No solution is known. */
  z.object({ is: z.literal('open'), ...searched }),
  /** It is proved shortest if its length is `least`. */
  z.object({ is: z.literal('solved'), length: z.int(), solution: z.string().max(longestSolution), ...searched }),
]);
export type KnownOfLine = z.infer<typeof lineResult>;
export const isProved = (line: KnownOfLine): line is Extract<KnownOfLine, { is: 'solved' }> =>
  line.is === 'solved' && line.length === line.least;
export type KnownLine = Extract<KnownOfLine, { position: string }>;

export const fileResult = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('done'),
    /** One for each line of the request. */
    lines: z.array(lineResult).max(mostLines + 1),
    /** Time spent on searching. */
    milliseconds: z.number(),
    /** Why lines are left. */
    reason: z.enum(gaveUpReasons).optional(),
  }),
  gaveUpResult,
]);
export type FileResult = z.infer<typeof fileResult>;
export type Done = Extract<FileResult, { status: 'done' }>;

/** Bytes of the lines with their numbers. */
const mostPacked = mostBytes + 8 * mostLines;

/** The lines of a file, as `packLines` packs them. */
export const packedLines = z.string().max(packedLength(mostPacked));

export const fileInput = z.strictObject({
  puzzle: puzzleId,
  purpose: z.enum(purposes),
  packed: packedLines,
  lineCount: z
    .int()
    .min(1)
    .max(mostLines + 1),
  /** What directions in moves say, if their writer tells. */
  notation: z.enum(['piece-directions', 'blank-directions']).optional(),
});
export type FileRequest = z.output<typeof fileInput>;

/** No file has what stands between the lines. */
const separator = '\0';

export const packLines = (lines: readonly NumberedLine[]): Pick<FileRequest, 'packed' | 'lineCount'> => ({
  packed: packedHere(lines.map(([number, line]) => `${number} ${line}`).join(separator)),
  lineCount: lines.length,
});

/** The lines of a request, and why they are asked. */
export interface AskedLines {
  readonly lines: readonly NumberedLine[];
  readonly purpose: FileRequest['purpose'];
}

/** The lines of a request. A thousand of them take a millisecond or two to read. */
export const linesIn = (request: Pick<FileRequest, 'packed'>): readonly NumberedLine[] =>
  unpacked(request.packed, mostPacked)
    .toString()
    .split(separator)
    .map((line) => {
      const end = line.indexOf(' ');
      return [Number(line.slice(0, end)), line.slice(end + 1)];
    });

/** Whether more time can tell more about a line. */
export const isLeft = (line: KnownOfLine): boolean => {
  if (line.is !== 'open' && line.is !== 'solved') return line.is === 'waiting';
  return !isProved(line) && line.reason !== 'nodes' && line.reason !== 'memory';
};

export const doneOf = (lines: readonly KnownOfLine[]): number => lines.filter((line) => !isLeft(line)).length;
