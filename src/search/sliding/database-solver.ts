/** Shortest solutions by additive pattern databases, which take milliseconds for most positions of the 15 puzzle. */
import { permutationParity } from '../../puzzles/permutation.ts';
import type { Move, Puzzle, Question } from '../../puzzles/puzzle.ts';
import { deepen, searchLimit } from '../algorithms/deepening.ts';
import type { Improvement } from '../algorithms/improvement.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import type { PartsTask } from '../parts.ts';
import { type FoundSolutions, type MethodResult, stopped } from '../search-result.ts';
import { solutionsByFinding } from '../solution-space.ts';
import type { Tables } from '../tables/contract.ts';
import { pagesOf } from '../tables/table.ts';
import { AdditiveBound } from './additive-bound.ts';
import { AdditiveSearch } from './additive-search.ts';
import { tablesIn } from './database-memory.ts';
import { databaseNeed } from './database-need.ts';
import type { Databases } from './databases.ts';
import { improvementsOf } from './good-solution.ts';

/** Entries of the transposition table for parts of a solution. */
const partEntries = 2 ** 14;

class DatabaseSolver {
  private readonly databases: Databases;
  private readonly whole: AdditiveSearch;
  private part: AdditiveSearch | undefined;
  private memory: WebAssembly.Memory | undefined;

  constructor(databases: Databases) {
    this.databases = databases;
    this.whole = new AdditiveSearch(databases);
  }

  /** Run a task with tables, whose memory can hold something else afterwards. */
  with<T>(tables: Tables, task: (solver: DatabaseSolver) => T): T {
    this.memory = pagesOf(tables, databaseNeed(this.databases).key);
    this.whole.open(this.memory);
    try {
      return task(this);
    } finally {
      this.memory = undefined;
      this.whole.close();
      this.part?.close();
    }
  }

  solve(question: Question, budget: Budget): readonly Move[] | GaveUpReason {
    this.whole.begin(question);
    // A question whose parity fits has a solution.
    return deepen(this.whole, budget, this.improvementsOf(question))!;
  }

  /** @param first a shortest solution */
  all(puzzle: Puzzle, { start, goal }: Question, first: readonly Move[], budget: Budget): FoundSolutions {
    const { whole } = this;
    return solutionsByFinding(puzzle, start, first, budget, (from, moves) => {
      whole.begin({ start: from, goal });
      const found = searchLimit(whole, moves, budget);
      return typeof found === 'number' ? undefined : found;
    });
  }

  /** Run a task with the search of a question that has a solution. */
  divide<T>(question: Question, variant: number, task: PartsTask<T>): T {
    this.whole.begin(question, variant);
    return task(this.whole, this.improvementsOf(question));
  }

  private improvementsOf(question: Question): Improvement[] {
    const { databases, whole } = this;
    const boundOf = (pair: number) =>
      new AdditiveBound(databases, tablesIn(databases, this.memory!), (whole.variant + pair) % databases.pairs.length);
    return improvementsOf(question, databases, boundOf, (window, own) => {
      const part = this.openPart();
      part.begin(window, whole.variant);
      return deepen(part, own)!;
    });
  }

  /** The search for parts of a solution, which most questions do without. */
  private openPart(): AdditiveSearch {
    this.part ??= new AdditiveSearch(this.databases, partEntries);
    if (!this.part.isOpen) this.part.open(this.memory!);
    return this.part;
  }
}

/** The solvers of this thread: they are slow to set up, and remember positions. */
const solvers = new Map<string, DatabaseSolver>();

const solverOf = (databases: Databases): DatabaseSolver => {
  const solver = solvers.get(databases.name) ?? new DatabaseSolver(databases);
  solvers.set(databases.name, solver);
  return solver;
};

const isSolvable = ({ board }: Puzzle, { start, goal }: Question): boolean => {
  const end = goal.positions[0]!;
  return permutationParity(start, end) === (board.distance[start.indexOf(0)]![end.indexOf(0)]! & 1);
};

export const solveByDatabases = (
  puzzle: Puzzle,
  question: Question,
  databases: Databases,
  tables: Tables,
  budget: Budget,
): MethodResult => {
  if (!isSolvable(puzzle, question)) return { status: 'exhausted' };
  const result = solverOf(databases).with(tables, (solver) => solver.solve(question, budget));
  return typeof result === 'string' ? stopped(budget, result) : { status: 'solved', optimal: true, moves: result };
};

/** All shortest solutions. @param first one of them */
export const allByDatabases = (
  puzzle: Puzzle,
  question: Question,
  databases: Databases,
  tables: Tables,
  budget: Budget,
  first: readonly Move[],
): FoundSolutions => solverOf(databases).with(tables, (solver) => solver.all(puzzle, question, first, budget));

/** Run a task with the search of a question that has a solution, to do it in parts. */
export const divideByDatabases = <T>(
  question: Question,
  databases: Databases,
  tables: Tables,
  variant: number,
  task: PartsTask<T>,
): T => solverOf(databases).with(tables, (solver) => solver.divide(question, variant, task));
