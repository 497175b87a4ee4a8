/** The search for the fewest moves of peg solitaire, against searches over everything and against the literature. */

import { describe, expect, it } from 'vitest';
import { peg15 } from '../../../src/puzzles/catalogue/peg15.ts';
import { peg21 } from '../../../src/puzzles/catalogue/peg21.ts';
import { peg33 } from '../../../src/puzzles/catalogue/peg33.ts';
import { peg37 } from '../../../src/puzzles/catalogue/peg37.ts';
import { type Puzzle, type Question, replay } from '../../../src/puzzles/puzzle.ts';
import { Budget, SearchControl, type SearchLimits } from '../../../src/search/budget.ts';
import { pegSearch } from '../../../src/search/pegs/peg-search.ts';
import type { MethodResult } from '../../../src/search/search-result.ts';
import fc from '../../support/properties.ts';
import { byTicks } from '../../support/ticks.ts';
import { distancesTo, questionOf, sample, unrank, walkBack, walks } from '../../support/truth.ts';

const search = (
  puzzle: Puzzle,
  question: Question,
  limits: SearchLimits = {},
): { result: MethodResult; budget: Budget } => {
  const budget = new Budget(limits);
  return { result: pegSearch(puzzle, question, budget), budget };
};

/** Plays a solution by the rules; the number of its moves. */
const lengthOf = (puzzle: Puzzle, question: Question, result: MethodResult): number => {
  if (result.status !== 'solved') throw new Error(`${puzzle.formatPosition(question.start)}: ${result.status}`);
  expect(question.goal.positions).toContainEqual(replay(puzzle, question.start, result.moves).at(-1));
  return result.moves.length;
};

describe('a start with one empty hole and no named goal', () => {
  it.each([peg15, peg21])('ends in that hole where a game can, and anywhere otherwise: $id', (puzzle) => {
    for (const hole of Array.from({ length: puzzle.board.size }, (_, cell) => String(cell + 1))) {
      const { status } = search(puzzle, questionOf(puzzle, `all-${hole}`, hole)).result;
      expect(questionOf(puzzle, `all-${hole}`).goal.text).toBe(status === 'solved' ? hole : 'any');
    }
  });

  it('ends anywhere where a rule forbids the hole, and in the usual hole if more are empty', () => {
    expect(questionOf(peg37, 'all-d4').goal.text).toBe('any');
    expect(questionOf(peg33, 'all-c1').goal.text).toBe('c1');
    expect(questionOf(peg33, 'all-c1-d1').goal.text).toBe('d4');
  });
});

describe('the central game of the English board', () => {
  it('stops where it is cancelled, and shows its progress', () => {
    const control = new SearchControl();
    control.cancel();
    const { result, budget } = search(peg33, questionOf(peg33, 'all-d4', 'd4'), { control });
    expect(result).toEqual({ status: 'gave-up', reason: 'cancelled' });
    expect(control.progress.generated).toBe(budget.generated);
    expect(control.progress.lowerBound).toBe(12);
  });

  it('is left unproved with some solution when the time or the positions are over', () => {
    const question = questionOf(peg33, 'all-d4', 'd4');
    const slice = 20_000;
    for (const limits of [{ nodes: 200_000 }, { milliseconds: 100 }] as SearchLimits[]) {
      const { result, budget } = byTicks(() => search(peg33, question, limits));
      const length = lengthOf(peg33, question, result);
      if (result.status === 'solved' && result.optimal) expect(length).toBe(18);
      expect(length).toBeGreaterThanOrEqual(18);
      expect(budget.lowerBound).toBeGreaterThan(8);
      expect(budget.lowerBound).toBeLessThanOrEqual(18);
      // By this clock a slice takes a millisecond. The search ends with the slice in which it reaches its limit.
      expect(budget.generated).toBeLessThanOrEqual((limits.nodes ?? limits.milliseconds! * slice) + slice);
    }
  });
});

