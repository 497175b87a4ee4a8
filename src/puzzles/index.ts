/** The registry: one line a puzzle. Every list of puzzles anywhere derives from this one. */
import { eight } from './eight.ts';
import { eleven } from './eleven.ts';
import { fifteen } from './fifteen.ts';
import { five } from './five.ts';
import { onoff } from './onoff.ts';
import { peg15 } from './peg15.ts';
import { peg21 } from './peg21.ts';
import { peg33 } from './peg33.ts';
import { peg37 } from './peg37.ts';
import type { Puzzle } from './puzzle.ts';
import { seven } from './seven.ts';
import { six } from './six.ts';

export const puzzles: readonly Puzzle[] = [five, six, seven, eight, eleven, fifteen, onoff, peg15, peg21, peg33, peg37];

/** The puzzle that people mean by this id. */
export const puzzleOf = (id: string): Puzzle | undefined => puzzles.find((puzzle) => puzzle.id === id);
