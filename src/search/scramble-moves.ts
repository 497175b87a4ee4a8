/** Scrambles as moves: a way from the goal to a position that is not just a shortest solution backwards. */
import { elementsAt, pick } from '../puzzles/lists.ts';
import { backwards, formatMoves, simplified, withCounts } from '../puzzles/moves.ts';
import { endPosition, type Position, type Puzzle, type Random, type Step } from '../puzzles/puzzle.ts';
import { numberRows } from '../puzzles/replay-link.ts';
import { type SolveOptions, solve } from './solve.ts';

/** Random moves at the beginning, at least: enough to leave the neighbourhood of the goal. */
const fewestMoves = 12;

/** Whether a puzzle has numbered tiles, one a cell: only these can be exchanged for one another. */
export const hasScrambleMoves = (puzzle: Puzzle): boolean => {
  // A board of one's own may have no usual goal.
  const [end] = puzzle.goal.positions;
  return puzzle.isReversible && end !== undefined && numberRows(puzzle, end) !== undefined;
};

/** Random moves from the goal, none undone at once, and then on until the blank is where it was. */
export const randomLoop = (puzzle: Puzzle, random: Random): Step[] => {
  let position = endPosition(puzzle.goal);
  const blank = position.indexOf(0);
  const moves: Step[] = [];
  while (moves.length < fewestMoves || position.indexOf(0) !== blank) {
    const last = moves.at(-1);
    const steps = puzzle.legalSteps(position).filter(([from]) => from !== last?.[1]);
    const away = ([from]: Step): number => puzzle.board.distance[from]![blank]!;
    const nearest = Math.min(...steps.map(away));
    const choice = moves.length < fewestMoves ? steps : steps.filter((step) => away(step) === nearest);
    const step = pick(random, choice);
    moves.push(step);
    position = puzzle.play(position, step);
  }
  return moves;
};

/**
 * Moves from the goal to a position, as directions of the tiles with counts: random ones, then a shortest way on. With
 * the tiles renamed as if the random moves had led to the goal, that way is a solution backwards.
 * @param options limits and tables of the search; undefined where they end it
 */
export const scrambleMoves = (
  puzzle: Puzzle,
  position: Position,
  random: Random,
  options: SolveOptions,
): string | undefined => {
  const goal = endPosition(puzzle.goal);
  const first = randomLoop(puzzle, random);
  const passed = first.reduce(puzzle.play, goal);
  const places = position.map((tile) => passed.indexOf(tile));
  const renamed = { start: elementsAt(goal, places), goal: puzzle.goal };
  const outcome = solve(puzzle, renamed, { ...options, withoutCount: true });
  if (outcome.status !== 'solved') return undefined;
  const moves = simplified([...first, ...backwards(outcome.moves)]);
  const separator = puzzle.moveNotations.find(({ notation }) => notation === 'piece-directions')!.separator;
  return withCounts(formatMoves(puzzle, goal, moves, 'piece-directions')).join(separator);
};
