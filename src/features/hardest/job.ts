/** Surveying a whole puzzle: how many positions at each distance, and the farthest. */
import { z } from 'zod';
import type { Histogram } from '../../puzzles/catalogue/histograms.ts';
import { publishedCounts, sizeOf } from '../../puzzles/lengths.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { defineJob } from '../../queue/define.ts';
import { gaveUpResult, puzzleId, storedQuestion } from '../../search/schemas.ts';
import { hardestPair, isQuick, survey } from '../../search/solve.ts';
import { revealedBySolution } from '../solve/job.ts';

const result = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('surveyed'),
    states: z.number(),
    diameter: z.number(),
    histogram: z.array(z.number()),
    /** The antipodes as text, sorted. */
    positions: z.array(z.string()),
    /** Two positions that are as far apart as any, where a goal does not stand for all others. */
    pair: z.object({ start: z.string(), goal: z.string(), length: z.number() }).optional(),
    milliseconds: z.number(),
    /** Where the counts are published, of a puzzle with too many positions to visit: a sequence of the OEIS. */
    source: z.string().optional(),
  }),
  gaveUpResult,
]);
export type SurveyResult = z.infer<typeof result>;

/** What others have counted. */
export const publishedSurvey = (published: Histogram) => ({
  status: 'surveyed' as const,
  states: sizeOf(published),
  diameter: published.counts.length - 1,
  histogram: [...published.counts],
  positions: [],
  milliseconds: 0,
  source: published.source,
});

export const surveyJob = defineJob({
  kind: 'survey',
  input: z.strictObject({ puzzle: puzzleId }),
  result,
  key: ({ puzzle }) => [puzzle],
  lane: ({ puzzle: id }) => {
    const puzzle = knownPuzzle(id);
    return publishedCounts(puzzle) || isQuick(puzzle, 'bfs') ? 'quick' : 'long';
  },
  tables: () => [],
  run: ({ puzzle: id }, { limits }): SurveyResult => {
    const puzzle = knownPuzzle(id);
    const published = publishedCounts(puzzle);
    if (published) return publishedSurvey(published);
    const started = performance.now();
    const found = survey(puzzle, limits);
    if (typeof found === 'string') return { status: 'gave-up', reason: found };
    const pair = puzzle.hasOwnPieces && hardestPair(puzzle, limits);
    if (typeof pair === 'string') return { status: 'gave-up', reason: pair };
    const { farthest, histogram, ...counts } = found;
    const positions = farthest.map(puzzle.formatPosition).sort();
    const known = { ...counts, histogram: [...histogram], positions, ...(pair && { pair }) };
    return { status: 'surveyed', ...known, milliseconds: performance.now() - started };
  },
  keepFor: () => 'configured',
  // What is known of all positions stays: how many there are, and the greatest distance.
  *revealsEach({ puzzle }, found) {
    for (const position of found.status === 'surveyed' ? found.positions : [])
      yield revealedBySolution({ puzzle, question: storedQuestion(knownPuzzle(puzzle), position) });
  },
});
