/** A good solution of the 15 puzzle in about a second, for questions whose proof takes longer. */
import type { Move, Position, Question } from '../../puzzles/puzzle.ts';
import { Budget, type GaveUpReason } from '../budget.ts';
import type { SearchResult } from '../search-result.ts';
import type { AdditiveBound } from './additive-bound.ts';
import { beamSearch } from './beam-search.ts';
import { board, frameOf, reframed } from './fifteen-frame.ts';

const beamWidth = 4000;
/** Parts of the solution, in moves, that are made shortest, and the nodes that go into each. */
const windowMoves = 44;
const windowStep = 8;
const windowNodes = 2 ** 18;

interface Searches {
  /** In terms of the frame. */
  readonly bound: AdditiveBound;
  /** A shortest solution of another question, its moves coded as `from << 5 | to`. */
  between(question: Question, budget: Budget): SearchResult;
}

const positionsAlong = (start: Position, moves: readonly Move[]): Position[] => {
  const positions = [start];
  for (const [from, to] of moves) {
    const last = positions.at(-1)!;
    positions.push(last.with(to!, last[from!]!).with(from!, 0));
  }
  return positions;
};

/** Makes parts of a solution shortest, each between two positions that it passes. */
const shorten = (
  { start }: Question,
  moves: readonly Move[],
  budget: Budget,
  between: Searches['between'],
): GaveUpReason | undefined => {
  let best = moves;
  for (let first = 0; first < best.length; first += windowStep) {
    const reason = budget.spent();
    if (reason) return reason;
    const passed = positionsAlong(start, best);
    const last = Math.min(first + windowMoves, best.length);
    const own = new Budget({ nodes: windowNodes });
    const part = between({ start: passed[first]!, goal: { text: '', positions: [passed[last]!] } }, own);
    budget.generated += own.generated;
    if (part.status !== 'solved' || part.moves.length === last - first) continue;
    const shorter = part.moves.map((code) => [code >> 5, code & 31]);
    best = [...best.slice(0, first), ...shorter, ...best.slice(last)];
    budget.found(best);
  }
  return undefined;
};

/** Note a good solution in the budget, by beam search, then with its parts made shortest; or why the search has to stop. */
export const guess = (question: Question, budget: Budget, { bound, between }: Searches): GaveUpReason | undefined => {
  const end = question.goal.positions[0]!;
  const frame = frameOf(end);
  const start = reframed(frame, question.start);
  const goal = reframed(frame, end);
  const path = beamSearch({ board, start, goal, bound, width: beamWidth }, budget);
  if (typeof path === 'string') return path === 'lost' ? undefined : path;
  const blanks = [start.indexOf(0), ...path].map((cell) => frame.cells[cell]!);
  const moves = path.map((_, index) => [blanks[index + 1]!, blanks[index]!]);
  budget.found(moves);
  return shorten(question, moves, budget, between);
};
