import { expect, it } from 'vitest';
import { eight } from '../../../src/puzzles/catalogue/eight.ts';
import type { Move } from '../../../src/puzzles/puzzle.ts';
import { Budget } from '../../../src/search/budget.ts';
import { additiveBeam } from '../../../src/search/sliding/additive-beam.ts';
import { AdditiveBound } from '../../../src/search/sliding/additive-bound.ts';
import { positionOf, vectorsOf } from '../../support/truth.ts';

const { board } = eight;
const goal = eight.goal.positions[0]!;
/** The sum of the tiles' distances. */
const bound = new AdditiveBound({ name: 'distances', board, patterns: [], pairs: [[[], []]], beams: [] }, []);

const search = (text: string, width: number, { most = 255, budget = new Budget(), to = goal } = {}) =>
  additiveBeam({ board, start: positionOf(eight, text), goal: to, bound, width, most }, budget);

/** Where moves lead: each takes a tile to the blank beside it. */
const end = (text: string, moves: readonly Move[]): number[] => {
  const cells = [...positionOf(eight, text)];
  for (const [from, to] of moves) {
    expect(cells[to!]).toBe(0);
    expect(board.neighbours[to!]).toContain(from);
    [cells[to!], cells[from!]] = [cells[from!]!, 0];
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
    total.narrow += narrow.length;
    total.wide += wide.length;
    total.shortest += length;
  }
  expect(total.wide).toBeLessThanOrEqual(total.narrow);
  expect(total.wide).toBeLessThan(total.shortest * 1.05);
});

it.each(['123456780', '123450786', '023156478'])('to %s, looks for nothing longer than what is of use', (text) => {
  const to = positionOf(eight, text);
  for (const [start] of vectorsOf('eight')) {
    const found = search(start, 2000, { to });
    if (found === 'lost') continue;
    const { length } = found;
    expect(search(start, 2000, { to, most: length })).toHaveLength(length);
    const shorter = search(start, 2000, { to, most: length - 1 });
    if (shorter !== 'lost') expect(shorter.length).toBeLessThan(length);
  }
});

it('says that nothing is left, or why it stopped', () => {
  // Two tiles exchanged: no way leads to the goal.
  expect(search('123456870', 50)).toBe('lost');
  expect(search('867254301', 50, { budget: new Budget({ nodes: 100 }) })).toBe('nodes');
});
