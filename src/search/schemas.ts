/** Schemas that requests and results of several kinds of work share. */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Obstacle, obstacleCodes, type Puzzle, type Question, unwrap } from '../puzzles/puzzle.ts';
import { parseQuestion } from '../puzzles/reader.ts';
import { knownPuzzle, puzzleOf } from '../puzzles/registry.ts';
import { gaveUpReasons } from './budget.ts';

/** Of a puzzle of the registry, or of a board of one's own. */
export const puzzleId = z.string().refine((id) => puzzleOf(id) !== undefined);
/** A board of blocks has up to 144 cells, and one of tiles up to 400 numbers, with separators. */
export const notation = z.string().min(1).max(1600);
/** A move as the cells of its piece. */
export const move = z.array(z.int().min(0).max(399)).min(2).readonly();
export const moves = z.array(move).readonly();

export const gaveUpResult = z.object({ status: z.literal('gave-up'), reason: z.enum(gaveUpReasons) });
export const obstacle = z.object({
  code: z.enum(obstacleCodes),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  nearest: z
    .object({
      position: z.string(),
      goal: z.string(),
      isOpen: z.literal(true).optional(),
      isSameStart: z.literal(true).optional(),
    })
    .optional(),
}) as z.ZodType<Obstacle>;
export const unsolvableResult = z.object({ status: z.literal('unsolvable'), obstacle });

/** Questions by their text, so that a process parses each once, and one that it has formatted never. */
const questions = new LRUCache<string, Question>({ max: 1000 });
const textKey = (puzzle: Puzzle, position: string, goal: string): string => `${puzzle.id}|${position}|${goal}`;

const parse = (puzzle: Puzzle, position: string, goal: string): ReturnType<typeof parseQuestion> => {
  const key = textKey(puzzle, position, goal);
  const value = questions.get(key);
  if (value) return { ok: true, value };
  const parsed = parseQuestion(puzzle, position, goal);
  if (parsed.ok) questions.set(key, parsed.value);
  return parsed;
};

/** @throws RangeError if the text did not come from `formatQuestion` */
export const storedQuestion = (puzzle: Puzzle, position: string, goal = puzzle.goal.text): Question =>
  unwrap(parse(puzzle, position, goal), `no position of ${puzzle.id}`);

/** A question as text; `storedQuestion` reads it again without parsing. */
export const formatQuestion = (puzzle: Puzzle, question: Question): { position: string; goal: string } => {
  const position = puzzle.formatPosition(question.start);
  const goal = question.goal.text;
  questions.set(textKey(puzzle, position, goal), question);
  return { position, goal };
};

/** By which questions are the same work. */
export const questionKey = (id: string, { start, goal }: Question): readonly [string, string, string] => [
  id,
  knownPuzzle(id).formatPosition(start),
  goal.text,
];

/** `storedQuestion` for the decoding of a schema, where wrong text is an issue. */
export const decodeQuestion = (
  id: string,
  { position, goal = knownPuzzle(id).goal.text }: { position: string; goal?: string },
  { issues }: z.core.ParsePayload,
): Question => {
  const parsed = parse(knownPuzzle(id), position, goal);
  if (parsed.ok) return parsed.value;
  issues.push({ code: 'custom', input: position, message: `no position of ${id}: ${parsed.problem.code}` });
  return z.NEVER;
};

/** A request about one question: `puzzle`, `position` and `goal` as JSON, `puzzle` and `question` in a process. */
export const questionInput = <Fields extends z.ZodRawShape>(fields: Fields) => {
  // zod's type of an object without fields allows none at all.
  type Rest = keyof Fields extends never ? unknown : z.output<z.ZodObject<Fields>>;
  type Request = { puzzle: string; question: Question } & Rest;
  type Json = { puzzle: string; position: string; goal: string };
  // TypeScript does not see through the generic fields, which both directions only pass on.
  const json: z.ZodType = z.strictObject({ puzzle: puzzleId, position: notation, goal: notation, ...fields });
  return z.codec(json as z.ZodType<Json, Json>, z.custom<Request>(), {
    decode: ({ position, goal, ...rest }, context) => {
      const request: object = { ...rest, question: decodeQuestion(rest.puzzle, { position, goal }, context) };
      return request as Request;
    },
    encode: ({ question, ...rest }) => ({ ...rest, ...formatQuestion(knownPuzzle(rest.puzzle), question) }),
  });
};
