/** Multi-tile moves, against plain searches of the tests' own (`support/multi-tile.ts`). */

import { describe, expect, it, test } from 'vitest';
import { formatMoves, parseMoves, parseMovesTo } from '../../src/puzzles/moves.ts';
import { replay } from '../../src/puzzles/puzzle.ts';
import { knownPuzzle, puzzleOf, puzzles, puzzlesAndSizes } from '../../src/puzzles/registry.ts';
import { solve, survey } from '../../src/search/solve.ts';
import { openTable, tableNeed } from '../../src/search/tables/table.ts';
import { plainDistance, plainLevels, plainMoves } from '../support/multi-tile.ts';
import fc from '../support/properties.ts';
import { tableOf, wrongAt } from '../support/tables.ts';
import { positionOf, sample, walkBack, walks } from '../support/truth.ts';

const mtm = (id: string) => knownPuzzle(`${id}-mtm`);
const columnsOf = ({ board }: { board: { size: number; rows: number } }): number => board.size / board.rows;

test('can be counted on rectangles of up to 12 cells and on 4 × 4', () => {
  const sized = puzzlesAndSizes.filter((puzzle) => puzzle.inMetric?.('mtm'));
  const names = 'five seven eight eleven fifteen 2x2 3x2 4x2 2x5 5x2 2x6 6x2 4x3';
  expect(sized.map(({ id }) => id).join(' ')).toBe(names);
  for (const puzzle of sized) expect(puzzleOf(`${puzzle.id}-mtm`)).toBe(puzzle.inMetric!('mtm'));
  expect(puzzles.every(({ metric }) => metric !== 'mtm')).toBe(true);
});

describe.each(['2x2', 'five', '3x2', 'seven', 'eight'])('%s', (id) => {
  const puzzle = mtm(id);
  const levels = plainLevels(puzzle.goal.positions[0]!, columnsOf(puzzle));

  it('has as many positions at each distance as a plain search finds', () => {
    const found = survey(puzzle, {});
    if (typeof found === 'string') throw new Error(found);
    expect(found.histogram).toEqual(levels.map((level) => level.length));
    expect(found.states).toBe(puzzle.states);
    const farthest = levels.at(-1)!.map(puzzle.formatPosition);
    expect(found.farthest.map(puzzle.formatPosition).sort()).toEqual(farthest.sort());
  });

  it('has a shortest solution of each position, or of 500 at each distance', () => {
    const table = tableOf(puzzle);
    const wrong = levels.flatMap((level, distance) =>
      sample(level, 500).flatMap((position) => wrongAt(puzzle, puzzle.goal, table, position, distance) ?? []),
    );
    expect(wrong).toEqual([]);
  });
});

test('goals with the blank on any cell have their own distances', () => {
  const puzzle = mtm('five');
  for (const [cell] of puzzle.board.x.entries()) {
    const end = puzzle.goal.positions[0]!.with(5, puzzle.goal.positions[0]![cell]!).with(cell, 0);
    const goal = { text: puzzle.formatPosition(end), positions: [end] };
    const table = openTable(puzzle, goal, tableNeed(puzzle, goal).build());
    for (const [distance, level] of plainLevels(end, 3).entries()) {
      for (const position of level) expect(wrongAt(puzzle, goal, table, position, distance)).toBeUndefined();
    }
  }
});

test('the bound at a glance is admissible, and a solution by each method is as short', () => {
  const puzzle = mtm('eleven');
  fc.assert(
    fc.property(walks(7), (choices) => {
      const start = walkBack(puzzle, puzzle.goal, choices);
      const distance = plainDistance(start, puzzle.goal.positions[0]!, 4);
      for (const method of ['bfs', 'bidirectional', 'iddfs', 'ida'] as const) {
        const outcome = solve(puzzle, { start, goal: puzzle.goal }, { method });
        expect(outcome).toMatchObject({ status: 'solved', optimal: true, lowerBound: distance });
        if (outcome.status === 'solved') expect(outcome.estimate).toBeLessThanOrEqual(distance);
      }
    }),
    { numRuns: 30 },
  );
});

describe('written moves', () => {
  const puzzle = mtm('fifteen');
  const somewhere = fc.tuple(walks(60), walks(30)).map(([back, on]) => {
    const start = walkBack(puzzle, puzzle.goal, back);
    const cursor = puzzle.cursor(puzzle.goal);
    cursor.load(cursor.rank(start));
    const codes: number[] = [];
    const moves = on.map((choice, index) => {
      const count = cursor.moves(codes, 0);
      // In turns along a row and along a column, as moves in one line are one.
      const fit = codes.slice(0, count).filter((code) => {
        const [from, to] = cursor.path(code);
        return (Math.floor(from! / 4) === Math.floor(to! / 4)) === (index % 2 === 0);
      });
      const code = fit[choice % fit.length]!;
      cursor.make(code);
      return cursor.path(code);
    });
    return { start, moves };
  });

  it('have counts, and are read as they are written', () => {
    fc.assert(
      fc.property(somewhere, fc.constantFrom('piece-directions', 'blank-directions'), ({ start, moves }, notation) => {
        fc.pre(moves.length > 0);
        const written = formatMoves(puzzle, start, moves, notation);
        const end = replay(puzzle, start, moves).at(-1)!;
        for (const text of [written.join(''), written.join(' ')]) {
          expect(parseMoves(puzzle, start, text, puzzle.goal, notation)).toMatchObject({ value: { moves } });
          expect(parseMovesTo(puzzle, end, text, notation)).toMatchObject({ value: { moves } });
        }
        // Every position on the way is one plain move from the one before.
        for (const [index, after] of replay(puzzle, start, moves).entries()) {
          if (index === 0) continue;
          const before = replay(puzzle, start, moves.slice(0, index - 1)).at(-1)!;
          expect(plainMoves(before, 4).map(String)).toContain(String(after));
        }
      }),
    );
  });

  it.each([
    [
      'R3 D3',
      [
        [12, 15],
        [0, 12],
      ],
    ],
    [
      'RRRDDD',
      [
        [12, 15],
        [0, 12],
      ],
    ],
    [
      '15 14 13 9 5 1',
      [
        [12, 15],
        [0, 12],
      ],
    ],
    ['R2 R', [[12, 15]]],
    [
      'R L',
      [
        [14, 15],
        [15, 14],
      ],
    ],
  ])('%s is read tile by tile, and moves in one direction are one', (text, moves) => {
    const start = positionOf(puzzle, '123456789ABCDEF0');
    expect(parseMoves(puzzle, start, text, puzzle.goal)).toMatchObject({ ok: true, value: { moves } });
  });

  it('are counted in the usual notation', () => {
    const start = positionOf(puzzle, '123456789ABCDEF0');
    expect(
      formatMoves(puzzle, start, [
        [12, 15],
        [0, 12],
        [1, 0],
      ]),
    ).toEqual(['R3', 'D3', 'L']);
  });
});
