/** The 15 puzzle over its databases: known lengths, bounds that are bounds, any goal, and limits that are kept. */
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it } from 'vitest';
import { eight } from '../../../src/puzzles/catalogue/eight.ts';
import { eleven } from '../../../src/puzzles/catalogue/eleven.ts';
import { fifteen } from '../../../src/puzzles/catalogue/fifteen.ts';
import { twentyfour } from '../../../src/puzzles/catalogue/twentyfour.ts';
import { type Goal, isAt, type Position, type Question, replay } from '../../../src/puzzles/puzzle.ts';
import { garbageCollector } from '../../../src/runtime/garbage.ts';
import { CursorSearch } from '../../../src/search/algorithms/cursor-search.ts';
import { deepen } from '../../../src/search/algorithms/deepening.ts';
import { Budget, pollInterval, SearchControl, type SearchLimits } from '../../../src/search/budget.ts';
import { everything, isBefore, nodesAtDepth, partsNear, putFirst, searchPart } from '../../../src/search/parts.ts';
import type { MethodResult } from '../../../src/search/search-result.ts';
import { AdditiveSearch } from '../../../src/search/sliding/additive-search.ts';
import { leavePlace, tablesIn, takePlace } from '../../../src/search/sliding/database-memory.ts';
import { databaseNeed } from '../../../src/search/sliding/database-need.ts';
import { withDatabases } from '../../../src/search/sliding/database-solver.ts';
import { databasesOf } from '../../../src/search/sliding/databases.ts';
import { tableBytes } from '../../../src/search/sliding/pattern-database.ts';
import { solveBelow } from '../../../src/search/sliding/table-search.ts';
import { methodsOf, solve as solveBest } from '../../../src/search/solve.ts';
import { bufferOf, type Tables } from '../../../src/search/tables/contract.ts';
import { pagesOf } from '../../../src/search/tables/table.ts';
import fc from '../../support/properties.ts';
import { sharedTables } from '../../support/tables.ts';
import { byTicks } from '../../support/ticks.ts';
import { positionOf, questionOf, rankOf, sample, unrank, vectorsOf, walkBack, walks } from '../../support/truth.ts';

const databases = databasesOf(fifteen.board, '7-7-1')!;
const need = databaseNeed(databases);
let tables: Tables;
let search: AdditiveSearch;

beforeAll(() => {
  tables = sharedTables([need]);
  search = new AdditiveSearch(databases);
  search.open(pagesOf(tables, need.key));
});

const solveWithin = (question: Question, budget: Budget): MethodResult =>
  solveBelow(withDatabases(databases, tables), fifteen, question, budget);

const lowerBound = (start: Position, goal: Goal): number => {
  search.begin({ start, goal });
  return search.bound;
};

const neverStop = (): boolean => false;

/** By the distances alone. */
const plainSearch = ({ start, goal }: Question, budget = new Budget()) =>
  deepen(new CursorSearch(fifteen.cursor(goal), rankOf(fifteen, start, goal), true), budget);

const goalOf = (position: Position): Goal => ({ text: fifteen.formatPosition(position), positions: [position] });

/** Solve, replay move by move, and say how long it took and how many moves it takes. */
const solve = (
  question: Question,
  limits: SearchLimits = {},
): { length: number; generated: number; milliseconds: number } => {
  const budget = new Budget(limits);
  const ending = solveWithin(question, budget);
  if (ending.status !== 'solved') throw new Error(`${fifteen.formatPosition(question.start)}: ${ending.status}`);
  const positions = replay(fifteen, question.start, ending.moves);
  expect(positions.at(-1)).toEqual(question.goal.positions[0]);
  expect(budget.lowerBound).toBe(ending.moves.length);
  return { length: ending.moves.length, generated: budget.generated, milliseconds: budget.milliseconds };
};

/** The eight ways to turn or mirror the square. */
const symmetries = [0, 1, 2, 3, 4, 5, 6, 7].map((symmetry) => (cell: number): number => {
  let [row, column] = [Math.floor(cell / 4), cell % 4];
  if (symmetry & 1) row = 3 - row;
  if (symmetry & 2) column = 3 - column;
  return symmetry & 4 ? column * 4 + row : row * 4 + column;
});

const imageOf = (position: Position, symmetry: (cell: number) => number, relabel: readonly number[]): Position => {
  const image = new Array<number>(16).fill(0);
  position.forEach((tile, cell) => {
    image[symmetry(cell)] = relabel[tile]!;
  });
  return image;
};

