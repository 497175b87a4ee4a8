/**
 * Beam search (Bisiani 1987) for sliding puzzles: a breadth-first search that keeps only the most promising positions of
 * each level. It finds a good solution soon, but proves nothing.
 */
import type { Board } from '../../puzzles/board.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { seeded } from '../scramble.ts';

interface BeamInput {
  readonly board: Board;
  /** The tiles by cell, 0 for the blank. */
  readonly start: Uint8Array;
  readonly goal: Uint8Array;
  /** At least how many moves, below 256, a position is from the goal; it is by cell, from this index on. */
  bound(cells: Uint8Array, at: number): number;
  /** Positions that are kept of a level. */
  readonly width: number;
}

/** Longer solutions would be of no use. */
const mostLevels = 255;
const mostBound = 256;
/** Levels between two polls of the budget. */
const pollLevels = 4;

/** Positions of one level. */
class Level {
  count = 0;
  /** The tiles by cell, one position after another. */
  readonly cells: Uint8Array;
  /** Two random words of each position, by what stands where (Zobrist 1970). */
  readonly keys0: Int32Array;
  readonly keys1: Int32Array;

  constructor(width: number, size: number) {
    this.cells = new Uint8Array(width * size);
    this.keys0 = new Int32Array(width);
    this.keys1 = new Int32Array(width);
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
  readonly traces: Trace[] = [];
  /** What may follow: its parent, where its blank goes, its bound, and its key. */
  count = 0;
  private readonly parents: Int32Array;
  private readonly blanks: Uint8Array;
  private readonly bounds: Uint8Array;
  private readonly keys0: Int32Array;
  private readonly keys1: Int32Array;
  /** index + 1 by key, 0 for free; at most half of it is taken. */
  private readonly slots: Int32Array;
  private readonly counts = new Int32Array(mostBound);

  constructor(input: BeamInput) {
    const { board, start, width } = input;
    const { size, neighbours } = board;
    const most = width * Math.max(...neighbours.map((near) => near.length));
    const random = seeded('beam');
    this.input = input;
    this.words0 = Int32Array.from({ length: size * size }, () => random() * 2 ** 32);
    this.words1 = Int32Array.from({ length: size * size }, () => random() * 2 ** 32);
    this.level = new Level(width, size);
    this.next = new Level(width, size);
    this.parents = new Int32Array(most);
    this.blanks = new Uint8Array(most);
    this.bounds = new Uint8Array(most);
    this.keys0 = new Int32Array(most);
    this.keys1 = new Int32Array(most);
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(most * 2)));
    this.level.cells.set(start);
    this.level.count = 1;
    this.traces.push({ parents: Int32Array.of(-1), blanks: Uint8Array.of(start.indexOf(0)) });
  }

  /** List what one move leads to from the present level, without what leads back. */
  expand(): void {
    const { level, traces, words0, words1, keys0, keys1, input } = this;
    const { size, neighbours } = input.board;
    const [trace, before] = [traces.at(-1)!, traces.at(-2)];
    this.slots.fill(0);
    this.counts.fill(0);
    this.count = 0;
    for (let index = 0; index < level.count; index++) {
      const at = index * size;
      const blank = trace.blanks[index]!;
      const previous = before ? before.blanks[trace.parents[index]!]! : -1;
      const near = neighbours[blank]!;
      for (let n = 0; n < near.length; n++) {
        const cell = near[n]!;
        if (cell === previous) continue;
        const { count } = this;
        const tile = level.cells[at + cell]! * size;
        keys0[count] = level.keys0[index]! ^ words0[tile + cell]! ^ words0[tile + blank]!;
        keys1[count] = level.keys1[index]! ^ words1[tile + cell]! ^ words1[tile + blank]!;
        if (!this.isNew(count)) continue;
        this.parents[count] = index;
        this.blanks[count] = cell;
        const bound = this.boundAfter(at, cell, blank);
        this.bounds[count] = bound;
        this.counts[bound]!++;
        this.count++;
      }
    }
  }

  /** Whether no other candidate has this one's key; it takes a slot then. */
  private isNew(index: number): boolean {
    const { slots, keys0, keys1 } = this;
    const mask = slots.length - 1;
    for (let slot = keys0[index]! & mask; ; slot = (slot + 1) & mask) {
      const other = slots[slot]! - 1;
      if (other === -1) {
        slots[slot] = index + 1;
        return true;
      }
      if (keys0[other] === keys0[index] && keys1[other] === keys1[index]) return false;
    }
  }

  /** The bound of a position after its blank has gone to a cell. */
  private boundAfter(at: number, cell: number, blank: number): number {
    const { cells } = this.level;
    const tile = cells[at + cell]!;
    cells[at + blank] = tile;
    cells[at + cell] = 0;
    const bound = this.input.bound(cells, at);
    cells[at + cell] = tile;
    cells[at + blank] = 0;
    return bound;
  }

  /**
   * Put the candidates with the least bounds in place of the present level, and of the largest bound that is kept the
   * first ones.
   * @returns the goal's index, or -1
   */
  keep(): number {
    const { level, next, counts, bounds, input } = this;
    const { size } = input.board;
    let last = 0;
    let room = input.width;
    while (last < mostBound - 1 && counts[last]! <= room) room -= counts[last++]!;
    const most = Math.min(this.count, input.width);
    const before = this.traces.at(-1)!;
    const trace = { parents: new Int32Array(most), blanks: new Uint8Array(most) };
    this.traces.push(trace);
    let kept = 0;
    for (let index = 0; index < this.count; index++) {
      const bound = bounds[index]!;
      if (bound > last || (bound === last && room-- <= 0)) continue;
      const parent = this.parents[index]!;
      const blank = before.blanks[parent]!;
      const cell = this.blanks[index]!;
      const at = kept * size;
      next.cells.set(level.cells.subarray(parent * size, parent * size + size), at);
      next.cells[at + blank] = next.cells[at + cell]!;
      next.cells[at + cell] = 0;
      next.keys0[kept] = this.keys0[index]!;
      next.keys1[kept] = this.keys1[index]!;
      trace.parents[kept] = parent;
      trace.blanks[kept] = cell;
      if (bound === 0 && input.goal.every((tile, place) => tile === next.cells[at + place])) return kept;
      kept++;
    }
    next.count = kept;
    [this.level, this.next] = [next, level];
    return -1;
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

/** @returns the cells that the blank goes to, in order; or the reason why there are none: `lost` if no position is left */
export const beamSearch = (input: BeamInput, budget: Budget): number[] | GaveUpReason | 'lost' => {
  const beam = new Beam(input);
  for (let level = 0; level < mostLevels; level++) {
    const reason = level % pollLevels === 0 ? budget.spent() : undefined;
    if (reason) return reason;
    beam.expand();
    budget.generated += beam.count;
    if (beam.count === 0) return 'lost';
    const found = beam.keep();
    if (found !== -1) return beam.pathTo(found);
  }
  return 'lost';
};
