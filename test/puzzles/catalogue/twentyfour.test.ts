/** The 24 puzzle: notations and codes, first answers of known positions, and proofs of easy ones. */

import { beforeAll, describe, expect, it } from 'vitest';
import { twentyfour } from '../../../src/puzzles/catalogue/twentyfour.ts';
import { type Goal, type Position, type Question, replay } from '../../../src/puzzles/puzzle.ts';
import { needsOf, type Outcome, type SolveOptions, solve } from '../../../src/search/solve.ts';
import type { Tables } from '../../../src/search/tables/contract.ts';
import fc from '../../support/properties.ts';
import { sharedTables } from '../../support/tables.ts';
import { positionOf, questionOf, vectorsOf, walkBack, walks } from '../../support/truth.ts';

const { goal } = twentyfour;
let tables: Tables;
beforeAll(() => {
  tables = sharedTables(needsOf(twentyfour, goal));
});

type Solved = Outcome & { readonly status: 'solved' };

/** Solves, and replays move by move. */
const solved = (question: Question, limits: SolveOptions = {}): Solved => {
  const outcome = solve(twentyfour, question, { tables, withoutCount: true, ...limits });
  if (outcome.status !== 'solved') throw new Error(`${twentyfour.formatPosition(question.start)}: ${outcome.status}`);
  const end = replay(twentyfour, question.start, outcome.moves).at(-1) ?? question.start;
  expect(end).toEqual(question.goal.positions[0]);
  return outcome;
};

it('has 25!/2 positions, and its goal in order', () => {
  expect(twentyfour.states / 7.755605021665492e24).toBeCloseTo(1, 12);
  expect(goal.text).toBe('123456789ABCDEFGHIJKLMNO0');
});

it.each([
  '6 7 23 2 5 15 18 19 10 4 9 12 3 21 20 0 11 13 14 24 1 17 16 8 22',
  '6 7 23 2 5 / 15 18 19 10 4 / 9 12 3 21 20 / _ 11 13 14 24 / 1 17 16 8 22',
  '67n25fija49c3lk0bdeo1hg8m',
])('reads %s', (text) => {
  expect(twentyfour.formatPosition(positionOf(twentyfour, text))).toBe('67N25FIJA49C3LK0BDEO1HG8M');
});

it('has a code for each position, short enough for two of them in a custom id', () => {
  for (const [text] of vectorsOf('twentyfour')) {
    const position = positionOf(twentyfour, text);
    const code = twentyfour.encode(position);
    expect(code.length).toBeLessThanOrEqual(17);
    expect(twentyfour.decode(code)).toEqual(position);
  }
  // One more than the last permutation.
  expect(twentyfour.decode(15511210043330985984000000n.toString(36))).toBeUndefined();
});

describe('a known position', () => {
  const check = (text: string, fewest: number, nodes: number, excess: number): void => {
    const { moves, lowerBound, optimal } = solved(questionOf(twentyfour, text), { nodes });
    expect((moves.length - fewest) % 2).toBe(0);
    expect(moves.length).toBeGreaterThanOrEqual(fewest);
    expect(moves.length).toBeLessThanOrEqual(fewest + excess);
    expect(lowerBound).toBeLessThanOrEqual(fewest);
    expect(lowerBound).toBeGreaterThanOrEqual(fewest - 20);
    if (optimal) expect(moves).toHaveLength(fewest);
  };
  const vectors = vectorsOf('twentyfour');
  it.each(vectors.slice(0, 1))('%s has a first answer near the %i moves that are the fewest', (text, fewest) => {
    check(text, fewest, 5_000_000, 16);
  });
  it.each(vectors.slice(-1))('%s has an answer at most 6 moves above %i', { tags: 'heavy' }, (text, fewest) => {
    check(text, fewest, 17_000_000, 6);
  });
});

it('has no first answer where a beam would take too much memory', () => {
  const question = questionOf(twentyfour, vectorsOf('twentyfour')[0]![0]);
  const limits = { tables, withoutCount: true, nodes: 5_000_000 };
  expect(solve(twentyfour, question, { ...limits, bytes: 2 ** 22 })).toMatchObject({
    status: 'gave-up',
    reason: 'nodes',
  });
  // Room for the narrow beam alone.
  expect(solve(twentyfour, question, { ...limits, bytes: 2 ** 23 })).toMatchObject({
    status: 'solved',
    reason: 'nodes',
  });
});

describe('an easy position', () => {
  const goalOf = (position: Position): Goal => ({ text: twentyfour.formatPosition(position), positions: [position] });

  it('is proved, and takes as many moves there as back, and mirrored', () => {
    fc.assert(
      fc.property(walks(60), walks(60), (aim, way) => {
        const there = walkBack(twentyfour, goal, aim);
        const here = walkBack(twentyfour, goalOf(there), way);
        const { moves, optimal } = solved({ start: here, goal: goalOf(there) });
        expect(optimal).toBe(true);
        expect(moves.length).toBeLessThanOrEqual(way.length);
        expect((way.length - moves.length) % 2).toBe(0);
        expect(solved({ start: there, goal: goalOf(here) }).moves).toHaveLength(moves.length);
        const mirrored = (position: Position): Position =>
          position.map((_, cell) => position[(cell % 5) * 5 + Math.floor(cell / 5)]!);
        const image = { start: mirrored(here), goal: goalOf(mirrored(there)) };
        expect(solved(image).moves).toHaveLength(moves.length);
      }),
      { numRuns: 10 },
    );
  });

  it('may have the blank on any cell in the end', () => {
    for (let cell = 0; cell < 25; cell++) {
      const end = goalOf(goal.positions[0]!.filter((tile) => tile !== 0).toSpliced(cell, 0, 0));
      const way = [cell, 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6];
      const { moves, optimal } = solved({ start: walkBack(twentyfour, end, way), goal: end });
      expect(optimal).toBe(true);
      expect(moves.length).toBeLessThanOrEqual(way.length);
    }
  });
});
