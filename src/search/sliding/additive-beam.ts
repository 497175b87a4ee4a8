/** Beams that go by additive pattern databases. */

import type { Move } from '../../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import type { AdditiveBound } from './additive-bound.ts';
import { type BeamInput, BeamSearch, beamBytes, mostCandidates } from './beam.ts';

interface AdditiveInput extends BeamInput {
  /** For a goal with the same tiles in their places; the blank may stand elsewhere. */
  readonly bound: AdditiveBound;
}

/**
 * How often the largest bound of a position counts, beside all of its bounds. Of positions with the same largest bound,
 * those are better whose other one is small.
 */
const largestCounts = 3;
const heaviest = 256 * (largestCounts + 2) - 2;

/** What the bounds know of the positions of a level. */
const standingOf = (width: number, { views, sums }: AdditiveBound) => ({
  values: new Uint8Array(width * views),
  masks: new Int32Array(width * views),
  orders: new Uint16Array(width * views),
  /** Of the views' values, with the distances of the other tiles. */
  sums: new Uint8Array(width * sums),
});

class AdditiveBeam extends BeamSearch<ReturnType<typeof standingOf>> {
  private readonly bound: AdditiveBound;
  private readonly largest: Uint8Array;
  /** By candidate and sum, the value and the order of the view that the tile belongs to. */
  private readonly changed: Uint8Array;
  private readonly orders: Uint16Array;
  /** By candidate, of the view of one sum that its tile belongs to. */
  private readonly entries: Int32Array;
  /** How much more than the moves that are left the bounds may say: they are those of a goal with the blank on the last cell. */
  private readonly away: number;

  constructor(input: AdditiveInput) {
    const { bound, width, board, start, goal } = input;
    super(input, heaviest, () => standingOf(width, bound));
    const most = width * mostCandidates;
    this.bound = bound;
    this.largest = new Uint8Array(most);
    this.changed = new Uint8Array(most * bound.sums);
    this.orders = new Uint16Array(most * bound.sums);
    this.entries = new Int32Array(most);
    this.away = board.distance[goal.indexOf(0)]!.at(-1)!;
    const { values, sums } = this.level.own;
    const cellOf = start.map((_, tile) => start.indexOf(tile));
    bound.place(cellOf, this.level.own);
    for (let sum = 0; sum < bound.sums; sum++) {
      const seen = new Set<number>();
      for (let tile = 1; tile < board.size; tile++) {
        const view = bound.viewOf[sum * board.size + tile]!;
        if (view === -1) sums[sum]! += bound.distanceOf(tile, cellOf[tile]!);
        else if (!seen.has(view)) sums[sum]! += values[view]!;
        seen.add(view);
      }
    }
  }

  /**
   * By their bounds. Most entries of the tables are not in the cache. They are listed first and read in a loop of their own,
   * in which the processor waits for many of them at the same time.
   */
  protected weigh(left: number): void {
    const { candidates, bound, entries, largest, changed, orders, hopeless } = this;
    const { own } = this.level;
    const { count, weights, parents, blanks, tiles } = candidates;
    const { size } = this.input.board;
    largest.fill(0, 0, count);
    weights.fill(0, 0, count);
    for (let sum = 0; sum < bound.sums; sum++) {
      for (let index = 0; index < count; index++) {
        const view = bound.viewOf[sum * size + tiles[index]!]!;
        if (view === -1) continue;
        const parent = parents[index]!;
        const at = parent * bound.views + view;
        const order = bound.orderAfter(view, own, at, blanks[index]!, this.blanks[parent]!);
        orders[index * bound.sums + sum] = order;
        entries[index] = bound.entryAfter(view, own, at, order, blanks[index]!, this.blanks[parent]!);
      }
      for (let index = 0; index < count; index++) {
        const view = bound.viewOf[sum * size + tiles[index]!]!;
        const parent = parents[index]!;
        let value = own.sums[parent * bound.sums + sum]!;
        if (view === -1) value += this.change(index);
        else {
          const before = own.values[parent * bound.views + view]!;
          const after = bound.valueAt(view, entries[index]!, before);
          changed[index * bound.sums + sum] = after;
          value += after - before;
        }
        weights[index]! += value;
        if (value > largest[index]!) largest[index] = value;
      }
    }
    const mostLeft = left + this.away;
    for (let index = 0; index < count; index++) {
      if (largest[index]! > mostLeft) weights[index] = hopeless;
      else weights[index]! += largestCounts * largest[index]!;
    }
  }

  /** How much farther from its goal the tile of a candidate is, which goes to the blank's cell. */
  private change(candidate: number): number {
    const { bound } = this;
    const { tiles, blanks, parents } = this.candidates;
    const tile = tiles[candidate]!;
    return bound.distanceOf(tile, this.blanks[parents[candidate]!]!) - bound.distanceOf(tile, blanks[candidate]!);
  }

  protected take(kept: number, candidate: number): void {
    const { bound, candidates, changed, orders } = this;
    const [own, before] = [this.next.own, this.level.own];
    const parent = candidates.parents[candidate]!;
    const tile = candidates.tiles[candidate]!;
    for (let view = 0; view < bound.views; view++) {
      const [to, from] = [kept * bound.views + view, parent * bound.views + view];
      own.values[to] = before.values[from]!;
      own.masks[to] = before.masks[from]!;
      own.orders[to] = before.orders[from]!;
    }
    for (let sum = 0; sum < bound.sums; sum++) {
      const view = bound.viewOf[sum * this.input.board.size + tile]!;
      let value = before.sums[parent * bound.sums + sum]!;
      if (view === -1) value += this.change(candidate);
      else {
        const [to, from] = [kept * bound.views + view, parent * bound.views + view];
        own.values[to] = changed[candidate * bound.sums + sum]!;
        own.masks[to] = bound.maskAfter(view, before, from, candidates.blanks[candidate]!, this.blanks[parent]!);
        own.orders[to] = orders[candidate * bound.sums + sum]!;
        value += own.values[to]! - before.values[from]!;
      }
      own.sums[kept * bound.sums + sum] = value;
    }
  }
}

/** Bytes of such a beam for each position of its width, at most. */
export const additiveBeamBytes = (input: Pick<AdditiveInput, 'board' | 'bound' | 'most'>): number => {
  const { views, sums } = input.bound;
  return beamBytes(input, 7 * views + sums) + mostCandidates * (3 * sums + 5);
};

export const additiveBeam = (input: AdditiveInput, budget: Budget): Move[] | GaveUpReason | 'lost' =>
  new AdditiveBeam(input).run(budget);
