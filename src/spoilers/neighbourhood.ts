import type { Cursor, Position, Puzzle } from '../puzzles/puzzle.ts';
import { successors } from '../puzzles/successors.ts';
import { problemFrame } from './frame.ts';

const mostMoves = 4;
/** Some peg positions have millions of neighbours within four moves. The nearest few thousand are enough. */
export const mostKeys = 4000;

/** The states up to four moves away in one direction, the nearest first, each with its distance. */
function* around(cursor: Cursor, start: number, direction: 'moves' | 'predecessors'): Generator<[number, number]> {
  const seen = new Set([start]);
  let level = [start];
  for (let moves = 0; ; moves++) {
    for (const state of level) yield [state, moves];
    if (moves === mostMoves) return;
    const next: number[] = [];
    for (const state of level) {
      for (const { state: reached } of successors(cursor, state, direction)) {
        if (seen.has(reached)) continue;
        seen.add(reached);
        next.push(reached);
      }
      // The level has more states than are kept.
      if (next.length > mostKeys) break;
    }
    level = next;
  }
}

/**
 * What is near a challenge: the frame of its question, and the keys of positions with their distances.
 * @param most keys in each direction, of the nearest positions
 */
export const neighbourhoodOf = (puzzle: Puzzle, challenge: Position, most = mostKeys) => {
  const frame = problemFrame(puzzle, puzzle.goal, challenge);
  const cursor = puzzle.cursor(puzzle.goal, challenge);
  const start = cursor.rank(challenge);
  const distances = new Map<string, number>();
  // Moves that can be taken back lead to the same positions as those before.
  for (const direction of puzzle.isReversible ? (['moves'] as const) : (['moves', 'predecessors'] as const)) {
    const full = distances.size + most;
    for (const [state, moves] of around(cursor, start, direction)) {
      if (distances.size >= full) break;
      cursor.load(state);
      // Every question contains the goal, which may be near the challenge.
      if (cursor.solved()) continue;
      for (const key of frame.keys(cursor.unrank(state)))
        distances.set(key, Math.min(moves, distances.get(key) ?? moves));
    }
  }
  return { frame, distances };
};
