/** Solutions that tests need. */
import { expect } from 'vitest';
import type { Move, Position, Puzzle } from '../../src/puzzles/puzzle.ts';
import { buildTables, needsOf, solve } from '../../src/search/solve.ts';
import type { Tables } from '../../src/search/tables/contract.ts';

const built = new Map<string, Tables>();

/**
 * A shortest solution. Tables are built once for a puzzle and goal. Searches without them take minutes for some positions
 * of the 15 puzzle, and the stand-in, in the same thread, answers nobody meanwhile.
 */
export const solved = (puzzle: Puzzle, start: Position, goal = puzzle.goal): readonly Move[] => {
  const key = `${puzzle.id} ${goal.text}`;
  const tables = built.get(key) ?? buildTables(needsOf(puzzle, goal));
  built.set(key, tables);
  const outcome = solve(puzzle, { start, goal }, { tables });
  if (outcome.status !== 'solved' || !outcome.optimal)
    expect.fail(`${puzzle.formatPosition(start)}: ${outcome.status}`);
  return outcome.moves;
};
