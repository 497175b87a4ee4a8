/** Searches below additive pattern databases, which take milliseconds for most positions of the 15 puzzle. */
import type { Question } from '../../puzzles/puzzle.ts';
import { deepen } from '../algorithms/deepening.ts';
import type { Improvement } from '../algorithms/improvement.ts';
import { kept } from '../kept.ts';
import type { Tables } from '../tables/contract.ts';
import { pagesOf } from '../tables/table.ts';
import { AdditiveBound } from './additive-bound.ts';
import { AdditiveSearch } from './additive-search.ts';
import { tablesIn } from './database-memory.ts';
import { databaseNeed } from './database-need.ts';
import type { Databases } from './databases.ts';
import { improvementsOf } from './good-solution.ts';
import type { WithSearch } from './table-search.ts';

/** Entries of the transposition table for parts of a solution. */
const partEntries = 2 ** 14;

interface DatabaseSearches {
  readonly whole: AdditiveSearch;
  /** For parts of a solution, which most questions do without. */
  part?: AdditiveSearch;
}

/** The searches of this thread, by their databases: they remember positions. */
const searchesOf = kept(
  (databases: Databases): DatabaseSearches => ({ whole: new AdditiveSearch(databases) }),
  ({ name }) => name,
);

const improvementsIn = (
  databases: Databases,
  own: DatabaseSearches,
  memory: WebAssembly.Memory,
  question: Question,
): Improvement[] => {
  const { whole } = own;
  const boundOf = (pair: number) =>
    new AdditiveBound(databases, tablesIn(databases, memory), (whole.variant + pair) % databases.pairs.length);
  return improvementsOf(question, databases, boundOf, (window, budget) => {
    own.part ??= new AdditiveSearch(databases, partEntries);
    if (!own.part.isOpen) own.part.open(memory);
    own.part.begin(window, whole.variant);
    return deepen(own.part, budget)!;
  });
};

export const withDatabases =
  (databases: Databases, tables: Tables): WithSearch =>
  (task) => {
    const own = searchesOf(databases);
    const memory = pagesOf(tables, databaseNeed(databases).key);
    own.whole.open(memory);
    try {
      return task({
        search: own.whole,
        improvementsOf: (question) => improvementsIn(databases, own, memory, question),
      });
    } finally {
      own.whole.close();
      own.part?.close();
    }
  };
