/**
 * Beam search (Bisiani 1987) for sliding puzzles: a breadth-first search that keeps only the most promising positions of
 * each level. It finds a good solution soon, but proves nothing.
 */
import type { Board } from '../../puzzles/board.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { seeded } from '../scramble.ts';
import type { AdditiveBound } from './additive-bound.ts';

interface BeamInput {
  readonly board: Board;
  /** The tiles by cell, 0 for the blank. */
  readonly start: readonly number[];
  readonly goal: readonly number[];
  /** For a goal with the same tiles in their places; the blank may stand elsewhere. */
  readonly bound: AdditiveBound;
  /** Positions that are kept of a level. */
  readonly width: number;
}

/** Longer solutions would be of no use. */
const mostLevels = 255;
const mostBound = 256;
/** Levels between two polls of the budget. */
const pollLevels = 4;

const cellsOf = (tiles: readonly number[]): number[] => tiles.map((_, tile) => tiles.indexOf(tile));

/** Positions of one level, one after another. */
class Level {
  count = 0;
  /** Where each tile stands, the blank first. */
  readonly cellOf: Uint8Array;
  /** What each view says, and their sums with the distances of the other tiles. */
  readonly values: Uint8Array;
  readonly sums: Uint8Array;
  /** Two random words of each position, by what stands where (Zobrist 1970). */
  readonly keys0: Int32Array;
  readonly keys1: Int32Array;

  constructor(width: number, size: number, { views, sums }: AdditiveBound) {
    this.cellOf = new Uint8Array(width * size);
    this.values = new Uint8Array(width * views);
    this.sums = new Uint8Array(width * sums);
    this.keys0 = new Int32Array(width);
    this.keys1 = new Int32Array(width);
  }
}

/** What one move leads to: its parent, where its blank goes, its bound, what changes of its values, and its key. */
class Candidates {
  count = 0;
  readonly parents: Int32Array;
  readonly blanks: Uint8Array;
  readonly bounds: Uint8Array;
  readonly changed: Uint8Array;
  readonly keys0: Int32Array;
  readonly keys1: Int32Array;
  /** index + 1 by key, 0 for free; at most half of it is taken. */
  private readonly slots: Int32Array;

