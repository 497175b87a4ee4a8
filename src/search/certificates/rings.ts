/** How many positions there are at each distance from a start, or from the goals. */
import type { Cursor, Puzzle } from '../../puzzles/puzzle.ts';
import { BreadthFirstSearch, type Direction } from '../algorithms/breadth-first.ts';
import type { Budget, GaveUpReason } from '../budget.ts';

/** Positions of a certificate, at most. A checker keeps them all in memory, unless moves can be undone: then the last rings. */
export const mostRingPositions = ({ isReversible }: Puzzle): number => (isReversible ? 2e7 : 6e6);

/** The state that stands for all positions that count as one. */
export type ClassOf = (state: number) => number;

interface Wanted {
  /** All states of the goal; undefined where only the start has rings. */
  readonly goals?: readonly number[] | undefined;
  /** No solution has fewer moves; Infinity if there is none at all. */
  readonly least: number;
  /** Positions, at most. */
  readonly most: number;
  readonly classOf?: ClassOf | undefined;
}

/** A search that stores one state for all positions that count as one, up to a number of them. */
class RingSearch extends BreadthFirstSearch {
  /** Positions at each distance. */
  readonly counts: number[];
  private readonly most: number;
  private readonly classOf: ClassOf;

  constructor(
    cursor: Cursor,
    roots: readonly number[],
    { most, classOf = (state) => state }: Wanted,
    budget: Budget,
    direction: Direction = 'forward',
  ) {
    super(cursor, direction, budget);
    this.most = most;
    this.classOf = classOf;
    for (const root of roots) this.addRoot(classOf(root));
    this.counts = [this.frontier];
  }

  /** Adds a ring. */
  grow(): GaveUpReason | undefined {
    const found = this.expandLevel(() => this.store.size > this.most);
    if (found !== 'done') return typeof found === 'number' ? 'memory' : found;
    this.counts.push(this.frontier);
    return undefined;
  }

  protected override stateHere(): number {
    return this.classOf(super.stateHere());
  }
}

/**
 * Rings around the start, and around the goals where these are known, that prove how long a solution is at least. Where there is
 * none, they have all positions that the start reaches, and the last one is empty.
 */
export const ringsFor = (cursor: Cursor, start: number, wanted: Wanted, budget: Budget) => {
  const { goals, least, most } = wanted;
  if (least === 0) return { kind: 'rings' as const, fromStart: [] };
  const ahead = new RingSearch(cursor, [start], wanted, budget);
  const back = goals && new RingSearch(cursor, goals, wanted, budget, 'backward');
  // The radii of both add up to one less.
  while (ahead.frontier > 0 && ahead.counts.length + (back?.counts.length ?? 1) <= least) {
    const isAhead = !back || ahead.frontier <= back.frontier;
    const reason = (isAhead ? ahead : back).grow();
    if (reason) return reason;
    if (ahead.store.size + (back?.store.size ?? 0) > most) return 'memory' as const;
  }
  return { kind: 'rings' as const, fromStart: ahead.counts, ...(back && { fromGoal: back.counts }) };
};
