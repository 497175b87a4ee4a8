/** Which peg questions have no solution: by the number of pegs, their position class, or their groups of holes. */
import { paired } from '../../lists.ts';
import { endPosition, type Obstacle, type Position, type Puzzle, type Question } from '../../puzzle.ts';
import { type Analysis, oddOn } from './classes.ts';
import type { PegJumps } from './cursor.ts';
import { countBoth, type Holes, loRadix, pegsOf, rankOf } from './holes.ts';
import { anyGoal, pegCount } from './text.ts';

/** Boards tried for a solvable relative of a question: all together (a few milliseconds), and for one relative. */
const mostTried = 4000;
const mostTriedOnce = 1000;

/**
 * Whether jumps lead to the goal, found depth-first; undefined where that takes more than `most` boards. Returned with
 * the number of boards tried.
 */
const reaches = ({ all, forward: { filled } }: PegJumps, { start, goal }: Question, most: number) => {
  const jumps = paired(all, filled);
  const ends = new Set(goal.positions.map(rankOf));
  const goalPegs = pegCount(endPosition(goal));
  const seen = new Set<number>();
  const descend = (lo: number, hi: number, pegs: number): boolean => {
    const rank = hi * loRadix + lo;
    if (ends.has(rank)) return true;
    if (pegs <= goalPegs || seen.size >= most || seen.has(rank)) return false;
    seen.add(rank);
    return jumps.some(([own, full]) => {
      const isLegal = (lo & own.lo) === full.lo && (hi & own.hi) === full.hi;
      return isLegal && descend(lo ^ own.lo, hi ^ own.hi, pegs - 1);
    });
  };
  const { lo, hi } = pegsOf(start);
  const found = descend(lo, hi, pegCount(start));
  return { found: found || (seen.size < most ? false : undefined), tried: seen.size };
};

/** Relatives of a question, the nearest first: the last peg anywhere, one hole flipped, one peg elsewhere. */
function* relatives(holes: readonly string[], { start, goal }: Question): Generator<Question> {
  const flipped = (cell: number, position = start): Position => position.with(cell, position[cell] === 1 ? 0 : 1);
  yield { start, goal: anyGoal(holes) };
  for (const cell of holes.keys()) yield { start: flipped(cell), goal };
  for (const cell of holes.keys()) {
    for (const to of holes.keys())
      if (start[cell] === 1 && start[to] === 0) yield { start: flipped(to, flipped(cell)), goal };
  }
}

/** Why a question of this board has no solution, where a rule tells, and its nearest solvable relative. */
export const obstaclesOf = (
  jumps: PegJumps,
  holes: readonly string[],
  analysis: Analysis,
): Required<Pick<Puzzle, 'obstacle' | 'nearestSolvable'>> => {
  /** A class on which the two differ, if there is one. */
  const differingClass = (start: Position, end: Position) =>
    analysis.classes.find((holeSet) => oddOn(holeSet, start) !== oddOn(holeSet, end));

  const named = (set: ArrayLike<number>): string => holes.filter((_, cell) => set[cell] === 1).join(' ');

  const reason = ({ start, goal: end }: Question): Obstacle | undefined => {
    if (end.positions.some((position) => position.every((peg, cell) => peg === start[cell]))) return undefined;
    const target = endPosition(end);
    const pegs = pegCount(start);
    const goalPegs = pegCount(target);
    if (pegs <= goalPegs) return { code: 'peg-count', values: { pegs, goalPegs } };
    const open = end.positions.filter((position) => !differingClass(start, position));
    if (open.length === 0) {
      const holeSet = differingClass(start, target);
      if (!holeSet || end.positions.length > 1) return { code: 'peg-class-any', values: {} };
      const values = { holes: named(holeSet), start: oddOn(holeSet, start), goal: oddOn(holeSet, target) };
      return { code: 'peg-class', values };
    }
    const startHoles = pegsOf(start);
    const hasEnough = (target: Holes): boolean =>
      analysis.groups.every((group) => countBoth(group, startHoles) >= countBoth(group, target));
    return open.some((position) => hasEnough(pegsOf(position)))
      ? undefined
      : { code: 'peg-group', values: { goal: end.positions.length > 1 ? open.map(named).join(', ') : end.text } };
  };

  /** The nearest relative that has a solution; where none of them is quickly found to have one, the first that may. */
  const nearestSolvable = (question: Question): Obstacle['nearest'] => {
    let open: Obstacle['nearest'];
    let left = mostTried;
    for (const relative of relatives(holes, question)) {
      if (reason(relative)) continue;
      const isSameStart = relative.start === question.start;
      const named = {
        position: relative.start.join(''),
        goal: relative.goal.text,
        ...(isSameStart && { isSameStart }),
      };
      const { found, tried } = reaches(jumps, relative, Math.min(left, mostTriedOnce));
      if (found) return named;
      if (found === undefined) open ??= { ...named, isOpen: true };
      left -= tried;
      if (left <= 0) break;
    }
    return open;
  };

  const obstacle = (question: Question): Obstacle | undefined => {
    const found = reason(question);
    let nearest: Obstacle['nearest'];
    // A getter, since the search for a relative takes milliseconds and few callers read it.
    return (
      found && {
        ...found,
        get nearest() {
          nearest ??= nearestSolvable(question);
          return nearest;
        },
      }
    );
  };
  return { obstacle, nearestSolvable };
};
