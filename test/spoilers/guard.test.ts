import { describe, expect, test } from 'vitest';
import { revealedBySolution } from '../../src/features/solve/job.ts';
import { translator } from '../../src/locales/index.ts';
import { type Move, type Position, parseQuestion, replay, unwrap } from '../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { allSolutions } from '../../src/search/all-solutions.ts';
import { scramble, seeded } from '../../src/search/scramble.ts';
import { positionsIn } from '../../src/search/solution-graph.ts';
import { needsOf, solve } from '../../src/search/solve.ts';
import { isSpoiled, SpoilerGuard } from '../../src/spoilers/guard.ts';
import { Neighbourhood } from '../../src/spoilers/neighbourhood.ts';
import { challenges, questionsOn } from '../support/challenge.ts';
import { sharedTables } from '../support/tables.ts';

const puzzle = puzzleOf('eight')!;
const { goal } = puzzle;
const tables = sharedTables(needsOf(puzzle, goal));
const parse = (text: string): Position => {
  const position = puzzle.parsePosition(text);
  return position.ok ? position.value : expect.fail(position.problem.code);
};
const solved = (start: Position): readonly Move[] => {
  const outcome = solve(puzzle, { start, goal }, { tables });
  return outcome.status === 'solved' ? outcome.moves : expect.fail(outcome.status);
};

const far = parse('867254301');
const line = replay(puzzle, far, solved(far));
const at = 10;
const challenge = line[at]!;
const length = line.length - 1 - at;
const near = new Neighbourhood(puzzle, challenge);
/** Whether a solution from some position of the line, on a way of its own, spoils the challenge. */
const isSpoiledFrom = (start: Position, moves: readonly Move[]): boolean =>
  isSpoiled({ puzzle, goal, positions: [], solution: { start, moves } }, near, length);

describe('a solution spoils a challenge', () => {
  const moves = solved(far);

  test('when it passes through it, or through an image of it', () => {
    expect(isSpoiledFrom(far, moves)).toBe(true);
    expect(isSpoiledFrom(line[3]!, moves.slice(3))).toBe(true);
    const mirrored = puzzle.images(far, goal).at(-1)!;
    expect(mirrored).not.toEqual(far);
    // The board turned over the diagonal that its last corner is on.
    const turned = moves.map((move) => move.map((cell) => (cell % 3) * 3 + Math.floor(cell / 3)));
    expect(isSpoiledFrom(mirrored, turned)).toBe(true);
  });

  test('when it starts a move or two after it, and not when much of it is missing', () => {
    expect(isSpoiledFrom(line[at + 2]!, moves.slice(at + 2))).toBe(true);
    expect(isSpoiledFrom(line[at + 3]!, moves.slice(at + 3))).toBe(false);
  });

  test('when one of several solutions passes through it', () => {
    const found = allSolutions(puzzle, { start: far, goal }, { tables });
    if (found.status !== 'listed') return expect.fail(found.status);
    const { graph } = found;
    const others = positionsIn(puzzle, far, graph).map((position) => new Neighbourhood(puzzle, position));
    const single = (close: Neighbourhood) =>
      isSpoiled({ puzzle, goal, positions: [], solution: { start: far, moves } }, close, 8);
    const missed = others.filter((close) => !single(close));
    expect(missed.length).toBeGreaterThan(0);
    const solutions = { start: far, graph };
    for (const close of missed.slice(0, 20)) {
      expect(isSpoiled({ puzzle, goal, positions: [], solutions }, close, 8)).toBe(true);
    }
    const elsewhere = new Neighbourhood(puzzle, parse('085672341'));
    expect(isSpoiled({ puzzle, goal, positions: [], solutions }, elsewhere, 8)).toBe(false);
  });

  test('hardly ever by chance', () => {
    const random = seeded('chance');
    const any = (): Position => scramble(puzzle, { least: 1, most: 31 }, random, new Map())!.position;
    const answers = Array.from({ length: 150 }, any).map((start) => {
      return { puzzle, goal, positions: [start], solution: { start, moves: solved(start) } };
    });
    // The lengths of daily challenges.
    const challenges = [12, 16, 20, 23, 26].flatMap((moves) =>
      Array.from({ length: 4 }, () => {
        const { position } = scramble(puzzle, { least: moves, most: moves }, random, new Map())!;
        return { near: new Neighbourhood(puzzle, position), moves };
      }),
    );
    const refused = challenges.flatMap(({ near, moves }) => answers.filter((answer) => isSpoiled(answer, near, moves)));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length / (answers.length * challenges.length)).toBeLessThan(0.01);
  });
});

