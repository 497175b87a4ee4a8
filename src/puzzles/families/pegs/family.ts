/**
 * Peg solitaire: a peg jumps over its neighbour into the empty hole behind, and the neighbour is taken off. Jumps that
 * one peg makes in a row are one move (Beasley, The Ins and Outs of Peg Solitaire, 1985). A jump flips three holes, so a
 * chain is the exclusive or of its jumps, whatever the position.
 */
import { type Board, fileAndRow } from '../../board.ts';
import { misplaced } from '../../features.ts';
import { paired } from '../../lists.ts';
import { endPosition, ok, type Position, type Puzzle, unwrap } from '../../puzzle.ts';
import { rankCodes } from '../../rank-codes.ts';
import { imagesOn } from '../../symmetry.ts';
import { analyse } from './classes.ts';
import { jumpsOf, PegCursor } from './cursor.ts';
import { rankOf, unrank } from './holes.ts';
import { pegMoves } from './moves.ts';
import { obstaclesOf } from './obstacle.ts';
import { anyGoal, holeGoal, labelsOf, pegAim, pegCount, pegText } from './text.ts';

/** How many pegs have no other beside them. */
const isolatedPegs = ({ neighbours }: Board, position: Position): number =>
  paired(position, neighbours).filter(([peg, near]) => peg === 1 && near.every((cell) => position[cell] === 0)).length;

interface PegData extends Pick<Puzzle, 'id' | 'board' | 'landmarks'> {
  /** The hole where the last peg is to stand, unless a goal is named. */
  readonly goal: string;
  /** Holes where a game that starts with only that hole empty can't end, although no rule forbids it. */
  readonly neverRefilled?: readonly string[];
}

/** What each hole is called, in reading order. */
const namesOf = (board: Board): string[] =>
  board.lattice === 'square' ? fileAndRow(board) : board.x.map((_, cell) => String(cell + 1));

/** Make a peg solitaire of its data. */
export const pegs = ({ id, board, goal, neverRefilled = [], landmarks }: PegData): Puzzle => {
  const holes = namesOf(board);
  const analysis = analyse(board);
  const jumps = jumpsOf(board);
  const text = pegText(id, board, holes, goal);
  const usualGoal = unwrap(text.parseGoal(goal), `${id}: goal ${goal}`);
  const { obstacle, nearestSolvable } = obstaclesOf(jumps, holes, analysis);
  return {
    id,
    name: id,
    family: 'pegs',
    words: 'pegs',
    metric: 'moves',
    board,
    landmarks,
    ...text,
    ...pegMoves(id, board, holes),
    states: 2 ** board.size,
    goal: usualGoal,
    defaultGoal: (start) => {
      if (pegCount(start) !== board.size - 1) return usualGoal;
      const own = holeGoal(holes, start.indexOf(0));
      return neverRefilled.includes(own.text) || obstacle({ start, goal: own }) ? anyGoal(holes) : own;
    },
    aimOf: (end) => pegAim(holes, end),
    isGoalEvident: false,
    question: (start, end) => ok({ start, goal: end }),
    obstacle,
    nearestSolvable,
    images: imagesOn({ board, key: rankOf, firstNamed: 2 }),
    randomPosition: (random) => holes.map(() => Math.floor(random() * 2)),
    // Hardly any set of pegs can be solved.
    drawsSolvable: false,
    features: (goal) => [
      { name: 'pegs', measure: (position) => pegCount(position) - pegCount(endPosition(goal)) },
      misplaced(endPosition(goal)),
      { name: 'isolated', measure: (position) => isolatedPegs(board, position) },
    ],
    ...rankCodes(rankOf, (rank) => unrank(board.size, rank)),
    cursor: (end) => new PegCursor(jumps, end, analysis),
    labels: labelsOf(board, holes),
    pieceShape: 'peg',
    figures: (position) => holes.flatMap((label, cell) => (position[cell] ? { cells: [cell], label } : [])),
  };
};
