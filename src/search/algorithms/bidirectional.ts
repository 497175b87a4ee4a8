import type { Algorithm, Ending } from '../search-result.ts';
import { Wave } from './breadth-first.ts';

/**
 * Breadth-first search from both ends (Pohl 1971): always the end with the smaller frontier goes one level further.
 * Levels are finished before their depth counts, so when the waves have gone `a` and `b` moves without meeting there is
 * no solution of `a + b` moves, and the first meeting after that is a shortest one.
 */
export const bidirectional: Algorithm = (cursor, start, budget): Ending => {
  cursor.load(start);
  if (cursor.solved()) return { status: 'solved', moves: [] };
  const ahead = new Wave(cursor, 'forward', budget);
  const behind = new Wave(cursor, 'backward', budget);
  ahead.plant(start);
  for (const goal of cursor.goals) behind.plant(goal);
  for (;;) {
    budget.lowerBound = ahead.depth + behind.depth + 1;
    const [wave, other] = ahead.frontier <= behind.frontier ? [ahead, behind] : [behind, ahead];
    const found = wave.advance((state) => other.store.find(state) !== -1);
    budget.peakFrontier = Math.max(budget.peakFrontier, ahead.frontier + behind.frontier);
    if (typeof found === 'number') {
      const met = wave.store.states[found]!;
      const moves = ahead.store.movesTo(ahead.store.find(met));
      return { status: 'solved', moves: [...moves, ...behind.store.movesTo(behind.store.find(met)).reverse()] };
    }
    if (found !== 'done') return { status: 'gave-up', reason: found };
    if (wave.frontier === 0) return { status: 'exhausted' };
  }
};
