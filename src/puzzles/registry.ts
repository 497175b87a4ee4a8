/** The registry. Every list of puzzles derives from this one. */
import { eight } from './catalogue/eight.ts';
import { eleven } from './catalogue/eleven.ts';
import { fifteen } from './catalogue/fifteen.ts';
import { five } from './catalogue/five.ts';
import { onoff } from './catalogue/onoff.ts';
import { peg15 } from './catalogue/peg15.ts';
import { peg21 } from './catalogue/peg21.ts';
import { peg33 } from './catalogue/peg33.ts';
import { peg37 } from './catalogue/peg37.ts';
import { seven } from './catalogue/seven.ts';
import { six } from './catalogue/six.ts';
import type { Puzzle } from './puzzle.ts';

export const puzzles: readonly Puzzle[] = [five, six, seven, eight, eleven, fifteen, onoff, peg15, peg21, peg33, peg37];

export const puzzleOf = (id: string): Puzzle | undefined => puzzles.find((puzzle) => puzzle.id === id);

/** @throws RangeError for an unknown id */
export const knownPuzzle = (id: string): Puzzle => {
  const puzzle = puzzleOf(id);
  if (!puzzle) throw new RangeError(`no puzzle ${id}`);
  return puzzle;
};