  constructor(most: number, sums: number) {
    this.parents = new Int32Array(most);
    this.blanks = new Uint8Array(most);
    this.bounds = new Uint8Array(most);
    this.changed = new Uint8Array(most * sums);
    this.keys0 = new Int32Array(most);
    this.keys1 = new Int32Array(most);
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(most * 2)));
  }

  clear(): void {
    this.count = 0;
    this.slots.fill(0);
  }

  /** Whether no candidate has this key; the next one has it then. */
  add(key0: number, key1: number): boolean {
    const { slots, keys0, keys1 } = this;
    const mask = slots.length - 1;
    for (let slot = key0 & mask; ; slot = (slot + 1) & mask) {
      const other = slots[slot]! - 1;
      if (other === -1) {
        keys0[this.count] = key0;
        keys1[this.count] = key1;
        slots[slot] = this.count + 1;
        return true;
      }
      if (keys0[other] === key0 && keys1[other] === key1) return false;
    }
  }
}

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
  private readonly counts = new Int32Array(mostBound);
  private readonly traces: Trace[] = [];
  /** The tiles by cell of the position that is expanded. */
  private readonly tiles: Uint8Array;
  private readonly end: readonly number[];

  constructor(input: BeamInput) {
    const { board, start, goal, width, bound } = input;
    const { size, neighbours } = board;
    const random = seeded('beam');
    this.input = input;
    this.words0 = Int32Array.from({ length: size * size }, () => random() * 2 ** 32);
    this.words1 = Int32Array.from({ length: size * size }, () => random() * 2 ** 32);
    this.level = new Level(width, size, bound);
    this.next = new Level(width, size, bound);
    this.candidates = new Candidates(width * Math.max(...neighbours.map((near) => near.length)), bound.sums);
    this.tiles = new Uint8Array(size);
    this.end = cellsOf(goal);
    const { cellOf, values, sums } = this.level;
    cellOf.set(cellsOf(start));
    for (let sum = 0; sum < bound.sums; sum++) {
      const seen = new Set<number>();
      for (let tile = 1; tile < size; tile++) {
        const view = bound.viewOf[sum * size + tile]!;
        if (view === -1) sums[sum]! += bound.distanceOf(tile, cellOf[tile]!);
        else if (!seen.has(view)) sums[sum]! += values[view] = bound.value(view, cellOf);
        seen.add(view);
      }
    }
    this.level.count = 1;
    this.traces.push({ parents: Int32Array.of(-1), blanks: Uint8Array.of(cellOf[0]!) });
  }

  /** List what one move leads to from the present level, without what leads back. */
  expand(): void {
    const { level, traces, candidates, tiles, words0, words1, input } = this;
    const { size, neighbours } = input.board;
    const [trace, before] = [traces.at(-1)!, traces.at(-2)];
    candidates.clear();
    this.counts.fill(0);
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
        const key0 = level.keys0[index]! ^ words0[tile * size + cell]! ^ words0[tile * size + blank]!;
        const key1 = level.keys1[index]! ^ words1[tile * size + cell]! ^ words1[tile * size + blank]!;
        if (!candidates.add(key0, key1)) continue;
        const { count } = candidates;
        const bound = this.boundAfter(index, tile, cell, blank);
        candidates.parents[count] = index;
        candidates.blanks[count] = cell;
        candidates.bounds[count] = bound;
        candidates.count++;
        this.counts[bound]!++;
      }
    }
  }

  /** The bound after a tile has gone from a cell to the blank's. What changes is kept for the next candidate. */
  private boundAfter(index: number, tile: number, from: number, to: number): number {
    const { level, candidates, input } = this;
    const { bound } = input;
    const { size } = input.board;
    const changed = candidates.count * bound.sums;
    let most = 0;
    for (let sum = 0; sum < bound.sums; sum++) {
      const view = bound.viewOf[sum * size + tile]!;
      let value = level.sums[index * bound.sums + sum]!;
      if (view === -1) value += bound.distanceOf(tile, to) - bound.distanceOf(tile, from);
      else {
        const before = level.values[index * bound.views + view]!;
        const own = bound.valueAfter(view, level.cellOf, index * size, tile, before);
        candidates.changed[changed + sum] = own;
        value += own - before;
      }
      if (value > most) most = value;
    }
    return most;
  }

  /**
   * Put the candidates with the least bounds in place of the present level, and of the largest bound that is kept the
   * first ones.
   * @returns the goal's index, or -1
   */
  keep(): number {
    const { candidates, counts, input, next } = this;
    let last = 0;
    let room = input.width;
    while (last < mostBound - 1 && counts[last]! <= room) room -= counts[last++]!;
    const most = Math.min(candidates.count, input.width);
    const before = this.traces.at(-1)!;
    const trace = { parents: new Int32Array(most), blanks: new Uint8Array(most) };
    this.traces.push(trace);
    next.count = 0;
    for (let index = 0; index < candidates.count; index++) {
      const bound = candidates.bounds[index]!;
      if (bound > last || (bound === last && room-- <= 0)) continue;
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
    const kept = next.count - 1;
    const [from, to] = [parent * size, kept * size];
    let tile = 0;
    for (let each = 0; each < size; each++) {
      const own = level.cellOf[from + each]!;
      next.cellOf[to + each] = own;
      if (own === cell) tile = each;
    }
    next.cellOf[to] = cell;
    next.cellOf[to + tile] = blank;
    for (let view = 0; view < bound.views; view++) {
      next.values[kept * bound.views + view] = level.values[parent * bound.views + view]!;
    }
    for (let sum = 0; sum < bound.sums; sum++) {
      const view = bound.viewOf[sum * size + tile]!;
      let value = level.sums[parent * bound.sums + sum]!;
      if (view === -1) value += bound.distanceOf(tile, blank) - bound.distanceOf(tile, cell);
      else {
        const own = candidates.changed[index * bound.sums + sum]!;
        value += own - level.values[parent * bound.views + view]!;
        next.values[kept * bound.views + view] = own;
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
export const beamBytes = ({ size }: Board, { views, sums }: AdditiveBound): number =>
  2 * (size + views + sums + 8) + 4 * (14 + sums + 16) + mostLevels * 5;

/** @returns the cells that the blank goes to, in order; or the reason why there are none: `lost` if no position is left */
export const beamSearch = (input: BeamInput, budget: Budget): number[] | GaveUpReason | 'lost' => {
  const beam = new Beam(input);
  for (let level = 0; level < mostLevels; level++) {
    const reason = level % pollLevels === 0 ? budget.spent() : undefined;
    if (reason) return reason;
    beam.expand();
    budget.generated += beam.candidates.count;
    if (beam.candidates.count === 0) return 'lost';
    const found = beam.keep();
    if (found !== -1) return beam.pathTo(found);
  }
  return 'lost';
};
