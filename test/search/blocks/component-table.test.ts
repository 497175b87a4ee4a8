import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/puzzles/puzzle.ts';
import { parseQuestion, puzzleFor } from '../../../src/puzzles/reader.ts';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';
import { allSolutions } from '../../../src/search/all-solutions.ts';
import { ComponentTable, componentTable } from '../../../src/search/blocks/component-table.ts';
import { Budget } from '../../../src/search/budget.ts';
import { solve } from '../../../src/search/solve.ts';
import { forgetModules } from '../../support/modules.ts';

const rush = knownPuzzle('rush');
/** 51 slides from the goal, in a component of 4,780 positions. */
const text = 'GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo';
const question = unwrap(parseQuestion(rush, text), text);

const tableOf = (position: string): ComponentTable => {
  const table = componentTable(rush, unwrap(parseQuestion(rush, position), position), new Budget());
  if (!(table instanceof ComponentTable)) throw new Error(`no table of ${position}`);
  return table;
};

it('ends with a bound that holds, or a shortest solution, wherever the budget ends it', () => {
  const statuses = new Set<string>();
  for (let nodes = 1; nodes < 4780; nodes += 97) {
    // Another board takes the memory, so that each search begins anew.
    tableOf('IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM');
    const outcome = solve(rush, question, { nodes });
    statuses.add(outcome.status);
    if (outcome.status === 'unsolvable') throw new Error('it has a solution');
    expect(outcome.lowerBound).toBeLessThanOrEqual(51);
    if (outcome.status === 'gave-up') continue;
    expect(outcome.moves).toHaveLength(51);
    const end = outcome.moves.reduce(rush.play, question.start);
    expect(solve(rush, { ...question, start: end }, { method: 'bfs' })).toMatchObject({ moves: [] });
  }
  expect([...statuses].sort()).toEqual(['gave-up', 'solved']);
});

it('keeps one component a thread: the next one takes its memory', () => {
  const first = tableOf(text);
  expect(first.distance(question.start)).toBe(51);
  expect(tableOf(text)).toBe(first);
  const second = tableOf('IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM');
  expect(() => first.distance(question.start)).toThrow('another component has taken the memory of this one');
  expect(second.survey()).toMatchObject({ states: 2332 });
});

it.each(['moves', 'steps'] as const)('lists as many positions of a large tray in %s, as its slots grow', (metric) => {
  const text = 'ABBC/ABBC/DEEF/DGHF/IIJJ/K..L';
  const tray = knownPuzzle('blocks-6x4').inMetric!(metric)!;
  const { start, goal } = unwrap(parseQuestion(tray, text, '..../..../..../..../.BB./.BB.'), text);
  const outcome = solve(tray, { start, goal }, { withoutCount: true });
  expect(outcome).toMatchObject({ status: 'solved', optimal: true, generated: 688_774 });
  expect(outcome.status === 'solved' && outcome.moves.length).toBe({ moves: 82, steps: 119 }[metric]);
});

it('has no position of other pieces, also where the state 0 is one of its own', () => {
  // The one car in the upper left corner has the state 0.
  const table = tableOf('ooooooooooooAAoooooooooooooooooooooo');
  const { start } = unwrap(parseQuestion(rush, 'BoooooBoooooooAAoooooooooooooooooooo'), 'two cars');
  expect(table.distance(start)).toBe(-1);
});

it('counts shortest solutions while a number is exact', () => {
  expect(solve(rush, question)).toMatchObject({ status: 'solved', solutions: 191_226_816 });
  const inSteps = solve(rush.inMetric!('steps')!, question);
  expect(inSteps.status === 'solved' && inSteps.moves.length).toBe(81);
  // About 1.6 × 10^22.
  expect(inSteps.status === 'solved' && inSteps.solutions).toBeUndefined();
});

it('takes at most 24 bytes a position and its smallest table, and counts what it has written', async () => {
  // Tables of a thread share a memory, and another suite may have written more of it.
  forgetModules();
  const [memory, tables, registry] = await Promise.all([
    import('../../../src/search/memory.ts'),
    import('../../../src/search/blocks/component-table.ts'),
    import('../../../src/puzzles/registry.ts'),
  ]);
  const puzzle = registry.knownPuzzle('rush');
  const newTableOf = (position: string) => {
    const table = tables.componentTable(puzzle, unwrap(parseQuestion(puzzle, position), position), new Budget());
    if (!(table instanceof tables.ComponentTable)) throw new Error(`no table of ${position}`);
    return table;
  };
  newTableOf(text);
  const before = memory.threadMemory.reserved;
  const { bytes, histogram } = newTableOf('oooCBBoJJCoKAAooHKooDDHIFoEEoIFoooGG');
  const positions = histogram.reduce((sum, count) => sum + count, 0);
  expect(positions).toBe(358_070);
  expect(bytes).toBeLessThanOrEqual(24 * positions);
  expect(memory.threadMemory.reserved - before).toBeGreaterThan(0.8 * bytes);
  expect(memory.threadMemory.reserved - before).toBeLessThan(1.2 * bytes);
});

describe('a search for one solution', () => {
  it.each([
    ['klotski', '..BD/C..D/GEH./.FA./....', '..../..B./..../..../....', 1],
    ['klotski', '..BD/C..D/GEH./.FA./....', '..../..../.B../..../....', 2],
  ])('of %s %s to %s ends soon after its level', (id, position, goal, length) => {
    const outcome = solve(knownPuzzle(id), unwrap(parseQuestion(knownPuzzle(id), position, goal), position));
    expect(outcome).toMatchObject({ status: 'solved', optimal: true, lowerBound: length, method: 'component' });
    // Of more than 3,500,000 positions.
    expect(outcome.generated).toBeLessThan(100_000);
  });

  it.each(['oooCBBoJJCoKAAooHKooDDHIFoEEoIFoooGG', text])(
    'of %s finds all that the whole table knows of them',
    (board) => {
      const asked = unwrap(parseQuestion(rush, board), board);
      const whole = tableOf(board);
      const [length, solutions, first] = [
        whole.distance(asked.start),
        whole.solutions(asked.start),
        whole.bestMoves(asked.start),
      ];
      tableOf('IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM');
      const outcome = solve(rush, asked);
      expect(outcome).toMatchObject({ status: 'solved', lowerBound: length, solutions, firstMoves: first });
      // The question of all solutions, and of another start, come after it.
      const all = allSolutions(rush, asked);
      expect(all).toMatchObject({ status: 'listed', count: solutions });
      const next = rush.play(asked.start, rush.legalSteps(asked.start)[0]!);
      expect(solve(rush, { ...asked, start: next })).toMatchObject({ lowerBound: tableOf(board).distance(next) });
    },
  );
});

describe('trays of sixty million positions', { tags: 'heavy' }, () => {
  it.each([
    ['AABCCDD/AABCCEE/FFGHI../JJJKL../JJJKL..', '......./......./......./.....AA/.....AA', 21],
    ['ABBBCCC/ABBBCDC/AEFFGHH/..FFGII/....KII/....KII', '......./......./......./......./CCC..../C.C....', 25],
  ])('%s to %s takes few of them', (position, goal, length) => {
    const chosen = unwrap(puzzleFor(knownPuzzle('blocks').inMetric!('moves')!, position), position);
    const outcome = solve(chosen, unwrap(parseQuestion(chosen, position, goal), position), { bytes: 300e6 });
    expect(outcome).toMatchObject({ status: 'solved', optimal: true, lowerBound: length });
    expect(outcome.status === 'solved' && outcome.moves).toHaveLength(length);
  });
});
