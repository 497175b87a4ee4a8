import { BreadthFirstSearch, goalsFrom, type LevelAlgorithm } from './breadth-first.ts';

/**
 * Breadth-first search from both ends (Pohl 1971); the end with the smaller frontier goes one level further. After whole
 * levels of `a` and `b` moves that don't meet there is no solution of `a + b` moves, so the first meeting is shortest.
 */
export const bidirectional: LevelAlgorithm = (cursor, start, budget, watch) => {
  cursor.load(start);
  if (cursor.solved()) return { status: 'solved', moves: [] };
  const goals = goalsFrom(cursor, start, budget);
  if (typeof goals === 'string') return { status: 'gave-up', reason: goals };
  const ahead = new BreadthFirstSearch(cursor, 'forward', budget);
  const behind = new BreadthFirstSearch(cursor, 'backward', budget);
  ahead.addRoot(start);
  for (const goal of goals) behind.addRoot(goal);
  watch?.(ahead);
  watch?.(behind);
  for (;;) {
    budget.lowerBound = ahead.depth + behind.depth + 1;
    const [search, other] = ahead.frontier <= behind.frontier ? [ahead, behind] : [behind, ahead];
    const found = search.expandLevel((state) => other.store.find(state) !== -1);
    watch?.(search);
    budget.peakFrontier = Math.max(budget.peakFrontier, ahead.frontier + behind.frontier);
    if (typeof found === 'number') {
      const met = search.store.at(found);
      const moves = ahead.store.movesTo(ahead.store.find(met));
      return { status: 'solved', moves: [...moves, ...behind.store.movesTo(behind.store.find(met)).reverse()] };
    }
    if (found !== 'done') return { status: 'gave-up', reason: found };
    if (search.frontier === 0) return { status: 'exhausted' };
  }
};
