import { z } from 'zod';
import type { Cursor, Move, Obstacle, Position } from '../puzzles/puzzle.ts';
import { type Budget, type GaveUpReason, gaveUpReasons } from './budget.ts';
import { methods } from './method-names.ts';
import { gaveUpResult, moves, unsolvableResult } from './schemas.ts';

/** `budget.lowerBound` tells what was proved until then. */
interface GaveUp {
  readonly status: 'gave-up';
  readonly reason: GaveUpReason;
}

/** How an algorithm ends. Solutions are shortest: an algorithm that can't prove it gives up. */
export type SearchResult =
  /** The codes of the moves, in order. */
  | { readonly status: 'solved'; readonly moves: readonly number[] }
  /** Everything that can be reached was searched, and there is no goal in it. */
  | { readonly status: 'exhausted' }
  | GaveUp;

/** A search for a shortest solution: moves the cursor about from `start`, and counts what it spends in `budget`. */
export type Algorithm = (cursor: Cursor, start: number, budget: Budget) => SearchResult;

/** The distance of a position compared with all others. */
const percentile = z.object({
  /** The largest distance of any position, and how many positions are that far. */
  diameter: z.number(),
  antipodes: z.number(),
  /** The share of positions that are closer to the goal, from 0 to 1. */
  closer: z.number(),
});
export type Percentile = Readonly<z.infer<typeof percentile>>;

/** @param histogram how many positions need 0, 1, 2 … moves */
export const percentileOf = (histogram: readonly number[], length: number): Percentile => {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  const closer = histogram.slice(0, length).reduce((sum, count) => sum + count, 0) / total;
  return { diameter: histogram.length - 1, antipodes: histogram.at(-1)!, closer };
};

/** A solution, with moves as paths of cells. */
const solution = z.object({
  status: z.literal('solved'),
  moves,
  /** Whether it is proved that there is nothing shorter. */
  optimal: z.boolean(),
  /** Why that isn't proved. */
  reason: z.enum(gaveUpReasons).optional(),
  /** How many shortest solutions there are, and all moves that begin one, where a table tells. */
  solutions: z.number().optional(),
  firstMoves: moves.optional(),
  /** The distance of the position compared with those of all others, where a table tells. */
  percentile: percentile.optional(),
});
type Solution = Readonly<z.infer<typeof solution>>;

const stats = {
  method: z.enum(methods),
  /** States generated: stored ones of a breadth-first search, visited nodes of a depth-first one, those looked up. */
  generated: z.number(),
  peakFrontier: z.number(),
  milliseconds: z.number(),
};

/** What is known at the end of a search. Plain data: it crosses threads, queues and stores. */
export const outcomeSchema = z.discriminatedUnion('status', [
  solution.extend({
    /** No solution is shorter than this. */
    lowerBound: z.number(),
    /** The family's own lower bound of the start: how much of the length is seen at a glance. */
    estimate: z.number().optional(),
    ...stats,
  }),
  unsolvableResult.extend(stats),
  // A search that was stopped from outside has no method.
  gaveUpResult.extend({ lowerBound: z.number(), ...stats, method: stats.method.default('bfs') }),
]);
export type Outcome = Readonly<z.infer<typeof outcomeSchema>>;

/** Shortest solutions, by the moves that go on with one. */
export interface FoundSolutions {
  /** How many there are; at least, if there is a reason. Undefined if there are too many for an exact number. */
  readonly count?: number | undefined;
  /** Why some may be missing. */
  readonly reason?: GaveUpReason | undefined;
  /** First moves of which it isn't known whether they begin one. */
  readonly undecided: readonly Move[];
  /** Empty at a goal, and at positions that none passes. */
  movesAt(position: Position): readonly Move[];
}

/** A count, unless it is so large that it isn't exact. */
export const exactly = (count: number): number | undefined => (count <= Number.MAX_SAFE_INTEGER ? count : undefined);

export type MethodResult = Solution | { readonly status: 'exhausted'; readonly obstacle?: Obstacle } | GaveUp;

/** What a search has that must stop: its best solution, if it knows one. */
export const stopped = ({ best }: Budget, reason: GaveUpReason): MethodResult =>
  best ? { status: 'solved', optimal: false, reason, moves: best } : { status: 'gave-up', reason };

/** The result of a method by that of an algorithm. */
export const methodResult = (cursor: Cursor, result: SearchResult, budget: Budget): MethodResult => {
  if (result.status === 'gave-up') return stopped(budget, result.reason);
  if (result.status === 'exhausted') return result;
  return { status: 'solved', optimal: true, moves: result.moves.map((move) => cursor.path(move)) };
};