describe('known lengths', () => {
  // All of them are in `hardest.test.ts`.
  it("are those of some of Korf's hundred, whose goal has the blank first", () => {
    const vectors = sample(vectorsOf('korf'), 20);
    const lengths = vectors.map(([text]) => solve(questionOf(fifteen, text, '0123456789ABCDEF')).length);
    expect(lengths).toEqual(vectors.map(([, length]) => length));
  });

  const all = vectorsOf('fifteen');
  it('are those of the vectors below 80 moves', () => {
    const vectors = all.filter(([, length]) => length < 80);
    expect(vectors.map(([text]) => solve(questionOf(fifteen, text)).length)).toEqual(
      vectors.map(([, length]) => length),
    );
  });

  it('are those of the landmarks', () => {
    const eighties = all.filter(([, length]) => length === 80).map(([text]) => text);
    const landmarks = fifteen.landmarks.map(({ name, position }) => [name, position]);
    expect(landmarks).toEqual([...eighties.map((text) => ['antipode', text]), ['korf', 'CA6098DFB73254E1']]);
    expect(solve(questionOf(fifteen, 'CA6098DFB73254E1')).length).toBe(65);
  });
});

it('begins with the part that a known solution goes through', () => {
  const questions = [
    ...sample(vectorsOf('fifteen'), 8).map(([text]) => questionOf(fifteen, text)),
    ...sample(vectorsOf('korf'), 4).map(([text]) => questionOf(fifteen, text, '0123456789ABCDEF')),
  ];
  for (const question of questions) {
    const ending = solveWithin(question, new Budget());
    if (ending.status !== 'solved') throw new Error(ending.status);
    const { moves } = ending;
    search.begin(question);
    const parts = putFirst([everything], partsNear(search, [moves]));
    expect(parts.length).toBeGreaterThan(48);
    const inOrder = parts.toSorted((one, other) => (isBefore(one.from, other.from) ? -1 : 1));
    expect(inOrder.map(({ from }) => from)).toEqual([[], ...inOrder.slice(0, -1).map(({ to }) => to)]);
    expect(inOrder.at(-1)!.to).toBeUndefined();
    expect(searchPart(search, parts[0]!, moves.length, neverStop).solution).toHaveLength(moves.length);
    // A solution that begins in another way changes nothing.
    const other = fifteen.legalSteps(question.start).find(([from]) => from !== moves[0]![0])!;
    expect(partsNear(search, [[other], moves])[0]).toEqual(parts[0]);
  }
});

const solvesInParts = (count: number): void => {
  const questions = sample(vectorsOf('korf'), count).map(([text]) => questionOf(fifteen, text, '0123456789ABCDEF'));
  for (const question of questions) {
    const { length } = solve(question);
    for (const isReversed of [false, true]) {
      search.begin(question);
      const parts = nodesAtDepth(search, 1000);
      if (isReversed) parts.reverse();
      const found = parts.some((path) => search.visit(path, length, neverStop).solution);
      expect(found).toBe(true);
    }
  }
};
it('finds a solution in parts that come in any order', () => solvesInParts(2));
it('finds one of each of six', { tags: 'heavy' }, () => solvesInParts(6));

describe('the bound', () => {
  it('is between 0 and the length of any way there, and of the same parity, for any goal', () => {
    fc.assert(
      fc.property(walks(40), walks(100), (aim, way) => {
        const goal = goalOf(walkBack(fifteen, fifteen.goal, aim));
        const start = walkBack(fifteen, goal, way);
        const bound = lowerBound(start, goal);
        expect(bound).toBeLessThanOrEqual(way.length);
        expect((way.length - bound) % 2).toBe(0);
      }),
    );
  });

  it('is at most the true length, and at least the sum of distances where the blank ends in the corner', () => {
    for (const [text, length] of [...vectorsOf('fifteen')]) {
      const { start, goal } = questionOf(fifteen, text);
      const cursor = fifteen.cursor(goal);
      cursor.load(rankOf(fifteen, start));
      expect(lowerBound(start, goal)).toBeLessThanOrEqual(length);
      expect(lowerBound(start, goal)).toBeGreaterThanOrEqual(cursor.lowerBound());
    }
  });

  it('is the distance itself near the goal', () => {
    fc.assert(
      fc.property(walks(14), (way) => {
        const start = walkBack(fifteen, fifteen.goal, way);
        const { length } = plainSearch({ start, goal: fifteen.goal })!;
        expect(lowerBound(start, fifteen.goal)).toBeLessThanOrEqual(length);
        expect(solve({ start, goal: fifteen.goal }).length).toBe(length);
      }),
    );
  });
});

