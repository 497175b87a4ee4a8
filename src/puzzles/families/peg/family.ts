/**
 * Peg solitaire: a peg jumps over its neighbour into the empty hole behind, and the neighbour is taken off. Jumps that
 * one peg makes in a row are one move (Beasley, The Ins and Outs of Peg Solitaire, 1985). A jump flips three holes, so a
 * chain is the exclusive or of its jumps, whatever the position.
 */
import type { Board } from '../../board.ts';
import { type Landmark, ok, type Puzzle, unwrap } from '../../puzzle.ts';
import { imagesOn } from '../../symmetry.ts';
import { analyse } from './classes.ts';
import { jumpsOf, PegCursor } from './cursor.ts';
import { rankOf } from './holes.ts';
import { pegMoves, pegRules } from './moves.ts';
import { obstacleOf } from './obstacle.ts';
import { pegText } from './text.ts';

export interface PegData {
  readonly id: string;
  readonly board: Board;
  /** What each hole is called, in reading order. */
  readonly holes: readonly string[];
  /** The hole where the last peg is to stand, unless a goal is named. */
  readonly goal: string;
  readonly landmarks: readonly Landmark[];
}

/** Make a peg solitaire of its data. */
export const peg = ({ id, board, holes, goal, landmarks }: PegData): Puzzle => {
  const analysis = analyse(board);
  const jumps = jumpsOf(board);
  const text = pegText(id, board, holes, goal);
  return {
    id,
    family: 'peg',
    board,
    landmarks,
    ...text,
    ...pegMoves(pegRules(id, board, holes)),
    states: 2 ** board.size,
    goal: unwrap(text.parseGoal(goal), `${id}: goal ${goal}`),
    isGoalEvident: false,
    question: (start, end) => ok({ start, goal: end }),
    obstacle: obstacleOf(board, holes, analysis),
    images: imagesOn({ board, rank: rankOf, firstNamed: 2 }),
    randomPosition: (random) => holes.map(() => Math.floor(random() * 2)),
    // Hardly any set of pegs can be solved.
    drawsSolvable: false,
    rank: rankOf,
    unrank: (rank) => holes.map((_, cell) => Math.floor(rank / 2 ** cell) % 2),
    cursor: (end) => new PegCursor(jumps, end, analysis),
    pieceShape: 'peg',
    figures: (position) => position.flatMap((filled, cell) => (filled ? { cells: [cell], label: holes[cell]! } : [])),
  };
};
