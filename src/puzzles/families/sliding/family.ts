/** Sliding puzzles: a move slides a numbered tile into the blank beside it. The board may be any graph. */
import type { Board } from '../../board.ts';
import { factorial, rankOf, unrankTo } from '../../permutation.ts';
import { type Landmark, ok, type Position, type Puzzle } from '../../puzzle.ts';
import { imagesOn } from '../../symmetry.ts';
import { SlidingCursor } from './cursor.ts';
import { slidingMoves } from './moves.ts';
import { nearestSolvable, randomPosition } from './parity.ts';
import { slidingText } from './text.ts';

export interface SlidingData {
  readonly id: string;
  readonly board: Board;
  readonly landmarks: readonly Landmark[];
  readonly diameter?: number;
}

/** The default goal has the tiles in order and the blank last. */
export const sliding = (data: SlidingData): Puzzle => {
  const { id, board } = data;
  const { size } = board;
  const text = slidingText(id, board);
  const inOrder = Array.from({ length: size }, (_, cell) => (cell + 1) % size);
  return {
    ...data,
    ...text,
    ...slidingMoves(id, board),
    family: 'sliding',
    states: factorial(size) / (board.colours ? 2 : 1),
    goal: { text: text.formatPosition(inOrder), positions: [inOrder] },
    isGoalEvident: true,
    question: (start, goal) => ok({ start, goal }),
    obstacle: ({ start, goal }) => {
      const nearest = nearestSolvable(board, start, goal.positions[0]!);
      if (!nearest) return undefined;
      const question = { position: text.formatPosition(nearest), goal: goal.text };
      return { code: 'tile-parity', values: {}, nearest: question };
    },
    images: imagesOn({ board, rank: rankOf, firstNamed: 1 }),
    randomPosition: (random, goal) => randomPosition(board, random, goal.positions[0]!),
    drawsSolvable: true,
    rank: rankOf,
    unrank: (rank) => {
      const position = [...inOrder];
      unrankTo(position, rank);
      return position;
    },
    cursor: (goal) => new SlidingCursor(board, goal.positions[0]!),
    pieceShape: 'tile',
    figures: (position: Position) =>
      position.flatMap((tile, cell) => (tile === 0 ? [] : { cells: [cell], label: String(tile) })),
  };
};
