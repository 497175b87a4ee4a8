/**
 * Which positions can be solved. Johnson and Story (1879) settled it for the 15 puzzle and Wilson (1974) for every graph:
 * on a bipartite board exactly half of the positions, otherwise (one exception, the graph θ0, aside) all of them.
 */
import type { Board } from '../../board.ts';
import { exchange, hasSameParity, rankOf } from '../../permutation.ts';
import type { Position, Random } from '../../puzzle.ts';
import { SlidingCursor } from './cursor.ts';

/**
 * Undefined where the end can be reached; otherwise, of all exchanges of two tiles, which make it so, the one that leaves
 * the least distance.
 */
export const nearestSolvable = (board: Board, start: Position, end: Position): Position | undefined => {
  if (hasSameParity(board, start, end)) return undefined;
  const cursor = new SlidingCursor(board, end);
  let best = start;
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < board.size; a++) {
    for (let b = a + 1; b < board.size; b++) {
      if (start[a] === 0 || start[b] === 0) continue;
      const exchanged = exchange(start, a, b);
      cursor.load(rankOf(exchanged));
      if (cursor.lowerBound() >= least) continue;
      least = cursor.lowerBound();
      best = exchanged;
    }
  }
  return best;
};

/** Exchange the first two tiles: this makes the unsolvable positions solvable, one by one. */
const repairParity = (position: Position): Position => {
  const [first, second] = position.flatMap((tile, cell) => (tile === 0 ? [] : cell));
  return exchange(position, first!, second!);
};

/** A solvable position, each as likely as any other (Fisher and Yates 1938, as Durstenfeld 1964 has it). */
export const randomPosition = (board: Board, random: Random, end: Position): Position => {
  const position = Array.from({ length: board.size }, (_, tile) => tile);
  for (let last = position.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [position[last], position[other]] = [position[other]!, position[last]!];
  }
  return hasSameParity(board, position, end) ? position : repairParity(position);
};
