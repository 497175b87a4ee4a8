/** Searches whole, in slices and in parts that are divided at random, to compare what they find and how many nodes it takes. */
import { expect } from 'vitest';
import type { Move } from '../../src/puzzles/puzzle.ts';
import {
  type DepthFirstSearch,
  everything,
  formatPart,
  type Part,
  parsePart,
  searchPart,
  splitPart,
} from '../../src/search/parts.ts';

export interface LimitResult {
  readonly limit: number;
  readonly nodes: number;
  /** The least limit at which there is more. */
  readonly next: number;
  readonly solution?: readonly Move[] | undefined;
}

const never = () => false;

/** Limit after limit, up to this many nodes. */
const limitsOf = (
  search: DepthFirstSearch,
  mostNodes: number,
  run: (limit: number) => Omit<LimitResult, 'limit' | 'nodes'>,
): LimitResult[] => {
  const results: LimitResult[] = [];
  const end = search.generated + mostNodes;
  for (let limit = search.bound; limit !== Number.POSITIVE_INFINITY; ) {
    const before = search.generated;
    const result = run(limit);
    results.push({ limit, nodes: search.generated - before, ...result });
    if (result.solution || search.generated > end) break;
    limit = result.next;
  }
  return results;
};

export const wholly = (search: DepthFirstSearch, mostNodes: number): LimitResult[] =>
  limitsOf(search, mostNodes, (limit) => {
    const { solution, next } = searchPart(search, everything, limit, never);
    return { solution, next };
  });

/** Numbers below a bound. */
type Random = (below: number) => number;

/**
 * In slices of up to a number of nodes. Each time, some part of those that are left is taken, and what is left of it is divided.
 * Parts pass through their text.
 * @param most parts into which one is divided; 1 for slices in order
 */
export const inParts = (
  search: DepthFirstSearch,
  mostNodes: number,
  slice: number,
  most: number,
  random: Random,
): LimitResult[] =>
  limitsOf(search, mostNodes, (limit) => {
    const left = [formatPart(everything)];
    let next = Number.POSITIVE_INFINITY;
    while (left.length > 0) {
      const [text] = left.splice(most > 1 ? random(left.length) : 0, 1);
      const part = parsePart(text!);
      expect(formatPart(part)).toBe(text);
      const [first, ...others] = most > 1 && random(3) === 0 ? split(search, part, limit, 1 + random(most)) : [part];
      const end = search.generated + 1 + random(slice);
      let seen = 0;
      const result = searchPart(search, first!, limit, () => {
        seen = search.generated;
        return seen >= end;
      });
      // Whoever decides by the nodes to stop would decide so again.
      if (result.left) expect(search.generated).toBe(seen);
      next = Math.min(next, result.next);
      if (result.solution) return { solution: result.solution, next };
      const rest = result.left ? split(search, result.left, limit, 1 + random(most)) : [];
      left.unshift(...[...rest, ...others].map(formatPart));
    }
    return { next };
  });

/** Divide a part, and see that nothing is left out. */
const split = (search: DepthFirstSearch, part: Part, limit: number, wanted: number): Part[] => {
  const parts = splitPart(search, part, limit, wanted);
  expect(parts.length).toBeLessThanOrEqual(wanted);
  expect([parts[0]!.from, parts.at(-1)!.to]).toEqual([part.from, part.to]);
  for (const [index, { to }] of parts.slice(0, -1).entries()) expect(parts[index + 1]!.from).toEqual(to);
  return parts;
};
