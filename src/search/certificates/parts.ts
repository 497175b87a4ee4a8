/** The parts of the last limit of a search below pattern databases, each with its nodes. */
import type { PartsProof } from '../../proof/format.ts';
import type { Board } from '../../puzzles/board.ts';
import { consecutive, elementsAt } from '../../puzzles/lists.ts';
import { endPosition, type Question } from '../../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { kept } from '../kept.ts';
import { AdditiveSearch } from '../sliding/additive-search.ts';
import { databaseNeed } from '../sliding/database-need.ts';
import type { Databases } from '../sliding/databases.ts';
import { frameOf } from '../sliding/goal-frame.ts';
import { patternCounts } from '../sliding/pattern-database.ts';
import type { Tables } from '../tables/contract.ts';
import { pagesOf } from '../tables/table.ts';

/** Parts to have at least, so that a share of them can be checked. */
const leastParts = 1000;
/** Nodes that a certificate may have: some ten minutes here, and hours for the checker, which may take a share. */
const mostNodes = 1e10;

/** Ways of the blank without a move straight back, at the first depth that has enough of them. */
const pathsFrom = ({ neighbours }: Board, blank: number, most: number): number[][] => {
  let paths = [[blank]];
  for (let depth = 0; depth < most && paths.length < leastParts; depth++) {
    paths = paths.flatMap((path) =>
      neighbours[path.at(-1)!]!.filter((next) => next !== path.at(-2)).map((next) => [...path, next]),
    );
  }
  return paths;
};

/** They are the same for all questions, and take a second each. */
const countsOf = kept(
  ({ board, patterns }: Databases, table: number) => patternCounts(board, patterns[table]!, board.size - 1),
  ({ name }, table) => `${name} ${table}`,
);

/** The bound by a pair of sums, in terms of the goal. A tile in none of their tables gets one of its own: its distance. */
const boundOf = (databases: Databases, pair: number, { goal }: Question): PartsProof['bound'] => {
  const { board, pairs, patterns } = databases;
  const { cells, moves } = frameOf(board, endPosition(goal));
  const sums = pairs[pair]!;
  const used = [...new Set(sums.flat().map(({ table }) => table))];
  const held = new Set(sums[0].flatMap(({ table, map }) => patterns[table]!.map((cell) => map.indexOf(cell))));
  const loose = [...cells.keys()].filter((cell) => cell < board.size - 1 && !held.has(cell));
  const distancesOf = (cell: number): number[] => {
    const counts: number[] = [];
    for (const distance of board.distance[cell]!) counts[distance] = (counts[distance] ?? 0) + 1;
    return counts;
  };
  const same = [...cells.keys()];
  return {
    home: moves.map(([from, to]) => [from, to]),
    tables: [
      ...used.map((table) => ({
        cells: elementsAt(cells, patterns[table]!),
        values: countsOf(databases, table),
      })),
      ...loose.map((cell) => ({ cells: [cells[cell]!], values: distancesOf(cell) })),
    ],
    sums: sums.map((sum) => [
      ...sum.map(({ table, map }) => ({ table: used.indexOf(table), map: elementsAt(cells, elementsAt(map, cells)) })),
      ...loose.map((_, index) => ({ table: used.length + index, map: same })),
    ]),
  };
};

/** @param least no solution is shorter */
export const partsFor = (
  databases: Databases,
  question: Question,
  least: number,
  tables: Tables,
  budget: Budget,
): PartsProof | GaveUpReason => {
  const limit = least - 1;
  const pages = pagesOf(tables, databaseNeed(databases).key);
  const searches = [new AdditiveSearch(databases), new AdditiveSearch(databases, 0, true)] as const;
  const [usual, plain] = searches;
  let reason: GaveUpReason | undefined;
  const poll = (): boolean => {
    reason ??= budget.spent();
    budget.generated = usual.generated + plain.generated;
    if (budget.generated > mostNodes) reason ??= 'nodes';
    return reason !== undefined;
  };
  try {
    for (const search of searches) search.open(pages);
    usual.begin(question);
    plain.begin(question);
    if (databases.pairs.length > 1) {
      usual.choose(limit, poll);
      plain.variant = usual.variant;
    }
    const blank = question.start.indexOf(0);
    const parts: [readonly number[], number][] = [];
    for (const path of pathsFrom(databases.board, blank, limit)) {
      const before = plain.generated;
      const moves = consecutive(path).map(([to, from]) => [from, to]);
      const { solution } = plain.visit(plain.pathOf(moves), limit, poll);
      if (solution) throw new Error(`a solution of ${solution.length} moves, though none is shorter than ${least}`);
      if (reason) return reason;
      parts.push([path.slice(1), plain.generated - before]);
    }
    return { kind: 'parts', bound: boundOf(databases, plain.variant, question), parts };
  } finally {
    for (const search of searches) search.close();
  }
};
