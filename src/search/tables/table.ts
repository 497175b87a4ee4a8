/**
 * Distance tables: every position at once. A table is built once, into shared memory; opening it takes no copy and is
 * cheap enough to be done on every thread. Goals that differ only by the names of the tiles, or by a symmetry of the
 * board, share one: `tableKey` tells, so that a cache outside can keep the tables that are asked for and drop others.
 */
import type { Goal, Move, Position, Puzzle } from '../../puzzles/puzzle.ts';
import type { Survey } from '../algorithms/breadth-first.ts';
import { tableGoal } from '../sliding/sliding-table.ts';
import { StateTable, stateTableBytes } from './state-table.ts';
import { isStepBoard, StepTable, stepTableBytes } from './step-table.ts';
import { isTwelveBoard, surveyOfTwelve, TwelveTable, twelveTableBytes } from './twelve-table.ts';

/** Distances of all positions to one goal, or to the nearest of several. Not for several threads: open one each. */
export interface Table {
  /** Bytes of shared memory behind it. */
  readonly bytes: number;
  /** Moves from this position to the nearest goal; -1 when there is no way. */
  distance(position: Position): number;
  /**
   * A shortest solution; the same one on every thread and in every run.
   * @throws RangeError when there is no way
   */
  path(position: Position): Move[];
  /** All moves that begin a shortest solution, in the order of the cursor; none at a goal or when there is no way. */
  bestMoves(position: Position): Move[];
  /**
   * How many shortest solutions there are: sequences of moves, so that chains of jumps that take the same pegs in
   * another order are different ones. 1 at a goal, 0 when there is no way. Exact below 2^53; of the puzzles with
   * tables none comes near.
   */
  solutions(position: Position): number;
  /** How many positions there are at each distance, and which are the farthest, by `puzzle.rank` in ascending order. */
  survey(): Survey;
}

/** One kind of table: how large it is, how to fill it and how to read it. */
interface Kind {
  bytes(puzzle: Puzzle, goal: Goal): number;
  build(puzzle: Puzzle, goal: Goal): SharedArrayBuffer;
  open(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer): Table;
}

const steps: Kind = {
  bytes: stepTableBytes,
  build: StepTable.build,
  open: (puzzle, goal, memory) => new StepTable(puzzle, goal, memory),
};
const twelve: Kind = {
  bytes: () => twelveTableBytes,
  build: TwelveTable.build,
  open: (puzzle, goal, memory) => new TwelveTable(puzzle, goal, memory),
};
const states: Kind = {
  bytes: stateTableBytes,
  build: StateTable.build,
  open: (puzzle, goal, memory) => new StateTable(puzzle, goal, memory),
};

/** Holes up to which a byte for each of all boards is little (4 MB), and states up to which a list of them is. */
const fewHoles = 22;
const fewStates = 2 ** 16;

const kindOf = (puzzle: Puzzle): Kind | undefined => {
  switch (puzzle.family) {
    case 'sliding':
      if (isStepBoard(puzzle.board)) return steps;
      return isTwelveBoard(puzzle.board) ? twelve : undefined;
    case 'block':
      return puzzle.states <= fewStates ? states : undefined;
    case 'peg':
      return puzzle.board.size <= fewHoles ? states : undefined;
    default:
      return undefined;
  }
};

/** The kind of table that a puzzle has. Throws a RangeError when it has none: ask `hasTable` first. */
const kindFor = (puzzle: Puzzle): Kind => {
  const kind = kindOf(puzzle);
  if (!kind) throw new RangeError(`${puzzle.id} is too large for a table`);
  return kind;
};

/** Whether tables of this puzzle are small enough to be built while somebody waits. */
export const hasTable = (puzzle: Puzzle): boolean => kindOf(puzzle) !== undefined;

/** The name of the memory that this goal needs: goals with the same one can be opened on the same memory. */
export const tableKey = (puzzle: Puzzle, goal: Goal): string =>
  puzzle.family === 'sliding'
    ? `${puzzle.id}:${tableGoal(puzzle.board, goal)}`
    : `${puzzle.id}:${[...new Set(goal.positions.map(puzzle.rank))].sort((a, b) => a - b).join(',')}`;

/** Bytes of the memory that `buildTable` returns. Throws a RangeError when the puzzle has no table. */
export const tableBytes = (puzzle: Puzzle, goal: Goal): number => kindFor(puzzle).bytes(puzzle, goal);

/**
 * Search everything from which the goal can be reached. Takes from a millisecond to half a second, on this thread.
 * @throws RangeError when the puzzle has no table
 */
export const buildTable = (puzzle: Puzzle, goal: Goal): SharedArrayBuffer => kindFor(puzzle).build(puzzle, goal);

/**
 * Read a table that was built for this goal, or for any with the same `tableKey`.
 * @throws RangeError when the puzzle has no table, or the memory is not of its table's size
 */
export const openTable = (puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer): Table => {
  const kind = kindFor(puzzle);
  const bytes = kind.bytes(puzzle, goal);
  if (memory.byteLength !== bytes) {
    throw new RangeError(`${puzzle.id}: a table of ${memory.byteLength} bytes instead of ${bytes}`);
  }
  return kind.open(puzzle, goal, memory);
};

/**
 * What lies around a goal, without keeping a table of it: half the memory where tables are large.
 * @throws RangeError when the puzzle has no table
 */
export const surveyTable = (puzzle: Puzzle, goal: Goal): Survey =>
  kindFor(puzzle) === twelve
    ? surveyOfTwelve(puzzle, goal)
    : openTable(puzzle, goal, buildTable(puzzle, goal)).survey();
