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
import { twentyfour } from './catalogue/twentyfour.ts';
import { metrics, type Puzzle } from './puzzle.ts';

export const puzzles: readonly Puzzle[] = [
  ...[five, six, seven, eight, eleven, fifteen, twentyfour, onoff, klotski, rush],
  ...[peg15, peg21, peg33, peg37],
];

/** With every metric. */
export const allPuzzles: readonly Puzzle[] = puzzles.flatMap(
  (puzzle) => (puzzle.inMetric && metrics.map(puzzle.inMetric)) ?? puzzle,
);

export const puzzleOf = (id: string): Puzzle | undefined => allPuzzles.find((puzzle) => puzzle.id === id);

/** @throws RangeError for an unknown id */
export const knownPuzzle = (id: string): Puzzle => {
  const puzzle = puzzleOf(id);
  if (!puzzle) throw new RangeError(`no puzzle ${id}`);
  return puzzle;
};
