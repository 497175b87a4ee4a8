import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fifteen } from '../../../src/puzzles/catalogue/fifteen.ts';
import { AdditiveBound } from '../../../src/search/sliding/additive-bound.ts';
import { databaseNeeds, patterns } from '../../../src/search/sliding/fifteen-databases.ts';
import { FifteenSearch } from '../../../src/search/sliding/fifteen-search.ts';
import { SetRanks } from '../../../src/search/sliding/pattern-database.ts';
import { sharedTables } from '../../support/tables.ts';
import { walkBack, walks } from '../../support/truth.ts';

it('is the bound of the search by databases, whichever tile is said to have moved', () => {
  const { board, goal } = fifteen;
  const tables = [...sharedTables(databaseNeeds()).values()];
  const search = new FifteenSearch({ kind: '7-7-1', tables });
  const same = [...board.x.keys()];
  const transposed = same.map((cell) => (cell % 4) * 4 + Math.floor(cell / 4));
  const sums = [same, transposed].map((map) =>
    patterns['7-7-1'].map((goals, index) => ({ table: new Uint8Array(tables[index]!), goals, map })),
  );
  const bound = new AdditiveBound(board, sums);
  fc.assert(
    fc.property(walks(150), fc.integer({ min: 1, max: 15 }), (way, moved) => {
      const position = walkBack(fifteen, goal, way);
      const cellOf = Uint8Array.from(position.map((_, tile) => position.indexOf(tile)));
      const totals = sums.map((_, sum) => {
        const own = new Set<number>();
        let total = 0;
        for (let tile = 1; tile < board.size; tile++) {
          const view = bound.viewOf[sum * board.size + tile]!;
          if (view === -1) total += bound.distanceOf(tile, cellOf[tile]!);
          else own.add(view);
        }
        // The tile stands elsewhere in the list, and on its cell in the question.
        const listed = cellOf.with(moved, cellOf[0]!);
        for (const view of own) total += bound.value(view, listed, 0, moved, cellOf[moved]!);
        return total;
      });
      expect(Math.max(...totals)).toBe(search.lowerBound(position, goal));
    }),
  );
});

it.each([
  [9, 4],
  [16, 7],
  [20, 4],
  [25, 6],
])('numbers the sets of a board of %i cells, %i in a set, from 0 without a gap', (cells, tiles) => {
  const ranks = new SetRanks(cells, tiles);
  const seen = new Set<number>();
  let [low, high] = [Number.POSITIVE_INFINITY, -1];
  for (let mask = (1 << tiles) - 1; mask < 1 << cells; ) {
    const rank = ranks.rank(mask);
    seen.add(rank);
    [low, high] = [Math.min(low, rank), Math.max(high, rank)];
    const lowest = mask & -mask;
    const next = mask + lowest;
    mask = next | (((mask ^ next) / lowest) >> 2);
  }
  expect([low, high]).toEqual([0, seen.size - 1]);
});
