/** Solutions that tests need. */
import { expect } from 'vitest';
import type { Move, Position, Puzzle } from '../../src/puzzles/puzzle.ts';
import { needsOf, solve } from '../../src/search/solve.ts';
import { sharedTables } from './tables.ts';

/**
 * A shortest solution. Searches without tables take minutes for some positions of the 15 puzzle, and the stand-in, in the
 * same thread, answers nobody meanwhile.
 */
export const solved = (puzzle: Puzzle, start: Position, goal = puzzle.goal): readonly Move[] => {
  const outcome = solve(puzzle, { start, goal }, { tables: sharedTables(needsOf(puzzle, goal)) });
  if (outcome.status !== 'solved' || !outcome.optimal)
    expect.fail(`${puzzle.formatPosition(start)}: ${outcome.status}`);
  return outcome.moves;
};
