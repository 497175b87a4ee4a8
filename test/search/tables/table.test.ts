/** The contract of tables on every puzzle that has them, and what holds for pegs and cards. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { rectangle } from '../../../src/puzzles/board.ts';
import { sliding } from '../../../src/puzzles/families/sliding/family.ts';
import { type Goal, type Position, type Puzzle, replay } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { solve } from '../../../src/search/solve.ts';
import { bufferOf, type Table } from '../../../src/search/tables/contract.ts';
import { hasTable, openTable, surveyTable, tableNeed } from '../../../src/search/tables/table.ts';
import { keyOf, sharedTables, tableOf } from '../../support/tables.ts';
import { distancesTo, questionOf, rankOf, sample, unrank, walkBack } from '../../support/truth.ts';

const small = ['five', 'six', 'seven', 'eight', 'onoff', 'peg15', 'peg21'].map((id) => puzzleOf(id)!);
const [onoff, peg15, peg21] = ['onoff', 'peg15', 'peg21'].map((id) => puzzleOf(id)!) as [Puzzle, Puzzle, Puzzle];

const goalOf = (puzzle: Puzzle, text: string): Goal => {
  const goal = puzzle.parseGoal(text);
  if (!goal.ok) throw new Error(text);
  return goal.value;
};

/** What the moves of a path come to: whether they are legal, as many as the distance, and end at a goal. */
const expectPath = (puzzle: Puzzle, goal: Goal, table: Table, start: Position, distance: number) => {
  const path = table.path(start);
  expect(path).toHaveLength(distance);
  expect(goal.positions).toContainEqual(replay(puzzle, start, path).at(-1));
};

describe('a table', () => {
  it.each(small.map((puzzle) => [puzzle.id, puzzle] as const))('of %s is of the size it says', (_, puzzle) => {
    expect(hasTable(puzzle)).toBe(true);
    const built = tableNeed(puzzle, puzzle.goal).build();
    expect(built).toBeInstanceOf(SharedArrayBuffer);
    const memory = bufferOf(built);
    expect(memory.byteLength).toBe(tableNeed(puzzle, puzzle.goal).bytes);
    expect(openTable(puzzle, puzzle.goal, memory).bytes).toBe(memory.byteLength);
    const short = new SharedArrayBuffer(memory.byteLength - 4);
    expect(() => openTable(puzzle, puzzle.goal, short)).toThrow(RangeError);
  });

  it('of 15 tiles is too large', () => {
    const fifteen = sliding({ id: 'sixteen-cells', board: rectangle(4, 4), landmarks: [] });
    expect(hasTable(fifteen)).toBe(false);
    expect(() => tableNeed(fifteen, fifteen.goal).build()).toThrow(RangeError);
    expect(() => openTable(fifteen, fifteen.goal, new SharedArrayBuffer(0))).toThrow(RangeError);
  });

  it('has a key of its puzzle and of all its goals, in any order', () => {
    const keys = small.map((puzzle) => keyOf(puzzle, puzzle.goal));
    expect(new Set(keys).size).toBe(small.length);
    const any = goalOf(peg21, 'any');
    expect(keyOf(peg21, any)).toBe(keyOf(peg21, { ...any, positions: any.positions.toReversed() }));
    expect(keyOf(peg21, any)).not.toBe(keyOf(peg21, peg21.goal));
  });

  it('does not depend on what was built before', () => {
    const before = tableOf(peg15).survey();
    for (const puzzle of small) tableNeed(puzzle, puzzle.goal).build();
    expect(tableOf(peg15).survey()).toEqual(before);
  });
});

