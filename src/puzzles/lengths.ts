/** What is known of the lengths of a puzzle's shortest solutions. */
import { type Histogram, histograms } from './catalogue/histograms.ts';
import type { Puzzle } from './puzzle.ts';
import { puzzleOf, puzzleOfSize } from './registry.ts';

/** The puzzle of a name: an id or a size, with `-mtm` for multi-tile moves. */
export const puzzleNamed = (name: string): Puzzle | undefined => {
  const [size, metric] = name.split('-');
  const sized = puzzleOfSize(size ?? '');
  return puzzleOf(name) ?? (metric === undefined ? sized : sized && puzzleOf(`${sized.id}-${metric}`));
};

/** By the id of the puzzle. Numbers of a puzzle that was removed are left out; a test names them. */
const known: ReadonlyMap<string, Histogram> = new Map(
  Object.entries(histograms).flatMap(([name, histogram]) =>
    [name, name.replace(/^(\d)x(\d)/u, '$2x$1')].flatMap((typed) => {
      const puzzle = puzzleNamed(typed);
      return puzzle ? [[puzzle.id, histogram] as const] : [];
    }),
  ),
);

export const lengthsOf = (puzzle: Puzzle): Histogram | undefined => known.get(puzzle.id);

/** The number of positions of a histogram. */
export const sizeOf = ({ counts }: Histogram): number => counts.reduce((sum, count) => sum + count, 0);

/** How many positions there are at each distance, where others have published it. */
export const publishedCounts = (puzzle: Puzzle): Histogram | undefined => {
  const found = lengthsOf(puzzle);
  return found?.source.startsWith('A') ? found : undefined;
};
