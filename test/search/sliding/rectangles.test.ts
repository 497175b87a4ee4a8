/** Pattern databases of rectangles that have neither a table nor a diagonal. */
import { describe, expect, it } from 'vitest';
import { reaches, unwrap } from '../../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';
import { bestMethod, needsOf, solve } from '../../../src/search/solve.ts';
import { goalWithBlank, legalMoves, randomNumbers, sharedTables } from '../../support/tables.ts';

const sizes = ['2x7', '7x2', '2x8', '8x2', '3x5', '5x3', '3x6', '5x4', '4x6'];

/** A farthest position, as far as OEIS A151944 says. `npm run bench:long` proves those of 2 × 8 and 3 × 5. */
const antipodes = [['2x7', '76C43910D5BA28', 108]] as const;

const solved = (id: string, position: string, method?: 'ida-wd') => {
  const puzzle = knownPuzzle(id);
  const question = unwrap(parseQuestion(puzzle, position), position);
  const outcome = solve(puzzle, question, {
    tables: sharedTables(needsOf(puzzle, question.goal, method)),
    ...(method && { method }),
  });
  if (outcome.status !== 'solved') throw new Error(outcome.status);
  expect(reaches(puzzle, question, outcome.moves)).toBe(true);
  return outcome;
};

it.each(antipodes)('%s: %s needs %i moves', (id, position, length) => {
  expect(solved(id, position)).toMatchObject({ optimal: true, lowerBound: length });
});

describe.each(sizes)('%s', (id) => {
  const puzzle = knownPuzzle(id);

  it('agrees with plain iterative deepening, to goals with the blank on any cell', { tags: 'heavy' }, () => {
    expect(bestMethod(puzzle)).toBe('ida-pdb');
    const random = randomNumbers(puzzle.board.rows);
    for (let i = 0; i < 16; i += 2) {
      const goal = i < 8 ? puzzle.goal : goalWithBlank(puzzle, random(puzzle.board.size), random);
      let start = goal.positions[0]!;
      for (let step = 0; step < 16 + i; step++) {
        const moves = legalMoves(puzzle, start);
        start = puzzle.play(start, moves[random(moves.length)]!);
      }
      const question = { start, goal };
      const plain = solve(puzzle, question, { method: 'ida' });
      const outcome = solve(puzzle, question, { tables: sharedTables(needsOf(puzzle, goal)) });
      if (outcome.status !== 'solved' || plain.status !== 'solved') throw new Error(outcome.status);
      expect(outcome).toMatchObject({ optimal: true, lowerBound: plain.moves.length });
      expect(outcome.moves).toHaveLength(plain.moves.length);
      expect(reaches(puzzle, question, outcome.moves)).toBe(true);
    }
  });
});
