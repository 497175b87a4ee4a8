import { describe, expect, test } from 'vitest';
import type { Round } from '../../../src/features/contest/rules.ts';
import {
  type ContestAnswer,
  choicesOf,
  contestKinds,
  countsEverywhere,
  drawsOf,
  fitRounds,
  parseGuess,
  placePoints,
  puzzlesFor,
  ranking,
  rightAnswers,
} from '../../../src/features/contest/rules.ts';
import type { Puzzle } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf, puzzles, puzzlesAndSizes } from '../../../src/puzzles/registry.ts';
import { scrambleNeeds, scrambleOf, seeded } from '../../../src/search/scramble.ts';
import { isQuick, needsOf, solve } from '../../../src/search/solve.ts';

import { sharedTables } from '../../support/tables.ts';

const eight = puzzleOf('eight')!;

/** A position as a worker would give it. */
const roundOf = (puzzle: Puzzle, position: string): Round => {
  const start = puzzle.parsePosition(position);
  if (!start.ok) throw new Error(position);
  const outcome = solve(puzzle, { start: start.value, goal: puzzle.goal });
  if (outcome.status !== 'solved') throw new Error(outcome.status);
  const plain = (moves: readonly (readonly number[])[]) => moves.map((move) => [...move]);
  return {
    position,
    moves: plain(outcome.moves),
    ...(outcome.firstMoves && { firstMoves: plain(outcome.firstMoves) }),
  };
};

const answer = (user: string, value: number, id: number, round = 1): ContestAnswer => ({
  user,
  value,
  id: String(10n ** 17n + BigInt(id)),
  round,
  text: '',
});
const order = (places: readonly { user: string }[]): string[] => places.map(({ user }) => user);

test('three people in ten minutes count everywhere, fewer or in less time do not', () => {
  const place = (user: string) => ({ user, value: 1, text: '', right: 1, points: 1 });
  const [one, two, three] = ['ann', 'bob', 'cid'].map(place);
  expect(countsEverywhere([one!, two!, three!], 600_000)).toBe(true);
  expect(countsEverywhere([one!, two!], 3_600_000)).toBe(false);
  expect(countsEverywhere([one!, two!, three!], 599_999)).toBe(false);
});

describe('ranks', () => {
  const rounds = [roundOf(eight, '867254301')];

  test('fewest moves: fewer, then earlier', () => {
    const answers = [answer('late', 33, 9), answer('early', 33, 2), answer('best', 31, 10), answer('long', 61, 1)];
    const places = ranking('fewest-moves', eight, rounds, answers);
    expect(places.map(({ user, points }) => [user, points])).toEqual([
      ['best', 5],
      ['early', 3],
      ['late', 2],
      ['long', 1],
    ]);
  });

  test('by interactions as numbers, not as texts', () => {
    const ids = ['99999999999999999', '100000000000000000'];
    const answers = ids.map((id, index) => ({ ...answer(String(index), 31, 0), id }));
    expect(order(ranking('fewest-moves', eight, rounds, answers.toReversed()))).toEqual(['0', '1']);
  });

  test('duel: the same, but without points', () => {
    const answers = [answer('late', 31, 9), answer('long', 33, 1), answer('early', 31, 2)];
    const places = ranking('duel', eight, rounds, answers);
    expect(places.map(({ user, points }) => [user, points])).toEqual([
      ['early', 0],
      ['late', 0],
      ['long', 0],
    ]);
  });

  test('guess: nearer on either side, then earlier', () => {
    const answers = [answer('under', 30, 5), answer('over', 32, 4), answer('far', 20, 1), answer('right', 31, 9)];
    expect(order(ranking('guess', eight, rounds, answers))).toEqual(['right', 'over', 'under', 'far']);
  });

  test('one alone wins no points, nobody is no trouble', () => {
    expect(ranking('guess', eight, rounds, [answer('one', 31, 1)])).toEqual([
      { user: 'one', value: 31, text: '', right: 1, points: 0 },
    ]);
    for (const kind of contestKinds) {
      expect(ranking(kind, eight, rounds, [])).toEqual([]);
    }
  });

  test('first move: the score, then how many were right, then who was there earlier', () => {
    const all = ['867254301', '123456708', '128356704'].map((position) => roundOf(eight, position));
    const right = all.map((round) => choicesOf(eight, round).findIndex(({ isRight }) => isRight));
    const wrong = all.map((round) => choicesOf(eight, round).findIndex(({ isRight }) => !isRight));
    const answers = [
      ...['a', 'b', 'c', 'd'].map((user, index) => answer(user, right[0]!, 10 + index, 1)),
      answer('e', wrong[1]!, 20, 2),
      ...['d', 'a', 'c'].map((user, index) => answer(user, right[1]!, 21 + index, 2)),
      answer('f', 99, 29, 2),
      ...['b', 'g'].map((user, index) => answer(user, right[2]!, 30 + index, 3)),
    ];
    expect(order(rightAnswers(eight, all[1]!, 2, answers))).toEqual(['d', 'a', 'c']);
    expect(ranking('first-move', eight, all, answers)).toEqual([
      { user: 'a', value: 5, text: '', right: 2, points: 5 },
      { user: 'b', value: 5, text: '', right: 2, points: 3 },
      { user: 'd', value: 3, text: '', right: 2, points: 2 },
      { user: 'c', value: 2, text: '', right: 2, points: 1 },
      { user: 'g', value: 2, text: '', right: 1, points: 1 },
    ]);
  });

  test('points fall with the place', () => {
    expect(placePoints.every((points, index) => points > (placePoints[index + 1] ?? 1))).toBe(true);
  });
});