describe.each([
  ['peg15', peg15, ['1', '5', '13', 'any', 'all-1-2-3']],
  ['peg21', peg21, ['7', 'any', '1', '111000000000000000000']],
] as const)('on %s', (_, puzzle, goals) => {
  it.each(goals)('finds the distances that a search over everything finds, to goal %s', (text) => {
    const { goal } = questionOf(puzzle, 'all-1', text);
    const distances = distancesTo(puzzle, goal);
    const solvable = sample(distances.keys(), 30);
    const expected = solvable.map((rank) => distances.get(rank));
    const found = solvable.map((rank) => {
      const question = { start: unrank(puzzle, rank), goal };
      const { result, budget } = search(puzzle, question);
      const length = lengthOf(puzzle, question, result);
      expect(result).toMatchObject({ optimal: true });
      expect(budget.lowerBound).toBe(length);
      return length;
    });
    expect(found).toEqual(expected);
    const step = Math.floor(puzzle.states / 30);
    for (let rank = 1; rank < puzzle.states; rank += step) {
      if (distances.has(rank)) continue;
      expect(search(puzzle, { start: unrank(puzzle, rank), goal }).result.status).toBe('exhausted');
    }
  });
});

it('proves the shortest solution of a start on the French board', () => {
  const question = questionOf(peg37, 'all-d2', 'd3');
  const { result } = search(peg37, question);
  expect(result).toMatchObject({ optimal: true });
  expect(lengthOf(peg37, question, result)).toBe(20);
});

it('takes 12 moves for the classic game of peg21', () => {
  const question = questionOf(peg21, 'all-7', '7');
  expect(lengthOf(peg21, question, search(peg21, question).result)).toBe(12);
});

it('plays the figures of the English board in the fewest moves', () => {
  const lengths = peg33.landmarks.slice(2).map(({ name, position, goal }) => {
    const question = questionOf(peg33, position, goal);
    const { result } = search(peg33, question);
    expect(result).toMatchObject({ optimal: true });
    return [name, lengthOf(peg33, question, result)];
  });
  expect(Object.fromEntries(lengths)).toEqual({ cross: 5, plus: 6, fireplace: 8, pyramid: 8, diamond: 8 });
});

it('is done where it starts when that is a goal', () => {
  const question = questionOf(peg33, '000000000000000010000000000000000', 'd4');
  expect(search(peg33, question).result).toEqual({ status: 'solved', moves: [], optimal: true });
});

it('finishes on the French board from c1 in the hole opposite', () => {
  const question = questionOf(peg37, 'all-c1', 'e7');
  const { result, budget } = search(peg37, question, { nodes: 1_000_000 });
  const length = lengthOf(peg37, question, result);
  // The shortest solution takes 20 moves. A beam finds nearly that before the search can prove it.
  expect(budget.lowerBound).toBeLessThanOrEqual(20);
  expect(length).toBeGreaterThanOrEqual(20);
  expect(length).toBeLessThanOrEqual(22);
  expect(budget.bytes).toBeLessThan(56 * 2 ** 20);
});

/** Random jumps from a board with one hole. */
const playout = (puzzle: Puzzle, hole: number, choices: readonly number[]) => {
  const position = new Array<number>(puzzle.board.size).fill(1);
  position[hole % puzzle.board.size] = 0;
  for (const choice of choices) {
    const jumps = puzzle.board.jumps.filter((jump) => position[jump.from] && position[jump.over] && !position[jump.to]);
    if (jumps.length === 0) break;
    const { from, over, to } = jumps[choice % jumps.length]!;
    position[from] = 0;
    position[over] = 0;
    position[to] = 1;
  }
  return position;
};

it('never takes more moves than a way that is known, nor calls it impossible', () => {
  fc.assert(
    fc.property(walks(5), (choices) => {
      const question = { start: walkBack(peg33, peg33.goal, choices), goal: peg33.goal };
      const { result } = search(peg33, question, { milliseconds: 5000 });
      expect(lengthOf(peg33, question, result)).toBeLessThanOrEqual(choices.length);
    }),
    { numRuns: 60 },
  );
});

it('decides what random play leaves, and claims nothing of the rest', () => {
  const endings = { solved: 0, exhausted: 0, 'gave-up': 0 };
  fc.assert(
    fc.property(fc.nat(32), walks(26), fc.boolean(), (hole, choices, anywhere) => {
      const goal = anywhere ? questionOf(peg33, 'all-d4', 'any').goal : peg33.goal;
      const question = { start: playout(peg33, hole, [7, 3, 5, 2, ...choices]), goal };
      const { result, budget } = search(peg33, question, { nodes: 400_000 });
      endings[result.status]++;
      if (result.status !== 'solved') return;
      expect(lengthOf(peg33, question, result)).toBeGreaterThanOrEqual(budget.lowerBound);
    }),
    { numRuns: 20, seed: 33 },
  );
  expect(endings.solved).toBeGreaterThan(0);
  expect(endings.exhausted).toBeGreaterThan(0);
  expect(endings['gave-up']).toBeLessThanOrEqual(1);
});
