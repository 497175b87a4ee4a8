/**
 * Solutions of large rectangles: one at once, also while databases are built; and where there are none, better ones by beams,
 * which then make their parts shorter.
 */
import { rectangleOf } from '../../puzzles/families/sliding/lines.ts';
import { elementsAt } from '../../puzzles/lists.ts';
import { backwards } from '../../puzzles/moves.ts';
import {
  endPosition,
  type Goal,
  isWhole,
  type Move,
  type Position,
  type Puzzle,
  type Question,
} from '../../puzzles/puzzle.ts';
import type { Improvement } from '../algorithms/improvement.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { conflictBeam, conflictBeamBytes } from './conflict-beam.ts';
import { type Between, shorten } from './good-solution.ts';
import { type LearntValue, learntValueOf } from './learnt-value.ts';
import { mirrorCell } from './mirror.ts';
import { boundsOf, cellsInside, heightOf, nextLine, widthOf } from './outer-lines.ts';
import type { Rectangle } from './rectangle.ts';
import { rowByRow } from './row-by-row.ts';
import { valueBeam, valueBeamBytes } from './value-beam.ts';

/** Cells up to which most questions are answered before another solution is of use. */
const fewCells = 12;

/**
 * Rows and columns of what a beam solves at once. Of larger boards, it first fills two outer lines after another: of 10 × 10,
 * the solutions are 6 % shorter then than with one line at once, and a beam for all of the board is lost. Of lines over ten, two
 * are too long.
 */
const longestLine = 6;
const isLong = ({ rows, columns }: Rectangle): boolean => Math.max(rows, columns) > 10;
const linesAtOnce = (board: Rectangle): number => (isLong(board) ? 1 : 2);
interface OneWay {
  readonly width: number;
  readonly isBack: boolean;
  /** Of a square: whether rows and columns change places. */
  readonly isMirrored?: boolean;
}
/** From the start, and from the goal. */
const both = (width: number): OneWay[] => [false, true].map((isBack) => ({ width, isBack }));
/** The beams in the order in which they are tried. After each stage, parts are made shorter. 6 × 6 takes 0.1 to 5 s for a beam. */
const stages = [[300, 2000, 10_000].flatMap(both), [60_000, 200_000].flatMap(both)];
/** Without the narrowest, which finds nothing. */
const longStages = stages.map((beams) => beams.filter(({ width }) => width > 300));
/** The same by a learnt value. */
const valueStages = [[1000, 10_000].flatMap(both)];
/** Then single ones, also of mirror images where these have other values. The first takes 4 s on 6 × 6, and 3 s on 7 × 7. */
const valueBeams = ({ isSymmetric }: LearntValue): OneWay[] =>
  isSymmetric
    ? [40_000, 100_000, 200_000].flatMap(both)
    : [100_000, 400_000].flatMap((width) =>
        [false, true].flatMap((isMirrored) => both(width).map((beam) => ({ ...beam, isMirrored }))),
      );
/** Moves that a beam may take on a board without another solution. */
const longest = 20_000;

/** Moves of the parts that beams make shorter, how far one begins behind another, and the width. */
const windows = [
  { moves: 60, step: 30, width: 2000 },
  { moves: 100, step: 40, width: 5000 },
  { moves: 80, step: 30, width: 10_000 },
  { moves: 120, step: 40, width: 20_000 },
];
const valueWindows = [{ moves: 80, step: 30, width: 10_000 }];

/** Whether a puzzle has such solutions: numbered tiles on a full rectangle, one a move. */
export const isLargeRectangle = ({ isPermutation, metric, board }: Puzzle, goal: Goal): boolean =>
  isPermutation === true &&
  metric === 'steps' &&
  board.size > fewCells &&
  rectangleOf(board) !== undefined &&
  isWhole(goal);

/** A solution of a large rectangle, in some milliseconds. */
export const someSolution = ({ board }: Puzzle, { start, goal }: Question): readonly Move[] =>
  rowByRow(rectangleOf(board)!, start, endPosition(goal));

interface Task {
  readonly puzzle: Puzzle;
  readonly board: Rectangle;
  readonly start: Position;
  readonly goal: Position;
}

