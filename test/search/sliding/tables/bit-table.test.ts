/** Tables of one bit a position, against searches of the tests' own, known figures (see `truth.ts`), and IDA*. */
import { describe, expect, it } from 'vitest';
import { rectangle } from '../../../../src/puzzles/board.ts';
import { sliding } from '../../../../src/puzzles/families/sliding/family.ts';
import { exchange } from '../../../../src/puzzles/permutation.ts';
import type { Goal, Position, Puzzle } from '../../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../../src/puzzles/registry.ts';
import { solve } from '../../../../src/search/solve.ts';
import { bufferOf } from '../../../../src/search/tables/contract.ts';
import { openTable, surveyTable, tableNeed } from '../../../../src/search/tables/table.ts';
import { goalWithBlank, keyOf, legalMoves, randomNumbers, tableOf, wrongAt } from '../../../support/tables.ts';
import { positionOf, vectorsOf } from '../../../support/truth.ts';

/** Where a walk of this many moves ends that never goes straight back. */
const walk = (puzzle: Puzzle, goal: Goal, moves: number, random: (below: number) => number): Position => {
  let position = goal.positions[0]!;
  let before = -1;
  for (let i = 0; i < moves; i++) {
    const choices = legalMoves(puzzle, position).filter(([from]) => from !== before);
    const move = choices[random(choices.length)]!;
    before = move[1]!;
    position = puzzle.play(position, move);
  }
  return position;
};

