/** Searches that take seconds each, against the literature. */
import { expect, test } from 'vitest';
import { fifteen } from '../../src/puzzles/catalogue/fifteen.ts';
import { peg33 } from '../../src/puzzles/catalogue/peg33.ts';
import { type Puzzle, replay } from '../../src/puzzles/puzzle.ts';
import { needsOf, solve } from '../../src/search/solve.ts';
import { sharedTables } from '../support/tables.ts';
import { questionOf, vectorsOf } from '../support/truth.ts';

/** Solves a position, and plays its solution by the rules. */
const solved = (puzzle: Puzzle, position: string, goal?: string) => {
  const question = questionOf(puzzle, position, goal);
  const outcome = solve(puzzle, question, { tables: sharedTables(needsOf(puzzle, question.goal)) });
  if (outcome.status !== 'solved') throw new Error(`${position}: ${outcome.status}`);
  expect(outcome).toMatchObject({ optimal: true, lowerBound: outcome.moves.length });
  expect(question.goal.positions).toContainEqual(replay(puzzle, question.start, outcome.moves).at(-1));
  return outcome.moves;
};

test("Korf's hundred, whose goal has the blank first, take 5,305 moves in all", () => {
  const vectors = vectorsOf('korf');
  expect(vectors).toHaveLength(100);
  const lengths = vectors.map(([text]) => solved(fifteen, text, '0123456789ABCDEF').length);
  expect(lengths).toEqual(vectors.map(([, length]) => length));
  expect(lengths.reduce((sum, length) => sum + length)).toBe(5305);
});

test('one of the farthest positions of the 15 puzzle takes 80 moves', () => {
  expect(solved(fifteen, '0CADFBE937254861')).toHaveLength(80);
});

test('the central game of the English board takes 18 moves (Bergholt 1912), and none takes fewer (Beasley 1964)', () => {
  const moves = solved(peg33, 'all-d4', 'd4');
  expect(moves).toHaveLength(18);
  expect(moves.flatMap((move) => move.slice(1))).toHaveLength(31);
});
