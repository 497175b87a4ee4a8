import { describe, expect, test } from 'vitest';
import {
  advised,
  type Game,
  gameBoard,
  gameSchema,
  giveUp,
  hint,
  newGame,
  optimumOf,
  outlookOf,
  playStep,
  restart,
  solveOf,
  undo,
} from '../../../src/features/play/game.ts';
import { joinSteps, stepsOf } from '../../../src/puzzles/moves.ts';
import type { Puzzle, Step } from '../../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { puzzleOf, puzzles } from '../../../src/puzzles/registry.ts';
import { scrambleNeeds, scrambleOf, seeded } from '../../../src/search/scramble.ts';
import { solve } from '../../../src/search/solve.ts';
import { sharedTables } from '../../support/tables.ts';
import { positionOf } from '../../support/truth.ts';

const solution = (puzzle: Puzzle, position: string) => {
  const question = parseQuestion(puzzle, position);
  if (!question.ok) throw new Error(position);
  const outcome = solve(puzzle, question.value);
  if (outcome.status !== 'solved') throw new Error(`${position} is ${outcome.status}`);
  return outcome.moves;
};

const gameOf = (id: string, position: string, isKnown = true): Game => {
  const puzzle = puzzleOf(id)!;
  const invited = { id: '123456789012345678', owner: '223456789012345678', private: true, shared: false, locale: 'en' };
  const setup = { ...invited, puzzle: id, goal: puzzle.goal.text };
  return newGame(setup, position, isKnown ? solution(puzzle, position) : undefined, 1000);
};
const played = (game: Game, steps: readonly Step[]): Game =>
  steps.reduce((now, step) => playStep(now, step, 2000) ?? expect.fail(`no ${step}`), game);

describe.each(puzzles)('$id', (puzzle) => {
  const random = seeded(puzzle.id);
  const { position } = scrambleOf(puzzle, 'easy', random, sharedTables(scrambleNeeds(puzzle)));

  test('its steps are the moves of the puzzle, one at a time, wherever a game goes', () => {
    let game = gameOf(puzzle.id, puzzle.formatPosition(position), false);
    for (let made = 0; made < 60 && !game.ending; made++) {
      const now = gameBoard(game).position;
      const cursor = (puzzle.inMetric?.('steps') ?? puzzle).cursor(puzzle.goal, now);
      cursor.load(cursor.rank(now));
      const codes: number[] = [];
      const count = cursor.moves(codes, 0);
      const single = codes
        .slice(0, count)
        .map((code) => cursor.path(code))
        .filter((path) => path.length === 2);
      const legal = puzzle.legalSteps(now);
      expect(legal.map(String).sort()).toEqual(single.map(String).sort());
      if (legal.length === 0) break;
      const step = legal[Math.floor(random() * legal.length)]!;
      game = playStep(game, step, 0)!;
      expect(gameBoard(game).position).toEqual(puzzle.play(now, step));
    }
    expect(gameSchema.parse(JSON.parse(JSON.stringify(game)))).toEqual(game);
  });

  test('refuses whatever is no step, and changes nothing by that', () => {
    const game = gameOf(puzzle.id, puzzle.formatPosition(position), false);
    const legal = puzzle.legalSteps(position).map(String);
    for (let from = -1; from <= puzzle.board.size; from++) {
      for (let to = -1; to <= puzzle.board.size; to++) {
        expect(playStep(game, [from, to], 0) !== undefined).toBe(legal.includes(String([from, to])));
      }
    }
    expect(playStep(game, [Number.NaN, 3], 0)).toBeUndefined();
  });
});

const [five, eight, peg15] = [puzzleOf('five')!, puzzleOf('eight')!, puzzleOf('peg15')!];

describe.each([
  ['eight', '867254301', 31],
  ['onoff', '==no/off_', 44],
  ['peg15', 'all-1', 10],
  ['peg21', 'all-7', 12],
] as const)('a game of %s from %s', (id, position, length) => {
  const puzzle = puzzleOf(id)!;
  const way = stepsOf(puzzle, positionOf(puzzle, position), solution(puzzle, position));

  test('knows at each step how many moves are left, and ends with the best possible', () => {
    let game = gameOf(id, position);
    for (const step of way) {
      const outlook = outlookOf(game);
      const made = joinSteps(puzzle, game.steps).length;
      expect(outlook).toMatchObject({ state: 'known', left: length - made, proved: true });
      game = playStep(game, step, 5000)!;
    }
    expect(game).toMatchObject({ ending: 'solved', finishedAt: 5000 });
    expect([joinSteps(puzzle, game.steps).length, optimumOf(game)]).toEqual([length, length]);
    expect(playStep(game, way[0]!, 0) ?? undo(game) ?? restart(game) ?? hint(game) ?? giveUp(game, 0)).toBeUndefined();
  });

  test('says nothing of a step off the known way, and knows again after taking it back', () => {
    const game = played(gameOf(id, position), way.slice(0, 3));
    const before = outlookOf(game);
    const off = puzzle.legalSteps(gameBoard(game).position).find((step) => String(step) !== String(way[3]))!;
    const astray = playStep(game, off, 0)!;
    expect(outlookOf(astray)).toEqual({ state: 'unknown' });
    const back = undo(astray)!;
    expect(outlookOf(back)).toEqual(before);
    expect(back.version).toBe(astray.version + 1);
    const again = restart(back)!;
    expect(again.steps).toEqual([]);
    expect(outlookOf(again)).toMatchObject({ left: length });
    expect(restart(again)).toBeUndefined();
  });
});

