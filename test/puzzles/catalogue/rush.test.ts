import { describe, expect, it } from 'vitest';
import { longestMemory } from '../../../src/features/daily/rules.ts';
import { week } from '../../../src/puzzles/catalogue/daily.ts';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';
import { canonical } from '../../../src/puzzles/symmetry.ts';
import { surveyStates } from '../../../src/search/algorithms/breadth-first.ts';
import { solve } from '../../../src/search/solve.ts';
import { questionOf, sample } from '../../support/truth.ts';

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

describe('graded boards', () => {
  const rush = knownPuzzle('rush');
  const boards = rush.boards!;
  const lengthOf = (text: string): number => {
    const outcome = solve(rush, questionOf(rush, text), { method: 'bfs' });
    return outcome.status === 'solved' ? outcome.moves.length : -1;
  };
  const expectGraded = (some: typeof boards): void => {
    for (const { position, length } of some) {
      expect([position, lengthOf(position)]).toEqual([position, length]);
      const { start, goal } = questionOf(rush, position);
      expect(surveyStates(rush.cursor(goal, start)), position).toMatchObject({ diameter: length });
      for (const letter of new Set(position.replaceAll(/[oA]/gu, ''))) {
        expect(lengthOf(position.replaceAll(letter, 'o')), `${position} without ${letter}`).toBeLessThan(length);
      }
    }
  };

  it('take as many slides as stated, none of their positions more, and fewer without any one of their cars', () =>
    expectGraded(sample(boards, 6)));
  it('15 of them take as many, none more, and fewer without any one of their cars', { tags: 'long' }, () =>
    expectGraded(sample(boards, 15)),
  );

  it('are different, whatever their letters are', () => {
    const codes = boards.map(({ position }) => {
      const { start, goal } = questionOf(rush, position);
      return rush.encode(canonical(rush, start, goal));
    });
    expect(new Set(codes).size).toBe(boards.length);
  });

  it('are enough for ten years of each deck', () => {
    for (const { puzzle, least, most } of week.flat()) {
      if (puzzle !== 'rush') continue;
      const days =
        week.find((decks) => decks.some((deck) => deck.puzzle === puzzle && deck.least === least))!.length * 7;
      const fit = boards.filter(({ length }) => length >= least && length <= most);
      expect(fit.length).toBeGreaterThan((1.1 * longestMemory) / days);
    }
  });
});
