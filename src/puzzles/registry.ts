/** The registry. Every list of puzzles derives from this one. */
import { eight } from './catalogue/eight.ts';
import { eleven } from './catalogue/eleven.ts';
import { fifteen } from './catalogue/fifteen.ts';
import { five } from './catalogue/five.ts';
import { klotski } from './catalogue/klotski.ts';
import { onoff } from './catalogue/onoff.ts';
import { peg15 } from './catalogue/peg15.ts';
import { peg21 } from './catalogue/peg21.ts';
import { peg33 } from './catalogue/peg33.ts';
import { peg37 } from './catalogue/peg37.ts';
import { rush } from './catalogue/rush.ts';
import { seven } from './catalogue/seven.ts';
import { six } from './catalogue/six.ts';
import { sizes } from './catalogue/sizes.ts';
import { twentyfour } from './catalogue/twentyfour.ts';
import { metrics, type Puzzle } from './puzzle.ts';

export const puzzles: readonly Puzzle[] = [
  ...[five, six, seven, eight, eleven, fifteen, twentyfour, onoff, klotski, rush],
  ...[peg15, peg21, peg33, peg37],
];

/** With those that have no name but a size. */
export const puzzlesAndSizes: readonly Puzzle[] = [...puzzles, ...sizes];

/** With every metric. */
export const allPuzzles: readonly Puzzle[] = puzzlesAndSizes.flatMap(
  (puzzle) => (puzzle.inMetric && metrics.map(puzzle.inMetric)) ?? puzzle,
);

export const puzzleOf = (id: string): Puzzle | undefined => allPuzzles.find((puzzle) => puzzle.id === id);

/** Sliding puzzles on rectangles by their size, `3x4` for three rows of four. */
const bySize: ReadonlyMap<string, Puzzle> = new Map(
  puzzlesAndSizes.flatMap((puzzle) => {
    const { board, family } = puzzle;
    const columns = board.size / board.rows;
    const isRectangle = family === 'sliding' && board.lattice === 'square' && Number.isInteger(columns);
    return isRectangle ? [[`${board.rows}x${columns}`, puzzle] as const] : [];
  }),
);

/** The sizes of sliding puzzles, smallest first. */
export const knownSizes: readonly string[] = [...bySize.keys()].sort();

/** The sliding puzzle of a size, as somebody types it: `3x4`, `3 × 4`, or `4` for a square. */
export const puzzleOfSize = (typed: string): Puzzle | undefined => {
  const parts = typed.toLowerCase().split(/[x×*]/u);
  const [rows, columns = rows, ...rest] = parts.map((part) => part.trim());
  return rest.length === 0 ? bySize.get(`${rows}x${columns}`) : undefined;
};

/** @throws RangeError for an unknown id */
export const knownPuzzle = (id: string): Puzzle => {
  const puzzle = puzzleOf(id);
  if (!puzzle) throw new RangeError(`no puzzle ${id}`);
  return puzzle;
};
