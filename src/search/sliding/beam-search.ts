/**
 * Beam search (Bisiani 1987) for sliding puzzles: a breadth-first search that keeps only the most promising positions of
 * each level. It finds a good solution soon, but proves nothing.
 */
import type { Board } from '../../puzzles/board.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { seeded } from '../scramble.ts';
import type { AdditiveBound } from './additive-bound.ts';

export interface BeamInput {
  readonly board: Board;
  /** The tiles by cell, 0 for the blank. */
  readonly start: readonly number[];
  readonly goal: readonly number[];
  /** For a goal with the same tiles in their places; the blank may stand elsewhere. */
  readonly bound: AdditiveBound;
  /** Positions that are kept of a level. */
  readonly width: number;
  /** The moves of the longest way that is of use. */
  readonly most: number;
}

/**
 * How often the largest bound of a position counts, beside all of its bounds. Of positions with the same largest bound,
 * those are better whose other one is small.
 */
const largestCounts = 3;
const mostWeight = 256 * (largestCounts + 2);
/** The weight of a position that no way of use leads through, by its largest bound. */
const hopeless = mostWeight - 1;
/** Levels between two polls of the budget. */
const pollLevels = 4;

const cellsOf = (tiles: readonly number[]): number[] => tiles.map((_, tile) => tiles.indexOf(tile));

/** Positions of one level, one after another. */
const levelOf = (width: number, size: number, { views, sums }: AdditiveBound) => ({
  count: 0,
  /** Where each tile stands, the blank first. */
  cellOf: new Uint8Array(width * size),
  values: new Uint8Array(width * views),
  masks: new Int32Array(width * views),
  orders: new Uint16Array(width * views),
  /** Of the views' values, with the distances of the other tiles. */
  sums: new Uint8Array(width * sums),
  /** Two random words of each position, by what stands where (Zobrist 1970). */
  keys0: new Int32Array(width),
  keys1: new Int32Array(width),
});
type Level = ReturnType<typeof levelOf>;

/** What one move leads to, each once. */
const candidatesOf = (most: number, sums: number) => ({
  count: 0,
  parents: new Int32Array(most),
  /** The tile that moves, and where the blank goes. */
  tiles: new Uint8Array(most),
  blanks: new Uint8Array(most),
  largest: new Uint8Array(most),
  /** The lighter, the more promising. */
  weights: new Uint16Array(most),
  /** By sum, the value and the order of the view that the tile belongs to. */
  changed: new Uint8Array(most * sums),
  orders: new Uint16Array(most * sums),
  keys0: new Int32Array(most),
  keys1: new Int32Array(most),
  /** index + 1 by key, 0 for free; at most half of it is taken. */
  slots: new Int32Array(2 ** Math.ceil(Math.log2(most * 2))),
});
type Candidates = ReturnType<typeof candidatesOf>;

/** Keep the first of those with the same key. */
const dropRepeated = (candidates: Candidates): void => {
  const { count, slots, parents, tiles, blanks, keys0, keys1 } = candidates;
  const mask = slots.length - 1;
  slots.fill(0);
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const [key0, key1] = [keys0[index]!, keys1[index]!];
    let slot = key0 & mask;
    let other = slots[slot]! - 1;
    while (other !== -1 && (keys0[other] !== key0 || keys1[other] !== key1)) {
      slot = (slot + 1) & mask;
      other = slots[slot]! - 1;
    }
    if (other !== -1) continue;
    slots[slot] = kept + 1;
    parents[kept] = parents[index]!;
    tiles[kept] = tiles[index]!;
    blanks[kept] = blanks[index]!;
    keys0[kept] = key0;
    keys1[kept] = key1;
    kept++;
  }
  candidates.count = kept;
};

/** Where the positions of a level come from, and where their blanks are: all that is kept of earlier ones. */
interface Trace {
  readonly parents: Int32Array;
  readonly blanks: Uint8Array;
}

class Beam {
  private readonly input: BeamInput;
  private readonly words0: Int32Array;
  private readonly words1: Int32Array;
  private level: Level;
  private next: Level;
  readonly candidates: Candidates;
  private readonly counts = new Int32Array(mostWeight);
  /** By candidate, of the view of one sum that its tile belongs to. */
  private readonly entries: Int32Array;
  private readonly traces: Trace[] = [];
  /** The tiles by cell of the position that is expanded. */
  private readonly tiles: Uint8Array;
  private readonly end: readonly number[];
  /** How much more than the moves that are left the bounds may say: they are those of a goal with the blank on the last cell. */
  private readonly away: number;

