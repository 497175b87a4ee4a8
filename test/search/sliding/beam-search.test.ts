import { expect, it } from 'vitest';
import { eight } from '../../../src/puzzles/catalogue/eight.ts';
import { Budget } from '../../../src/search/budget.ts';
import { AdditiveBound } from '../../../src/search/sliding/additive-bound.ts';
import { beamSearch } from '../../../src/search/sliding/beam-search.ts';
import { positionOf, vectorsOf } from '../../support/truth.ts';

const { board } = eight;
const goal = eight.goal.positions[0]!;
/** The sum of the tiles' distances. */
const bound = new AdditiveBound({ name: 'distances', board, patterns: [], pairs: [[[], []]], beams: [] }, []);

const search = (text: string, width: number, { most = 255, budget = new Budget() } = {}) =>
  beamSearch({ board, start: positionOf(eight, text), goal, bound, width, most }, budget);

/** Follows a path of the blank. */
const end = (text: string, path: readonly number[]): number[] => {
  const cells = [...positionOf(eight, text)];
  for (const cell of path) {
    const blank = cells.indexOf(0);
    expect(board.neighbours[blank]).toContain(cell);
    [cells[blank], cells[cell]] = [cells[cell]!, 0];
  }
  return cells;
};

it('finds ways to the goal, the wider the beam the shorter, and none shorter than the shortest', () => {
  const total = { narrow: 0, wide: 0, shortest: 0 };
  for (const [text, length] of vectorsOf('eight')) {
    const [narrow, wide] = [search(text, 200), search(text, 2000)];
    if (typeof narrow === 'string' || typeof wide === 'string') throw new Error(`nothing found for ${text}`);
    expect(end(text, narrow)).toEqual([...goal]);
    expect(end(text, wide)).toEqual([...goal]);
    expect(Math.min(narrow.length, wide.length)).toBeGreaterThanOrEqual(length);
    expect(search(text, 2000, { most: wide.length })).toEqual(wide);
    expect(search(text, 2000, { most: length - 2 })).toBe('lost');
    total.narrow += narrow.length;
    total.wide += wide.length;
    total.shortest += length;
  }
  expect(total.wide).toBeLessThanOrEqual(total.narrow);
  expect(total.wide).toBeLessThan(total.shortest * 1.05);
});

it('says that nothing is left, or why it stopped', () => {
  // Two tiles exchanged: no way leads to the goal.
  expect(search('123456870', 50)).toBe('lost');
  expect(search('867254301', 50, { budget: new Budget({ nodes: 100 }) })).toBe('nodes');
});
