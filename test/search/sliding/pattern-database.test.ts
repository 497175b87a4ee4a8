/** Pattern tables against a plain breadth-first search, and against true distances. */

import { describe, expect, it } from 'vitest';
import { type Board, rectangle } from '../../../src/puzzles/board.ts';
import { eight } from '../../../src/puzzles/catalogue/eight.ts';
import { factorial, rankOf } from '../../../src/puzzles/permutation.ts';
import { AdditiveBound } from '../../../src/search/sliding/additive-bound.ts';
import { type Columns, columnsOf } from '../../../src/search/sliding/columns.ts';
import type { Databases } from '../../../src/search/sliding/databases.ts';
import { buildPatternTable, tableBytes } from '../../../src/search/sliding/pattern-database.ts';
import { reordering } from '../../../src/search/sliding/reordering.ts';
import { valueBeside } from '../../../src/search/sliding/view.ts';
import fc from '../../support/properties.ts';
import { distancesTo, sample, unrank } from '../../support/truth.ts';

/** Where tiles and blank stand, the tiles in the order of their goals, as a row and a column. */
const entryOf = (columns: Columns, cells: readonly number[], blank: number): [row: number, column: number] => {
  const seen = cells.map((cell, tile) => ({ cell, tile })).sort((a, b) => a.cell - b.cell);
  const mask = cells.reduce((bits, cell) => bits | (1 << cell), 0);
  return [rankOf(seen.map(({ tile }) => tile)), columns.find(mask, blank)];
};

/** `[row * columns + column]`: the fewest moves, by a search that keeps each place of the blank apart: 0 or 1 a move. */
const valuesByHand = (board: Board, goals: readonly number[], blank: number): Uint8Array => {
  const columns = columnsOf(board, goals.length);
  const values = new Uint8Array(factorial(goals.length) * columns.count).fill(0xff);
  const met = new Set<number>();
  let level = [[blank, ...goals]];
  for (let distance = 0; level.length > 0; distance++) {
    const next: number[][] = [];
    for (const place of level) {
      const key = place.reduce((digits, cell) => digits * 32 + cell, 0);
      if (met.has(key)) continue;
      met.add(key);
      const [empty, ...tiles] = place as [number, ...number[]];
      const [row, column] = entryOf(columns, tiles, empty);
      const entry = row * columns.count + column;
      values[entry] = Math.min(values[entry]!, distance);
      for (const cell of board.neighbours[empty]!) {
        // A walk of the blank is free, so it belongs to the same level.
        if (tiles.includes(cell)) next.push([cell, ...tiles.map((tile) => (tile === cell ? empty : tile))]);
        else level.push([cell, ...tiles]);
      }
    }
    level = next;
  }
  return values;
};

/** The second binary digit of each value, in a table and by hand. Rows end with some bits that say nothing. */
const digitsIn = (table: Uint8Array, { count }: Columns, entries: number): Uint8Array =>
  Uint8Array.from({ length: entries }, (_, entry) => {
    const column = entry % count;
    return (table[Math.floor(entry / count) * Math.ceil(count / 8) + (column >> 3)]! >> (column & 7)) & 1;
  });
const digitsOf = (values: Uint8Array): Uint8Array => values.map((value) => (value >> 1) & 1);

const tableOf = (board: Board, goals: readonly number[], blank: number): Uint8Array => {
  const table = new Uint8Array(tableBytes(board, goals.length));
  buildPatternTable(board, goals, blank, table);
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
    ['3 × 6, three tiles in the last corner', rectangle(3, 6), [11, 15, 16], 17],
  ] as const)('%s: is what a plain search finds', (_, board, goals, blank) => {
    const table = tableOf(board, goals, blank);
    const values = valuesByHand(board, goals, blank);
    expect(values).not.toContain(0xff);
    const digits = digitsIn(table, columnsOf(board, goals.length), values.length);
    expect(Buffer.from(digits).equals(Buffer.from(digitsOf(values)))).toBe(true);
  });

  it('has values that change by one with each move', () => {
    const board = rectangle(3, 3);
    const goals = [0, 1, 4, 7];
    const columns = columnsOf(board, goals.length);
    const values = valuesByHand(board, goals, 8);
    const valueAt = (cells: readonly number[], blank: number): number => {
      const [row, column] = entryOf(columns, cells, blank);
      return values[row * columns.count + column]!;
    };
    fc.assert(
      fc.property(fc.shuffledSubarray([...Array(9).keys()], { minLength: 5, maxLength: 5 }), ([blank, ...cells]) => {
        for (const near of board.neighbours[blank!]!) {
          if (!cells.includes(near)) continue;
          const before = valueAt(cells, blank!);
          const after = valueAt(cells.with(cells.indexOf(near), blank!), near);
          expect(Math.abs(after - before)).toBe(1);
          expect(valueBeside(before, after >> 1)).toBe(after);
        }
      }),
    );
  });

  it('adds up to no more than the true distance, for positions of eight at each distance', () => {
    const { board } = eight;
    const same = [...board.x.keys()];
    const sum = [0, 1].map((table) => ({ table, map: same }));
    const databases: Databases = {
      name: '4-4',
      board,
      patterns: [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
      ],
      pairs: [[sum, sum]],
      beams: [],
    };
    const tables = databases.patterns.map((goals) => tableOf(board, goals, 8));
    const bounds = new AdditiveBound(databases, tables);
    const cells = new Array<number>(9).fill(0);
    const standing = { values: new Uint8Array(4), masks: new Int32Array(4), orders: new Uint16Array(4) };
    let equal = 0;
    const wrong: string[] = [];
    for (const rank of sample(distancesTo(eight, eight.goal).keys(), 20_000)) {
      const distance = distancesTo(eight, eight.goal).get(rank)!;
      const position = unrank(eight, rank);
      position.forEach((tile, cell) => {
        cells[tile] = cell;
      });
      bounds.place(cells, standing);
      const bound = standing.values[0]! + standing.values[1]!;
      if (bound > distance || (distance - bound) % 2 !== 0) wrong.push(eight.formatPosition(position));
      if (bound === distance) equal++;
    }
    expect(wrong).toEqual([]);
    expect(equal).toBeGreaterThan(1000);
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
        expect(reordering(order.length, order.length, [from, to])[rankOf(order)]).toBe(rankOf(after));
        expect(reordering(order.length, order.length, [to, from])[rankOf(after)]).toBe(rankOf(order));
      }),
      { numRuns: 300 },
    );
  });
});
