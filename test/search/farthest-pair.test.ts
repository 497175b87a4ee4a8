import { expect, it } from 'vitest';
import { type Position, unwrap } from '../../src/puzzles/puzzle.ts';
import { knownPuzzle } from '../../src/puzzles/registry.ts';
import { farthestPair } from '../../src/search/algorithms/farthest-pair.ts';
import { Budget } from '../../src/search/budget.ts';
import { hardestPair, solve } from '../../src/search/solve.ts';
import { questionOf } from '../support/truth.ts';

/** Klotski's two positions that are 190 steps apart are published. */
it.each([
  ['klotski-steps', 190],
  ['rush', 72],
])('%s: the two positions farthest apart are %i moves from each other', (id, length) => {
  const puzzle = knownPuzzle(id);
  const pair = hardestPair(puzzle, {});
  expect(pair).toMatchObject({ length });
  if (typeof pair === 'string') return;
  expect(solve(puzzle, questionOf(puzzle, pair.start, pair.goal))).toMatchObject({ lowerBound: length });
});

// Every position is compared with every other one.
it.each(['five', 'onoff', 'rush'])('%s: no two positions are farther apart', (id) => {
  const puzzle = knownPuzzle(id);
  // Its usual board has too many positions to compare all.
  const text = id === 'rush' ? 'ooooooooBoooAABoooooBooCoooooCDDoooo' : undefined;
  const start: Position = text ? unwrap(puzzle.parsePosition(text), text) : puzzle.goal.positions[0]!;
  const cursor = puzzle.cursor({ text: puzzle.formatPosition(start), positions: [start] }, start);
  const graph = new Map<number, number[]>([[cursor.rank(start), []]]);
  for (const [state, neighbours] of graph) {
    cursor.load(state);
    const codes: number[] = [];
    cursor.moves(codes, 0);
    for (const code of codes) {
      cursor.make(code);
      neighbours.push(cursor.state());
      if (!graph.has(cursor.state())) graph.set(cursor.state(), []);
      cursor.unmake(code);
    }
  }
  let longest = 0;
  for (const root of graph.keys()) {
    const distances = new Map([[root, 0]]);
    for (const [state, distance] of distances) {
      longest = Math.max(longest, distance);
      for (const next of graph.get(state)!) if (!distances.has(next)) distances.set(next, distance + 1);
    }
  }
  expect(graph.size).toBeGreaterThan(100);
  expect(farthestPair(cursor, cursor.rank(start), new Budget())).toMatchObject({ distance: longest });
});

it('gives up when the budget is spent', () => {
  expect(hardestPair(knownPuzzle('klotski'), { milliseconds: 0 })).toBe('deadline');
  expect(hardestPair(knownPuzzle('klotski'), { nodes: 1000 })).toBe('nodes');
});
