/** Which peg questions have no solution: by the number of pegs, their position class, or their groups of holes. */
import type { Board } from '../../board.ts';
import type { Obstacle, Position, Question } from '../../puzzle.ts';
import type { Analysis } from './classes.ts';
import { PegCursor } from './cursor.ts';
import { rankOf } from './holes.ts';
import { nearestSolvable } from './relatives.ts';
import { pegCount } from './text.ts';

/** The reason why a question of this board has no solution, where a rule tells. */
export const obstacleOf = (
  board: Board,
  holes: readonly string[],
  analysis: Analysis,
): ((question: Question) => Obstacle | undefined) => {
  const oddOn = (position: Position, holeSet: readonly number[]): number =>
    position.reduce((sum, peg, cell) => sum ^ (peg & holeSet[cell]!), 0);
  /** A class on which the two differ, if there is one. */
  const differingClass = (start: Position, end: Position) =>
    analysis.classes.find((holeSet) => oddOn(start, holeSet) !== oddOn(end, holeSet));

  const reason = ({ start, goal: end }: Question): Obstacle | undefined => {
    if (end.positions.some((position) => position.every((peg, cell) => peg === start[cell]))) return undefined;
    const [target] = end.positions;
    const pegs = pegCount(start);
    const goalPegs = pegCount(target!);
    if (pegs <= goalPegs) return { code: 'peg-count', values: { pegs, goalPegs } };
    const open = end.positions.filter((position) => !differingClass(start, position));
    if (open.length === 0) {
      if (end.positions.length > 1) return { code: 'peg-class-any', values: {} };
      const holeSet = differingClass(start, target!)!;
      const named = holes.filter((_, cell) => holeSet[cell] === 1).join(' ');
      return {
        code: 'peg-class',
        values: { holes: named, start: oddOn(start, holeSet), goal: oddOn(target!, holeSet) },
      };
    }
    const cursor = new PegCursor(board, { ...end, positions: open }, analysis);
    cursor.load(rankOf(start));
    return cursor.lowerBound() === Number.POSITIVE_INFINITY
      ? { code: 'peg-group', values: { goal: end.text } }
      : undefined;
  };

  return (question) => {
    const found = reason(question);
    const other = found && nearestSolvable(board, holes, question, (other) => reason(other) === undefined);
    return found && other ? { ...found, nearest: other } : found;
  };
};
