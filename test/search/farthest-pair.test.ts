import { expect, it } from 'vitest';
import { type Position, unwrap } from '../../src/puzzles/puzzle.ts';
import { knownPuzzle } from '../../src/puzzles/registry.ts';
import { farthestPair } from '../../src/search/algorithms/farthest-pair.ts';
import { Budget } from '../../src/search/budget.ts';
import { hardestPair, solve } from '../../src/search/solve.ts';
import { questionOf } from '../support/truth.ts';

const expectPair = (id: string, length: number): void => {
  const puzzle = knownPuzzle(id);
  const pair = hardestPair(puzzle, {});
  expect(pair).toMatchObject({ length });
  if (typeof pair === 'string') return;
  expect(solve(puzzle, questionOf(puzzle, pair.start, pair.goal))).toMatchObject({ lowerBound: length });
};
const title = '%s: the two positions farthest apart are %i moves from each other';
it.each([['rush', 72]])(title, expectPair);
/** They are published. */
it.each([['klotski-steps', 190]])(title, { tags: 'heavy' }, expectPair);

// Every position is compared with every other one.
it.each(['five', 'onoff', 'rush'])('%s: no two positions are farther apart', (id) => {
  const puzzle = knownPuzzle(id);
  // Its usual board has too many positions to compare all.
  const text = id === 'rush' ? 'ooooooooBoooAABoooooBooCoooooCDDoooo' : undefined;
  const start: Position = text ? unwrap(puzzle.parsePosition(text), text) : puzzle.goal.positions[0]!;
  const cursor = puzzle.cursor({ text: puzzle.formatPosition(start), positions: [start] }, start);
  const indices = new Map([[cursor.rank(start), 0]]);
  const neighbours: number[][] = [];
  for (const [state] of indices) {
    cursor.load(state);
    const codes: number[] = [];
    cursor.moves(codes, 0);
    const own = codes.map((code) => {
      cursor.make(code);
      const next = cursor.state();
      cursor.unmake(code);
      if (!indices.has(next)) indices.set(next, indices.size);
      return indices.get(next)!;
    });
    neighbours.push(own);
  }
  let longest = 0;
  const distances = new Int16Array(indices.size);
  for (const root of neighbours.keys()) {
    distances.fill(-1);
    distances[root] = 0;
    const queue = [root];
    for (const index of queue) {
      for (const next of neighbours[index]!) {
        if (distances[next] !== -1) continue;
        distances[next] = distances[index]! + 1;
        queue.push(next);
      }
    }
    longest = Math.max(longest, distances[queue.at(-1)!]!);
  }
  expect(indices.size).toBeGreaterThan(100);
  expect(farthestPair(cursor, cursor.rank(start), new Budget())).toMatchObject({ distance: longest });
});

it('gives up when the budget is spent', () => {
  expect(hardestPair(knownPuzzle('klotski'), { milliseconds: 0 })).toBe('deadline');
  expect(hardestPair(knownPuzzle('klotski'), { nodes: 1000 })).toBe('nodes');
});
