/** All shortest solutions: as many as a table counts, and the same as a plain search finds. */
import { describe, expect, it } from 'vitest';
import { rectangle } from '../../src/puzzles/board.ts';
import { eight } from '../../src/puzzles/catalogue/eight.ts';
import { eleven } from '../../src/puzzles/catalogue/eleven.ts';
import { fifteen } from '../../src/puzzles/catalogue/fifteen.ts';
import {
  isAt,
  type Move,
  type Position,
  type Puzzle,
  type Question,
  reaches,
  unwrap,
} from '../../src/puzzles/puzzle.ts';
import { allPuzzles, knownPuzzle, puzzleOfSize } from '../../src/puzzles/registry.ts';
import {
  type AllSolutions,
  type AllSolutionsOptions,
  allSolutions,
  hasAllSolutions,
} from '../../src/search/all-solutions.ts';
import { Budget, SearchControl } from '../../src/search/budget.ts';
import { seeded } from '../../src/search/scramble.ts';
import { databaseNeed } from '../../src/search/sliding/database-need.ts';
import { withDatabases } from '../../src/search/sliding/database-solver.ts';
import type { Databases } from '../../src/search/sliding/databases.ts';
import { allBelow } from '../../src/search/sliding/table-search.ts';
import { solutionsIn } from '../../src/search/solution-graph.ts';
import { buildTables, needsOf } from '../../src/search/solve.ts';
import { openedTable } from '../../src/search/tables/table.ts';
import { sharedTables } from '../support/tables.ts';
import { questionOf, walkBack } from '../support/truth.ts';

const many = 20_000;

/** All shortest solutions of a sliding puzzle, by a depth-first search below the sum of distances. */
const plainly = (puzzle: Puzzle, { start, goal }: Question): Move[][] => {
  const { neighbours, distance } = puzzle.board;
  const end = goal.positions[0]!;
  const lowerBound = (position: Position): number =>
    position.reduce((sum, tile, cell) => sum + (tile === 0 ? 0 : distance[cell]![end.indexOf(tile)]!), 0);
  const within = (position: Position, left: number): Move[][] => {
    if (lowerBound(position) > left) return [];
    if (left === 0) return isAt(position, goal) ? [[]] : [];
    const blank = position.indexOf(0);
    return neighbours[blank]!.flatMap((from) => {
      const after = position.with(blank, position[from]!).with(from, 0);
      return within(after, left - 1).map((rest) => [[from, blank], ...rest]);
    });
  };
  for (let length = 0; ; length++) {
    const found = within(start, length);
    if (found.length > 0) return found;
  }
};

const listed = (puzzle: Puzzle, question: Question, limits: AllSolutionsOptions = {}): AllSolutions => {
  const tables = sharedTables(needsOf(puzzle, question.goal));
  const found = allSolutions(puzzle, question, { tables, ...limits });
  if (found.status !== 'listed') throw new Error(`${puzzle.formatPosition(question.start)}: ${found.status}`);
  return found;
};

const written = (solutions: readonly (readonly Move[])[]): string[] => solutions.map(String).sort();
const movesOf = ({ graph }: AllSolutions): Move[][] => solutionsIn(graph, (_, move) => move, many);

/** Databases for a board that is small enough for a table of its own. */
const smallDatabases = (rows: number, columns: number): Databases => {
  const board = rectangle(rows, columns);
  const cells = [...board.x.keys()];
  const tiles = cells.slice(0, -1);
  const byColumns = [...tiles].sort((a, b) => (a % columns) - (b % columns) || a - b);
  const halves = [tiles, byColumns].map((order) => {
    const half = Math.ceil(order.length / 2);
    return [order.slice(0, half), order.slice(half)].map((some) => some.sort((a, b) => a - b));
  });
  const patterns = halves.flat();
  const sums = halves.map((some) => some.map((half) => ({ table: patterns.indexOf(half), map: cells })));
  return { name: `test ${rows}x${columns}`, board, patterns, pairs: [[sums[0]!, sums[1]!]], beams: [] };
};

