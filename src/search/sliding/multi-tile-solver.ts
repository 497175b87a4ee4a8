/** Shortest solutions of the 15 puzzle in multi-tile moves. */
import { landingsOf } from '../../puzzles/families/sliding/lines.ts';
import { hasSameParity } from '../../puzzles/permutation.ts';
import type { Move, Position, Puzzle, Question } from '../../puzzles/puzzle.ts';
import { deepen, searchLimit } from '../algorithms/deepening.ts';
import { type Improvement, patience } from '../algorithms/improvement.ts';
import type { Budget } from '../budget.ts';
import type { PartsTask } from '../parts.ts';
import { type FoundSolutions, type MethodResult, stopped } from '../search-result.ts';
import { type Finder, solutionsByFinding } from '../solution-space.ts';
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

/** Positions of a level that go on. With more, solutions take longer than they get shorter. */
const beamWidth = 800;

const improvementsOf = (own: MultiTileSearch): readonly Improvement[] => [
  {
    after: patience,
    run: (budget) => {
      const moves = own.beam(beamWidth, budget);
      if (typeof moves === 'string') return moves;
      if (moves) budget.found(moves);
      return undefined;
    },
  },
];

export const solveMultiTile = (puzzle: Puzzle, question: Question, tables: Tables, budget: Budget): MethodResult => {
  if (!hasSameParity(puzzle.board, question.start, question.goal.positions[0]!)) return { status: 'exhausted' };
  const result = withTables(tables, (own) => {
    own.begin(question);
    // A question whose parity fits has a solution.
    return deepen(own, budget, improvementsOf(own))!;
  });
  return typeof result === 'string' ? stopped(budget, result) : { status: 'solved', optimal: true, moves: result };
};

/** All shortest solutions. @param first one of them */
export const allMultiTile = (
  puzzle: Puzzle,
  { start, goal }: Question,
  tables: Tables,
  budget: Budget,
  first: readonly Move[],
): FoundSolutions => {
  const landings = landingsOf(puzzle.board, puzzle.metric);
  const movesFrom = (position: Position): Move[] => {
    const blank = position.indexOf(0);
    return landings[blank]!.map((from) => [from, blank]);
  };
  return withTables(tables, (own) => {
    const find: Finder = (from, moves) => {
      own.begin({ start: from, goal });
      const found = searchLimit(own, moves, budget);
      return typeof found === 'number' ? undefined : found;
    };
    return solutionsByFinding(puzzle, start, first, budget, find, movesFrom);
  });
};

/** Run a task with the search of a question that has a solution, to do it in parts. */
export const divideMultiTile = <T>(question: Question, tables: Tables, task: PartsTask<T>): T =>
  withTables(tables, (own) => {
    own.begin(question);
    return task(own, improvementsOf(own));
  });
