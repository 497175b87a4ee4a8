/**
 * What crosses the queue, parsed by zod on both sides. Bump `jobVersion` when a change would make an older worker
 * misread a job: workers refuse versions they don't know with an outcome that says so, and bots of both versions can
 * run side by side meanwhile.
 */
import { z } from 'zod';
import { puzzleOf, puzzles } from '../puzzles/index.ts';
import { type Obstacle, obstacleCodes, type Puzzle, parseQuestion, type Question } from '../puzzles/puzzle.ts';
import { gaveUpReasons } from '../search/budget.ts';
import { methods, type Outcome } from '../search/index.ts';

export const jobVersion = 1;

const snowflake = z.string().regex(/^\d{15,21}$/u);
/** Positions and goals in their printed form: what `formatPosition` gives. */
const notation = z.string().min(1).max(100);

/** One question as it is stored and compared: the same question has the same text. */
export const questionSchema = z.strictObject({
  puzzle: z.enum(puzzles.map((puzzle) => puzzle.id)),
  position: notation,
  goal: notation,
  /** Absent: the best one. */
  method: z.enum(methods).optional(),
});
export type QuestionText = z.infer<typeof questionSchema>;

/** The child job, run by a worker. `id` is that of the interaction that asked. */
export const solveJobSchema = z.strictObject({
  version: z.literal(jobVersion),
  id: snowflake,
  question: questionSchema,
});
export type SolveJob = z.infer<typeof solveJobSchema>;

/** The parent job, run by a bot. The interaction's token is not in it: it has a key of its own that dies with it. */
export const replyJobSchema = z.strictObject({
  version: z.literal(jobVersion),
  id: snowflake,
  application: snowflake,
  channel: snowflake.optional(),
  user: snowflake,
  private: z.boolean(),
  locale: z.string().max(10),
  question: questionSchema,
  /** Which board of the solution to show: 0 is the start. */
  step: z.int().min(0).max(10_000),
});
export type ReplyJob = z.infer<typeof replyJobSchema>;

const books = {
  method: z.enum(methods),
  generated: z.number(),
  peakFrontier: z.number(),
  milliseconds: z.number(),
};
const obstacle = z.object({
  code: z.enum(obstacleCodes),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  nearest: z.object({ position: z.string(), goal: z.string() }).optional(),
}) as z.ZodType<Obstacle>;

export const outcomeSchema: z.ZodType<Outcome> = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('solved'),
    optimal: z.boolean(),
    lowerBound: z.number(),
    moves: z.array(z.array(z.int().min(0).max(63)).min(2)),
    ...books,
  }),
  z.object({ status: z.literal('unsolvable'), obstacle, ...books }),
  z.object({ status: z.literal('gave-up'), reason: z.enum(gaveUpReasons), lowerBound: z.number(), ...books }),
]);

/** What a solve job returns: an outcome, or that this worker doesn't know the job's version. */
export type SolveResult = Outcome | { readonly status: 'refused'; readonly version: unknown };
export const solveResultSchema: z.ZodType<SolveResult> = z.union([
  outcomeSchema,
  z.strictObject({ status: z.literal('refused'), version: z.unknown() }),
]);

export const progressSchema = z.object({ generated: z.number(), lowerBound: z.number(), peakFrontier: z.number() });

/** A question as text, for queues and stores. */
export const toText = (puzzle: Puzzle, { start, goal }: Question, method?: QuestionText['method']): QuestionText => ({
  puzzle: puzzle.id,
  position: puzzle.formatPosition(start),
  goal: goal.text,
  ...(method && { method }),
});

/** The question that a text stands for. Throws on a text that `toText` did not make. */
export const fromText = ({ puzzle: id, position, goal }: QuestionText): { puzzle: Puzzle; question: Question } => {
  const puzzle = puzzleOf(id);
  if (!puzzle) throw new RangeError(`no puzzle ${id}`);
  const question = parseQuestion(puzzle, position, goal);
  if (!question.ok) throw new RangeError(`no position of ${id}: ${question.problem.code}`);
  return { puzzle, question: question.value };
};

/** What makes two questions the same, for keys: no white space, no colon. */
export const keyOf = ({ puzzle, position, goal, method }: QuestionText): string =>
  [puzzle, position, goal, method ?? 'best'].join('|');
