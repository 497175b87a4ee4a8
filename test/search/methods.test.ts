/** Every method by its name, through the door that the command line and the workers use. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isAt, type Puzzle, replay } from '../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../src/puzzles/reader.ts';
import { puzzleOf, puzzles } from '../../src/puzzles/registry.ts';
import {
  bestMethod,
  canSurvey,
  isQuick,
  type Method,
  methods,
  methodsOf,
  needsOf,
  solve,
  survey,
} from '../../src/search/solve.ts';
import { sharedTables } from '../support/tables.ts';
import { unrank } from '../support/truth.ts';

const solved = (puzzle: Puzzle, position: string, method: Method, goal?: string) => {
  const question = parseQuestion(puzzle, position, goal);
  if (!question.ok) throw new Error(`${position}: ${question.problem.code}`);
  const tables = sharedTables(needsOf(puzzle, question.value.goal, method));
  const outcome = solve(puzzle, question.value, { method, tables, milliseconds: 20_000 });
  return { outcome, question: question.value };
};

const vectors = (id: string): [string, number][] =>
  Object.entries(JSON.parse(readFileSync(new URL(`../vectors/${id}.json`, import.meta.url), 'utf8')).positions);

/** Positions within reach of every method that fits; plain deepening gets the nearest. */
const rows: [puzzle: string, position: string, goal: string | undefined, length: number][] = [
  ...['five', 'six', 'seven', 'eight'].flatMap((id) =>
    vectors(id)
      .filter(([, length]) => length <= 20)
      .slice(0, 8)
      .map(([position, length]) => [id, position, undefined, length] as (typeof rows)[number]),
  ),
  ['eleven', '293470A8165B', undefined, 17],
  ['eleven', '123456789A0B', undefined, 1],
  ['fifteen', '123456789ABCD0EF', undefined, 2],
  ['fifteen', '0123456789ABCDEF', '1023456789ABCDEF', 1],
  ['onoff', '==no/o_ff', '==no/_off', 1],
  ['klotski', '..../..../.BB./.BB./.A..', undefined, 2],
  ['klotski-steps', '..../..../.BB./.BB./.A..', undefined, 2],
  ['rush', 'ooooBo/ooooBo/AAooBo/oooooo/oooooo/oooooo', undefined, 2],
  ['rush-steps', 'ooooBo/ooooBo/oAAoBo/oooooo/oooooo/oooooo', undefined, 6],
  ['peg15', 'all-1', '1', 10],
  ['peg21', '000010100000000000000', 'any', 1],
  ['peg33', '000000000000000011000000000000000', 'any', 1],
  ['peg37', '0000000000000000011000000000000000000', 'any', 1],
];

// The databases of multi-tile moves take long to build; `sliding/multi-tile.test.ts` has them.
describe.each(methods.filter((method) => method !== 'ida-mtm'))('%s', (method) => {
  const fitting = rows.filter(([id, , goal]) => {
    const puzzle = puzzleOf(id)!;
    const parsed = goal === undefined ? undefined : puzzle.parseGoal(goal);
    return methodsOf(puzzle, parsed?.ok ? parsed.value : puzzle.goal).includes(method);
  });

  test.each(fitting)('solves %s %s to %s', (id, position, goal, length) => {
    const puzzle = puzzleOf(id)!;
    const { outcome, question } = solved(puzzle, position, method, goal);
    expect(outcome).toMatchObject({ status: 'solved', optimal: true, lowerBound: length, method });
    if (outcome.status !== 'solved') return;
    const positions = replay(puzzle, question.start, outcome.moves);
    expect(positions).toHaveLength(length + 1);
    expect(isAt(positions.at(-1)!, question.goal)).toBe(true);
    expect(outcome.estimate).toBeLessThanOrEqual(length);
    expect(outcome.solutions !== undefined).toBe(method === 'table' || method === 'component');
  });
});

test('the best method is a table where there is one, then databases, then regions', () => {
  const best = Object.fromEntries(puzzles.map((puzzle) => [puzzle.id, bestMethod(puzzle)]));
  expect(best).toEqual({
    five: 'table',
    six: 'table',
    seven: 'table',
    eight: 'table',
    eleven: 'table',
    fifteen: 'ida-pdb',
    twentyfour: 'ida-pdb',
    onoff: 'table',
    klotski: 'component',
    rush: 'component',
    blocks: 'component',
    peg15: 'table',
    peg21: 'table',
    peg33: 'regions',
    peg37: 'regions',
  });
  expect(puzzles.filter((puzzle) => isQuick(puzzle)).map(({ id }) => id)).toEqual(
    puzzles.map(({ id }) => id).filter((id) => best[id] === 'table' || best[id] === 'component'),
  );
});

test('a method that does not fit is refused', () => {
  const eight = puzzleOf('eight')!;
  const question = parseQuestion(eight, '867254301');
  expect(() => solve(eight, question.ok ? question.value : (undefined as never), { method: 'regions' })).toThrow(
    RangeError,
  );
});

test('a table that is not at hand is an error, not a wrong answer', () => {
  const eight = puzzleOf('eight')!;
  const question = parseQuestion(eight, '867254301');
  expect(() => solve(eight, question.ok ? question.value : (undefined as never), { tables: new Map() })).toThrow(
    'not at hand',
  );
});

test('tables tell that a position has no solution where no rule does', () => {
  // Of the right class and group, but no jump is possible.
  const peg21 = puzzleOf('peg21')!;
  const lost = Array.from({ length: 200 }, (_, index) => index * 9_973 + 1)
    .map((rank) => unrank(peg21, rank % 2 ** 21))
    .find((start) => {
      const question = { start, goal: peg21.goal };
      return (
        peg21.obstacle(question) === undefined && solve(peg21, question, { method: 'bfs' }).status === 'unsolvable'
      );
    });
  expect(lost).toBeDefined();
  const outcome = solve(peg21, { start: lost!, goal: peg21.goal });
  expect(outcome).toMatchObject({ status: 'unsolvable', method: 'table', obstacle: { code: 'exhausted' } });
});

test('a pagoda function is the reason where there is one', () => {
  const { outcome } = solved(puzzleOf('peg33')!, '101010000000000000000001000000000', 'regions', 'd4');
  expect(outcome).toMatchObject({
    status: 'unsolvable',
    obstacle: { code: 'pagoda', values: { worth: -2, goalWorth: 1 } },
  });
});

test('surveys: of puzzles with a table at once, of the large puzzles not at all', () => {
  expect(puzzles.filter((puzzle) => !canSurvey(puzzle)).map(({ id }) => id)).toEqual([
    'fifteen',
    'twentyfour',
    'peg33',
    'peg37',
  ]);
  expect(survey(puzzleOf('onoff')!, {})).toMatchObject({ states: 540, diameter: 56 });
});

test('the card tells how many positions are closer', () => {
  const { outcome } = solved(puzzleOf('five')!, '450123', 'table');
  expect(outcome).toMatchObject({ percentile: { diameter: 21, antipodes: 1, closer: 359 / 360 } });
});
