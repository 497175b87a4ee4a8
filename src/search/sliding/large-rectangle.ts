/** Solutions of rectangles that have no databases: one at once, better ones by beams, whose parts are then made shorter. */
import { SlidingCursor } from '../../puzzles/families/sliding/cursor.ts';
import { rectangleOf } from '../../puzzles/families/sliding/lines.ts';
import { isWhole, type Move, type Position, type Puzzle, type Question, replay } from '../../puzzles/puzzle.ts';
import { CursorSearch } from '../algorithms/cursor-search.ts';
import { deepen } from '../algorithms/deepening.ts';
import type { Improvement } from '../algorithms/improvement.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { type Between, shorten, undone } from './good-solution.ts';
import { boundsOf, cellsInside, heightOf, nextLine, widthOf } from './outer-lines.ts';
import type { Rectangle } from './rectangle.ts';
import { rectangleBeam, rectangleBeamBytes } from './rectangle-beam.ts';
import { rowByRow } from './row-by-row.ts';

/** Cells up to which most questions are answered before another solution is of use. */
const fewCells = 12;
/** Cells that `rowByRow` takes. */
const mostCells = 100;

/**
 * Rows and columns of what a beam solves at once. Of larger boards, it first fills two outer lines after another: of 10 × 10,
 * the solutions are 6 % shorter then than with one line at once, and a beam for all of the board is lost.
 */
const longestLine = 6;
const linesAtOnce = 2;
/** Of the beams, in the order in which they are tried: 6 × 6 takes 0.1 to 15 s each. */
const widths = [300, 2000, 10_000, 60_000];
/** Moves that a beam may take on a board without another solution. */
const longest = 4000;

/** Moves of the parts that are made shortest, in the order in which they are tried, and how far one begins behind another. */
const windows = [
  { moves: 24, step: 6 },
  { moves: 32, step: 8 },
  { moves: 40, step: 10 },
  { moves: 48, step: 12 },
];

/** Whether a puzzle has such solutions: numbered tiles on a full rectangle, one a move. */
const fits = ({ isPermutation, metric, board }: Puzzle): boolean =>
  isPermutation === true &&
  metric === 'steps' &&
  board.size > fewCells &&
  board.size <= mostCells &&
  rectangleOf(board) !== undefined;

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
  isOver: () => boolean,
): Move[] | GaveUpReason | 'lost' => {
  const { columns } = board;
  const moves: Move[] = [];
  let at = start;
  let rest = boundsOf(board);
  for (let isLast = false; !isLast; ) {
    const open = cellsInside(rest, columns);
    for (let line = 0; line < linesAtOnce && Math.max(heightOf(rest), widthOf(rest)) > longestLine; line++)
      [, rest] = nextLine(rest, columns, goal.indexOf(0));
    const left = cellsInside(rest, columns);
    isLast = left.length === open.length;
    const wanted = isLast ? goal : goal.map((tile, cell) => (left.includes(cell) ? -1 : tile));
    const most = (budget.best?.length ?? longest) - moves.length - 1;
    const beam = { board, start: at, goal: wanted, open, width, most };
    // The search can do without.
    if (budget.spent(rectangleBeamBytes(beam)) === 'memory') return 'lost';
    const found = rectangleBeam(beam, budget, isOver);
    if (typeof found === 'string') return found;
    moves.push(...found);
    at = replay(puzzle, at, found).at(-1)!;
  }
  return moves;
};

/** The ways to solutions of a question, for a search that would take too long for its first one. */
export const rectangleImprovements = (puzzle: Puzzle, question: Question): Improvement[] => {
  if (!fits(puzzle) || !isWhole(question.goal)) return [];
  const board = rectangleOf(puzzle.board)!;
  const { start } = question;
  const goal = question.goal.positions[0]!;
  const task: Task = { puzzle, board, start, goal };
  const back: Task = { puzzle, board, start: goal, goal: start };
  const between: Between = (part, budget) => {
    const cursor = new SlidingCursor(puzzle.board, part.goal.positions[0]!, 'steps');
    return deepen(new CursorSearch(cursor, cursor.rank(part.start), true), budget)!;
  };
  const beam =
    (width: number, isBack: boolean): Improvement['run'] =>
    (budget, isOver) => {
      const found = byBeams(isBack ? back : task, width, budget, isOver);
      if (typeof found !== 'string') budget.found(isBack ? undone(found) : found);
      else if (found !== 'lost') return found;
      return undefined;
    };
  const windowed =
    (window: (typeof windows)[number]): Improvement['run'] =>
    (budget, isOver) => {
      let reason: GaveUpReason | undefined;
      for (let before = Number.POSITIVE_INFINITY; !reason && !isOver() && budget.best!.length < before; ) {
        before = budget.best!.length;
        reason = shorten(question, budget, between, window);
      }
      return reason;
    };
  const first: Improvement['run'] = (budget) => {
    budget.found(rowByRow(board, start, goal));
    return undefined;
  };
  const runs = [first, ...widths.flatMap((width) => [beam(width, false), beam(width, true)]), ...windows.map(windowed)];
  return runs.map((run) => ({ after: 0, run }));
};
