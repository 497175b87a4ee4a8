/** The 15 puzzle in multi-tile moves, against plain searches of the tests' own (`support/multi-tile.ts`). */
import { describe, expect, it, test } from 'vitest';
import type { Goal, Position } from '../../../src/puzzles/puzzle.ts';
import { reaches } from '../../../src/puzzles/puzzle.ts';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';
import { allSolutions } from '../../../src/search/all-solutions.ts';
import { SearchControl } from '../../../src/search/budget.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { bestMethod, methodsOf, needsOf, solve } from '../../../src/search/solve.ts';
import { plainDistance, plainMoves } from '../../support/multi-tile.ts';
import { sharedTables } from '../../support/tables.ts';
import { positionOf } from '../../support/truth.ts';

const puzzle = knownPuzzle('fifteen-mtm');
const { goal } = puzzle;
const columns = 4;

/** A random walk of plain moves. */
const walkFrom = (start: Position, moves: number, random: () => number): Position => {
  let position = [...start];
  for (let made = 0; made < moves; made++) {
    const next = plainMoves(position, columns);
    position = next[Math.floor(random() * next.length)]!;
  }
  return position;
};
const goalAt = (position: Position): Goal => ({ text: puzzle.formatPosition(position), positions: [position] });

test('has databases of its own', () => {
  expect(bestMethod(puzzle)).toBe('ida-mtm');
  for (const id of ['fifteen', 'eleven-mtm']) expect(methodsOf(knownPuzzle(id))).not.toContain('ida-mtm');
  // Two tables, four bits for each of 6,435 sets of places, 4 rows of the blank and 5,040 orders.
  expect(needsOf(puzzle, goal).map(({ bytes }) => bytes)).toEqual([6435 * 4 * 5040]);
});

// The databases take twelve seconds to build.
describe('a shortest solution', { tags: 'long' }, () => {
  const built = () => sharedTables(needsOf(puzzle, goal));
  const lengthOf = (start: Position, end = goal, control?: SearchControl): number => {
    const outcome = solve(puzzle, { start, goal: end }, { tables: built(), control });
    if (outcome.status !== 'solved') throw new Error(`${puzzle.formatPosition(start)}: ${outcome.status}`);
    expect(outcome).toMatchObject({ method: 'ida-mtm', optimal: true, lowerBound: outcome.moves.length });
    expect(reaches(puzzle, { start, goal: end }, outcome.moves)).toBe(true);
    return outcome.moves.length;
  };

  const areRight = (count: number, most: number, step: number): void => {
    const random = seeded('multi-tile');
    const lengths = Array.from({ length: count }, (_, index) => {
      const start = walkFrom(goal.positions[0]!, index * step, random);
      const length = plainDistance(start, goal.positions[0]!, columns);
      expect([puzzle.formatPosition(start), lengthOf(start)]).toEqual([puzzle.formatPosition(start), length]);
      return length;
    });
    expect(Math.max(...lengths)).toBeGreaterThanOrEqual(most);
  };
  const title =
    'is as long as a plain search from both ends says, for %i positions, the farthest at least %i moves away';
  it.each([[8, 6, 2]])(title, areRight);
  it.each([[40, 14, 1]])(title, { tags: 'heavy' }, areRight);

  it('is one of as many as a plain search counts', () => {
    const random = seeded('all');
    /** By shortest solutions of positions that are one move closer. */
    const countOf = (start: Position, left: number): number =>
      left === 0
        ? 1
        : plainMoves(start, columns)
            .filter((next) => plainDistance(next, goal.positions[0]!, columns) === left - 1)
            .reduce((sum, next) => sum + countOf(next, left - 1), 0);
    // Tiles of a corner, halfway round: from there, both ways round are as long. In the second, two tiles move at once.
    const rounds = [
      [14, 10, 11, 15, 14, 10],
      [13, 9, 11, 15, 13, 9, 11, 15, 13, 9],
    ].map((blanks) =>
      blanks.reduce((position, from) => puzzle.play(position, [from, position.indexOf(0)]), goal.positions[0]!),
    );
    const walks = Array.from({ length: 20 }, (_, moves) => walkFrom(goal.positions[0]!, moves, random));
    const counts = [...rounds, ...walks].map((start) => {
      const found = allSolutions(puzzle, { start, goal }, { tables: built() });
      if (found.status !== 'listed') throw new Error(found.status);
      expect(found).toMatchObject({ count: countOf(start, found.length), undecided: [] });
      return found.count!;
    });
    expect(counts.slice(0, 2).every((count) => count > 1)).toBe(true);
  });

  it('leads to goals with the blank on any cell', () => {
    const random = seeded('goals');
    for (let cell = 0; cell < 16; cell++) {
      const swapped = goal.positions[0]!.with(15, goal.positions[0]![cell]!).with(cell, 0);
      const end = goalAt(walkFrom(swapped, 0, random));
      for (const moves of [0, 1, 2, 3, 8, 12]) {
        const start = walkFrom(end.positions[0]!, moves, random);
        const length = plainDistance(start, end.positions[0]!, columns);
        expect([end.text, puzzle.formatPosition(start), lengthOf(start, end)]).toEqual([
          end.text,
          puzzle.formatPosition(start),
          length,
        ]);
      }
    }
  });

  it.each([['DE90B4C1732AF856', 33]])(
    'of %s takes %i moves, one more or less beside it, and as many in the mirror image',
    (text, length) => {
      const start = positionOf(puzzle, text);
      const control = new SearchControl();
      expect(lengthOf(start, goal, control)).toBe(length);
      expect(control.progress.lowerBound).toBe(length);
      const beside = plainMoves(start, columns).map((position) => lengthOf(position));
      expect(Math.min(...beside)).toBe(length - 1);
      expect(Math.max(...beside)).toBeLessThanOrEqual(length + 1);
      const [, image] = puzzle.images(start, goal);
      expect(lengthOf(image!)).toBe(length);
    },
  );

  it('of a hard position is shown before it is proved', () => {
    const start = positionOf(puzzle, '0F83CB74EA659D21');
    const outcome = solve(puzzle, { start, goal }, { tables: built(), nodes: 5_000_000 });
    if (outcome.status !== 'solved') throw new Error(outcome.status);
    expect(outcome).toMatchObject({ optimal: false, reason: 'nodes' });
    expect(reaches(puzzle, { start, goal }, outcome.moves)).toBe(true);
    // It takes 39.
    expect(outcome.lowerBound).toBeLessThanOrEqual(39);
    expect(outcome.moves.length).toBeGreaterThanOrEqual(39);
    expect(outcome.moves.length).toBeLessThanOrEqual(42);
  });

  it('is missing where no rule allows it, and when the search has to stop', () => {
    const odd = goal.positions[0]!.with(0, 2).with(1, 1);
    expect(solve(puzzle, { start: odd, goal }, { tables: built() })).toMatchObject({ status: 'unsolvable' });
    const hard = { start: positionOf(puzzle, 'A81D3BFE942C7560'), goal };
    const outcome = solve(puzzle, hard, { tables: built(), nodes: 50_000 });
    if (outcome.status === 'unsolvable') throw new Error('unsolvable');
    expect(outcome.lowerBound).toBeGreaterThan(28);
    expect(outcome.lowerBound).toBeLessThanOrEqual(36);
  });
});