describe('any goal', () => {
  it('takes as many moves as in any other labelling, and turned or mirrored', () => {
    const { start, goal } = questionOf(fifteen, 'D1E73CF4AB569208');
    const { length } = solve({ start, goal });
    expect(length).toBe(45);
    const labels = fc.shuffledSubarray([...Array(15).keys()], { minLength: 15 });
    fc.assert(
      fc.property(labels, fc.constantFrom(...symmetries), (shuffled, symmetry) => {
        const relabel = [0, ...shuffled.map((label) => label + 1)];
        const end = goalOf(imageOf(goal.positions[0]!, symmetry, relabel));
        expect(solve({ start: imageOf(start, symmetry, relabel), goal: end }).length).toBe(length);
      }),
      { numRuns: 24 },
    );
  });

  it('may have the blank on any cell: as many moves as without databases', () => {
    const cursorGoal = (cell: number): Goal => {
      const cells = Array.from({ length: 15 }, (_, tile) => tile + 1);
      return goalOf(cells.toSpliced(cell, 0, 0));
    };
    for (let cell = 0; cell < 16; cell++) {
      const goal = cursorGoal(cell);
      expect(methodsOf(fifteen, goal)).toContain('ida-pdb');
      fc.assert(
        fc.property(walks(34), (way) => {
          const start = walkBack(fifteen, goal, way);
          const budget = new Budget({ nodes: 2_000_000 });
          const ending = plainSearch({ start, goal }, budget);
          const { length } = solve({ start, goal });
          if (Array.isArray(ending)) expect(length).toBe(ending.length);
          else expect(length).toBeGreaterThanOrEqual(budget.lowerBound);
        }),
        { numRuns: 12 },
      );
    }
  });

  it('takes as many moves there as back', () => {
    fc.assert(
      fc.property(walks(50), walks(50), (aim, way) => {
        const there = walkBack(fifteen, fifteen.goal, aim);
        const here = walkBack(fifteen, goalOf(there), way);
        const { length } = solve({ start: here, goal: goalOf(there) });
        expect(solve({ start: there, goal: goalOf(here) }).length).toBe(length);
      }),
      { numRuns: 30 },
    );
  });

  it('may be where one is already', () => {
    const start = positionOf(fifteen, '06D9E2BA178F4C53');
    expect(solve({ start, goal: goalOf(start) }).length).toBe(0);
  });

  it('that cannot be reached is told as exhausted', () => {
    const { start, goal } = questionOf(fifteen, '123456789ABCDFE0');
    expect(solveWithin({ start, goal }, new Budget())).toEqual({ status: 'exhausted' });
  });

  it('is of the large puzzles only', () => {
    for (const puzzle of [fifteen, twentyfour]) expect(methodsOf(puzzle, puzzle.goal)).toContain('ida-pdb');
    for (const puzzle of [eight, eleven]) expect(methodsOf(puzzle, puzzle.goal)).not.toContain('ida-pdb');
  });
});

describe('limits', () => {
  const hard = questionOf(fifteen, '0C9DFBAE37254861');

  it('end the search in time, with what is proved until then', () => {
    for (const milliseconds of [0, 20, 200]) {
      // The search reads the clock once for each poll.
      const [budget, result] = byTicks(() => {
        const budget = new Budget({ milliseconds });
        return [budget, solveWithin(hard, budget)] as const;
      });
      expect(result).toEqual({ status: 'gave-up', reason: 'deadline' });
      expect(budget.generated).toBeLessThanOrEqual((milliseconds + 1) * pollInterval);
      expect(budget.lowerBound).toBeGreaterThanOrEqual(62);
      expect(budget.lowerBound).toBeLessThanOrEqual(80);
      expect(budget.generated).toBeGreaterThan(0);
      expect(budget.peakFrontier).toBeGreaterThan(0);
    }
  });

  it('count nodes', () => {
    const budget = new Budget({ nodes: 100_000 });
    expect(solveWithin(hard, budget)).toEqual({ status: 'gave-up', reason: 'nodes' });
    expect(budget.generated).toBeGreaterThanOrEqual(100_000);
    expect(budget.generated).toBeLessThan(100_000 + 4096);
  });

  it('let it be cancelled from another thread, which sees how far it is', async () => {
    const control = new SearchControl();
    const program = `
      const { workerData } = require('node:worker_threads');
      setTimeout(() => Atomics.store(new Int32Array(workerData), 0, 1), 50);
    `;
    const worker = new Worker(program, { eval: true, workerData: control.memory });
    const budget = new Budget({ control, milliseconds: 20_000 });
    expect(solveWithin(hard, budget)).toEqual({ status: 'gave-up', reason: 'cancelled' });
    expect(budget.milliseconds).toBeLessThan(10_000);
    expect(control.progress.lowerBound).toBe(budget.lowerBound);
    expect(control.progress.generated).toBe(budget.generated);
    await worker.terminate();
  });

  it('leave nothing behind that spoils a later search', () => {
    solveWithin(hard, new Budget({ nodes: 300_000 }));
    for (const [text, length] of vectorsOf('fifteen').slice(0, 10)) {
      const ending = solveWithin(questionOf(fifteen, text), new Budget());
      expect(ending.status === 'solved' && ending.moves.length).toBe(length);
    }
  });
});

