/**
 * What crosses the queue, parsed by zod on both sides. Bump `jobVersion` when a change would make an older worker
 * misread a job: bots and workers of both versions then run side by side, each with queues of their own. Only what a
 * version leaves behind when all of its processes have gone is refused, with an answer that says so.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { mostMoves } from '../puzzles/moves.ts';
import {
  certainties,
  moveNotations,
  type Obstacle,
  obstacleCodes,
  type Puzzle,
  parseQuestion,
  type Question,
  replay,
} from '../puzzles/puzzle.ts';
import { knownPuzzle, puzzles } from '../puzzles/registry.ts';
import { themeNames } from '../render/theme.ts';
import type { Analysis } from '../search/analysis.ts';
import { gaveUpReasons } from '../search/budget.ts';
import { difficulties } from '../search/scramble.ts';
import { isQuick, methods, type Outcome } from '../search/solve.ts';
import type { Revealed } from './guard.ts';

export const jobVersion = 2;

const snowflake = z.string().regex(/^\d{15,21}$/u);
/** When an interaction (or anything with a snowflake) was made, in milliseconds since 1970. */
export const madeAt = (id: string): number => Number(BigInt(id) >> 22n) + 1_420_070_400_000;

const puzzle = z.enum(puzzles.map((known) => known.id));
/** Positions and goals in their printed form: what `formatPosition` gives. */
const notation = z.string().min(1).max(100);
/** Moves as the cells of their pieces. */
const moves = z.array(z.array(z.int().min(0).max(63)).min(2));

/** Where the numbers of daily challenges end, some 270 years on. */
export const lastDaily = 100_000;

/** What a worker can be asked for. The same work has the same text, so it is done once and its result kept. */
export const workSchema = z.discriminatedUnion('kind', [
  /** A shortest solution; `method` absent: by the best one. */
  z.strictObject({
    kind: z.literal('solve'),
    puzzle,
    position: notation,
    goal: notation,
    method: z.enum(methods).optional(),
  }),
  /** The whole puzzle: how many positions at each distance, and the farthest. */
  z.strictObject({ kind: z.literal('survey'), puzzle }),
  /** Every method on one position. */
  z.strictObject({ kind: z.literal('compare'), puzzle, position: notation, goal: notation }),
  /** How good somebody's moves are. The last three tell how they were read, for the answer. */
  z.strictObject({
    kind: z.literal('analyse'),
    puzzle,
    position: notation,
    goal: notation,
    moves: moves.min(1).max(mostMoves),
    notation: z.enum(moveNotations),
    certainty: z.enum(certainties),
    joined: z.int(),
  }),
  /** A position at random, of this length where one is named; the same for the same seed. */
  z.strictObject({ kind: z.literal('scramble'), puzzle, length: z.int().min(0).optional(), seed: snowflake }),
  /** A position to play: one of a difficulty, the same for the same seed, or the one that is given. */
  z.strictObject({
    kind: z.literal('draw'),
    puzzle,
    goal: notation,
    difficulty: z.enum(difficulties),
    given: notation.optional(),
    seed: snowflake,
  }),
  /** Positions of a difficulty for a contest, each with a shortest solution; the same for the same seed. */
  z.strictObject({
    kind: z.literal('contest'),
    puzzle,
    difficulty: z.enum(difficulties),
    count: z.int().min(1).max(100),
    seed: snowflake,
  }),
  /** The daily challenge of a number, with a solution. The secret that it is drawn with is the worker's. */
  z.strictObject({
    kind: z.literal('daily'),
    number: z.int().min(1).max(lastDaily),
    /** To be shown as a game. */
    play: z.literal(true).optional(),
  }),
]);
export type Work = z.infer<typeof workSchema>;
export type Kind = Work['kind'];
export type WorkOf<K extends Kind> = Extract<Work, { kind: K }>;

/** The child job, run by a worker. `id` is that of the interaction that asked; its server is for the log. */
export const workJobSchema = z.strictObject({
  version: z.literal(jobVersion),
  id: snowflake,
  guild: snowflake.optional(),
  work: workSchema,
});
export type WorkJob = z.infer<typeof workJobSchema>;

/** How boards are shown: as emoji, as a picture, or the whole solution as an animation; pictures in one of the themes. */
export const views = ['emoji', 'picture', 'animation'] as const;
export const presentationSchema = z.strictObject({ view: z.enum(views), theme: z.enum(themeNames) });
export type Presentation = z.infer<typeof presentationSchema>;
export const defaultPresentation: Presentation = { view: 'emoji', theme: 'dark' };

