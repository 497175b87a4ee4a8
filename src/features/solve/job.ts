/** Solving one position. */
import type { TFunction } from 'i18next';
import { z } from 'zod';
import type { Move, Puzzle, Question } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { defineJob, type Parts, type Revealed, type Work } from '../../queue/define.ts';
import { mostPositions } from '../../search/blocks/block-component.ts';
import { questionInput, questionKey } from '../../search/schemas.ts';
import { seeded } from '../../search/scramble.ts';
import {
  beginRecord,
  nodesOf,
  progressOf,
  proofMilliseconds,
  type SearchRecord,
  type Slice,
} from '../../search/search-record.ts';
import {
  afterSlice,
  firstSolutionSlice,
  isFirstSolution,
  planOf,
  type SearchPlan,
  sliceOf,
  withFirstSolution,
} from '../../search/slices.ts';
import { isLargeRectangle, someSolution } from '../../search/sliding/large-rectangle.ts';
import {
  bestMethod,
  inParts,
  isDivisible,
  isQuick,
  type Method,
  methods,
  needsOf,
  type Outcome,
  outcomeOf,
  outcomeSchema,
  solve,
} from '../../search/solve.ts';

/** What an answer with a solution shows; without moves, what the question alone does. */
export const revealedBySolution = ({ puzzle, question }: SolveRequest, moves?: readonly Move[]): Revealed => {
  const { start, goal } = question;
  return { puzzle: knownPuzzle(puzzle), goal, positions: [start], ...(moves && { solution: { start, moves } }) };
};

/** The request of more about an answer, which nobody has to search for again if it is proved. */
export const requestWithKnown = ({ puzzle, question }: SolveRequest, outcome?: Outcome) => {
  const known = outcome?.status === 'solved' && outcome.optimal ? outcome.moves : undefined;
  return { puzzle, question, ...(known && { known }) };
};

const input = questionInput({ method: z.enum(methods).optional() });
export type SolveRequest = z.output<typeof input>;

/** Of questions that were shown before. */
const estimates = new WeakMap<Question, number>();

/** That a board has more positions than a search can hold, as estimated; undefined for others. */
export const tooLarge = (t: TFunction, { puzzle: id, question }: SolveRequest): string | undefined => {
  const about = estimates.get(question) ?? knownPuzzle(id).positionsAbout?.(question, seeded(id)) ?? 0;
  estimates.set(question, about);
  if (about <= mostPositions) return undefined;
  const exponent = [...String(Math.round(Math.log10(about)))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
  return t('progress.tooLarge', { exponent, most: Number((mostPositions / 1e6).toPrecision(2)) });
};

/** Of depth-first searches. */
export const solveParts: Parts<SolveRequest, Outcome, SearchRecord, SearchPlan, Slice> = {
  begin: ({ puzzle: id, question, method }) => {
    const puzzle = knownPuzzle(id);
    const chosen = method ?? bestMethod(puzzle, question.goal);
    // What has no solution for a reason that is seen at once is no search.
    if (!isDivisible(chosen) || puzzle.obstacle(question)) return undefined;
    const { goal } = question;
    const waits = isLargeRectangle(puzzle, goal) && needsOf(puzzle, goal, chosen).some(({ isSlow }) => isSlow);
    return waits ? withFirstSolution(beginRecord(chosen)) : beginRecord(chosen);
  },
  plan: (_, record, part, fleet) => planOf(record, part, fleet),
  slice: ({ puzzle, question }, plan, { limits, ...context }) => {
    const { method, variant } = plan.record;
    if (isFirstSolution(plan)) return firstSolutionSlice(plan, someSolution(knownPuzzle(puzzle), question));
    return inParts(knownPuzzle(puzzle), question, { ...context, method, variant }, (search, improvements) =>
      sliceOf(search, improvements, plan, limits),
    );
  },
  merge: (_, record, slice, { threads }) => afterSlice(record, slice, threads),
  progress: progressOf,
  nodes: nodesOf,
  remaining: proofMilliseconds,
  result: ({ puzzle, question }, record, reason) => outcomeOf(knownPuzzle(puzzle), question, record, reason),
};

/** A shortest solution, by the best method if none is named. */
export const solveJob = defineJob({
  kind: 'solve',
  input,
  result: outcomeSchema,
  key: ({ puzzle, question, method = 'best' as const }) => [...questionKey(puzzle, question), method],
  lane: ({ puzzle, method }) => (isQuick(knownPuzzle(puzzle), method) ? 'quick' : 'long'),
  tables: ({ puzzle, question, method }, databases) => needsOf(knownPuzzle(puzzle), question.goal, method, databases),
  run: ({ puzzle, question, method }, { tables, databases, limits }) =>
    solve(knownPuzzle(puzzle), question, { method, tables, databases, ...limits }),
  progress: (t, request, { generated, lowerBound }) =>
    [t('progress.working', { count: generated, depth: lowerBound }), tooLarge(t, request)].filter(Boolean).join('\n'),
  parts: solveParts,
  partial: ({ puzzle, question, method }, { best, generated, lowerBound, peakFrontier }): Outcome | undefined => {
    if (!best) return undefined;
    return {
      status: 'solved',
      optimal: false,
      reason: 'cancelled',
      moves: best,
      lowerBound,
      method: method ?? bestMethod(knownPuzzle(puzzle), question.goal),
      generated,
      peakFrontier,
      milliseconds: 0,
    };
  },
  keepFor: ({ method }) => (method === 'table' ? 'reply' : 'configured'),
  reveals: (request, outcome) => revealedBySolution(request, outcome?.status === 'solved' ? outcome.moves : undefined),
});

export const solveWork = (puzzle: Puzzle, question: Question, method?: Method): Work<typeof solveJob> => ({
  job: solveJob,
  request: { puzzle: puzzle.id, question, ...(method && { method }) },
});