describe('eleven', () => {
  const eleven = puzzleOf('eleven')!;
  const memory = bufferOf(tableNeed(eleven, eleven.goal).build());
  const table = openTable(eleven, eleven.goal, memory);
  /** Positions at each distance from 0 to 53, as the puzzle is known. */
  const histogram = [
    1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802, 71167, 119888, 198363,
    323206, 515778, 811000, 1248011, 1885279, 2782396, 4009722, 5621354, 7647872, 10065800, 12760413, 15570786,
    18171606, 20299876, 21587248, 21841159, 20906905, 18899357, 16058335, 12772603, 9515217, 6583181, 4242753, 2503873,
    1350268, 643245, 270303, 92311, 27116, 5390, 1115, 86, 18,
  ];

  it('has the known histogram', () => {
    const { states, diameter, histogram: found } = table.survey();
    expect({ states, diameter, found }).toEqual({ states: 239_500_800, diameter: 53, found: histogram });
    expect(memory.byteLength).toBe(tableNeed(eleven, eleven.goal).bytes);
    expect(table.bytes).toBe(memory.byteLength);
  });

  it('has 18 antipodes, all of them solvable', () => {
    const { farthest } = table.survey();
    const texts = farthest.map(eleven.formatPosition);
    expect(new Set(texts).size).toBe(18);
    expect(texts).toContain('032187654BA9');
    // Three of a published list are misprinted: unsolvable as they stand there, and antipodes with A and B exchanged.
    for (const printed of ['0869A7B14325', '0821A3B54769', '0829A7B54361']) {
      expect(table.distance(positionOf(eleven, printed))).toBe(-1);
      const meant = printed.replace(/[AB]/gu, (tile) => (tile === 'A' ? 'B' : 'A'));
      expect(texts).toContain(meant);
    }
    for (const position of farthest) {
      expect(eleven.obstacle({ start: position, goal: eleven.goal })).toBeUndefined();
      expect(wrongAt(eleven, eleven.goal, table, position, 53)).toBeUndefined();
    }
    expect(surveyTable(eleven, eleven.goal)).toEqual(table.survey());
  });

  it('agrees with all vectors', () => {
    const vectors = vectorsOf('eleven');
    expect(vectors.length).toBeGreaterThan(100);
    const wrong = vectors.flatMap(([text, length]) => {
      const reason = wrongAt(eleven, eleven.goal, table, positionOf(eleven, text), length);
      return reason ? [`${text}: ${reason}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('agrees with IDA* on a thousand walks', () => {
    const random = randomNumbers(11);
    const wrong: string[] = [];
    for (let i = 0; i < 1000; i++) {
      const start = walk(eleven, eleven.goal, 24 + (i % 9), random);
      const outcome = solve(eleven, { start, goal: eleven.goal }, { method: 'ida' });
      const length = outcome.status === 'solved' ? outcome.moves.length : -2;
      const reason = wrongAt(eleven, eleven.goal, table, start, length);
      if (reason) wrong.push(`${eleven.formatPosition(start)}: ${reason}`);
    }
    expect(wrong).toEqual([]);
  });

  it('says so when there is no way', () => {
    const exchanged = positionOf(eleven, '213456789AB0');
    expect(table.distance(exchanged)).toBe(-1);
    expect(table.bestMoves(exchanged)).toEqual([]);
    expect(table.solutions(exchanged)).toBe(0);
    expect(() => table.path(exchanged)).toThrow(RangeError);
  });

  it('has nothing to do at the goal', () => {
    const [goal] = eleven.goal.positions;
    expect(table.distance(goal!)).toBe(0);
    expect(table.path(goal!)).toEqual([]);
    expect(table.bestMoves(goal!)).toEqual([]);
    expect(table.solutions(goal!)).toBe(1);
  });

  it('knows all moves that begin a shortest solution, and counts their ways', () => {
    const random = randomNumbers(12);
    const countFrom = (position: Position): number => {
      if (table.distance(position) === 0) return 1;
      return table.bestMoves(position).reduce((sum, move) => sum + countFrom(eleven.play(position, move)), 0);
    };
    for (let i = 0; i < 300; i++) {
      const position = walk(eleven, eleven.goal, 40, random);
      const distance = table.distance(position);
      const closer = legalMoves(eleven, position).filter(
        (move) => table.distance(eleven.play(position, move)) === distance - 1,
      );
      expect(table.bestMoves(position)).toEqual(closer);
      if (i < 20) expect(table.solutions(position)).toBe(countFrom(position));
    }
  });

  it('serves all four corners as goals from the same memory', () => {
    const random = randomNumbers(13);
    for (const cell of [0, 3, 8]) {
      const goal = goalWithBlank(eleven, cell, random);
      expect(keyOf(eleven, goal)).toBe(keyOf(eleven, eleven.goal));
      const corner = openTable(eleven, goal, memory);
      for (let i = 0; i < 30; i++) {
        const start = walk(eleven, goal, 30, random);
        const outcome = solve(eleven, { start, goal }, { method: 'ida' });
        expect(outcome.status).toBe('solved');
        if (outcome.status === 'solved') {
          expect(wrongAt(eleven, goal, corner, start, outcome.moves.length)).toBeUndefined();
        }
      }
    }
  });

  it('serves goals with the blank elsewhere, and the board on its side', () => {
    const random = randomNumbers(14);
    const upright = sliding({ id: 'upright', board: rectangle(4, 3), landmarks: [] });
    for (const [puzzle, cell] of [
      [eleven, 5],
      [upright, 3],
    ] as const) {
      const goal = goalWithBlank(puzzle, cell, random);
      expect(keyOf(puzzle, goal)).not.toBe(keyOf(puzzle, puzzle.goal));
      const other = tableOf(puzzle, goal);
      expect(other.survey().states).toBe(239_500_800);
      for (let i = 0; i < 40; i++) {
        const start = walk(puzzle, goal, 30, random);
        const outcome = solve(puzzle, { start, goal }, { method: 'ida' });
        expect(outcome.status).toBe('solved');
        if (outcome.status === 'solved') {
          expect(wrongAt(puzzle, goal, other, start, outcome.moves.length)).toBeUndefined();
        }
      }
    }
  });
});

// `step-table.test.ts` compares all of its positions.
it('keeps the 8 puzzle in less than two bits a position', () => {
  const eight = puzzleOf('eight')!;
  expect(tableNeed(eight, eight.goal).bytes).toBeLessThan(30_000);
});

describe('a board of two columns', () => {
  const puzzle = puzzleOf('2x6')!;
  const table = tableOf(puzzle);

  it('has two antipodes at 80', () => {
    const { states, diameter, farthest } = table.survey();
    expect([states, diameter, farthest.length]).toEqual([239_500_800, 80, 2]);
    for (const position of farthest) expect(wrongAt(puzzle, puzzle.goal, table, position, 80)).toBeUndefined();
    expect(surveyTable(puzzle, puzzle.goal)).toEqual(table.survey());
  });

  it('agrees with IDA* on walks, to goals with the blank on any cell, on either side', () => {
    const random = randomNumbers(26);
    const turned = puzzleOf('6x2')!;
    const goals = [puzzle.goal, goalWithBlank(puzzle, 0, random), goalWithBlank(puzzle, 8, random)];
    for (const [board, goal] of [...goals.map((goal) => [puzzle, goal] as const), [turned, turned.goal] as const]) {
      const own = goal === puzzle.goal ? table : tableOf(board, goal);
      for (let i = 0; i < 60; i++) {
        const start = walk(board, goal, 12 + (i % 19), random);
        const outcome = solve(board, { start, goal }, { method: 'ida' });
        const length = outcome.status === 'solved' ? outcome.moves.length : -2;
        expect(wrongAt(board, goal, own, start, length)).toBeUndefined();
      }
      const [end] = goal.positions;
      const [first, second] = [...end!.keys()].filter((cell) => end![cell] !== 0);
      expect(own.distance(exchange(end!, first!, second!))).toBe(-1);
    }
  });
});