/** The parent job, run by a bot. The interaction's token is not in it: it has a key of its own that dies with it. */
export const replyJobSchema = z.strictObject({
  version: z.literal(jobVersion),
  id: snowflake,
  application: snowflake,
  channel: snowflake.optional(),
  guild: snowflake.optional(),
  user: snowflake,
  private: z.boolean(),
  /** Whether the answer changes the message that a component was on; absent: it is a reply of its own. */
  update: z.literal(true).optional(),
  locale: z.string().max(10),
  work: workSchema,
  /** Which board of a solution to show: 0 is the start. */
  step: z.int().min(0).max(10_000),
  /** Bots of before did not name it. */
  presentation: presentationSchema.default(defaultPresentation),
});
export type ReplyJob = z.infer<typeof replyJobSchema>;

/** A request whose asker has had all about them deleted since: the application stands in their place. */
export const disowned = (asked: ReplyJob): ReplyJob => ({ ...asked, user: asked.application });
export const isDisowned = ({ user, application }: Pick<ReplyJob, 'user' | 'application'>): boolean =>
  user === application;

const books = {
  method: z.enum(methods),
  generated: z.number(),
  peakFrontier: z.number(),
  milliseconds: z.number(),
};
const obstacle = z.object({
  code: z.enum(obstacleCodes),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  nearest: z.object({ position: z.string(), goal: z.string(), isOpen: z.literal(true).optional() }).optional(),
}) as z.ZodType<Obstacle>;
const gaveUp = { status: z.literal('gave-up'), reason: z.enum(gaveUpReasons) };

const outcomeSchema: z.ZodType<Outcome> = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('solved'),
    optimal: z.boolean(),
    lowerBound: z.number(),
    moves,
    solutions: z.number().optional(),
    firstMoves: moves.optional(),
    estimate: z.number().optional(),
    percentile: z.object({ diameter: z.number(), antipodes: z.number(), closer: z.number() }).optional(),
    ...books,
  }),
  z.object({ status: z.literal('unsolvable'), obstacle, ...books }),
  z.object({ ...gaveUp, lowerBound: z.number(), ...books }),
]);

const surveySchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('surveyed'),
    states: z.number(),
    diameter: z.number(),
    histogram: z.array(z.number()),
    /** The antipodes, in print and in order. */
    positions: z.array(z.string()),
    milliseconds: z.number(),
  }),
  z.object(gaveUp),
]);

const comparisonSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('compared'), outcomes: z.array(outcomeSchema) }),
  z.object(gaveUp),
]);

const analysisSchema: z.ZodType<Analysis> = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('analysed'),
    distances: z.array(z.number().nullable()),
    best: moves,
    bestFrom: z.number(),
  }),
  z.object({ status: z.literal('unsolvable'), obstacle }),
  z.object(gaveUp),
]);

const scrambleSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('scrambled'), position: z.string(), length: z.number().optional() }),
  /** No position has a shortest solution of the wanted length: they go up to `most`. */
  z.object({ status: z.literal('no-such-length'), most: z.number() }),
  z.object(gaveUp),
]);

const drawSchema = z.discriminatedUnion('status', [
  /** With a shortest solution, where a table has it. */
  z.object({ status: z.literal('drawn'), position: z.string(), moves: moves.optional() }),
  z.object({ status: z.literal('unsolvable'), obstacle }),
  z.object(gaveUp),
]);

const contestSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('rounds'),
    rounds: z.array(
      z.object({
        position: z.string(),
        moves,
        /** All moves that begin a shortest solution, where a table tells. */
        firstMoves: moves.optional(),
      }),
    ),
  }),
  z.object(gaveUp),
]);

const dailySchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('challenge'), puzzle, position: z.string(), moves }),
  z.object(gaveUp),
]);

/** What comes back, by the kind of work. */
export const resultSchemas = {
  solve: outcomeSchema,
  survey: surveySchema,
  compare: comparisonSchema,
  analyse: analysisSchema,
  scramble: scrambleSchema,
  draw: drawSchema,
  contest: contestSchema,
  daily: dailySchema,
};
export type ResultOf<K extends Kind> = z.infer<(typeof resultSchemas)[K]>;
export type WorkResult = { [K in Kind]: ResultOf<K> }[Kind];

