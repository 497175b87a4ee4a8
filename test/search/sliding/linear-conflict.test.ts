/** Linear conflict: never more than the true distance, anywhere, and consistent. */

import { describe, expect, it } from 'vitest';
import { eight } from '../../../src/puzzles/catalogue/eight.ts';
import { eleven } from '../../../src/puzzles/catalogue/eleven.ts';
import { fifteen } from '../../../src/puzzles/catalogue/fifteen.ts';
import { five } from '../../../src/puzzles/catalogue/five.ts';
import { onoff } from '../../../src/puzzles/catalogue/onoff.ts';
import { seven } from '../../../src/puzzles/catalogue/seven.ts';
import { six } from '../../../src/puzzles/catalogue/six.ts';
import type { Cursor, Goal, Puzzle } from '../../../src/puzzles/puzzle.ts';
import { CursorSearch } from '../../../src/search/algorithms/cursor-search.ts';
import { deepen } from '../../../src/search/algorithms/deepening.ts';
import { Budget } from '../../../src/search/budget.ts';
import { linearConflictCursor } from '../../../src/search/sliding/linear-conflict.ts';
import { isRectangular } from '../../../src/search/sliding/rectangle.ts';
import { walkingDistanceCursor } from '../../../src/search/sliding/walking-distance.ts';
import fc from '../../support/properties.ts';
import { distancesTo, questionOf, rankOf, sample, unrank, vectorsOf, walkBack, walks } from '../../support/truth.ts';

const goalOf = (puzzle: Puzzle, text: string): Goal => questionOf(puzzle, puzzle.goal.text, text).goal;

/** How much better a bound is than the distances alone, over all positions: in sum. */
const gain = (puzzle: Puzzle, goal: Goal, cursor: Cursor): number => {
  const plain = puzzle.cursor(goal);
  const wrong: string[] = [];
  let sum = 0;
  for (const [rank, distance] of distancesTo(puzzle, goal)) {
    cursor.load(rank);
    plain.load(rank);
    const bound = cursor.lowerBound();
    if (bound > distance || bound < plain.lowerBound() || (distance - bound) % 2 !== 0) {
      wrong.push(puzzle.formatPosition(unrank(puzzle, rank)));
    }
    sum += bound - plain.lowerBound();
  }
  expect(wrong).toEqual([]);
  return sum;
};

const bounds = [
  ['linear conflict', linearConflictCursor],
  ['walking distance', walkingDistanceCursor],
] as const;

describe.each(bounds)('%s', (_, cursorOf) => {
  const isBound = (_name: string, puzzle: Puzzle, text: string | undefined): void => {
    const goal = text === undefined ? puzzle.goal : goalOf(puzzle, text);
    expect(gain(puzzle, goal, cursorOf(puzzle, goal))).toBeGreaterThan(0);
  };
  it.each([
    ['seven', seven, undefined],
    ['seven, blank inside', seven, '31072546'],
    ['five', five, '014253'],
  ] as const)('is between the sum of distances and the truth for every position of %s', isBound);
  it.each([
    ['eight', eight, undefined],
    ['eight, blank in the middle', eight, '123804765'],
    ['eight, another goal', eight, '706254813'],
  ] as const)('is between the sum of distances and the truth for every position of %s', { tags: 'long' }, isBound);

  it('changes by one at most with each move, and is the same however one comes to a position', () => {
    fc.assert(
      fc.property(fc.constantFrom<Puzzle>(seven, eight, eleven, fifteen), walks(20), walks(80), (puzzle, aim, way) => {
        const end = walkBack(puzzle, puzzle.goal, aim);
        const goal: Goal = { text: puzzle.formatPosition(end), positions: [end] };
        const cursor = cursorOf(puzzle, goal);
        const fresh = cursorOf(puzzle, goal);
        expect(cursor.lowerBound()).toBe(0);
        const codes: number[] = [];
        let moves = 0;
        for (const choice of way) {
          const before = cursor.lowerBound();
          const move = codes[choice % cursor.moves(codes, 0)]!;
          cursor.make(move);
          moves++;
          expect(Math.abs(cursor.lowerBound() - before)).toBe(1);
          expect(cursor.lowerBound()).toBeLessThanOrEqual(moves);
          fresh.load(cursor.state());
          expect(fresh.lowerBound()).toBe(cursor.lowerBound());
          cursor.unmake(move);
          expect(cursor.lowerBound()).toBe(before);
          cursor.make(move);
        }
      }),
    );
  });

  it('finds shortest solutions, of fewer nodes than the distances alone', () => {
    const some = sample(
      vectorsOf('eleven').filter(([, length]) => length <= 38),
      8,
    );
    let plainNodes = 0;
    let nodes = 0;
    for (const [text, length] of some) {
      const { start, goal } = questionOf(eleven, text);
      const budgets = [new Budget(), new Budget()] as const;
      const endings = [
        deepen(new CursorSearch(eleven.cursor(goal), rankOf(eleven, start), true), budgets[0]),
        deepen(new CursorSearch(cursorOf(eleven, goal), rankOf(eleven, start), true), budgets[1]),
      ];
      expect(endings.map((ending) => (Array.isArray(ending) ? ending.length : -1))).toEqual([length, length]);
      plainNodes += budgets[0].generated;
      nodes += budgets[1].generated;
    }
    expect(nodes).toBeLessThan(plainNodes / 2);
  });

  it('is for sliding puzzles on rectangles only', () => {
    expect([five, seven, eight, eleven, fifteen].map(isRectangular)).toEqual([true, true, true, true, true]);
    expect([six, onoff].map(isRectangular)).toEqual([false, false]);
    expect(() => cursorOf(six, six.goal)).toThrow(RangeError);
    expect(() => cursorOf(onoff, onoff.goal)).toThrow(RangeError);
  });
});
