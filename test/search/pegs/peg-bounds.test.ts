/** What holds the search for pegs back must never hold it back from a solution. */

import { describe, expect, it } from 'vitest';
import { symmetriesOf } from '../../../src/puzzles/board.ts';
import { peg15 } from '../../../src/puzzles/catalogue/peg15.ts';
import { peg21 } from '../../../src/puzzles/catalogue/peg21.ts';
import { peg33 } from '../../../src/puzzles/catalogue/peg33.ts';
import { peg37 } from '../../../src/puzzles/catalogue/peg37.ts';
import { cornersOf } from '../../../src/puzzles/families/pegs/classes.ts';
import { unwrap } from '../../../src/puzzles/puzzle.ts';
import { groupRules } from '../../../src/search/pegs/peg-groups.ts';
import { PegKernel, regionsOf } from '../../../src/search/pegs/peg-kernel.ts';
import { isPagoda, pagodaAgainst, strongPagodas, worth } from '../../../src/search/pegs/peg-pagoda.ts';
import fc from '../../support/properties.ts';
import { distancesTo, positionOf, questionOf, sample, unrank, walkBack, walks } from '../../support/truth.ts';

const boards = { peg15, peg21, peg33, peg37 };
const named = Object.entries(boards);

it('knows the symmetries of the boards', () => {
  expect(named.map(([, { board }]) => symmetriesOf(board).length)).toEqual([6, 6, 8, 8]);
});

describe('Merson regions', () => {
  it.each(named)('of %s have an end of every line whose middle they have', (_, { board }) => {
    for (const region of regionsOf(board)) {
      for (const { from, over, to } of board.jumps) {
        if (region.includes(over)) expect(region.includes(from) || region.includes(to)).toBe(true);
      }
    }
  });

  it('are twelve in the central game of the English board, eight of them corners', () => {
    const kernel = new PegKernel(peg33.board, peg33.goal.positions, { endings: 1000, failureBits: 10 });
    expect(cornersOf(peg33.board)).toHaveLength(8);
    expect(kernel.lowerBound(kernel.pack(positionOf(peg33, 'all-d4')))).toBe(12);
  });

  it.each([
    ['peg15', '13', peg15],
    ['peg15', 'any', peg15],
    ['peg21', '7', peg21],
    ['peg21', 'any', peg21],
    ['peg21', '1', peg21],
    ['peg21', '111000000000000000000', peg21],
  ])('and groups never ask for more moves than %s takes to goal %s', (_, text, puzzle) => {
    const { goal } = questionOf(puzzle, 'all-1', text);
    const kernel = new PegKernel(puzzle.board, goal.positions, { endings: 1000, failureBits: 10 });
    let sharp = 0;
    const distances = distancesTo(puzzle, goal);
    for (const rank of sample(distances.keys(), 20_000)) {
      const distance = distances.get(rank)!;
      if (distance === 0) continue;
      const bound = kernel.lowerBound(kernel.pack(unrank(puzzle, rank)));
      if (bound > distance) throw new Error(`${unrank(puzzle, rank).join('')}: ${bound} of ${distance}`);
      if (bound === distance) sharp++;
    }
    expect(sharp).toBeGreaterThan(10);
  });
});

describe('groups of holes', () => {
  it.each([
    ['peg33', 'd4', peg33],
    ['peg33', 'any', peg33],
    ['peg37', 'e7', peg37],
    ['peg37', 'any', peg37],
  ])('never ask for more moves than a walk back from %s %s has taken', (_, text, puzzle) => {
    const goal = unwrap(puzzle.parseGoal(text), text);
    const kernel = new PegKernel(puzzle.board, goal.positions, { endings: 1000, failureBits: 10 });
    fc.assert(
      fc.property(walks(14), (choices) => {
        if (choices.length === 0) return;
        const start = kernel.pack(walkBack(puzzle, goal, choices));
        expect(kernel.lowerBound(start)).toBeLessThanOrEqual(choices.length);
      }),
      { numRuns: 500 },
    );
  });

  it('know the longest chains of the English board', () => {
    // The centre's group is a cross of five holes, whose chains are two jumps long.
    const { chains } = groupRules(peg33.board, peg33.goal.positions, cornersOf(peg33.board), 4);
    expect(chains.map(([, ...most]) => most.join(' ')).sort()).toEqual(
      ['0 0 2 0', '0 1 1 0', '0 2 0 0', '0 8 8 0', '4 0 0 5', '4 0 0 5'].sort(),
    );
  });

  it('ask for moves where no region is full', () => {
    const kernel = new PegKernel(peg33.board, peg33.goal.positions, { endings: 1000, failureBits: 10 });
    const bound = (rows: string[]) => kernel.lowerBound(kernel.pack(positionOf(peg33, rows.join(''))));
    expect(bound(['000', '010', '0001000', '0111110', '0001000', '010', '000'])).toBe(2);
  });
});

describe('pagoda functions', () => {
  it.each(named)('never exclude a position of %s that has a solution', (_, puzzle) => {
    const { goal } = puzzle;
    const strong = strongPagodas(puzzle.board, goal.positions, symmetriesOf(puzzle.board).slice(0, 1), 32);
    for (const pagoda of strong) expect(isPagoda(puzzle.board, pagoda)).toBe(true);
    fc.assert(
      fc.property(walks(20), (choices) => {
        const start = walkBack(puzzle, goal, choices);
        expect(pagodaAgainst(puzzle.board, start, goal.positions[0]!)).toBeUndefined();
        for (const pagoda of strong) {
          expect(worth(pagoda, start)).toBeGreaterThanOrEqual(worth(pagoda, goal.positions[0]!));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('exclude most positions of peg21 that have none and that parity lets through', () => {
    const distances = distancesTo(peg21, peg21.goal);
    const end = peg21.goal.positions[0]!;
    const lost = Array.from({ length: 4000 }, (_, i) => 1 + i * 523).filter((rank) => {
      const question = { start: unrank(peg21, rank), goal: peg21.goal };
      return !distances.has(rank) && !peg21.obstacle(question);
    });
    const excluded = lost.filter((rank) => pagodaAgainst(peg21.board, unrank(peg21, rank), end));
    expect(excluded.length).toBeGreaterThan(lost.length / 2);
    for (const rank of sample([...distances.keys()], 300)) {
      expect(pagodaAgainst(peg21.board, unrank(peg21, rank), end)).toBeUndefined();
    }
  });

  it('come with their proof: no jump gains by them, and the start has less than the goal', () => {
    // Two pegs, far apart, can't even meet.
    const start = positionOf(peg33, '100000000000000000000000000000001');
    const end = positionOf(peg33, '000000000000000010000000000000000');
    const pagoda = pagodaAgainst(peg33.board, start, end)!;
    expect(isPagoda(peg33.board, pagoda)).toBe(true);
    expect(worth(pagoda, start)).toBeLessThan(worth(pagoda, end));
  });
});