/** What a work job returns when its worker doesn't know its version. */
export const refusalSchema = z.strictObject({ status: z.literal('refused'), version: z.unknown() });
export type Refusal = z.infer<typeof refusalSchema>;

export const progressSchema = z.object({ generated: z.number(), lowerBound: z.number(), peakFrontier: z.number() });

/** A question as work, for queues and stores. */
export const toWork = (
  asked: Puzzle,
  { start, goal }: Question,
  method?: WorkOf<'solve'>['method'],
): WorkOf<'solve'> => ({
  kind: 'solve',
  puzzle: asked.id,
  position: asked.formatPosition(start),
  goal: goal.text,
  ...(method && { method }),
});

/** The question that work stands for. Throws on a text that `toWork` did not make. */
export const questionOf = (work: {
  readonly puzzle: string;
  readonly position: string;
  readonly goal: string;
}): { puzzle: Puzzle; question: Question } => {
  const known = knownPuzzle(work.puzzle);
  const question = parseQuestion(known, work.position, work.goal);
  if (!question.ok) throw new RangeError(`no position of ${work.puzzle}: ${question.problem.code}`);
  return { puzzle: known, question: question.value };
};

/** What makes two pieces of work the same, for keys. */
export const keyOf = (work: Work): string => {
  switch (work.kind) {
    case 'solve':
      return [work.kind, work.puzzle, work.position, work.goal, work.method ?? 'best'].join('|');
    case 'survey':
      return [work.kind, work.puzzle].join('|');
    case 'compare':
      return [work.kind, work.puzzle, work.position, work.goal].join('|');
    case 'analyse': {
      const moves = createHash('sha256').update(JSON.stringify(work.moves)).digest('base64url');
      return [work.kind, work.puzzle, work.position, work.goal, moves].join('|');
    }
    case 'scramble':
      return [work.kind, work.puzzle, work.length ?? 'any', work.seed].join('|');
    case 'draw':
      return [work.kind, work.puzzle, work.seed].join('|');
    case 'contest':
      return [work.kind, work.puzzle, work.difficulty, work.count, work.seed].join('|');
    case 'daily':
      return [work.kind, work.number].join('|');
  }
};

/** What an answer to this work reveals: with a result all of it, without as much as the request tells. */
export const revealedBy = (work: Work, result?: ResultOf<Kind>): Revealed | undefined => {
  switch (work.kind) {
    case 'solve':
    case 'compare': {
      const { puzzle, question } = questionOf(work);
      const { start, goal } = question;
      const revealed = { puzzle, goal, positions: [start] };
      const isSolution = work.kind === 'solve' && result?.status === 'solved';
      return isSolution ? { ...revealed, solution: { start, moves: result.moves } } : revealed;
    }
    case 'analyse': {
      const { puzzle, question } = questionOf(work);
      // The answer shows the distance to the goal from every position on the way.
      const positions = replay(puzzle, question.start, work.moves);
      const revealed = { puzzle, goal: question.goal, positions };
      if (result?.status !== 'analysed') return revealed;
      return { ...revealed, solution: { start: positions[result.bestFrom]!, moves: result.best } };
    }
    case 'draw':
    case 'scramble': {
      const position = work.kind === 'draw' ? work.given : result?.status === 'scrambled' && result.position;
      if (!position) return undefined;
      const { goal } = knownPuzzle(work.puzzle);
      const { puzzle, question } = questionOf({ puzzle: work.puzzle, position, goal: goal.text });
      return { puzzle, goal, positions: [question.start] };
    }
    default:
      return undefined;
  }
};

export const lanes = ['quick', 'long'] as const;
export type Lane = (typeof lanes)[number];

/** The lane for a piece of work: quick is what ends in well under a second. */
export const laneOf = (work: Work): Lane => {
  switch (work.kind) {
    case 'solve':
      return isQuick(knownPuzzle(work.puzzle), work.method) ? 'quick' : 'long';
    case 'survey':
      return isQuick(knownPuzzle(work.puzzle), 'bfs') ? 'quick' : 'long';
    case 'compare':
      return 'long';
    case 'analyse':
    case 'contest':
      return isQuick(knownPuzzle(work.puzzle)) ? 'quick' : 'long';
    case 'scramble':
    case 'draw':
    case 'daily':
      return 'quick';
  }
};
