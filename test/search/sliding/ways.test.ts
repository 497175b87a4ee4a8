import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eight } from '../../../src/puzzles/catalogue/eight.ts';
import { fifteen } from '../../../src/puzzles/catalogue/fifteen.ts';
import { five } from '../../../src/puzzles/catalogue/five.ts';
import { replay } from '../../../src/puzzles/puzzle.ts';
import { waysInto } from '../../../src/search/sliding/ways.ts';
import { distancesTo, rankOf, walkBack, walks } from '../../support/truth.ts';

const moveOf = (code: number): [from: number, to: number] => [code >> 5, code & 31];

it.each([false, true])(
  'divides a search without losing the shortest solution, mirror images dropped: %s',
  (isMirrored) => {
    const { board, goal } = eight;
    const distances = distancesTo(eight, goal);
    fc.assert(
      fc.property(walks(60), (way) => {
        const start = walkBack(eight, goal, way);
        const length = distances.get(rankOf(eight, start))!;
        const ways = waysInto(board, start, 8, isMirrored);
        const depth = ways[0]!.length;
        fc.pre(length >= depth);
        expect(new Set(ways.map((codes) => codes.length))).toEqual(new Set([depth]));
        const left = ways.map(
          (codes) => distances.get(rankOf(eight, replay(eight, start, codes.map(moveOf)).at(-1) ?? start))!,
        );
        expect(Math.min(...left) + depth).toBe(length);
      }),
      { numRuns: 200 },
    );
  },
);

it('has as many parts as are asked for, and all the same on each thread', () => {
  const start = walkBack(fifteen, fifteen.goal, [3, 1, 4, 1, 5, 9, 2, 6]);
  const ways = waysInto(fifteen.board, start, 1000, true);
  expect(ways.length).toBeGreaterThanOrEqual(1000);
  expect(waysInto(fifteen.board, start, 1000, true)).toEqual(ways);
  const ends = ways.map((codes) => replay(fifteen, start, codes.map(moveOf)).at(-1)!.join());
  expect(new Set(ends).size).toBe(ends.length);
});

it('ends where there are no more positions', () => {
  const survey = distancesTo(five, five.goal);
  const farthest = Math.max(...[...survey].map(([, distance]) => distance));
  const ways = waysInto(five.board, five.goal.positions[0]!, 1_000_000, false);
  expect(new Set(ways.map(({ length }) => length))).toEqual(new Set([farthest]));
});