describe('rounds of first moves', () => {
  test('are held with every puzzle whose tables tell which moves are right, and that has enough positions', () => {
    const isTooLarge = ({ family, board }: Puzzle) =>
      family === 'pegs' ? board.size > 22 : family === 'sliding' && board.size > 12;
    const without = puzzlesAndSizes.filter((puzzle) => isTooLarge(puzzle) || puzzle.id === '2x2');
    expect(without.length).toBeGreaterThan(10);
    expect(puzzlesFor('first-move')).toEqual(puzzlesAndSizes.filter((puzzle) => !without.includes(puzzle)));
    expect(puzzlesFor('guess')).toEqual(puzzlesAndSizes);
  });

  test('mark the moves after which one less is left', () => {
    const round = roundOf(eight, '867254301');
    const start = eight.parsePosition(round.position);
    const choices = choicesOf(eight, round);
    // The blank is in the middle of the lower row.
    expect(choices.map(({ name }) => name).sort()).toEqual(['1', '3', '5']);
    if (!start.ok) throw new Error('no position');
    for (const { name, isRight } of choices) {
      const cell = start.value.indexOf(Number(name));
      const after = solve(eight, { start: eight.play(start.value, [cell, 7]), goal: eight.goal });
      expect(after.status === 'solved' && after.moves.length === 30).toBe(isRight);
    }
  });

  // Both moves from an antipode in a corner lead nearer, as nothing is farther.
  test('are not taken where all moves are right, where names repeat, or twice', () => {
    const antipode = roundOf(eight, '647850321');
    const usual = roundOf(eight, '123456708');
    expect(choicesOf(eight, antipode).every(({ isRight }) => isRight)).toBe(true);
    expect(fitRounds('first-move', eight, [antipode, usual, usual])).toEqual([usual]);
    expect(fitRounds('guess', eight, [antipode, usual, usual])).toEqual([antipode, usual]);
    const onoff = puzzleOf('onoff')!;
    const twins = roundOf(onoff, '==on/fo_f');
    expect(choicesOf(onoff, twins).length).toBeGreaterThan(
      new Set(choicesOf(onoff, twins).map(({ name }) => name)).size,
    );
    expect(fitRounds('first-move', onoff, [twins])).toEqual([]);
  });

  test.each(puzzlesFor('first-move').map((puzzle) => [puzzle.id, puzzle] as const))(
    'of %s are enough among what is drawn',
    (_, puzzle) => {
      const tables = sharedTables([...scrambleNeeds(puzzle), ...needsOf(puzzle, puzzle.goal)]);
      const random = seeded(`contest ${puzzle.id}`);
      const drawn = Array.from({ length: drawsOf('first-move', puzzle) }, (): Round => {
        const { position } = scrambleOf(puzzle, 'medium', random, tables);
        const outcome = solve(puzzle, { start: position, goal: puzzle.goal }, { tables });
        if (outcome.status !== 'solved') throw new Error(outcome.status);
        const { moves, firstMoves = [] } = outcome;
        const plain = (all: readonly (readonly number[])[]) => all.map((move) => [...move]);
        return { position: puzzle.formatPosition(position), moves: plain(moves), firstMoves: plain(firstMoves) };
      });
      expect(fitRounds('first-move', puzzle, drawn).length).toBeGreaterThanOrEqual(10);
    },
  );

  test('without a table as few are drawn as are wanted: each takes a search', () => {
    expect(puzzles.filter((puzzle) => drawsOf('guess', puzzle) === 1)).toEqual(
      puzzles.filter((puzzle) => !isQuick(puzzle)),
    );
  });
});

test.each([
  ['31', 31],
  [' 0 ', 0],
  ['３１', 31],
  ['500', 500],
  ['501', undefined],
  ['', undefined],
  ['-3', undefined],
  ['3.5', undefined],
  ['1e2', undefined],
  ['0x1f', undefined],
  ['thirty', undefined],
])('the guess %j is %s', (typed, guess) => expect(parseGuess(typed)).toBe(guess));
