/**
 * All shortest solutions of a puzzle, from one of them and searches for one more. Nothing is counted twice, no rule by which
 * searches leave out solutions matters, and what is known at any moment is a lower bound. A method offers this with `all` in
 * its `Solver`. The result is a graph (solution-graph.ts), from which numbers, lists and the spoiler guard read.
 */
import type { Move, Position, Puzzle } from '../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from './budget.ts';
import { exactly, type FoundSolutions } from './search-result.ts';

/** A solution of `moves` moves, where there is no shorter one; undefined if there is none. */
type Finder = (start: Position, moves: number) => readonly Move[] | GaveUpReason | undefined;

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
/** Solutions are counted again when the known positions have grown by this share. */
const countShare = 1 / 16;

const isSame = (a: Move, b: Move): boolean => a[0] === b[0] && a[1] === b[1];
const isOn = ({ edges }: Passed, step: Move): boolean => edges.some(({ move }) => isSame(move, step));

/** How many solutions are known from a position on. */
const countFrom = (passed: Passed, counts = new Map<Passed, number>()): number => {
  const known = counts.get(passed);
  if (known !== undefined) return known;
  const count = passed.left === 0 ? 1 : passed.edges.reduce((sum, { next }) => sum + countFrom(next, counts), 0);
  counts.set(passed, count);
  return count;
};

/**
 * At each position that solutions pass, every move that isn't known to go on with one is tried: is there a solution of as
 * many moves as are left? One that is found passes more positions. So each search ends with its first solution, and no
 * position is tried twice. The start comes first, so its moves are known soon. Then come the positions nearest to the goal:
 * their searches are short, and the number of known solutions grows fast.
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
  movesFrom: (position: Position) => readonly Move[] = puzzle.legalSteps,
): FoundSolutions => {
  const known = new Map<string, Passed>();
  /** Positions to try, those of each solution from its start on. */
  const open: Passed[] = [];
  const at = (position: Position, left: number): Passed => {
    const key = puzzle.encode(position);
    const before = known.get(key);
    if (before) return before;
    const added = { position, left, edges: [] };
    known.set(key, added);
    budget.bytes += positionBytes;
    if (left > 0) open.push(added);
    return added;
  };
  /** Note a solution. @returns its start */
  const add = (from: Position, solution: readonly Move[]): Passed => {
    let passed = at(from, solution.length);
    for (const move of solution) {
      const next = at(puzzle.play(passed.position, move), passed.left - 1);
      if (!isOn(passed, move)) passed.edges.push({ move, next });
      passed = next;
    }
    return at(from, solution.length);
  };
  const root = add(start, first);
  let undecided = first.length === 0 ? [] : movesFrom(start).filter((move) => !isOn(root, move));
  let nextCount = 0;

  /** Try all moves from a position that aren't known to go on with a solution. */
  const tryAll = (passed: Passed): GaveUpReason | undefined => {
    const { position, left, edges } = passed;
    for (const move of movesFrom(position)) {
      if (isOn(passed, move)) continue;
      const after = puzzle.play(position, move);
      let next = known.get(puzzle.encode(after));
      if (!next) {
        const found = find(after, left - 1);
        if (typeof found === 'string') return found;
        next = found && add(after, found);
      }
      // A known position that is farther from the goal is one of those before.
      if (next && next.left < left) edges.push({ move, next });
      if (passed === root) undecided = undecided.filter((other) => !isSame(other, move));
      if (known.size < nextCount) continue;
      nextCount = known.size * (1 + countShare);
      budget.counted = countFrom(root);
    }
    return undefined;
  };

  let reason: GaveUpReason | undefined;
  for (let next = open.shift(); next && !reason; next = open.pop()) reason = budget.spent() ?? tryAll(next);
  const movesAt = (position: Position): Move[] => {
    const passed = known.get(puzzle.encode(position));
    return passed ? movesFrom(position).filter((move) => isOn(passed, move)) : [];
  };
  return { count: exactly(countFrom(root)), undecided, movesAt, ...(reason && { reason }) };
};
