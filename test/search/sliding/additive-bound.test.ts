import { expect, it } from 'vitest';
import { fifteen } from '../../../src/puzzles/catalogue/fifteen.ts';
import type { Position } from '../../../src/puzzles/puzzle.ts';
import { AdditiveBound, type Standing } from '../../../src/search/sliding/additive-bound.ts';
import { AdditiveSearch } from '../../../src/search/sliding/additive-search.ts';
import { SetRanks } from '../../../src/search/sliding/columns.ts';
import { tablesIn } from '../../../src/search/sliding/database-memory.ts';
import { databaseNeed } from '../../../src/search/sliding/database-need.ts';
import { databasesOf } from '../../../src/search/sliding/databases.ts';
import { pagesOf } from '../../../src/search/tables/table.ts';
import fc from '../../support/properties.ts';
import { sharedTables } from '../../support/tables.ts';
import { walkBack, walks } from '../../support/truth.ts';

it('is the bound of the search by databases, counted anew or from the position before', () => {
  const { board, goal } = fifteen;
  const databases = databasesOf(board, '7-7-1')!;
  const need = databaseNeed(databases);
  const memory = pagesOf(sharedTables([need]), need.key);
  const search = new AdditiveSearch(databases);
  search.open(memory);
  const bound = new AdditiveBound(databases, tablesIn(databases, memory));
  const cellsOf = (position: Position): Uint8Array => Uint8Array.from(position, (_, tile) => position.indexOf(tile));
  const standingOf = (position: Position): Standing => {
    const { views } = bound;
    const standing = { values: new Uint8Array(views), masks: new Int32Array(views), orders: new Uint16Array(views) };
    bound.place(cellsOf(position), standing);
    return standing;
  };
  fc.assert(
    fc.property(walks(150), fc.nat(), (way, choice) => {
      const position = walkBack(fifteen, goal, way);
      const cellOf = cellsOf(position);
      const before = standingOf(position);
      const totals = Array.from({ length: bound.sums }, (_, sum) => {
        const own = new Set<number>();
        let total = 0;
        for (let tile = 1; tile < board.size; tile++) {
          const view = bound.viewOf[sum * board.size + tile]!;
          if (view === -1) total += bound.distanceOf(tile, cellOf[tile]!);
          else own.add(view);
        }
        for (const view of own) total += before.values[view]!;
        return total;
      });
      search.begin({ start: position, goal });
      expect(Math.max(...totals)).toBe(search.bound);

      const blank = position.indexOf(0);
      const near = board.neighbours[blank]!;
      const from = near[choice % near.length]!;
      const moved = position[from]!;
      const after = standingOf(position.with(blank, moved).with(from, 0));
      for (let sum = 0; sum < bound.sums; sum++) {
        const view = bound.viewOf[sum * board.size + moved]!;
        if (view === -1) continue;
        const order = bound.orderAfter(view, before, view, from, blank);
        expect(order).toBe(after.orders[view]);
        expect(bound.maskAfter(view, before, view, from, blank)).toBe(after.masks[view]);
        const entry = bound.entryAfter(view, before, view, order, from, blank);
        expect(bound.valueAt(view, entry, before.values[view]!)).toBe(after.values[view]);
      }
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
