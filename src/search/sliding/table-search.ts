/** Shortest solutions by searches below tables. A thread keeps such a search, which is slow to set up. */
import { landingsOf } from '../../puzzles/families/sliding/lines.ts';
import { hasSameParity } from '../../puzzles/permutation.ts';
import { endPosition, type Move, type Puzzle, type Question } from '../../puzzles/puzzle.ts';
import { deepen, searchLimit } from '../algorithms/deepening.ts';
import type { Improvement } from '../algorithms/improvement.ts';
import type { Budget } from '../budget.ts';
import type { DepthFirstSearch } from '../parts.ts';
import { type FoundSolutions, type MethodResult, stopped } from '../search-result.ts';
import { solutionsByFinding } from '../solution-space.ts';

/** A search while its tables are open. */
interface TableSearch {
  readonly search: DepthFirstSearch & { begin(question: Question, variant?: number): void };
  improvementsOf(question: Question): readonly Improvement[];
}

/** Runs a task with tables, whose memory can hold something else afterwards. */
export type WithSearch = <T>(task: (opened: TableSearch) => T) => T;

export const solveBelow = (
  withSearch: WithSearch,
  puzzle: Puzzle,
  question: Question,
  budget: Budget,
): MethodResult => {
  if (!hasSameParity(puzzle.board, question.start, endPosition(question.goal))) return { status: 'exhausted' };
  const result = withSearch(({ search, improvementsOf }) => {
    search.begin(question);
    // A question whose parity fits has a solution.
    return deepen(search, budget, improvementsOf(question))!;
  });
  return typeof result === 'string' ? stopped(budget, result) : { status: 'solved', optimal: true, moves: result };
};

/** All shortest solutions. @param first one of them */
export const allBelow = (
  withSearch: WithSearch,
  puzzle: Puzzle,
  { start, goal }: Question,
  budget: Budget,
  first: readonly Move[],
): FoundSolutions => {
  const landings = landingsOf(puzzle.board, puzzle.metric);
  return withSearch(({ search }) => {
    const find = (from: Question['start'], moves: number) => {
      search.begin({ start: from, goal });
      const found = searchLimit(search, moves, budget);
      return typeof found === 'number' ? undefined : found;
    };
    return solutionsByFinding(puzzle, start, first, budget, find, (position) => {
      const blank = position.indexOf(0);
      return landings[blank]!.map((from) => [from, blank]);
    });
  });
};
