import { expect, it } from 'vitest';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';
import { solve } from '../../../src/search/solve.ts';
import { distancesFrom, goalStates, questionOf } from '../../support/truth.ts';

const start = 'ABBC/ABBC/DEEF/DGHF/I..J';

// Gardner, Scientific American, February 1964, has 81 moves.
it.each([
  ['klotski-steps', 116, 167],
  ['klotski-slides', 90, 133],
  ['klotski', 81, 124],
])('%s: the start takes %i, and the farthest position from it is %i away', (id, length, farthest) => {
  const puzzle = knownPuzzle(id);
  const question = questionOf(puzzle, start);
  expect(solve(puzzle, question)).toMatchObject({ status: 'solved', optimal: true, lowerBound: length });
  expect(goalStates(puzzle.cursor(question.goal, question.start))).toHaveLength(964);
  const cursor = puzzle.cursor(question.goal, question.start);
  const distances = distancesFrom(cursor, cursor.rank(question.start));
  expect([distances.size, Math.max(...distances.values())]).toEqual([25_955, farthest]);
});

// As listed in collections of Huarong Dao.
it.each([
  ['ABBC/ABBC/GEEH/DIJF/D..F', 70],
  ['ABBC/ABBC/GHIJ/DEEF/D..F', 60],
  ['GBBH/ABBC/AEEC/DIJF/D..F', 72],
  ['.BB./ABBC/ADFC/GDFH/EEIJ', 72],
  ['GBBH/ABBC/ADFC/IDFJ/.EE.', 70],
  ['GBBH/IBBJ/ACDF/ACDF/.EE.', 54],
  ['ABBG/ABBH/CDFI/CDFJ/.EE.', 58],
  ['GBBH/IBBJ/.EE./ACDF/ACDF', 32],
  ['ABBG/ABBH/CCDD/EEFF/I..J', 79],
  ['GBBH/IBBJ/CCDD/EEFF/.AA.', 34],
])('%s takes %i moves', (position, length) => {
  const puzzle = knownPuzzle('klotski');
  expect(solve(puzzle, questionOf(puzzle, position))).toMatchObject({ status: 'solved', lowerBound: length });
});
