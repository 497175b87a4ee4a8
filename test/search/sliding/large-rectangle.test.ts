/** Solutions of rectangles without databases, checked by rules of the test's own. */
import { describe, expect, it } from 'vitest';
import { sizedPuzzle } from '../../../src/puzzles/catalogue/sizes.ts';
import type { Move, Position } from '../../../src/puzzles/puzzle.ts';
import { Budget } from '../../../src/search/budget.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { conflictBeam } from '../../../src/search/sliding/conflict-beam.ts';
import { rectangleImprovements } from '../../../src/search/sliding/large-rectangle.ts';
import { rowByRow } from '../../../src/search/sliding/row-by-row.ts';
import { solve } from '../../../src/search/solve.ts';

/** Where moves lead: each takes a tile to the blank beside it. */
const ledBy = (columns: number, start: Position, moves: readonly Move[]): number[] => {
  const cells = [...start];
  for (const [from, to] of moves) {
    const [row, column] = [
      Math.floor(from! / columns) - Math.floor(to! / columns),
      (from! % columns) - (to! % columns),
    ];
    if (cells[to!] !== 0 || Math.abs(row) + Math.abs(column) !== 1) throw new Error(`no move: ${from} ${to}`);
    cells[to!] = cells[from!]!;
    cells[from!] = 0;
  }
  return cells;
};

const sizes: readonly (readonly [number, number])[] = [
  ...([
    [4, 4],
    [3, 5],
    [2, 9],
    [9, 2],
    [4, 6],
    [5, 6],
    [6, 6],
    [7, 7],
    [8, 8],
    [3, 10],
    [10, 10],
  ] as const),
];

/** Their tiles come near their places first. */
const longSizes = [
  [11, 10],
  [3, 20],
  [20, 2],
  [16, 17],
  [20, 20],
] as const;

const check = (among: typeof sizes, count: number): void => {
  for (const [rows, columns] of among) {
    const puzzle = sizedPuzzle(rows, columns);
    const random = seeded(`${rows} ${columns}`);
    for (let i = 0; i < count; i++) {
      const start = puzzle.randomPosition(random, puzzle.goal);
      // Also goals with the blank elsewhere.
      const goal = i % 2 === 0 ? puzzle.goal.positions[0]! : puzzle.randomPosition(random, puzzle.goal);
      expect(ledBy(columns, start, rowByRow({ rows, columns }, start, goal))).toEqual(goal);
    }
  }
};

describe('row by row', () => {
  it('solves every rectangle of up to a hundred cells', () => check(sizes, 2));
  it('solves larger ones', () => check(longSizes, 1));
  it('solves a hundred positions of each', { tags: 'heavy' }, () => check(sizes, 100));
  it('solves twenty positions of each larger one', { tags: 'heavy' }, () => check(longSizes, 20));
});

describe('a beam', () => {
  const puzzle = sizedPuzzle(5, 5);
  const { board } = puzzle;
  const start = puzzle.randomPosition(seeded('beam'), puzzle.goal);

  it('finds a solution of some tiles, and of all', () => {
    const goal = puzzle.goal.positions[0]!;
    const someGoal = goal.map((tile, cell) => (cell < 5 ? tile : -1));
    const beam = { board, start, width: 500, most: 1000 };
    const some = conflictBeam({ ...beam, goal: someGoal }, new Budget()) as Move[];
    expect(ledBy(5, start, some).slice(0, 5)).toEqual(goal.slice(0, 5));
    const all = conflictBeam({ ...beam, goal }, new Budget()) as Move[];
    expect(ledBy(5, start, all)).toEqual(goal);
  });

  it('stops with its budget, if it is of no use, and where no solution is as short', () => {
    const beam = { board, start, goal: puzzle.goal.positions[0]!, width: 50, most: 1000 };
    expect(conflictBeam(beam, new Budget({ nodes: 100 }))).toBe('nodes');
    expect(conflictBeam({ ...beam, most: 0 }, new Budget())).toBe('lost');
    expect(conflictBeam({ ...beam, most: 20 }, new Budget())).toBe('lost');
  });
});

describe('the ways to solutions of a large rectangle', () => {
  const improves = (rows: number, columns: number): void => {
    const puzzle = sizedPuzzle(rows, columns);
    const start = puzzle.randomPosition(seeded('ways'), puzzle.goal);
    const budget = new Budget();
    let before = Number.POSITIVE_INFINITY;
    for (const { run } of rectangleImprovements(puzzle, { start, goal: puzzle.goal }).slice(0, 6)) {
      run(budget);
      expect(budget.best!.length).toBeLessThanOrEqual(before);
      expect(ledBy(columns, start, budget.best!)).toEqual(puzzle.goal.positions[0]);
      before = budget.best!.length;
    }
    const outcome = solve(puzzle, { start, goal: puzzle.goal }, { nodes: 200_000 });
    expect(outcome).toMatchObject({ status: 'solved', optimal: false });
    if (outcome.status === 'solved') expect(outcome.lowerBound).toBeLessThanOrEqual(before);
  };

  it('of 5 × 6 each leave one that is no longer than the one before, and no shorter than the bound', () =>
    improves(5, 6));
  it('of 6 × 6 do too', { tags: 'heavy' }, () => improves(6, 6));
});
