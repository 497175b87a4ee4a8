/** How many positions A* and IDA* expand with a bound, on lists of positions and moves: the searches of textbooks. */
import { z } from 'zod';
import { seeded } from '../scramble.ts';
import { ceil } from './expression.ts';
import type { Space } from './space.ts';

/** Positions from which both search. */
export const searchedPositions = 100;
/** Positions that a search expands from all of them, at most. */
export const mostExpanded = 1_000_000;
/** Larger values of a bound are this one: no search goes that far. */
const largestValue = 1023;
/**
 * More than any path's length and value together. A shortest solution is within the largest value and the diameter, a
 * few dozen, so no search goes on with a longer path.
 */
const longestPath = 4096;

/** Of all starts together. */
export const nodeCountSchema = z.object({
  /** Positions that were expanded; `mostExpanded` if the searches were stopped there. */
  nodes: z.number(),
  /** Solutions that are not shortest, which a bound that is not admissible may find, and by how many moves at most. */
  tooLong: z.number(),
  excess: z.number(),
});
export type NodeCount = Readonly<z.infer<typeof nodeCountSchema>>;

/** Searches of one bound on one space. Both expand a position once for each path by which they reach it. */
class Searches {
  private readonly space: Space;
  private readonly goals: number;
  /** The bound by row. As lengths are whole numbers, so is a bound: rounding up makes it no less admissible or consistent. */
  private readonly values: Uint16Array;
  /** Moves of the shortest known path to each row. */
  private readonly lengths: Uint16Array;
  /** Paths that A* may go on, `row * longestPath + length`, by their length and value together. The last ones come first. */
  private readonly open: number[][] = Array.from({ length: longestPath }, () => []);
  /** A bit for each list of them that may not be empty, as a bound may jump to and fro between totals far apart. */
  private readonly filled = new Int32Array(Math.ceil(longestPath / 32));
  private readonly path = new Uint32Array(longestPath);
  /** Of each row of the path, the next move to try. */
  private readonly next = new Uint32Array(longestPath);
  private nodes = 0;

  constructor(space: Space, values: Float64Array) {
    this.space = space;
    this.goals = space.distances.lastIndexOf(0) + 1;
    this.lengths = new Uint16Array(values.length);
    this.values = new Uint16Array(values.length);
    for (let row = 0; row < values.length; row++) {
      this.values[row] = Math.min(largestValue, Math.max(0, ceil(values[row]!)));
    }
  }

  count(starts: readonly number[], method: 'aStar' | 'idaStar'): NodeCount {
    this.nodes = 0;
    const excesses = starts.map((start) => (this[method](start) ?? 0) - this.space.distances[start]!);
    return {
      nodes: Math.min(this.nodes, mostExpanded),
      tooLong: excesses.filter((excess) => excess > 0).length,
      excess: Math.max(0, ...excesses),
    };
  }

  /** A* (Hart, Nilsson & Raphael 1968). @returns the length of its solution; undefined if it was stopped */
  private aStar(start: number): number | undefined {
    const { open, filled, lengths, values, goals } = this;
    const { starts, targets } = this.space;
    lengths.fill(longestPath);
    // Of thousands of lists, the search before this one has left a few.
    for (let total = this.firstFilled(0); total !== -1; total = this.firstFilled(total + 1)) open[total]!.length = 0;
    filled.fill(0);
    const add = (row: number, length: number): number => {
      lengths[row] = length;
      const total = length + values[row]!;
      open[total]!.push(row * longestPath + length);
      filled[total >> 5]! |= 1 << total;
      return total;
    };
    for (let total = add(start, 0); total !== -1; ) {
      const entry = open[total]!.pop();
      if (entry === undefined) {
        filled[total >> 5]! &= ~(1 << total);
        total = this.firstFilled(total);
        continue;
      }
      const row = Math.floor(entry / longestPath);
      const length = entry % longestPath;
      if (lengths[row] !== length) continue;
      if (row < goals) return length;
      if (this.nodes++ >= mostExpanded) return undefined;
      for (let at = starts[row]!; at < starts[row + 1]!; at++) {
        const target = targets[at]!;
        // Where a bound is not consistent, a shorter path may come later, and with a smaller total.
        if (length + 1 < lengths[target]!) total = Math.min(total, add(target, length + 1));
      }
    }
    return undefined;
  }

  /** The first total from this one on whose list may not be empty, or -1. */
  private firstFilled(total: number): number {
    const { filled } = this;
    let bits = filled[total >> 5]! & (-1 << total);
    for (let word = total >> 5; ; bits = filled[word]!) {
      if (bits !== 0) return word * 32 + 31 - Math.clz32(bits & -bits);
      if (++word === filled.length) return -1;
    }
  }

  /** IDA* (Korf 1985), which doesn't take back the last move. @returns the length of its solution; undefined if it was stopped */
  private idaStar(start: number): number | undefined {
    let limit = this.values[start]!;
    while (limit < longestPath) {
      const result = this.deepen(start, limit);
      if (result === undefined || result.isSolution) return result?.length;
      limit = result.length;
    }
    return undefined;
  }

  /** All paths up to a limit. @returns a solution, or the next limit; undefined if it was stopped */
  private deepen(start: number, limit: number): { readonly length: number; readonly isSolution: boolean } | undefined {
    const { path, next, values, goals } = this;
    const { starts, targets } = this.space;
    let least = longestPath;
    let depth = -1;
    let row = start;
    for (;;) {
      if (this.nodes++ >= mostExpanded) return undefined;
      path[++depth] = row;
      next[depth] = starts[row]!;
      // Go to the next position within the limit, from the end of the path or from further up.
      for (row = -1; row === -1; ) {
        const from = path[depth]!;
        if (next[depth]! === starts[from + 1]!) {
          if (--depth < 0) return { length: least, isSolution: false };
          continue;
        }
        const target = targets[next[depth]!++]!;
        if (depth > 0 && target === path[depth - 1]) continue;
        const total = depth + 1 + values[target]!;
        if (total > limit) least = Math.min(least, total);
        else if (target < goals) return { length: depth + 1, isSolution: true };
        else row = target;
      }
    }
  }
}

/** The rows of the starts: the same for each bound. */
const startsIn = ({ distances }: Space): readonly number[] => {
  const goals = distances.lastIndexOf(0) + 1;
  const random = seeded('starts');
  return Array.from({ length: searchedPositions }, () => goals + Math.floor(random() * (distances.length - goals)));
};

/** @param values of a bound, by row */
export const countNodes = (space: Space, values: Float64Array) => {
  const searches = new Searches(space, values);
  const starts = startsIn(space);
  return { aStar: searches.count(starts, 'aStar'), idaStar: searches.count(starts, 'idaStar') };
};
