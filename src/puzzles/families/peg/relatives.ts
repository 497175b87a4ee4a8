/** The nearest relative of a question without a solution that has one. */
import type { Board } from '../../board.ts';
import type { Obstacle, Position, Question } from '../../puzzle.ts';
import { holesOf, loRadix, rankOf } from './holes.ts';
import { holeGoal, pegCount } from './text.ts';

/** Boards tried for a solvable relative of a question: all together (a few milliseconds), and for one relative. */
const mostTried = 4000;
const mostTriedOnce = 1000;

/**
 * Whether jumps lead to the goal, found depth-first, any solution being as good as another; undefined where that takes
 * more than `most` boards. Returned with the number of boards tried.
 */
const reaches = (
  board: Board,
  { start, goal }: Question,
  most: number,
): { readonly found: boolean | undefined; readonly tried: number } => {
  const jumpHoles = board.jumps.map(({ from, over, to }) => ({
    all: holesOf([from, over, to]),
    filled: holesOf([from, over]),
  }));
  const ends = new Set(goal.positions.map(rankOf));
  const goalPegs = pegCount(goal.positions[0]!);
  const seen = new Set<number>();
  const descend = (lo: number, hi: number, pegs: number): boolean => {
    const rank = hi * loRadix + lo;
    if (ends.has(rank)) return true;
    if (pegs <= goalPegs || seen.size >= most || seen.has(rank)) return false;
    seen.add(rank);
    return jumpHoles.some(
      ({ all, filled }) =>
        (lo & all.lo) === filled.lo && (hi & all.hi) === filled.hi && descend(lo ^ all.lo, hi ^ all.hi, pegs - 1),
    );
  };
  const { lo, hi } = holesOf(start.flatMap((peg, cell) => (peg ? cell : [])));
  const found = descend(lo, hi, pegCount(start));
  return { found: found || (seen.size < most ? false : undefined), tried: seen.size };
};

/** Relatives of a question, the nearest first: another hole to finish in, one hole flipped, one peg elsewhere. */
function* relatives({ size }: Board, holes: readonly string[], { start, goal }: Question): Generator<Question> {
  for (let cell = 0; cell < size; cell++) yield { start, goal: holeGoal(holes, cell) };
  const flipped = (cell: number, position = start): Position => position.with(cell, 1 - position[cell]!);
  for (let cell = 0; cell < size; cell++) yield { start: flipped(cell), goal };
  for (let cell = 0; cell < size; cell++) {
    for (let to = 0; to < size; to++) {
      if (start[cell] === 1 && start[to] === 0) yield { start: flipped(to, flipped(cell)), goal };
    }
  }
}

/** The nearest relative that has a solution; where none of them is quickly found to have one, the first that may. */
export const nearestSolvable = (
  board: Board,
  holes: readonly string[],
  question: Question,
  mayBeSolvable: (relative: Question) => boolean,
): Obstacle['nearest'] => {
  let open: Obstacle['nearest'];
  let left = mostTried;
  for (const relative of relatives(board, holes, question)) {
    if (!mayBeSolvable(relative)) continue;
    const named = { position: relative.start.join(''), goal: relative.goal.text };
    const { found, tried } = reaches(board, relative, Math.min(left, mostTriedOnce));
    if (found) return named;
    if (found === undefined) open ??= { ...named, isOpen: true };
    left -= tried;
    if (left <= 0) break;
  }
  return open;
};
