/** Solutions that tests need. */
import { expect } from 'vitest';
import type { Move, Position, Puzzle } from '../../src/puzzles/puzzle.ts';
import { buildTables, needsOf, solve } from '../../src/search/solve.ts';
import type { Tables } from '../../src/search/tables/contract.ts';

const built = new Map<string, Tables>();

/** A shortest solution. Tables are built once, and none for the 15 puzzle, whose databases would take seconds. */
export const solved = (puzzle: Puzzle, start: Position, goal = puzzle.goal): readonly Move[] => {
  const method = puzzle.id === 'fifteen' ? 'ida-lc' : undefined;
  const key = `${puzzle.id} ${goal.text}`;
  const tables = built.get(key) ?? buildTables(needsOf(puzzle, goal, method));
  built.set(key, tables);
  const outcome = solve(puzzle, { start, goal }, { method, tables });
  if (outcome.status !== 'solved' || !outcome.optimal)
    expect.fail(`${puzzle.formatPosition(start)}: ${outcome.status}`);
  return outcome.moves;
};