describe('onoff', () => {
  const goals = ['==on/off_', '==On/ofF_', '==on/OFf_', 'on==/off_'];
  it.each(goals)('has all positions right, to %s', (text) => {
    const goal = goalOf(onoff, text);
    const distances = distancesTo(onoff, goal);
    const table = tableOf(onoff, goal);
    const ranks = [...distances.keys()];
    const wrong = [...distances].filter(([rank, distance]) => table.distance(unrank(onoff, rank, goal)) !== distance);
    expect(wrong).toEqual([]);
    for (const rank of sample(ranks, 100)) {
      const position = unrank(onoff, rank, goal);
      const distance = distances.get(rank)!;
      expectPath(onoff, goal, table, position, distance);
      for (const move of table.bestMoves(position)) {
        expect(distances.get(rankOf(onoff, onoff.play(position, move), goal))).toBe(distance - 1);
      }
    }
    expect(table.survey().states).toBe(distances.size);
    expect(surveyTable(onoff, goal)).toEqual(table.survey());
  });

  it.each([
    ['==no/off_', '==on/off_', 44],
    ['==no/OfF_', '==On/ofF_', 44],
    ['==no/OfF_', '==on/OFf_', 48],
  ])('takes %s to %s in %i moves', (position, text, length) => {
    const { start, goal } = questionOf(onoff, position, text);
    const table = tableOf(onoff, goal);
    expect(table.distance(start)).toBe(length);
    expectPath(onoff, goal, table, start, length);
  });

  it('is farthest from on at three positions, 56 moves away', () => {
    const { states, diameter, farthest } = tableOf(onoff).survey();
    expect({ states, diameter }).toEqual({ states: 540, diameter: 56 });
    const texts = farthest.map(onoff.formatPosition);
    expect(texts.sort()).toEqual(['fn==/ofo_', 'no==/ffo_', 'of==/nfo_']);
  });

  it('says so when there is no way', () => {
    const { start, goal } = questionOf(onoff, 'off_/==on');
    const table = tableOf(onoff, goal);
    expect(table.distance(start)).toBe(-1);
    expect(table.bestMoves(start)).toEqual([]);
    expect(table.solutions(start)).toBe(0);
    expect(() => table.path(start)).toThrow(RangeError);
  });
});

describe('peg15', () => {
  it.each(['1', '5', 'any', '110000000000000', '000010000100001'])('has all positions right, to %s', (text) => {
    const goal = goalOf(peg15, text);
    const distances = distancesTo(peg15, goal);
    const table = tableOf(peg15, goal);
    const wrong: string[] = [];
    for (let rank = 0; rank < 2 ** 15; rank++) {
      const position = unrank(peg15, rank);
      if (table.distance(position) !== (distances.get(rank) ?? -1)) wrong.push(peg15.formatPosition(position));
    }
    expect(wrong).toEqual([]);
    expect(table.survey().states).toBe(distances.size);
    for (const rank of sample([...distances.keys()], 200)) {
      const position = unrank(peg15, rank);
      const distance = distances.get(rank)!;
      expectPath(peg15, goal, table, position, distance);
      const best = table.bestMoves(position);
      expect(best.length > 0).toBe(distance > 0);
      for (const move of best) expect(distances.get(rankOf(peg15, peg15.play(position, move)))).toBe(distance - 1);
    }
  });

  it('counts solutions as brute force does', () => {
    const table = tableOf(peg15);
    const cursor = peg15.cursor(peg15.goal);
    const countFrom = (state: number, left: number): number => {
      if (left === 0) return cursor.goals!.includes(state) ? 1 : 0;
      const codes: number[] = [];
      cursor.load(state);
      cursor.moves(codes, 0);
      let sum = 0;
      for (const code of codes) {
        cursor.load(state);
        cursor.make(code);
        sum += countFrom(cursor.state(), left - 1);
      }
      return sum;
    };
    const starts = distancesTo(peg15, peg15.goal);
    for (const [rank, distance] of sample([...starts], 150)) {
      if (distance <= 5) expect(table.solutions(unrank(peg15, rank))).toBe(countFrom(rank, distance));
    }
  });

  it('has nothing to do at a goal, and no way from what has too few pegs', () => {
    const goal = goalOf(peg15, 'any');
    const table = tableOf(peg15, goal);
    for (const position of goal.positions) {
      expect(table.distance(position)).toBe(0);
      expect(table.path(position)).toEqual([]);
      expect(table.bestMoves(position)).toEqual([]);
      expect(table.solutions(position)).toBe(1);
    }
    const { start } = questionOf(peg15, '100000000000001');
    expect(table.distance(start)).toBe(-1);
    expect(table.bestMoves(start)).toEqual([]);
    expect(table.solutions(start)).toBe(0);
    expect(() => table.path(start)).toThrow(RangeError);
  });
});

