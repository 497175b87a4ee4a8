import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { revealedBySolution } from '../../src/features/solve/job.ts';
import { translator } from '../../src/locales/index.ts';
import { type Move, type Position, type Puzzle, replay, unwrap } from '../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../src/puzzles/reader.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import type { Revealed } from '../../src/queue/define.ts';
import { allSolutions } from '../../src/search/all-solutions.ts';
import { scramble, seeded } from '../../src/search/scramble.ts';
import { positionsIn } from '../../src/search/solution-graph.ts';
import { needsOf, solve } from '../../src/search/solve.ts';
import type { RunningChallenge } from '../../src/spoilers/challenge.ts';
import { ChallengeIndex } from '../../src/spoilers/challenge-index.ts';
import { problemFrame } from '../../src/spoilers/frame.ts';
import { SpoilerGuard } from '../../src/spoilers/guard.ts';
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
const everybody = { private: false };

/** A guard of one challenge of the 8 puzzle. */
const guardOf = (position: Position, moves: number): SpoilerGuard => {
  const secret: RunningChallenge = {
    puzzle: puzzle.id,
    position: puzzle.formatPosition(position),
    length: moves,
    isOpenTo: async () => false,
    refusal: () => 'no',
  };
  return new SpoilerGuard([{ running: async () => [secret] }]);
};
const isSpoiled = async (revealed: Revealed, near: SpoilerGuard): Promise<boolean> =>
  (await near.spoiledBy(everybody, revealed)) !== undefined;

const near = guardOf(challenge, length);
/** Whether a solution from some position of the line, on a way of its own, spoils the challenge. */
const isSpoiledFrom = (start: Position, moves: readonly Move[]): Promise<boolean> =>
  isSpoiled({ puzzle, goal, positions: [], solution: { start, moves } }, near);

describe('a solution spoils a challenge', () => {
  const moves = solved(far);

  test('when it passes through it, or through an image of it', async () => {
    expect(await isSpoiledFrom(far, moves)).toBe(true);
    expect(await isSpoiledFrom(line[3]!, moves.slice(3))).toBe(true);
    const mirrored = puzzle.images(far, goal).at(-1)!;
    expect(mirrored).not.toEqual(far);
    // The board turned over the diagonal that its last corner is on.
    const turned = moves.map((move) => move.map((cell) => (cell % 3) * 3 + Math.floor(cell / 3)));
    expect(await isSpoiledFrom(mirrored, turned)).toBe(true);
  });

  test('when it starts a move or two after it, and not when much of it is missing', async () => {
    expect(await isSpoiledFrom(line[at + 2]!, moves.slice(at + 2))).toBe(true);
    expect(await isSpoiledFrom(line[at + 3]!, moves.slice(at + 3))).toBe(false);
  });

  test('when one of several solutions passes through it', async () => {
    const found = allSolutions(puzzle, { start: far, goal }, { tables });
    if (found.status !== 'listed') return expect.fail(found.status);
    const { graph } = found;
    const others = positionsIn(puzzle, far, graph).map((position) => guardOf(position, 8));
    const missed: SpoilerGuard[] = [];
    for (const close of others) {
      const single = { puzzle, goal, positions: [], solution: { start: far, moves } };
      if (!(await isSpoiled(single, close))) missed.push(close);
    }
    expect(missed.length).toBeGreaterThan(0);
    const solutions = { start: far, graph };
    for (const close of missed.slice(0, 20)) {
      expect(await isSpoiled({ puzzle, goal, positions: [], solutions }, close)).toBe(true);
    }
    const elsewhere = guardOf(parse('085672341'), 8);
    expect(await isSpoiled({ puzzle, goal, positions: [], solutions }, elsewhere)).toBe(false);
  });

  test('hardly ever by chance', async () => {
    const random = seeded('chance');
    const any = (): Position => scramble(puzzle, { least: 1, most: 31 }, random, new Map())!.position;
    const answers = Array.from({ length: 150 }, any).map((start) => {
      return { puzzle, goal, positions: [start], solution: { start, moves: solved(start) } };
    });
    // The lengths of daily challenges.
    const challenges = [12, 16, 20, 23, 26].flatMap((moves) =>
      Array.from({ length: 4 }, () => {
        const { position } = scramble(puzzle, { least: moves, most: moves }, random, new Map())!;
        return guardOf(position, moves);
      }),
    );
    let refused = 0;
    for (const near of challenges) for (const answer of answers) if (await isSpoiled(answer, near)) refused++;
    expect(refused).toBeGreaterThan(0);
    expect(refused / (answers.length * challenges.length)).toBeLessThan(0.01);
  });
});

