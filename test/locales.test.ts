import { describe, expect, test } from 'vitest';
import { explainProblem, titleOf, translator } from '../src/locales/index.ts';
import { puzzles } from '../src/puzzles/index.ts';
import { families, obstacleCodes, problemCodes } from '../src/puzzles/puzzle.ts';
import { gaveUpReasons } from '../src/search/budget.ts';
import { methods } from '../src/search/index.ts';

const t = translator('en');
/** i18next gives the key back where it has no sentence. */
const hasSentence = (key: string): boolean => t(key as 'parity.0', { count: 2 }) !== key;

describe('there is a sentence for', () => {
  test.each(obstacleCodes)('the obstacle %s', (code) => expect(hasSentence(`obstacle.${code}`)).toBe(true));
  test.each(gaveUpReasons)('giving up by %s', (reason) => expect(hasSentence(`gaveUp.${reason}`)).toBe(true));
  test.each(methods)('the method %s', (method) => expect(hasSentence(`method.${method}`)).toBe(true));
  test.each(families)('the directions of moves of %s puzzles', (family) =>
    expect(hasSentence(`answer.direction.${family}`)).toBe(true),
  );
  test.each(puzzles.flatMap(({ id, landmarks }) => landmarks.map(({ name }) => [id, name])))(
    'the landmark of %s called %s',
    (_, name) => expect(hasSentence(`landmark.${name}`)).toBe(true),
  );
  test.each(puzzles.flatMap(({ id }) => problemCodes.map((code) => [code, id] as const)))(
    'the problem %s of %s',
    (code, puzzle) => {
      const text = explainProblem(t, { code, values: { puzzle } });
      expect(text).not.toContain(`problem.${code}`);
    },
  );
});

test('puzzles are called by their boards', () => {
  expect(puzzles.map((puzzle) => titleOf(t, puzzle))).toEqual([
    '5 puzzle (2 × 3)',
    '6 puzzle (hexagon)',
    '7 puzzle (2 × 4)',
    '8 puzzle (3 × 3)',
    '11 puzzle (3 × 4)',
    '15 puzzle (4 × 4)',
    'On-off puzzle (a wide card and look-alikes)',
    'Peg solitaire, 15 holes',
    'Peg solitaire, 21 holes',
    'Peg solitaire, 33 holes',
    'Peg solitaire, 37 holes',
  ]);
});
