/** Searches of the 15 puzzle in multi-tile moves. */
import { type Improvement, patience } from '../algorithms/improvement.ts';
import type { Tables } from '../tables/contract.ts';
import { memoryOf } from '../tables/table.ts';
import { multiTileNeed } from './multi-tile-database.ts';
import { MultiTileSearch } from './multi-tile-search.ts';
import type { WithSearch } from './table-search.ts';

/** The search of this thread. */
let search: MultiTileSearch | undefined;

/** Positions of a level that go on. With more, solutions take longer than they get shorter. */
const beamWidth = 800;

const improvement = (own: MultiTileSearch): Improvement => ({
  after: patience,
  run: (budget) => {
    const moves = own.beam(beamWidth, budget);
    if (typeof moves === 'string') return moves;
    if (moves) budget.found(moves);
    return undefined;
  },
});

export const withMultiTile =
  (tables: Tables): WithSearch =>
  (task) => {
    search ??= new MultiTileSearch();
    search.open(memoryOf(tables, multiTileNeed.key));
    const improvements = [improvement(search)];
    try {
      return task({ search, improvementsOf: () => improvements });
    } finally {
      search.close();
    }
  };