test('a question from the goal to a challenge spoils it', async () => {
  const back = puzzle.parseGoal(puzzle.formatPosition(challenge));
  if (!back.ok) throw new Error(back.problem.code);
  expect(await isSpoiled({ puzzle, goal: back.value, positions: goal.positions }, near)).toBe(true);
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
    const spoiled = await guard.spoiledBy({ user: '100000000000000002', private: true }, revealed);
    expect(spoiled).toBe(running);
    expect(await guard.refusal(t, running, '100000000000000002')).toBe('not yet');
    expect(await guard.spoiledBy({ user: solver, private: true }, revealed)).toBeUndefined();
    expect(await guard.spoiledBy(everybody, revealed)).toBe(running);
    expect(await guard.refusal(t, running, solver)).toBe(t('answer.notHere'));
  });

  test('tells which parts of a long answer spoil it', async () => {
    const parts = [...line.map(asked), undefined, ...Array.from({ length: 100 }, () => asked(challenge))];
    const near = [...line.keys()].filter((index) => Math.abs(index - at) <= 4);
    const copies = Array.from({ length: 100 }, (_, index) => line.length + 1 + index);
    expect([...(await guard.spoiledAmong(everybody, parts))]).toEqual([...near, ...copies]);
    expect(await guard.spoiledAmong({ user: solver, private: true }, parts)).toEqual(new Set());
  });

  test('covers it in every metric', async () => {
    const multiTile = puzzle.inMetric!('mtm')!;
    expect(await guard.spoiledBy(everybody, { ...asked(challenge), puzzle: multiTile })).toBe(running);
    // Moves through the challenge that don't stop there.
    const passed = { ...running, position: '123405786' };
    const solution = { start: parse('123450786'), moves: [[3, 5]] };
    const other = new SpoilerGuard([{ running: async () => [passed] }]);
    expect(await other.spoiledBy(everybody, { puzzle: multiTile, goal, positions: [], solution })).toBe(passed);
  });

  test('lets a challenge’s own game reveal it, and everybody what is farther away or another puzzle', async () => {
    expect(await guard.spoiledBy(everybody, asked(challenge), running.position)).toBeUndefined();
    expect(await guard.spoiledBy(everybody, asked(line[at + 5]!))).toBeUndefined();
    expect(await guard.spoiledBy(everybody, undefined)).toBeUndefined();
    const five = puzzleOf('five')!;
    expect(
      await guard.spoiledBy(everybody, { puzzle: five, goal: five.goal, positions: five.goal.positions }),
    ).toBeUndefined();
  });
});

describe('a challenge of one server', () => {
  const [here, elsewhere, player, stranger] = ['1', '2', '3', '4'];
  const contest: RunningChallenge = {
    puzzle: puzzle.id,
    position: puzzle.formatPosition(challenge),
    length,
    isSecretIn: async ({ guild, user }) => (guild === undefined ? user === player : guild === here),
    isOpenTo: async () => false,
    refusal: () => 'no',
  };
  const guard = new SpoilerGuard([{ running: async () => [contest] }]);
  const revealed = { puzzle, goal, positions: [challenge] };

  test('is secret there, and in direct messages of those who play', async () => {
    for (const isPrivate of [true, false]) {
      const spoiled = (user: string, guild?: string) => guard.spoiledBy({ user, guild, private: isPrivate }, revealed);
      expect(await spoiled(player!, here)).toBe(contest);
      expect(await spoiled(stranger!, here)).toBe(contest);
      expect(await spoiled(player!)).toBe(contest);
      expect(await spoiled(stranger!)).toBeUndefined();
      expect(await spoiled(stranger!, elsewhere)).toBeUndefined();
    }
    expect(await guard.spoiledAmong({ user: stranger!, guild: elsewhere, private: true }, [revealed])).toEqual(
      new Set(),
    );
  });
});