describe('databases', () => {
  it('have what they say they have, and room for searches', () => {
    const memory = pagesOf(tables, need.key);
    const sizes = tablesIn(databases, memory).map(({ length }) => length);
    expect(sizes).toEqual([7, 7].map((tiles) => tableBytes(fifteen.board, tiles)));
    expect(need.bytes).toBeGreaterThan(sizes[0]! + sizes[1]!);
    expect(need.bytes).toBeLessThan((sizes[0]! + sizes[1]!) * 1.05);
    const large = databaseNeed(databasesOf(fifteen.board, '7-8')!);
    expect(large.bytes).toBeGreaterThan([7, 8].reduce((sum, tiles) => sum + tableBytes(fifteen.board, tiles), 0));
    expect(large.key).not.toBe(need.key);
  });

  it('give each search a place of its own, and take it back', () => {
    const memory = pagesOf(tables, need.key);
    const one = takePlace(databases, memory);
    const other = takePlace(databases, memory);
    expect(other.index).not.toBe(one.index);
    expect(other.at.known).not.toBe(one.at.known);
    leavePlace(databases, memory, one);
    expect(takePlace(databases, memory)).toEqual(one);
    for (const place of [one, other]) leavePlace(databases, memory, place);
    const all = Array.from({ length: 127 }, () => takePlace(databases, memory));
    expect(() => takePlace(databases, memory)).toThrow('too many searches');
    for (const place of all) leavePlace(databases, memory, place);
  });

  it('are 0 for the goal alone', () => {
    expect(lowerBound(fifteen.goal.positions[0]!, fifteen.goal)).toBe(0);
    fc.assert(
      fc.property(walks(150), (way) => {
        const start = walkBack(fifteen, fifteen.goal, way);
        expect(lowerBound(start, fifteen.goal) === 0).toBe(isAt(start, fifteen.goal));
      }),
    );
  });

  it('change by an odd number with each move of a tile, so that the sum keeps its parity', () => {
    fc.assert(
      fc.property(walks(120), (way) => {
        const cursor = fifteen.cursor(fifteen.goal);
        cursor.load(rankOf(fifteen, walkBack(fifteen, fifteen.goal, way)));
        const before = lowerBound(unrank(fifteen, cursor.state()), fifteen.goal);
        const codes: number[] = [];
        const count = cursor.moves(codes, 0);
        for (const move of codes.slice(0, count)) {
          cursor.make(move);
          const after = lowerBound(unrank(fifteen, cursor.state()), fifteen.goal);
          expect(Math.abs(after - before) % 2).toBe(1);
          cursor.unmake(move);
        }
      }),
    );
  });
});

it('lets go of the databases after a question, so that their memory can be freed', async () => {
  const question = questionOf(fifteen, '0123456789ABCDEF');
  const ask = (): WeakRef<WebAssembly.Memory> => {
    const copy = need.allocate!();
    new Uint8Array(copy.buffer).set(new Uint8Array(bufferOf(tables.get(need.key)!), 0, need.bytes));
    solveBest(fifteen, question, { tables: new Map([[need.key, copy]]), nodes: 10_000 });
    return new WeakRef(copy);
  };
  const copy = ask();
  const collect = garbageCollector();
  await setImmediate();
  collect();
  expect(copy.deref()).toBeUndefined();
});

it('has its source beside each set of positions', () => {
  for (const name of ['korf', 'fifteen']) {
    const file = new URL(`../../vectors/${name}.json`, import.meta.url);
    expect((JSON.parse(readFileSync(file, 'utf8')) as { source: string }).source).toMatch(/Korf/u);
  }
});
