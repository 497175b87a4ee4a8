/** Searches below additive pattern databases, which take milliseconds for most positions of the 15 puzzle. */
import { deepen } from '../algorithms/deepening.ts';
import { kept } from '../kept.ts';
import type { Tables } from '../tables/contract.ts';
import { pagesOf } from '../tables/table.ts';
import { AdditiveBound } from './additive-bound.ts';
import { AdditiveSearch } from './additive-search.ts';
import { tablesIn } from './database-memory.ts';
import { databaseNeed } from './database-need.ts';
import type { Databases } from './databases.ts';
import { type Between, improvementsOf } from './good-solution.ts';
import type { WithSearch } from './table-search.ts';

/** Entries of the transposition table for parts of a solution. */
const partEntries = 2 ** 14;

/** The searches of this thread, by their databases: they remember positions. One is for parts of a solution. */
const searchesOf = kept(
  (databases: Databases) => ({
    whole: new AdditiveSearch(databases),
    part: new AdditiveSearch(databases, partEntries),
  }),
  ({ name }) => name,
);

export const withDatabases =
  (databases: Databases, tables: Tables): WithSearch =>
  (task) => {
    const { whole, part } = searchesOf(databases);
    const memory = pagesOf(tables, databaseNeed(databases).key);
    const boundOf = (pair: number) =>
      new AdditiveBound(databases, tablesIn(databases, memory), (whole.variant + pair) % databases.pairs.length);
    const between: Between = (window, budget) => {
      // Most questions do without.
      if (!part.isOpen) part.open(memory);
      part.begin(window, whole.variant);
      return deepen(part, budget)!;
    };
    whole.open(memory);
    try {
      return task({
        search: whole,
        improvementsOf: (question) => improvementsOf(question, databases, boundOf, between),
      });
    } finally {
      whole.close();
      part.close();
    }
  };