  constructor(input: BeamInput) {
    const { board, start, goal, width, bound } = input;
    const { size, neighbours } = board;
    const random = seeded('beam');
    this.input = input;
    this.words0 = Int32Array.from({ length: size * size }, () => random() * 2 ** 32);
    this.words1 = Int32Array.from({ length: size * size }, () => random() * 2 ** 32);
    this.level = levelOf(width, size, bound);
    this.next = levelOf(width, size, bound);
    const most = width * Math.max(...neighbours.map((near) => near.length));
    this.candidates = candidatesOf(most, bound.sums);
    this.entries = new Int32Array(most);
    this.tiles = new Uint8Array(size);
    this.end = cellsOf(goal);
    this.away = board.distance[this.end[0]!]!.at(-1)!;
    const { cellOf, values, sums } = this.level;
    cellOf.set(cellsOf(start));
    bound.place(cellOf, this.level);
    for (let sum = 0; sum < bound.sums; sum++) {
      const seen = new Set<number>();
      for (let tile = 1; tile < size; tile++) {
        const view = bound.viewOf[sum * size + tile]!;
        if (view === -1) sums[sum]! += bound.distanceOf(tile, cellOf[tile]!);
        else if (!seen.has(view)) sums[sum]! += values[view]!;
        seen.add(view);
      }
    }
    this.level.count = 1;
    this.traces.push({ parents: Int32Array.of(-1), blanks: Uint8Array.of(cellOf[0]!) });
  }

  /**
   * List what one move leads to from the present level, without what leads back.
   * @returns whether a way of use may lead through any of it
   */
  expand(): boolean {
    const { level, traces, candidates, tiles, words0, words1, input } = this;
    const { size, neighbours } = input.board;
    const [trace, before] = [traces.at(-1)!, traces.at(-2)];
    candidates.count = 0;
    for (let index = 0; index < level.count; index++) {
      const at = index * size;
      const blank = trace.blanks[index]!;
      const previous = before ? before.blanks[trace.parents[index]!]! : -1;
      for (let tile = 0; tile < size; tile++) tiles[level.cellOf[at + tile]!] = tile;
      const near = neighbours[blank]!;
      for (let n = 0; n < near.length; n++) {
        const cell = near[n]!;
        if (cell === previous) continue;
        const tile = tiles[cell]!;
        const made = candidates.count++;
        candidates.parents[made] = index;
        candidates.tiles[made] = tile;
        candidates.blanks[made] = cell;
        candidates.keys0[made] = level.keys0[index]! ^ words0[tile * size + cell]! ^ words0[tile * size + blank]!;
        candidates.keys1[made] = level.keys1[index]! ^ words1[tile * size + cell]! ^ words1[tile * size + blank]!;
      }
    }
    dropRepeated(candidates);
    this.weigh();
    return this.counts[hopeless]! < candidates.count;
  }

  /**
   * Weigh all candidates by their bounds. Most entries of the tables are not in the cache. They are listed first and read in
   * a loop of their own, in which the processor waits for many of them at the same time.
   */
  private weigh(): void {
    const { level, candidates, counts, entries, input } = this;
    const { largest, weights, parents, blanks, tiles, changed, orders } = candidates;
    const { board, bound } = input;
    const to = this.traces.at(-1)!.blanks;
    largest.fill(0, 0, candidates.count);
    weights.fill(0, 0, candidates.count);
    for (let sum = 0; sum < bound.sums; sum++) {
      for (let index = 0; index < candidates.count; index++) {
        const view = bound.viewOf[sum * board.size + tiles[index]!]!;
        if (view === -1) continue;
        const parent = parents[index]!;
        const at = parent * bound.views + view;
        const order = bound.orderAfter(view, level, at, blanks[index]!, to[parent]!);
        orders[index * bound.sums + sum] = order;
        entries[index] = bound.entryAfter(view, level, at, order, blanks[index]!, to[parent]!);
      }
      for (let index = 0; index < candidates.count; index++) {
        const view = bound.viewOf[sum * board.size + tiles[index]!]!;
        const parent = parents[index]!;
        let value = level.sums[parent * bound.sums + sum]!;
        if (view === -1) value += this.change(index, to[parent]!);
        else {
          const before = level.values[parent * bound.views + view]!;
          const own = bound.valueAt(view, entries[index]!, before);
          changed[index * bound.sums + sum] = own;
          value += own - before;
        }
        weights[index]! += value;
        if (value > largest[index]!) largest[index] = value;
      }
    }
    const mostLeft = input.most - this.traces.length + this.away;
    counts.fill(0);
    for (let index = 0; index < candidates.count; index++) {
      if (largest[index]! > mostLeft) weights[index] = hopeless;
      else weights[index]! += largestCounts * largest[index]!;
      counts[weights[index]!]!++;
    }
  }

