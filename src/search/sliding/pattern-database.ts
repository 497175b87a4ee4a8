/**
 * Pattern databases: for a few tiles of a sliding puzzle, the fewest moves *of these tiles* that take them to their goals
 * (Culberson & Schaeffer 1998). The values of disjoint patterns add up to a lower bound (Korf & Felner 2002).
 */
import type { Board } from '../../puzzles/board.ts';
import { bitCount, factorial } from '../../puzzles/permutation.ts';
import { layOut, loadKernel } from '../kernels/kernel.ts';
import { sharedMemory } from '../memory.ts';

/** Cells that are taken together in the order of sets: a row of the 15 puzzle. */
const rowCells = 4;

/**
 * The place of each set of cells among all sets of as many cells of a board, by its bit mask. Sets count in the order of
 * how many cells they have in each row of four, then of their masks: a tile that moves along its row leaves these
 * numbers as they are, so that what is looked up for it is mostly in the same or the next line of the cache.
 */
export const setRanks = (cells: number): Uint16Array => {
  const sorted = Uint32Array.from({ length: 1 << cells }, (_, mask) => {
    let counts = 0;
    for (let rest = mask; rest !== 0; rest >>= rowCells) counts = counts * 8 + bitCount[rest & ((1 << rowCells) - 1)]!;
    return (counts << 16) | mask;
  }).sort();
  const ranks = new Uint16Array(1 << cells);
  const next = new Uint16Array(cells + 1);
  for (const key of sorted) ranks[key & 0xffff] = next[bitCount[key & 0xffff]!]!++;
  return ranks;
};

/** Entries of a table: one byte for each order of the tiles and each set of cells that they stand on. */
export const tableEntries = (cells: number, tiles: number): number => {
  let entries = 1;
  for (let free = cells; free > cells - tiles; free--) entries *= free;
  return entries;
};

const countBits = (mask: number): number => bitCount[mask & 0xffff]! + bitCount[mask >>> 16]!;

/** Bits of the upper part of a set's mask, where it has two. */
const highBits = 13;

/**
 * The place of a set of cells among all of as many cells, as the tables have it: the sum of what the lower and the upper
 * part of its mask add. Up to 16 cells are one part, see `setRanks`. More are two, and sets count in the order of their
 * masks (the combinatorial number system, Lehmer 1964).
 */
export class SetRanks {
  readonly lowBits: number;
  readonly low: Uint32Array;
  /** `[cells in the lower part << highBits | upper part]`. */
  readonly high: Uint32Array;

  constructor(cells: number, tiles: number) {
    this.high = new Uint32Array((tiles + 1) << highBits);
    this.lowBits = cells <= 16 ? 16 : cells - highBits;
    if (cells <= 16) {
      this.low = Uint32Array.from(setRanks(cells));
      return;
    }
    this.low = new Uint32Array(1 << this.lowBits);
    const choices = (n: number, k: number): number => (k > n ? 0 : tableEntries(n, k) / factorial(k));
    const added = (part: number, first: number, before: number): number => {
      let [sum, number] = [0, before];
      for (let cell = 0; part >> cell !== 0; cell++) if ((part >> cell) & 1) sum += choices(first + cell, ++number);
      return sum;
    };
    for (let part = 0; part < this.low.length; part++) this.low[part] = added(part, 0, 0);
    for (let at = 0; at < this.high.length; at++) {
      this.high[at] = added(at & ((1 << highBits) - 1), this.lowBits, at >> highBits);
    }
  }

  rank(mask: number): number {
    const part = mask & ((1 << this.lowBits) - 1);
    return this.low[part]! + this.high[(bitCount[part]! << highBits) | (mask >>> this.lowBits)]!;
  }
}

/** All sets of some cells of a board, in the order of their masks (Gosper's hack, HAKMEM 175). */
const setsOf = (cells: number, tiles: number): number[] => {
  const masks: number[] = [];
  for (let mask = (1 << tiles) - 1; mask < 1 << cells; ) {
    masks.push(mask);
    const low = mask & -mask;
    const next = mask + low;
    mask = next | (((mask ^ next) / low) >> 2);
  }
  return masks;
};

/**
 * What the kernel searches: a chunk is a set of cells with one of the regions that it leaves to the blank; an edge is one
 * move of one tile. The `even` chunks whose tiles stand on an even number of dark cells come first. An edge holds a chunk
 * and the tile's place in the order before (bits 20 on) and after (24 on) it comes from there. `at` is the chunk of each
 * cell set and cell of the blank, `[rank * cells + cell]`.
 */
