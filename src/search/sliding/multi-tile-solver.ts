/** Shortest solutions of the 15 puzzle in multi-tile moves. */
import { hasSameParity } from '../../puzzles/permutation.ts';
import type { Puzzle, Question } from '../../puzzles/puzzle.ts';
import type { HelperPost } from '../algorithms/shared-deepening.ts';
import { help, lead } from '../algorithms/team.ts';
import type { Budget, SearchControl } from '../budget.ts';
import { type MethodResult, stopped } from '../search-result.ts';
import type { Tables } from '../tables/contract.ts';
import { memoryOf } from '../tables/table.ts';
import { multiTileNeed } from './multi-tile-database.ts';
import { MultiTileSearch } from './multi-tile-search.ts';

/** The search of this thread: it is slow to set up. */
let search: MultiTileSearch | undefined;

/** Run a task with tables, whose memory can hold something else afterwards. */
const withTables = <T>(tables: Tables, task: (search: MultiTileSearch) => T): T => {
  search ??= new MultiTileSearch();
  search.open(memoryOf(tables, multiTileNeed().key));
  try {
    return task(search);
  } finally {
    search.close();
  }
};

export const solveMultiTile = (puzzle: Puzzle, question: Question, tables: Tables, budget: Budget): MethodResult => {
  if (!hasSameParity(puzzle.board, question.start, question.goal.positions[0]!)) return { status: 'exhausted' };
  const result = withTables(tables, (own) => {
    own.begin(question);
    return lead(own, budget, () => undefined);
  });
  return typeof result === 'string' ? stopped(budget, result) : { status: 'solved', optimal: true, moves: result };
};

/** Take part in the search of another thread. */
export const helpMultiTile = (question: Question, tables: Tables, control: SearchControl, post: HelperPost): void => {
  if (!control.deepening.isOpen) return;
  withTables(tables, (own) => {
    own.begin(question);
    help(own, control, post);
  });
};
