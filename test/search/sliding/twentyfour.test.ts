/** The pairs of bounds of the 24 puzzle: each is right, and a search may go by any. */

import { beforeAll, describe, expect, it } from 'vitest';
import { twentyfour } from '../../../src/puzzles/catalogue/twentyfour.ts';
import { type Move, type Position, reaches } from '../../../src/puzzles/puzzle.ts';
import { pollInterval } from '../../../src/search/budget.ts';
import { everything, searchPart } from '../../../src/search/parts.ts';
import { AdditiveSearch } from '../../../src/search/sliding/additive-search.ts';
import { databaseNeed } from '../../../src/search/sliding/database-need.ts';
import { databasesOf } from '../../../src/search/sliding/databases.ts';
import { viewsOf } from '../../../src/search/sliding/view.ts';
import { pagesOf } from '../../../src/search/tables/table.ts';
import fc from '../../support/properties.ts';
import { sharedTables } from '../../support/tables.ts';
import { positionOf, sample, vectorsOf, walkBack, walks } from '../../support/truth.ts';

const { board, goal } = twentyfour;
const databases = databasesOf(board, '7-7-1')!;
const pairs = [...databases.pairs.keys()];
const never = () => false;

it.each(pairs)('divides all tiles in each sum of pair %i', (pair) => {
  for (const views of viewsOf(databases, pair)) {
    const tiles = views.flatMap((view) => [...view.tiles]).sort((a, b) => a - b);
    expect(tiles).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
  }
});

describe('a search by any pair', { tags: 'long' }, () => {
  let search: AdditiveSearch;
  beforeAll(() => {
    const need = databaseNeed(databases);
    search = new AdditiveSearch(databases);
    search.open(pagesOf(sharedTables([need]), need.key));
  });

  /** By the pair that the search goes by, from this limit on. */
  const solveFrom = (first: number): readonly Move[] => {
    for (let limit = first; ; limit += 2) {
      const { solution } = searchPart(search, everything, limit, never);
      if (solution) return solution;
    }
  };

  const solveBy = (start: Position, pair: number): readonly Move[] => {
    search.begin({ start, goal }, pair);
    return solveFrom(search.bound);
  };

  it('finds a solution of the same length', () => {
    fc.assert(
      fc.property(walks(60), (way) => {
        const start = walkBack(twentyfour, goal, way);
        const lengths = pairs.map((pair) => {
          const moves = solveBy(start, pair);
          expect(reaches(twentyfour, { start, goal }, moves)).toBe(true);
          return moves.length;
        });
        expect(new Set(lengths).size).toBe(1);
        expect(lengths[0]).toBeLessThanOrEqual(way.length);
      }),
      { numRuns: 40 },
    );
  });

  it('goes by the one that takes the fewest nodes', () => {
    const chosen = new Set<number>();
    for (const [text, length] of sample(vectorsOf('twentyfour'), 8)) {
      search.begin({ start: positionOf(twentyfour, text), goal });
      const limit = search.choose(search.bound + 4, never);
      if (typeof limit !== 'number') throw new Error(`${text} has a solution of ${limit.length} moves`);
      expect(limit).toBeLessThanOrEqual(length);
      const best = search.variant;
      const nodes = pairs.map((pair) => {
        // What is known by another pair is forgotten.
        search.variant = (pair + 1) % pairs.length;
        search.variant = pair;
        const before = search.generated;
        searchPart(search, everything, limit - 2, never);
        return search.generated - before;
      });
      // In some thousand nodes it sees that a pair is no better.
      expect(nodes[best]).toBeLessThan(Math.min(...nodes) + 2 * pollInterval);
      chosen.add(best);
    }
    expect(chosen.size).toBeGreaterThan(1);
  });
});