describe('a search by databases', () => {
  it.each([
    [eight, smallDatabases(3, 3)],
    [eleven, smallDatabases(3, 4)],
  ])('counts as many as the table of $id, and has the same first moves', (puzzle, databases) => {
    const { goal } = puzzle;
    const table = openedTable(puzzle, goal, sharedTables(needsOf(puzzle, goal)));
    const tables = buildTables([databaseNeed(databases)]);
    const random = seeded('all');
    for (let i = 0; i < 40; i++) {
      const start = puzzle.randomPosition(random, goal);
      const found = allBelow(
        withDatabases(databases, tables),
        puzzle,
        { start, goal },
        new Budget(),
        table.path(start),
      );
      expect(found).toMatchObject({ count: table.solutions(start), undecided: [] });
      expect(written([found.movesAt(start)])).toEqual(written([table.bestMoves(start)]));
      expect(found.reason).toBeUndefined();
    }
  });

  const random = seeded('easy');
  const choices = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 2 ** 20));
  it.each([
    ['fifteen', undefined, 20, 45],
    ['fifteen', '0123456789ABCDEF', 5, 45],
    ['fifteen', '123456789A0BCDEF', 5, 45],
    ['3x5', undefined, 8, 45],
    ['2x7', undefined, 8, 60],
  ])('finds the same in %s to %s as a plain one, in %i positions', (id, wanted, positions, walked) => {
    const puzzle = puzzleOfSize(id) ?? knownPuzzle(id);
    const goal = wanted === undefined ? puzzle.goal : unwrap(puzzle.parseGoal(wanted), wanted);
    let most = 0;
    for (let i = 0; i < positions; i++) {
      const question = { start: walkBack(puzzle, goal, choices(walked)), goal };
      const all = plainly(puzzle, question);
      const found = listed(puzzle, question);
      expect(written(movesOf(found))).toEqual(written(all));
      expect(found).toMatchObject({ count: all.length, length: all[0]!.length, undecided: [] });
      const first = new Map(all.flatMap(([move]) => (move ? [[String(move), move]] : [])));
      expect(written([found.firstMoves])).toEqual(written([[...first.values()]]));
      most = Math.max(most, all.length);
    }
    expect(most).toBeGreaterThan(1);
  });
});

describe('a table', () => {
  it.each([
    ['six', '4651320'],
    ['eight', '085672341'],
    ['onoff', '==no/OfF_', '==on/OFf_'],
    ['peg15', 'all-1'],
    ['klotski', undefined],
  ])('lists as many in %s as it counts, each a solution and none twice', (id, text, goal?: string) => {
    const puzzle = knownPuzzle(id);
    const question = questionOf(puzzle, text ?? puzzle.landmarks[0]!.position, goal);
    const found = listed(puzzle, question);
    const all = movesOf(found);
    expect(found.count).toBeGreaterThan(1);
    expect(all).toHaveLength(Math.min(found.count!, many));
    expect(new Set(written(all)).size).toBe(all.length);
    for (const moves of all.slice(0, 1000)) {
      expect(moves).toHaveLength(found.length);
      expect(reaches(puzzle, question, moves)).toBe(true);
    }
    const first = new Set(all.map(([move]) => String(move)));
    expect([...first].sort()).toEqual(found.firstMoves.map(String).sort());
  });

  it('is not needed to see that there is nothing to do, or no solution', () => {
    const solved = listed(eight, questionOf(eight, '123456780'));
    expect(solved).toMatchObject({ count: 1, length: 0, firstMoves: [], undecided: [], graph: [[]] });
    expect(allSolutions(eight, questionOf(eight, '123456870')).status).toBe('unsolvable');
    expect(allSolutions(fifteen, questionOf(fifteen, '123456789ABCDFE0')).status).toBe('unsolvable');
  });
});

describe('a search that is stopped', () => {
  const question = questionOf(fifteen, '0BC3A16DF94E8257');

  it('tells what it knows: at least so many, and which first moves are open', () => {
    const whole = listed(fifteen, question);
    expect(whole.reason).toBeUndefined();
    const [known] = movesOf(whole);
    const parts = [0, 2 ** 10, 2 ** 13, 2 ** 16].map((nodes) => listed(fifteen, question, { nodes, known }));
    expect(parts[0]).toMatchObject({ reason: 'nodes', count: 1, undecided: [expect.anything()] });
    for (const part of parts) {
      expect(part.length).toBe(whole.length);
      expect(movesOf(part)).toHaveLength(part.count!);
      // What is decided is decided as in the end.
      const open = new Set(part.undecided.map(String));
      const good = part.firstMoves.map(String);
      expect(whole.firstMoves.map(String).filter((move) => !open.has(move))).toEqual(good);
    }
    const found = [...parts, whole].map(({ count }) => count!);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found[1]).toBeLessThan(found.at(-1)!);
    expect(parts.at(-1)!.undecided).toEqual([]);
  });

  it('reports how many it knows, and gives up without a length', () => {
    const control = new SearchControl();
    const whole = listed(fifteen, question, { control });
    expect(control.progress.counted).toBeGreaterThan(1);
    expect(control.progress.counted).toBeLessThanOrEqual(whole.count!);
    const hard = questionOf(fifteen, '0C9DFBAE37254861');
    const tables = sharedTables(needsOf(fifteen, fifteen.goal));
    const late = allSolutions(fifteen, hard, { tables, nodes: 100_000 });
    expect(late).toMatchObject({ status: 'gave-up', reason: 'nodes', lowerBound: expect.any(Number) });
  });
});

it('is possible where a table or databases tell distances', () => {
  const without = allPuzzles.filter((puzzle) => !hasAllSolutions(puzzle));
  expect(without.map(({ id }) => id)).toEqual(expect.arrayContaining(['peg33', 'peg37']));
  expect(without).toEqual(allPuzzles.filter(({ family, board }) => family === 'pegs' && board.size > 22));
});
