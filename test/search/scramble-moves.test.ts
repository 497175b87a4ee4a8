/** Scrambles as moves lead from the goal to their position, and don't give a shortest solution away. */
import { describe, expect, it, test } from 'vitest';
import { readLine } from '../../src/puzzles/line.ts';
import { simplified } from '../../src/puzzles/moves.ts';
import { replay } from '../../src/puzzles/puzzle.ts';
import { puzzleOf, puzzleOfSize, puzzlesAndSizes } from '../../src/puzzles/registry.ts';
import { seeded } from '../../src/search/scramble.ts';
import { hasScrambleMoves, randomLoop, scrambleMoves } from '../../src/search/scramble-moves.ts';
import { needsOf, solve } from '../../src/search/solve.ts';
import { sharedTables } from '../support/tables.ts';

test('boards of numbered tiles have them, others don’t', () => {
  const without = puzzlesAndSizes.filter((puzzle) => !hasScrambleMoves(puzzle)).map(({ words }) => words);
  expect(new Set(without)).toEqual(new Set(['cards', 'blocks', 'pegs']));
  expect(hasScrambleMoves(puzzleOf('six')!)).toBe(true);
});

describe.each(['2x2', '2x3', '3x3', '3x2', '4x2', 'six'])('%s', (size) => {
  const puzzle = puzzleOfSize(size) ?? puzzleOf(size)!;
  const tables = sharedTables(needsOf(puzzle, puzzle.goal));

  it('is scrambled to each position, by random moves first', () => {
    const written = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const random = seeded(`${size} ${seed}`);
      const position = puzzle.randomPosition(random, puzzle.goal);
      const moves = scrambleMoves(puzzle, position, random, { tables })!;
      if (moves === '') continue;
      written.add(moves);
      const read = readLine(puzzle, moves, { as: 'scramble', notation: 'piece-directions' });
      if (!read.ok) throw new Error(`${moves}: ${read.problem.code}`);
      expect(replay(puzzle, puzzle.goal.positions[0]!, read.line.moves).at(-1)).toEqual(position);
    }
    // On the smallest board there are few ways.
    expect(written.size).toBeGreaterThan(size === '2x2' ? 1 : 15);
  });
});

test('the random moves lead the blank home soon, and none undoes another', () => {
  for (const puzzle of puzzlesAndSizes.filter(hasScrambleMoves)) {
    const goal = puzzle.goal.positions[0]!;
    for (let seed = 0; seed < 20; seed++) {
      const moves = randomLoop(puzzle, seeded(`${seed}`));
      expect(replay(puzzle, goal, moves).at(-1)!.indexOf(0)).toBe(goal.indexOf(0));
      expect(simplified(moves)).toEqual(moves);
      expect(moves.length).toBeGreaterThanOrEqual(12);
      expect(moves.length).toBeLessThan(40);
    }
  }
});

test('two scrambles of a position differ, and most are longer than its shortest solution', () => {
  const eight = puzzleOf('eight')!;
  const tables = sharedTables(needsOf(eight, eight.goal));
  const start = eight.parsePosition('125340678');
  if (!start.ok) throw new Error('position');
  const outcome = solve(eight, { start: start.value, goal: eight.goal }, { tables });
  const shortest = outcome.status === 'solved' ? outcome.moves.length : 0;
  const lengths = Array.from({ length: 20 }, (_, seed) => {
    const moves = scrambleMoves(eight, start.value, seeded(`${seed}`), { tables })!;
    const read = readLine(eight, moves, { as: 'scramble', notation: 'piece-directions' });
    return read.ok ? read.line.moves.length : 0;
  });
  expect(new Set(lengths).size).toBeGreaterThan(1);
  expect(lengths.filter((length) => length > shortest).length).toBeGreaterThan(10);
});
