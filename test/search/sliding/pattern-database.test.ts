/** Pattern tables against a plain breadth-first search, and against true distances. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Board, rectangle } from '../../../src/puzzles/board.ts';
import { eight } from '../../../src/puzzles/catalogue/eight.ts';
import { rankOf } from '../../../src/puzzles/permutation.ts';
import { buildPatternTable, SetRanks, tableEntries } from '../../../src/search/sliding/pattern-database.ts';
import { reordering } from '../../../src/search/sliding/reordering.ts';
import { distancesTo, unrank } from '../../support/truth.ts';

/** Where the tiles stand, in the order of their goals, as the index of an entry. */
const entryOf = (board: Board, cells: readonly number[], ranks: SetRanks): number => {
  const sets = tableEntries(board.size, cells.length) / orders(cells.length);
  const seen = cells.map((cell, tile) => ({ cell, tile })).sort((a, b) => a.cell - b.cell);
  const mask = cells.reduce((bits, cell) => bits | (1 << cell), 0);
  return rankOf(seen.map(({ tile }) => tile)) * sets + ranks.rank(mask);
};
const orders = (tiles: number): number => (tiles < 2 ? 1 : tiles * orders(tiles - 1));

/** The same table by a search that keeps each position of the tiles and the blank apart: 0 or 1 a move. */
const tableByHand = (board: Board, goals: readonly number[], blank: number): Uint8Array => {
  const ranks = new SetRanks(board.size, goals.length);
  const table = new Uint8Array(tableEntries(board.size, goals.length)).fill(0xff);
  const met = new Set<number>();
  let level = [[blank, ...goals]];
  for (let distance = 0; level.length > 0; distance++) {
    const next: number[][] = [];
    for (const place of level) {
      const key = place.reduce((digits, cell) => digits * 32 + cell, 0);
      if (met.has(key)) continue;
      met.add(key);
      const [empty, ...tiles] = place as [number, ...number[]];
      const entry = entryOf(board, tiles, ranks);
      table[entry] = Math.min(table[entry]!, distance);
      for (const cell of board.neighbours[empty]!) {
        // A walk of the blank is free, so it belongs to the same level.
        if (tiles.includes(cell)) next.push([cell, ...tiles.map((tile) => (tile === cell ? empty : tile))]);
        else level.push([cell, ...tiles]);
      }
    }
    level = next;
  }
  return table;
};

describe('buildPatternTable', () => {
  it.each([
    ['3 × 3, the first four', rectangle(3, 3), [0, 1, 2, 3], 8],
    ['3 × 3, the last four, which shut the blank in', rectangle(3, 3), [4, 5, 6, 7], 8],
    ['3 × 3, five tiles', rectangle(3, 3), [1, 2, 4, 5, 7], 8],
    ['3 × 3, six tiles', rectangle(3, 3), [0, 1, 2, 3, 4, 7], 8],
    ['2 × 4, five tiles', rectangle(2, 4), [0, 1, 2, 5, 6], 7],
    ['4 × 2, four tiles, the blank first', rectangle(4, 2), [1, 2, 5, 6], 0],
    ['3 × 4, four tiles', rectangle(3, 4), [3, 6, 7, 10], 11],
    ['3 × 6, four tiles in the last corner', rectangle(3, 6), [10, 11, 15, 16], 17],
  ] as const)('%s: is what a plain search finds', (_, board, goals, blank) => {
    const table = new Uint8Array(buildPatternTable(board, goals, blank));
    expect(table.length).toBe(tableEntries(board.size, goals.length));
    expect(Buffer.from(table).equals(Buffer.from(tableByHand(board, goals, blank)))).toBe(true);
  });

  it('adds up to no more than the true distance, for every position of eight', () => {
    const { board } = eight;
    const ranks = new SetRanks(board.size, 4);
    const patterns = [
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ].map((goals) => ({ goals, table: new Uint8Array(buildPatternTable(board, goals, 8)) }));
    const cells = new Array<number>(9).fill(0);
    let equal = 0;
    const wrong: string[] = [];
    for (const [rank, distance] of distancesTo(eight, eight.goal)) {
      const position = unrank(eight, rank);
      position.forEach((tile, cell) => {
        cells[tile] = cell;
      });
      const bound = patterns.reduce(
        (sum, { goals, table }) =>
          sum +
          table[
            entryOf(
              board,
              goals.map((goal) => cells[goal + 1]!),
              ranks,
            )
          ]!,
        0,
      );
      if (bound > distance || (distance - bound) % 2 !== 0) wrong.push(eight.formatPosition(position));
      if (bound === distance) equal++;
    }
    expect(wrong).toEqual([]);
    expect(equal).toBeGreaterThan(10_000);
  });
});

describe('reordering', () => {
  it('is what moving one of a list does, and is taken back by the opposite one', () => {
    const order = fc.integer({ min: 2, max: 7 }).chain((n) =>
      fc.record({
        order: fc.shuffledSubarray([...Array(n).keys()], { minLength: n }),
        from: fc.nat({ max: n - 1 }),
        to: fc.nat({ max: n - 1 }),
      }),
    );
    fc.assert(
      fc.property(order, ({ order, from, to }) => {
        const after = order.toSpliced(from, 1).toSpliced(to, 0, order[from]!);
        expect(reordering(order.length, order.length, from, to)[rankOf(order)]).toBe(rankOf(after));
        expect(reordering(order.length, order.length, to, from)[rankOf(after)]).toBe(rankOf(order));
      }),
      { numRuns: 300 },
    );
  });
});
