/** Tables of multi-tile moves on boards of 12 cells. `multi-tile.test.ts` compares every position of smaller boards. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Goal, type Position, type Puzzle, reaches } from '../../../../src/puzzles/puzzle.ts';
import { knownPuzzle } from '../../../../src/puzzles/registry.ts';
import { allSolutions } from '../../../../src/search/all-solutions.ts';
import { seeded } from '../../../../src/search/scramble.ts';
import { bestMethod, needsOf, solve } from '../../../../src/search/solve.ts';
import type { Table } from '../../../../src/search/tables/contract.ts';
import { surveyTable } from '../../../../src/search/tables/table.ts';
import { plainLevels, plainMoves } from '../../../support/multi-tile.ts';
import { goalWithBlank, randomNumbers, sharedTable, sharedTables, tableOf, wrongAt } from '../../../support/tables.ts';

const mtm = (id: string) => knownPuzzle(`${id}-mtm`);
const columnsOf = ({ board }: Puzzle): number => board.size / board.rows;
const goalOf = (puzzle: Puzzle): Position => puzzle.goal.positions[0]!;

/** What a table says wrongly of random positions, beside the search from both ends. */
const wrongOf = (puzzle: Puzzle, goal: Goal, table: Table, many: number) => {
  const random = seeded(puzzle.id);
  return Array.from({ length: many }, () => puzzle.randomPosition(random, goal)).flatMap((start) => {
    const outcome = solve(puzzle, { start, goal }, { method: 'bidirectional' });
    if (outcome.status !== 'solved') throw new Error(outcome.status);
    return wrongAt(puzzle, goal, table, start, outcome.moves.length) ?? [];
  });
};

describe.each(['eleven', '2x6'])('%s', { tags: 'long' }, (id) => {
  const tags = id === 'eleven' ? [] : 'heavy';
  const puzzle = mtm(id);
  const turned = mtm(id === 'eleven' ? '4x3' : '6x2');

  let table: Table;
  let side: Table;
  beforeAll(() => {
    table = sharedTable(puzzle, puzzle.goal);
    side = tableOf(turned);
  });

  it('has as many positions at each distance as on its side', () => {
    const found = table.survey();
    expect(found.states).toBe(239_500_800);
    expect(side.survey().histogram).toEqual(found.histogram);
  });

  it('agrees with the search from both ends, to goals with the blank on any cell', { tags }, () => {
    expect(wrongOf(puzzle, puzzle.goal, table, 2)).toEqual([]);
    expect(wrongOf(turned, turned.goal, side, 2)).toEqual([]);
    const random = randomNumbers(12);
    const goal = goalWithBlank(puzzle, 5, random);
    expect(wrongOf(puzzle, goal, tableOf(puzzle, goal), 1)).toEqual([]);
  });
});

describe('eleven', () => {
  const puzzle = mtm('eleven');
  const table = sharedTable(puzzle, puzzle.goal);

  it('has five positions at 33 moves, and all in two bits each', () => {
    const { states, diameter, farthest } = table.survey();
    expect([states, diameter, farthest.length]).toEqual([239_500_800, 33, 5]);
    for (const position of farthest) expect(wrongAt(puzzle, puzzle.goal, table, position, 33)).toBeUndefined();
    expect(surveyTable(puzzle, puzzle.goal)).toEqual(table.survey());
    expect(table.bytes).toBeLessThan(64_000_000);
  });

  it('has the positions near the goal where a plain search finds them', () => {
    const levels = plainLevels(goalOf(puzzle), 4, 7);
    expect(table.histogram.slice(0, 8)).toEqual(levels.map((level) => level.length));
    const wrong = levels.flatMap((level, distance) =>
      level.flatMap((position) => wrongAt(puzzle, puzzle.goal, table, position, distance) ?? []),
    );
    expect(wrong).toEqual([]);
  });

  it('knows the moves that begin a shortest solution, and all of these', () => {
    const random = seeded('moves');
    for (let i = 0; i < 200; i++) {
      const start = puzzle.randomPosition(random, puzzle.goal);
      const distance = table.distance(start);
      const after = plainMoves(start, columnsOf(puzzle)).map((position) => table.distance(position) - distance);
      expect(after.every((change) => Math.abs(change) <= 1)).toBe(true);
      const best = table.bestMoves(start);
      expect(best).toHaveLength(after.filter((change) => change === -1).length);
      const ways = best.map((move) => table.solutions(puzzle.play(start, move))!);
      expect(table.solutions(start)).toBe(ways.reduce((sum, count) => sum + count, 0));
      expect(best.every((move) => table.distance(puzzle.play(start, move)) === distance - 1)).toBe(true);
    }
  });

  it('finds no solution of a position that has none', () => {
    const odd = goalOf(puzzle).with(0, 2).with(1, 1);
    expect(table.distance(odd)).toBe(-1);
    expect(table.bestMoves(odd)).toEqual([]);
  });

  it('is looked up, and lists all shortest solutions', () => {
    expect(bestMethod(puzzle)).toBe('table');
    const start = puzzle.randomPosition(seeded('all'), puzzle.goal);
    const question = { start, goal: puzzle.goal };
    const found = allSolutions(puzzle, question, { tables: sharedTables(needsOf(puzzle, puzzle.goal)) });
    if (found.status !== 'listed') throw new Error(found.status);
    expect(found).toMatchObject({ count: table.solutions(start), length: table.distance(start) });
    expect(reaches(puzzle, question, table.path(start))).toBe(true);
  });
});
