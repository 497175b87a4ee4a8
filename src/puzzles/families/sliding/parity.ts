/**
 * Which positions can be solved: on a bipartite board half of them, on other graphs but θ0 all of them (Johnson and Story
 * 1879 for the 15 puzzle, Wilson 1974 for graphs).
 */
import type { Board } from '../../board.ts';
import { exchange, hasSameParity, rankOf } from '../../permutation.ts';
import type { Position, Random } from '../../puzzle.ts';
import { SlidingCursor } from './cursor.ts';

/** The exchange of two tiles with the least distance to the end; undefined if the start is solvable. */
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

/** A uniformly random solvable position (Fisher and Yates 1938, in the version of Durstenfeld 1964). */
export const randomPosition = (board: Board, random: Random, end: Position): Position => {
  const position = Array.from({ length: board.size }, (_, tile) => tile);
  for (let last = position.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [position[last], position[other]] = [position[other]!, position[last]!];
  }
  if (hasSameParity(board, position, end)) return position;
  // Exchanging the first two tiles maps unsolvable positions to solvable ones, one to one.
  const [first, second] = position.flatMap((tile, cell) => (tile === 0 ? [] : cell));
  return exchange(position, first!, second!);
};
