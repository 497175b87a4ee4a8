/** Good solutions of large sliding puzzles in about a second, for questions whose proof takes longer. */
import type { Move, Position, Question } from '../../puzzles/puzzle.ts';
import { type Improvement, patience } from '../algorithms/team.ts';
import { Budget, type GaveUpReason } from '../budget.ts';
import type { AdditiveBound } from './additive-bound.ts';
import { beamBytes, beamSearch } from './beam-search.ts';
import type { Databases } from './databases.ts';
import { frameOf, reframed } from './goal-frame.ts';

/** Parts of the solution, in moves, that are made shortest, and the nodes that go into each. */
const windowMoves = 44;
const windowStep = 8;
const windowNodes = 2 ** 18;

/** Beams by other pairs of bounds that follow at once. */
const soon = 2;
/**
 * Nodes of the search before the next beam. Each pause is longer than the one before it by as many, as the more beams have
 * found nothing better, the less another one is worth. They take a quarter of a minute, and a beam a second.
 */
const beamNodes = 2 ** 29;

/** A shortest solution of another question, or why there is none. */
type Between = (question: Question, budget: Budget) => readonly Move[] | GaveUpReason;

const positionsAlong = (start: Position, moves: readonly Move[]): Position[] => {
  const positions = [start];
  for (const [from, to] of moves) {
    const last = positions.at(-1)!;
    positions.push(last.with(to!, last[from!]!).with(from!, 0));
  }
  return positions;
};

/** Makes parts of the best solution shortest, each between two positions that it passes. */
const shorten = ({ start }: Question, budget: Budget, between: Between): GaveUpReason | undefined => {
  let best = budget.best!;
  for (let first = 0; first < best.length; first += windowStep) {
    const reason = budget.spent();
    if (reason) return reason;
    const passed = positionsAlong(start, best);
    const last = Math.min(first + windowMoves, best.length);
    const own = new Budget({ nodes: windowNodes });
    const part = between({ start: passed[first]!, goal: { text: '', positions: [passed[last]!] } }, own);
    budget.generated += own.generated;
    if (typeof part === 'string' || part.length === last - first) continue;
    best = [...best.slice(0, first), ...part, ...best.slice(last)];
    budget.found(best);
  }
  return undefined;
};

/** A way that a beam of this width finds from one position to another. */
const beamMoves = (
  start: Position,
  end: Position,
  width: number,
  budget: Budget,
  { board }: Databases,
  bound: AdditiveBound,
): Move[] | GaveUpReason | 'lost' => {
  const frame = frameOf(board, end);
  const path = beamSearch({ board, start: reframed(frame, start), goal: reframed(frame, end), bound, width }, budget);
  if (typeof path === 'string') return path;
  const blanks = [start.indexOf(0), ...path.map((cell) => frame.cells[cell]!)];
  return path.map((_, index) => [blanks[index + 1]!, blanks[index]!]);
};

const undone = (moves: readonly Move[]): Move[] => moves.map((move) => move.toReversed()).toReversed();

/**
 * Beam searches for good solutions, whose parts are then made shortest. Of two beams, one goes from the goal to the start: its
 * bounds are other ones, so it often finds what the first one misses. Then beams go by other pairs of bounds, which finds more in
 * the same time than wider beams do.
 * @param boundOf a pair of bounds, 0 for that of the search
 */
export const improvementsOf = (
  question: Question,
  budget: Budget,
  databases: Databases,
  boundOf: (pair: number) => AdditiveBound,
  between: Between,
): Improvement[] => {
  const { start } = question;
  const end = question.goal.positions[0]!;
  const run = (width: number, pair: number, isBack: boolean): GaveUpReason | undefined => {
    const bound = boundOf(pair);
    // The search can do without.
    if (budget.spent(width * beamBytes(databases.board, bound)) === 'memory') return undefined;
    const [from, to] = isBack ? [end, start] : [start, end];
    const moves = beamMoves(from, to, width, budget, databases, bound);
    if (moves === 'lost') return undefined;
    if (typeof moves === 'string') return moves;
    const before = budget.best;
    budget.found(isBack ? undone(moves) : moves);
    return budget.best === before ? undefined : shorten(question, budget, between);
  };
  const both = (width: number, pair: number) => [false, true].map((isBack) => () => run(width, pair, isBack));
  const { beams, pairs } = databases;
  const first = beams.flatMap((width) => both(width, 0));
  const others = pairs.flatMap((_, pair) => (pair === 0 ? [] : both(beams.at(-1)!, pair)));
  return [...first, ...others].map((run, index) => {
    const late = Math.max(0, index - first.length - soon + 1);
    return { after: Math.max(patience, (late * (late + 1) * beamNodes) / 2), run };
  });
};
