import type { Cursor } from '../../puzzles/puzzle.ts';
import type { Budget } from '../budget.ts';
import { BreadthFirstSearch, edgesIn } from './breadth-first.ts';

/**
 * The two states farthest apart of all that a start can reach, for puzzles whose moves can be undone; the reason instead
 * when the budget is spent before that. Each search from one state bounds how far others can be from any, so that few
 * are needed instead of one for each state (Takes and Kosters 2011, Determining the diameter of small world networks).
 * @returns also the states of a shortest way between them, with both ends
 */
export const farthestPair = (cursor: Cursor, start: number, budget: Budget) => {
  const search = new BreadthFirstSearch(cursor, 'forward', budget);
  search.addRoot(start);
  const stop = search.exhaust();
  if (stop) return stop;
  const { starts: first, targets: neighbours } = edgesIn(cursor, search.store);
  const { size } = search.store;
  const distances = new Int32Array(size);
  const queue = new Int32Array(size);
  const searchFrom = (root: number): void => {
    distances.fill(-1);
    distances[root] = 0;
    queue[0] = root;
    for (let head = 0, tail = 1; head < tail; head++) {
      const index = queue[head]!;
      const next = distances[index]! + 1;
      for (let at = first[index]!; at < first[index + 1]!; at++) {
        const other = neighbours[at]!;
        if (distances[other] !== -1) continue;
        distances[other] = next;
        queue[tail++] = other;
      }
    }
  };

  /** How far the farthest state from each is, at least and at most; -1 as most once it can't matter. */
  const least = new Int32Array(size);
  const most = new Int32Array(size).fill(size);
  let pair = { from: 0, to: 0, distance: 0 };
  for (let root = 0, round = 0; root !== -1; round++) {
    const reason = budget.spent();
    if (reason) return reason;
    searchFrom(root);
    const end = queue[size - 1]!;
    const distance = distances[end]!;
    if (distance > pair.distance) pair = { from: root, to: end, distance };
    most[root] = -1;
    root = -1;
    // In turn the one that may be farthest, and the most central one, whose search bounds the others best.
    for (let index = 0; index < size; index++) {
      if (most[index] === -1) continue;
      const between = distances[index]!;
      least[index] = Math.max(least[index]!, between, distance - between);
      most[index] = Math.min(most[index]!, distance + between);
      if (most[index]! <= pair.distance) most[index] = -1;
      else if (root === -1 || (round % 2 === 0 ? most[index]! > most[root]! : least[index]! < least[root]!))
        root = index;
    }
  }
  searchFrom(pair.to);
  const way = [pair.from];
  for (let left = pair.distance - 1; left >= 0; left--) {
    const index = way.at(-1)!;
    way.push(neighbours.subarray(first[index], first[index + 1]).find((next) => distances[next] === left)!);
  }
  return { distance: pair.distance, way: way.map((index) => search.store.at(index)) };
};