/** A solution by beams, one for each step in which the board is filled. */
const byBeams = (
  { puzzle, board, start, goal }: Task,
  width: number,
  budget: Budget,
): Move[] | GaveUpReason | 'lost' => {
  const { columns } = board;
  const moves: Move[] = [];
  let at = start;
  let rest = boundsOf(board);
  for (let isLast = false; !isLast; ) {
    const open = cellsInside(rest, columns);
    for (let line = 0; line < linesAtOnce(board) && Math.max(heightOf(rest), widthOf(rest)) > longestLine; line++)
      [, rest] = nextLine(rest, columns, goal.indexOf(0));
    const left = cellsInside(rest, columns);
    isLast = left.length === open.length;
    const wanted = isLast ? goal : goal.map((tile, cell) => (left.includes(cell) ? -1 : tile));
    const most = (budget.best?.length ?? longest) - moves.length - 1;
    const beam = { board: puzzle.board, start: at, goal: wanted, open, width, most };
    // The search can do without.
    if (budget.spent(width * conflictBeamBytes(beam)) === 'memory') return 'lost';
    const found = conflictBeam(beam, budget);
    if (typeof found === 'string') return found;
    moves.push(...found);
    at = found.reduce(puzzle.play, at);
  }
  return moves;
};

/** A way between two positions of a board, by a learnt value if it has one. */
const between = (
  { puzzle, board, start, goal }: Task,
  width: number,
  most: number,
  budget: Budget,
): Move[] | GaveUpReason | 'lost' => {
  const value = learntValueOf(board);
  const beam = { board: puzzle.board, start, goal, width, most };
  if (!value) return conflictBeam(beam, budget);
  // The search can do without.
  if (budget.spent(valueBeamBytes({ ...beam, value })) === 'memory') return 'lost';
  return valueBeam({ ...beam, value }, budget);
};

/** The ways to solutions of a question, for a search that would take too long for its first one. */
export const rectangleImprovements = (puzzle: Puzzle, question: Question): Improvement[] => {
  const board = rectangleOf(puzzle.board);
  if (!board || !isLargeRectangle(puzzle, question.goal)) return [];
  const { start } = question;
  const goal = endPosition(question.goal);
  const task: Task = { puzzle, board, start, goal };
  const back: Task = { puzzle, board, start: goal, goal: start };
  const value = learntValueOf(board);
  const image = (cell: number): number => mirrorCell(board.columns, cell);
  const mirrored = (position: Position): Position => elementsAt(position, [...position.keys()].map(image));
  const beam =
    ({ width, isBack, isMirrored = false }: OneWay): Improvement['run'] =>
    (budget) => {
      const plain = isBack ? back : task;
      const own = isMirrored ? { ...plain, start: mirrored(plain.start), goal: mirrored(plain.goal) } : plain;
      const most = (budget.best?.length ?? longest) - 1;
      const found = value ? between(own, width, most, budget) : byBeams(own, width, budget);
      if (typeof found === 'string') return found === 'lost' ? undefined : found;
      const moves = isMirrored ? found.map((move) => move.map(image)) : found;
      budget.found(isBack ? backwards(moves) : moves);
      return undefined;
    };
  /** Makes parts shorter by beams from their starts and from their ends alternately, until neither helps. */
  const shortened =
    ({ moves, step, width }: (typeof windows)[number]): Improvement['run'] =>
    (budget) => {
      const parts = { moves, step, nodes: 4 * moves * width };
      const solved =
        (isBack: boolean): Between =>
        (part, own) => {
          const end = endPosition(part.goal);
          const ends = isBack ? { start: end, goal: part.start } : { start: part.start, goal: end };
          const found = between({ puzzle, board, ...ends }, width, moves - 1, own);
          return typeof found !== 'string' && isBack ? backwards(found) : found;
        };
      let reason: GaveUpReason | undefined;
      for (let pass = 0, idle = 0; !reason && idle < 2; pass++) {
        const before = budget.best!.length;
        reason = shorten(question, budget, solved(pass % 2 === 1), parts);
        idle = budget.best!.length < before ? 0 : idle + 1;
      }
      return reason;
    };
  const first: Improvement['run'] = (budget) => {
    budget.found(someSolution(puzzle, question));
    return undefined;
  };
  const ends = (value ? valueWindows : windows).map(shortened);
  const some = value ? valueStages : isLong(board) ? longStages : stages;
  /** Parts of a solution are as short as can be, until a beam has found another one. */
  const refined =
    (run: Improvement['run']): Improvement['run'] =>
    (budget) => {
      const before = budget.best;
      let reason = run(budget);
      for (const end of budget.best === before ? [] : ends) reason ??= end(budget);
      return reason;
    };
  const wide = value ? valueBeams(value).map((one) => refined(beam(one))) : [];
  const runs = [first, ...some.flatMap((beams) => [...beams.map(beam), ...ends]), ...wide];
  return runs.map((run) => ({ after: 0, run }));
};