test('a question from the goal to a challenge spoils it', () => {
  const back = puzzle.parseGoal(puzzle.formatPosition(challenge));
  if (!back.ok) throw new Error(back.problem.code);
  expect(isSpoiled({ puzzle, goal: back.value, positions: goal.positions }, near, length)).toBe(true);
});

describe('the guard', () => {
  const solver = '100000000000000001';
  const t = translator('en');
  const running = {
    puzzle: puzzle.id,
    position: puzzle.formatPosition(challenge),
    length,
    isOpenTo: async (user: string) => user === solver,
    refusal: () => 'not yet',
  };
  const guard = new SpoilerGuard([{ running: async () => [] }, { running: async () => [running] }]);
  const asked = (position: Position) => ({ puzzle, goal, positions: [position] });

  test('covers a challenge for everybody but those who have solved it, alone', async () => {
    const revealed = asked(line[at + 4]!);
    const spoiled = await guard.spoiledBy('100000000000000002', revealed);
    expect(spoiled).toBe(running);
    expect(await guard.refusal(t, running, '100000000000000002')).toBe('not yet');
    expect(await guard.spoiledBy(solver, revealed)).toBeUndefined();
    expect(await guard.spoiledBy(undefined, revealed)).toBe(running);
    expect(await guard.refusal(t, running, solver)).toBe(t('answer.notHere'));
  });

  test('tells which parts of a long answer spoil it', async () => {
    const parts = [...line.map(asked), undefined, ...Array.from({ length: 100 }, () => asked(challenge))];
    const near = [...line.keys()].filter((index) => Math.abs(index - at) <= 4);
    const copies = Array.from({ length: 100 }, (_, index) => line.length + 1 + index);
    expect([...(await guard.spoiledAmong(undefined, parts))]).toEqual([...near, ...copies]);
    expect(await guard.spoiledAmong(solver, parts)).toEqual(new Set());
  });

  test('covers it in every metric', async () => {
    const multiTile = puzzle.inMetric!('mtm')!;
    expect(await guard.spoiledBy(undefined, { ...asked(challenge), puzzle: multiTile })).toBe(running);
    // Moves through the challenge that don't stop there.
    const passed = { ...running, position: '123405786' };
    const solution = { start: parse('123450786'), moves: [[3, 5]] };
    const other = new SpoilerGuard([{ running: async () => [passed] }]);
    expect(await other.spoiledBy(undefined, { puzzle: multiTile, goal, positions: [], solution })).toBe(passed);
  });

  test('lets a challenge’s own game reveal it, and everybody what is farther away or another puzzle', async () => {
    expect(await guard.spoiledBy(undefined, asked(challenge), running.position)).toBeUndefined();
    expect(await guard.spoiledBy(undefined, asked(line[at + 5]!))).toBeUndefined();
    expect(await guard.spoiledBy(undefined, undefined)).toBeUndefined();
    const five = puzzleOf('five')!;
    expect(
      await guard.spoiledBy(undefined, { puzzle: five, goal: five.goal, positions: five.goal.positions }),
    ).toBeUndefined();
  });
});

describe.each(challenges)('a challenge of %s', (id, make) => {
  const { puzzle, start, moves, ...rest } = make();
  const running = { puzzle: id, position: puzzle.formatPosition(start), length: moves.length, refusal: () => 'no' };
  const guardFor = (isSolved: boolean) =>
    new SpoilerGuard([{ running: async () => [{ ...running, isOpenTo: async () => isSolved }] }]);

  test.each(questionsOn({ puzzle, start, moves, ...rest }))('is spoiled by %j', async (options) => {
    const question = unwrap(parseQuestion(puzzle, options.position, options.goal), options.position);
    const revealed = revealedBySolution({ puzzle: id, question });
    expect(await guardFor(false).spoiledBy('anybody', revealed)).toMatchObject(running);
    expect(await guardFor(true).spoiledBy('anybody', revealed)).toBeUndefined();
    expect(await guardFor(true).spoiledBy(undefined, revealed)).toMatchObject(running);
  });
});