describe('pegs', () => {
  test('jumps of one peg in a row are one move, also with other things between', () => {
    expect(
      joinSteps(peg15, [
        [3, 0],
        [0, 5],
        [5, 3],
        [9, 2],
      ]),
    ).toEqual([
      [3, 0, 5, 3],
      [9, 2],
    ]);
    expect(
      joinSteps(eight, [
        [0, 1],
        [1, 0],
      ]),
    ).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  test('a peg in the middle of its chain goes on for nothing', () => {
    const all = solution(peg15, 'all-1');
    const chain = all.findIndex((move) => move.length > 2);
    const game = played(gameOf('peg15', 'all-1'), stepsOf(peg15, positionOf(peg15, 'all-1'), all.slice(0, chain)));
    const halfway = playStep(game, [all[chain]![0]!, all[chain]![1]!], 0)!;
    expect(outlookOf(halfway)).toMatchObject({ left: all.length - chain - 1 });
  });

  test('with no way to the goal, no way from any later position either, until it is taken back', () => {
    const game = gameOf('peg15', 'all-1', false);
    const first = playStep(game, peg15.legalSteps(gameBoard(game).position)[0]!, 0)!;
    const lost = advised(first, { at: 1, proved: true });
    expect(outlookOf(lost)).toEqual({ state: 'lost' });
    expect(outlookOf(playStep(lost, peg15.legalSteps(gameBoard(lost).position)[0]!, 0)!)).toEqual({ state: 'lost' });
    expect(outlookOf(undo(lost)!)).toEqual({ state: 'unknown' });
  });
});

describe('hints', () => {
  test('show the move at once, and cost one for each position', () => {
    const game = gameOf('eight', '867254301');
    const first = hint(game)!;
    expect(first).toMatchObject({ shown: true, hints: 1, version: game.version + 1 });
    expect(hint(first)).toBeUndefined();
    const [step] = stepsOf(eight, positionOf(eight, '867254301'), solution(eight, '867254301'));
    const next = playStep(first, step!, 0)!;
    expect(next).toMatchObject({ shown: false, hints: 1 });
    expect(hint(next)).toMatchObject({ shown: true, hints: 2 });
  });

  test('of a game from an older version, which numbered them, are read', () => {
    const read = [0, 1, 2].map((shown) => gameSchema.parse({ ...gameOf('eight', '867254301'), shown }).shown);
    expect(read).toEqual([false, true, true]);
  });

  test('what many searches said does not pile up, and that of the start is kept', () => {
    let game = gameOf('eight', '867254301');
    for (let at = 1; at < 40; at++) game = advised(game, { at, way: [], proved: true });
    expect(game.advice.length).toBeLessThanOrEqual(5);
    expect(optimumOf(game)).toBe(31);
  });
});

test('a daily challenge is tried again in the same game, and its hints are not forgotten', () => {
  const way = stepsOf(five, positionOf(five, '450123'), solution(five, '450123'));
  const game = { ...gameOf('five', '450123'), daily: 7 };
  const solved = played(hint(game)!, way);
  expect(solved.ending).toBe('solved');
  const again = restart(solved)!;
  expect(gameSchema.parse(JSON.parse(JSON.stringify(again)))).toMatchObject({ version: solved.version + 1, hints: 1 });
  expect(again.ending ?? again.finishedAt).toBeUndefined();
  expect(playStep(again, way[0]!, 0)?.steps).toEqual([way[0]]);
  expect(restart(giveUp(game, 0)!)?.ending).toBeUndefined();
  expect(restart(again)).toBeUndefined();
});

test('a game in a contest is tried again, and has no hints', () => {
  const way = stepsOf(five, positionOf(five, '450123'), solution(five, '450123'));
  const game = { ...gameOf('five', '450123', false), contest: '323456789012345678' };
  expect(hint(game)).toBeUndefined();
  expect(restart(played(game, way))).toMatchObject({ steps: [], ending: undefined });
});

test('a game in a duel is begun again only before it is solved', () => {
  const way = stepsOf(five, positionOf(five, '450123'), solution(five, '450123'));
  const game = { ...gameOf('five', '450123', false), contest: '323456789012345678', duel: true } as const;
  expect(hint(game)).toBeUndefined();
  expect(restart(played(game, way.slice(0, 2)))).toMatchObject({ steps: [] });
  expect(restart(played(game, way))).toBeUndefined();
});

test('a game of older form counts as none', () => {
  const game: Game = gameOf('eight', '867254301');
  expect(gameSchema.safeParse({ ...game, puzzle: 'nine' }).success).toBe(false);
  expect(gameSchema.safeParse({ ...game, steps: [[1]] }).success).toBe(false);
});

test('in practice, the clock starts with the first step, and there is neither help nor a way back', () => {
  const fresh = { ...gameOf('five', '123450', false), start: '215430', practice: 'random' } as const;
  const five = puzzleOf('five')!;
  const steps = stepsOf(five, gameBoard(fresh).position, solution(five, '215430'));
  const first = playStep(fresh, steps[0]!, 5000)!;
  expect(first.startedAt).toBe(5000);
  expect([undo(first), restart(first), hint(first)]).toEqual([undefined, undefined, undefined]);
  expect(solveOf(giveUp(fresh, 9000)!)).toBeUndefined();
  expect(solveOf(giveUp(first, 9000)!)).toEqual({ game: fresh.id, at: 9000, moves: 1 });
  const solvedBy = (end: number) => solveOf(steps.slice(1).reduce((game, step) => playStep(game, step, end)!, first));
  expect(solvedBy(17_349)).toMatchObject({ at: 17_349, moves: steps.length, time: 1234 });
  // All in one tap.
  expect(solvedBy(5000)).toBeUndefined();
});
