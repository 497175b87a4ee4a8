import { expect, it } from 'vitest';
import { lessons } from '../../../src/puzzles/catalogue/lessons.ts';
import { formatMoves, parseMoves } from '../../../src/puzzles/moves.ts';
import { reaches, unwrap } from '../../../src/puzzles/puzzle.ts';
import { knownPuzzle, puzzles } from '../../../src/puzzles/registry.ts';
import { solved } from '../../support/solution.ts';
import { questionOf } from '../../support/truth.ts';

it('there is a lesson for each way to move', () => {
  // Cards move as blocks do.
  const families = (ids: readonly string[]) =>
    new Set(ids.map((id) => knownPuzzle(id).family.replace('cards', 'blocks')));
  expect(families(lessons.map(({ puzzle }) => puzzle))).toEqual(families(puzzles.map(({ id }) => id)));
});

it.each(lessons.map((lesson) => [lesson.puzzle, lesson] as const))(
  'the lesson on %s has a shortest solution and one goal to draw',
  (id, { position, goal, moves: written }) => {
    const puzzle = knownPuzzle(id);
    const question = questionOf(puzzle, position, goal);
    const { moves } = unwrap(parseMoves(puzzle, question.start, written, question.goal), written);
    expect(reaches(puzzle, question, moves)).toBe(true);
    expect(formatMoves(puzzle, question.start, moves).join(' ')).toBe(written);
    expect(moves).toHaveLength(solved(puzzle, question.start, question.goal).length);
    expect(question.goal.positions).toHaveLength(1);
  },
);

it('the first takes five moves, as its button says, and the others fewer', () => {
  expect(lessons.map(({ moves }) => moves.split(' ').length)).toEqual([5, 3, 2]);
});
