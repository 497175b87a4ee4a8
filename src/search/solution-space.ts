/**
 * All shortest solutions of a puzzle, from one of them and searches for one more. Nothing is counted twice, no rule by which
 * searches leave out solutions matters, and what is known at any moment is a lower bound. A method offers this with `all` in
 * its `Solver`. The result is a graph (solution-graph.ts), from which numbers, lists and the spoiler guard read.
 */
import type { Move, Position, Puzzle } from '../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from './budget.ts';
import { exactly, type FoundSolutions } from './search-result.ts';

/** A solution of so many moves, where there is no shorter one; undefined if there is none. */
export type Finder = (start: Position, moves: number) => readonly Move[] | GaveUpReason | undefined;

type MovesFrom = (position: Position) => readonly Move[];

/** A position that shortest solutions pass. */
interface Passed {
  readonly position: Position;
  /** Moves to the goal. */
  readonly left: number;
  /** Those that are known to go on with a shortest solution, and where they lead. */
  readonly edges: { readonly move: Move; readonly next: Passed }[];
}

/** What a position takes in memory, roughly. */
const positionBytes = 500;
/** Solutions are counted again when so many more positions are known, as a share. */
const countShare = 1 / 16;

const isSame = (a: Move, b: Move): boolean => a[0] === b[0] && a[1] === b[1];
const isOn = ({ edges }: Passed, step: Move): boolean => edges.some(({ move }) => isSame(move, step));

/**
 * At each position that solutions pass, every move that isn't known to go on with one is tried: is there a solution of as
 * many moves as are left? One that is found passes more positions. So each search ends with its first solution, and no
 * position is tried twice. The start comes first, so its moves are known soon. Then come the positions nearest to the goal:
 * their searches are short, and the number of known solutions grows fast.
 */
class SolutionSpace {
  private readonly puzzle: Puzzle;
  private readonly budget: Budget;
  private readonly find: Finder;
  private readonly movesFrom: MovesFrom;
  private readonly passed = new Map<string, Passed>();
  /** Positions to try, those of each solution from its start on. */
  private readonly open: Passed[] = [];
  private readonly start: Passed;
  private undecided: readonly Move[];
  private nextCount = 0;

  constructor(
    puzzle: Puzzle,
    start: Position,
    first: readonly Move[],
    budget: Budget,
    find: Finder,
    movesFrom: MovesFrom,
  ) {
    this.puzzle = puzzle;
    this.budget = budget;
    this.find = find;
    this.movesFrom = movesFrom;
    this.start = this.add(start, first);
    this.undecided = first.length === 0 ? [] : movesFrom(start).filter((move) => !isOn(this.start, move));
  }

  search(): FoundSolutions {
    let reason: GaveUpReason | undefined;
    for (let at = this.open.shift(); at && !reason; at = this.open.pop()) reason = this.budget.spent() ?? this.try(at);
    const movesAt = (position: Position): Move[] => {
      const known = this.passed.get(this.puzzle.encode(position));
      return known ? this.movesFrom(position).filter((move) => isOn(known, move)) : [];
    };
    return { count: exactly(this.count()), undecided: this.undecided, movesAt, ...(reason && { reason }) };
  }

  /** Note a solution. @returns its start */
  private add(start: Position, solution: readonly Move[]): Passed {
    let position = start;
    const first = this.at(start, solution.length);
    let passed = first;
    for (const move of solution) {
      position = this.puzzle.play(position, move);
      const next = this.at(position, passed.left - 1);
      if (!isOn(passed, move)) passed.edges.push({ move, next });
      passed = next;
    }
    return first;
  }

  private at(position: Position, left: number): Passed {
    const key = this.puzzle.encode(position);
    const known = this.passed.get(key);
    if (known) return known;
    const added = { position, left, edges: [] };
    this.passed.set(key, added);
    this.budget.bytes += positionBytes;
    if (left > 0) this.open.push(added);
    return added;
  }

  /** Try all moves from a position that aren't known to go on with a solution. */
  private try(passed: Passed): GaveUpReason | undefined {
    const { position, left, edges } = passed;
    for (const move of this.movesFrom(position)) {
      if (isOn(passed, move)) continue;
      const after = this.puzzle.play(position, move);
      let next = this.passed.get(this.puzzle.encode(after));
      if (!next) {
        const found = this.find(after, left - 1);
        if (typeof found === 'string') return found;
        next = found && this.add(after, found);
      }
      // A known position that is farther from the goal is one of those before.
      if (next && next.left < left) edges.push({ move, next });
      if (passed === this.start) this.undecided = this.undecided.filter((other) => !isSame(other, move));
      this.report();
    }
    return undefined;
  }

  private report(): void {
    if (this.passed.size < this.nextCount) return;
    this.nextCount = this.passed.size * (1 + countShare);
    this.budget.counted = this.count();
  }

  /** How many solutions are known. */
  private count(): number {
    const counts = new Map<Passed, number>();
    const countFrom = (passed: Passed): number => {
      const known = counts.get(passed);
      if (known !== undefined) return known;
      const count = passed.left === 0 ? 1 : passed.edges.reduce((sum, { next }) => sum + countFrom(next), 0);
      counts.set(passed, count);
      return count;
    };
    return countFrom(this.start);
  }
}

/**
 * @param first a shortest solution
 * @param find searches, and ends by the same budget
 * @param movesFrom all legal moves of a position: by default, moves are steps
 */
export const solutionsByFinding = (
  puzzle: Puzzle,
  start: Position,
  first: readonly Move[],
  budget: Budget,
  find: Finder,
  movesFrom: MovesFrom = (position) => puzzle.legalSteps(position),
): FoundSolutions => new SolutionSpace(puzzle, start, first, budget, find, movesFrom).search();