  /** How much farther from its goal the tile of a candidate is, which goes to the blank's cell. */
  private change(index: number, blank: number): number {
    const { bound } = this.input;
    const { tiles, blanks } = this.candidates;
    return bound.distanceOf(tiles[index]!, blank) - bound.distanceOf(tiles[index]!, blanks[index]!);
  }

  /**
   * Put the lightest candidates in place of the present level, of the heaviest that are kept the first ones, and none that is
   * hopeless.
   * @returns the goal's index, or -1
   */
  keep(): number {
    const { candidates, counts, input, next } = this;
    let last = 0;
    let room = input.width;
    while (last < hopeless - 1 && counts[last]! <= room) room -= counts[last++]!;
    const most = Math.min(candidates.count - counts[hopeless]!, input.width);
    const before = this.traces.at(-1)!;
    const trace = { parents: new Int32Array(most), blanks: new Uint8Array(most) };
    this.traces.push(trace);
    next.count = 0;
    for (let index = 0; index < candidates.count; index++) {
      const weight = candidates.weights[index]!;
      if (weight > last || (weight === last && room-- <= 0)) continue;
      const kept = next.count++;
      const parent = candidates.parents[index]!;
      trace.parents[kept] = parent;
      trace.blanks[kept] = candidates.blanks[index]!;
      this.take(index, before.blanks[parent]!);
      if (this.isGoal(kept)) return kept;
    }
    [this.level, this.next] = [next, this.level];
    return -1;
  }

  /** Copy the parent of a candidate to the end of the next level, and make the move. */
  private take(index: number, blank: number): void {
    const { level, next, candidates, input } = this;
    const { bound, board } = input;
    const { size } = board;
    const parent = candidates.parents[index]!;
    const cell = candidates.blanks[index]!;
    const tile = candidates.tiles[index]!;
    const kept = next.count - 1;
    const [from, to] = [parent * size, kept * size];
    for (let each = 0; each < size; each++) next.cellOf[to + each] = level.cellOf[from + each]!;
    next.cellOf[to] = cell;
    next.cellOf[to + tile] = blank;
    for (let view = 0; view < bound.views; view++) {
      const [own, its] = [kept * bound.views + view, parent * bound.views + view];
      next.values[own] = level.values[its]!;
      next.masks[own] = level.masks[its]!;
      next.orders[own] = level.orders[its]!;
    }
    for (let sum = 0; sum < bound.sums; sum++) {
      const view = bound.viewOf[sum * size + tile]!;
      let value = level.sums[parent * bound.sums + sum]!;
      if (view === -1) value += this.change(index, blank);
      else {
        const [own, its] = [kept * bound.views + view, parent * bound.views + view];
        next.values[own] = candidates.changed[index * bound.sums + sum]!;
        next.masks[own] = bound.maskAfter(view, level, its, cell, blank);
        next.orders[own] = candidates.orders[index * bound.sums + sum]!;
        value += next.values[own]! - level.values[its]!;
      }
      next.sums[kept * bound.sums + sum] = value;
    }
    next.keys0[kept] = candidates.keys0[index]!;
    next.keys1[kept] = candidates.keys1[index]!;
  }

  private isGoal(index: number): boolean {
    const { next, end } = this;
    const at = index * end.length;
    for (let tile = 0; tile < end.length; tile++) if (next.cellOf[at + tile] !== end[tile]) return false;
    return true;
  }

  /** The cells that the blank goes to on the way to a position of the last level. */
  pathTo(index: number): number[] {
    const path: number[] = [];
    let at = index;
    for (const { parents, blanks } of this.traces.slice(1).reverse()) {
      path.push(blanks[at]!);
      at = parents[at]!;
    }
    return path.reverse();
  }
}

/** Bytes that a beam takes at most for each position of its width: two levels, candidates, and the ways there. */
export const beamBytes = ({
  board: { size },
  bound: { views, sums },
  most,
}: Pick<BeamInput, 'board' | 'bound' | 'most'>): number =>
  2 * (size + 7 * views + sums + 8) + 4 * (21 + 3 * sums + 16) + most * 5;

/** @returns the cells that the blank goes to, in order; or the reason why there are none: `lost` if no way of use is left */
export const beamSearch = (input: BeamInput, budget: Budget): number[] | GaveUpReason | 'lost' => {
  const beam = new Beam(input);
  for (let level = 0; level < input.most; level++) {
    const reason = level % pollLevels === 0 ? budget.spent() : undefined;
    if (reason) return reason;
    const goesOn = beam.expand();
    budget.generated += beam.candidates.count;
    if (!goesOn) return 'lost';
    const found = beam.keep();
    if (found !== -1) return beam.pathTo(found);
  }
  return 'lost';
};