const chunksOf = (board: Board, tiles: number) => {
  const { size, neighbours, colours = [] } = board;
  const dark = colours.reduce((mask, colour, cell) => mask | (colour << cell), 0);
  const ranks = new SetRanks(size, tiles);
  const sets = setsOf(size, tiles);
  const at = new Uint32Array(sets.length * size);
  const masks: number[] = [];
  const regions: number[] = [];
  let even = 0;
  for (const colour of [0, 1]) {
    for (const mask of sets) {
      if ((countBits(mask & dark) & 1) !== colour) continue;
      const row = ranks.rank(mask) * size;
      let free = ~mask & ((1 << size) - 1);
      while (free !== 0) {
        let region = free & -free;
        for (let edge = region; edge !== 0; ) {
          const cell = 31 - Math.clz32(edge);
          edge ^= 1 << cell;
          at[row + cell] = masks.length;
          for (const next of neighbours[cell]!) {
            if (((free & ~region) >> next) & 1) {
              region |= 1 << next;
              edge |= 1 << next;
            }
          }
        }
        free &= ~region;
        masks.push(mask);
        regions.push(region);
      }
    }
    if (colour === 0) even = masks.length;
  }
  const count = masks.length;
  const starts = new Uint32Array(count + 1);
  const edges: number[] = [];
  for (let chunk = 0; chunk < count; chunk++) {
    const mask = masks[chunk]!;
    for (let region = regions[chunk]!; region !== 0; region &= region - 1) {
      const blank = 31 - Math.clz32(region & -region);
      for (const cell of neighbours[blank]!) {
        if (((mask >> cell) & 1) === 0) continue;
        const before = mask ^ (1 << cell) ^ (1 << blank);
        const from = countBits(before & ((1 << blank) - 1));
        const to = countBits(mask & ((1 << cell) - 1));
        edges.push(at[ranks.rank(before) * size + cell]! | (from << 20) | (to << 24));
      }
    }
    starts[chunk + 1] = edges.length;
  }
  return {
    count,
    even,
    sets: Uint32Array.from(masks, (mask) => ranks.rank(mask)),
    ranks,
    starts,
    edges: Uint32Array.from(edges),
    at,
  };
};

interface Kernel {
  setUp(): void;
  expandLevel(first: number, end: number, level: number): number;
  write(byte: number, count: number): void;
}

/** Binary digits that the kernel keeps of half a level, and how many orders it writes at once. */
const digits = 5;
const batch = 96;

/**
 * Build the table of a pattern, by breadth-first search from the goal. A step from the blank to a cell without a tile
 * of the pattern costs nothing, so the blank's whole region counts as one place.
 * @param board rows of cells on the square lattice, 25 cells at most
 * @param goals the goal cells of the pattern's tiles, 4 to 8, in ascending order
 * @param blank the goal cell of the blank, or any cell that it can get to from there without moving these tiles
 * @param result the memory to fill
 * @returns the fewest moves, a byte for each entry: `[order * sets + set]`, ranked by `rankOf` and `setRanks`. Most
 * moves leave the order as it is, so that what a search looks up next is near.
 */
export const buildPatternTable = (
  board: Board,
  goals: readonly number[],
  blank: number,
  result = sharedMemory(tableEntries(board.size, goals.length)),
): SharedArrayBuffer => {
  const tiles = goals.length;
  const orders = factorial(tiles);
  const chunks = chunksOf(board, tiles);
  const stride = Math.ceil(orders / 6 / 16) * 16;
  const entries = tableEntries(board.size, tiles);

  const setCount = entries / orders;
  const padded = Math.ceil(setCount / 16) * 16;
  const { at, memory } = layOut({
    sum: Math.max(stride, 256),
    left: stride,
    right: stride,
    spread: digits * 64 * 8,
    starts: chunks.starts,
    sets: chunks.sets,
    active: chunks.count,
    edges: chunks.edges,
    bits: chunks.count * stride,
    met: padded * stride * (1 + digits),
    odd: padded,
    output: batch * padded,
  });
  const kernel = loadKernel<Kernel>('pattern-database', memory, { ...at, tiles, used: orders / 6, stride });
  kernel.setUp();

  const root = goals.reduce((mask, cell) => mask | (1 << cell), 0);
  const first = chunks.at[chunks.ranks.rank(root) * board.size + blank]!;
  const bytes = new Uint8Array(memory.buffer);
  bytes[at.bits + first * stride] = 1;
  bytes[at.active + first] = 1;
  bytes[at.met + chunks.sets[first]! * stride * (1 + digits)] = 1;
  let colour = first < chunks.even ? 0 : 1;
  for (let level = 1, left = 1; left !== 0; level++) {
    colour ^= 1;
    left = kernel.expandLevel(colour === 0 ? 0 : chunks.even, colour === 0 ? chunks.even : chunks.count, level);
  }
  // A memory of its own, so that the bitmaps don't stay as long as the table does.
  const table = new Uint8Array(result);
  for (let order = 0; order < orders; order++) {
    if (order % batch === 0) kernel.write(order / 6, padded);
    const row = at.output + (order % batch) * padded;
    table.set(bytes.subarray(row, row + setCount), order * setCount);
  }
  return result;
};
