import { expect, it } from 'vitest';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';
import { surveyStates } from '../../../src/search/algorithms/breadth-first.ts';
import { solve } from '../../../src/search/solve.ts';
import { questionOf } from '../../support/truth.ts';

// The hardest boards of the public database without and with walls, and their numbers of positions.
it.each([
  ['GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo', 51, 81, 4780],
  ['IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM', 60, 103, 2332],
])('%s takes %i slides and %i steps', (text, slides, steps, positions) => {
  for (const [id, length] of [
    ['rush', slides],
    ['rush-steps', steps],
  ] as const) {
    const puzzle = knownPuzzle(id);
    const question = questionOf(puzzle, text);
    expect(solve(puzzle, question)).toMatchObject({ status: 'solved', optimal: true, lowerBound: length });
    const survey = surveyStates(puzzle.cursor(question.goal, question.start));
    expect(survey).toMatchObject({ states: positions });
  }
});

it('says that a car can’t leave its row', () => {
  const rush = knownPuzzle('rush');
  const question = questionOf(rush, 'AAoooo'.padEnd(36, 'o'), `${'o'.repeat(34)}AA`);
  expect(solve(rush, question)).toMatchObject({ status: 'unsolvable', obstacle: { code: 'off-lane' } });
});