describe('peg21', () => {
  it('takes all but 7 to 7 in 12 moves', () => {
    const { start, goal } = questionOf(peg21, 'all-7', '7');
    const table = tableOf(peg21, goal);
    expect(table.distance(start)).toBe(12);
    expectPath(peg21, goal, table, start, 12);
    expect(table.solutions(start)).toBeGreaterThan(0);
  });

  it.each(['7', '15', 'any', '000000111000000000000'])('agrees with a search from both ends, to %s', (text) => {
    const goal = goalOf(peg21, text);
    const table = tableOf(peg21, goal);
    let state = 21;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state;
    };
    for (let i = 0; i < 25; i++) {
      const start = walkBack(peg21, goal, Array.from({ length: 3 + (i % 9) }, random));
      const outcome = solve(peg21, { start, goal }, { method: 'bidirectional' });
      if (outcome.status !== 'solved') throw new Error(`${peg21.formatPosition(start)}: ${outcome.status}`);
      expect(table.distance(start)).toBe(outcome.moves.length);
      expectPath(peg21, goal, table, start, outcome.moves.length);
    }
  });

  it('has all games from one empty hole to one peg, alike in the mirror', () => {
    const { board } = peg21;
    const widest = Math.max(...board.x);
    const mirror = board.x.map((x, cell) =>
      board.x.findIndex((other, hole) => other === widest - x && board.y[hole] === board.y[cell]),
    );
    const starts = board.x.map((_, cell) => questionOf(peg21, `all-${cell + 1}`).start);
    const games = board.x.map((_, cell) => {
      const table = tableOf(peg21, goalOf(peg21, String(cell + 1)));
      return starts.map((start) => table.distance(start));
    });
    games.forEach((lengths, finish) => {
      lengths.forEach((length, start) => {
        expect(games[mirror[finish]!]![mirror[start]!]).toBe(length);
        const goal = goalOf(peg21, String(finish + 1));
        // A reason against a game is a proof that there is none.
        if (peg21.obstacle({ start: starts[start]!, goal })) expect(length).toBe(-1);
      });
    });
    expect(games[6]![6]).toBe(12);
    const any = tableOf(peg21, goalOf(peg21, 'any'));
    starts.forEach((start, cell) => {
      const solvable = games.map((lengths) => lengths[cell]!).filter((length) => length !== -1);
      expect(any.distance(start)).toBe(solvable.length === 0 ? -1 : Math.min(...solvable));
    });
  });
});

describe('another thread', () => {
  // Worker threads run no TypeScript, so this one loads the built package.
  const dist = new URL('../../../dist/', import.meta.url);
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    const load = (path) => import(new URL(path, workerData.dist));
    (async () => {
      const { puzzleOf } = await load('puzzles/registry.js');
      const { openTable } = await load('search/tables/table.js');
      const { id, goal, memory, positions } = workerData;
      const table = openTable(puzzleOf(id), goal, memory);
      parentPort.postMessage(positions.map((position) => ({
        distance: table.distance(position),
        path: table.path(position),
        bestMoves: table.bestMoves(position),
        solutions: table.solutions(position),
      })));
    })();`;

  const puzzles = [...small, puzzleOf('eleven')!];
  it.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))('reads the same of %s', async (id, puzzle) => {
    const { goal } = puzzle;
    const need = tableNeed(puzzle, goal);
    const memory = sharedTables([need]).get(need.key)!;
    const table = openTable(puzzle, goal, memory);
    const positions = Array.from({ length: 20 }, (_, seed) =>
      walkBack(
        puzzle,
        goal,
        Array.from({ length: 8 }, (_, i) => (seed + 3) * (i + 7) ** 3),
      ),
    );
    const worker = new Worker(program, { eval: true, workerData: { dist: dist.href, id, goal, memory, positions } });
    const [answers] = await once(worker, 'message');
    expect(answers).toEqual(
      positions.map((position) => ({
        distance: table.distance(position),
        path: table.path(position),
        bestMoves: table.bestMoves(position),
        solutions: table.solutions(position),
      })),
    );
    await worker.terminate();
  });
});