test.each(['five', '3x2', '2x2'])('a board as small as that of %s has no secrets', async (id) => {
  const small = puzzleOf(id)!;
  const start = unwrap(small.parsePosition(small.landmarks[0]!.position), id);
  const secret = { puzzle: id, position: small.formatPosition(start), length: 6, isOpenTo: async () => false };
  const guard = new SpoilerGuard([{ running: async () => [{ ...secret, refusal: () => 'no' }] }]);
  const revealed = { puzzle: small, goal: small.goal, positions: [start] };
  expect(await guard.spoiledBy(everybody, revealed)).toBeUndefined();
});

describe('the index of challenges', () => {
  const peg37 = puzzleOf('peg37')!;
  const random = seeded('many');
  const secretOf = (one: Puzzle, position: Position): RunningChallenge => {
    const text = one.formatPosition(position);
    return { puzzle: one.id, position: text, length: 20, isOpenTo: async () => false, refusal: () => 'no' };
  };
  const isNear = (index: ChallengeIndex, one: Puzzle, position: Position, challenge: RunningChallenge): boolean => {
    const frame = problemFrame(one, one.goal, position);
    return index.near(frame, frame.key(position)).some((near) => near.challenge === challenge);
  };

  test('is bounded, knows each challenge itself, and forgets those that are over', { tags: 'long' }, async () => {
    const index = new ChallengeIndex();
    const all = Array.from({ length: 120 }, () => peg37.randomPosition(random, peg37.goal)).map(
      (position) => [position, secretOf(peg37, position)] as const,
    );
    await index.update(all.map(([, challenge]) => challenge));
    expect(index.size).toBeGreaterThan(200_000);
    expect(index.size).toBeLessThan(310_000);
    for (const [position, challenge] of all) expect(isNear(index, peg37, position, challenge)).toBe(true);
    const [first, second] = all as [(typeof all)[number], (typeof all)[number]];
    await index.update([second[1]]);
    expect(isNear(index, peg37, ...first)).toBe(false);
    expect(isNear(index, peg37, ...second)).toBe(true);
    expect(index.size).toBeLessThan(10_000);
    await index.update([]);
    expect(index.isEmpty).toBe(true);
    expect(index.size).toBe(0);
  });

  test('leaves out what this version has not got', async () => {
    const index = new ChallengeIndex();
    await index.update([{ ...secretOf(puzzle, challenge), puzzle: 'cube' }]);
    await index.update([{ ...secretOf(puzzle, challenge), position: '?' }, secretOf(puzzle, challenge)]);
    expect(
      index.near(problemFrame(puzzle, goal, challenge), problemFrame(puzzle, goal, challenge).key(challenge)),
    ).toHaveLength(1);
  });
});

test('answers with many positions leave turns of the event loop to others', async () => {
  const random = seeded('many');
  const positions = Array.from({ length: 480 }, () => puzzle.randomPosition(random, goal));
  let isOver = false;
  const answers = Array.from({ length: 20 }, () => isSpoiled({ puzzle, goal, positions }, guardOf(challenge, length)));
  const ended = Promise.all(answers).finally(() => {
    isOver = true;
  });
  let turns = 0;
  for (; !isOver; turns++) await setImmediate();
  await ended;
  expect(turns).toBeGreaterThan(10);
});

describe.each(challenges)('a challenge of %s', (id, make) => {
  const { puzzle, start, moves, ...rest } = make();
  const running = { puzzle: id, position: puzzle.formatPosition(start), length: moves.length, refusal: () => 'no' };
  const guardFor = (isSolved: boolean) =>
    new SpoilerGuard([{ running: async () => [{ ...running, isOpenTo: async () => isSolved }] }]);

  test.each(questionsOn({ puzzle, start, moves, ...rest }))('is spoiled by %j', async (options) => {
    const question = unwrap(parseQuestion(puzzle, options.position, options.goal), options.position);
    const revealed = revealedBySolution({ puzzle: id, question });
    expect(await guardFor(false).spoiledBy({ user: 'anybody', private: true }, revealed)).toMatchObject(running);
    expect(await guardFor(true).spoiledBy({ user: 'anybody', private: true }, revealed)).toBeUndefined();
    expect(await guardFor(true).spoiledBy(everybody, revealed)).toMatchObject(running);
  });
});
