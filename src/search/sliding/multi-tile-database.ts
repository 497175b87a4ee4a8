/**
 * Pattern databases of the 15 puzzle in multi-tile moves (Culberson & Schaeffer 1998). Moves along rows and along columns
 * take turns, as two in one line are one. A move along a row changes neither the order of the tiles, read row by row, nor
 * the row of the blank. So these are all that a table has to know for positions whose next move is along a row: a quarter
 * of the entries, and more than a table for both. The mirror image in the diagonal serves those whose next move is along a
 * column.
 *
 * One move takes tiles of several patterns, so values don't add up; the greatest one counts.
 */
import { bitCount, factorial, rankOf } from '../../puzzles/permutation.ts';
import { layOut, loadKernel } from '../kernels/kernel.ts';
import { sharedMemory } from '../memory.ts';
import { bufferOf, type TableMemory, type TableNeed } from '../tables/contract.ts';
import { loadOrBuild } from '../tables/table-file.ts';
import { bitsOf, choices, SetRanks, setsOf } from './columns.ts';
import { reorderingsOf } from './reordering.ts';

const rows = 4;
/** Places of the order of all tiles. */
const places = 15;
const tiles = 7;
export const orders = factorial(tiles);
/** A step of the blank to the next row turns four entries that follow each other: twelve windows, two directions. */
const windows = 12;
export const steps = 2 * windows;

/** The tiles of each table by their places at the goal: the upper and the lower half, but for the first tile. */
export const patterns: readonly (readonly number[])[] = [
  [1, 2, 3, 4, 5, 6, 7],
  [8, 9, 10, 11, 12, 13, 14],
];

const countBelow = (mask: number, place: number): number => bitCount[mask & ((1 << place) - 1)]!;

/** How the sets of places change. */
export interface Sets {
  readonly count: number;
  readonly ranks: SetRanks;
  /** `[set * steps + 2 * window + isUp]`: the set after a step of the blank, and the number of its reordering. */
  readonly next: Uint16Array;
  readonly kinds: Uint8Array;
  /** `[kind * orders + order]` */
  readonly reorderings: Uint16Array;
}

const buildSets = (): Sets => {
  const masks = setsOf(places, tiles);
  const ranks = new SetRanks(places, tiles);
  const next = new Uint16Array(masks.length * steps);
  const kinds = new Uint8Array(next.length);
  for (const [set, mask] of masks.entries()) {
    for (let window = 0; window < windows; window++) {
      for (const isUp of [0, 1]) {
        // Where the blank goes down, the last tile of the window comes first; where it goes up, the first one last.
        const [from, to] = isUp ? [window, window + rows - 1] : [window + rows - 1, window];
        const others = mask & ~(15 << window);
        const inside = (mask >> window) & 15;
        const turned = isUp ? (inside >> 1) | ((inside & 1) << 3) : ((inside << 1) & 15) | (inside >> 3);
        const at = set * steps + 2 * window + isUp;
        const after = others | (turned << window);
        next[at] = ranks.rank(after);
        if ((mask >> from) & 1) kinds[at] = countBelow(mask, from) * 8 + countBelow(after, to);
      }
    }
  }
  return { count: masks.length, ranks, next, kinds, reorderings: reorderingsOf(tiles) };
};

let built: Sets | undefined;
export const setsOfPlaces = (): Sets => {
  built ??= buildSets();
  return built;
};

interface Kernel {
  expandLevel(level: number, sets: number): number;
  pack(first: number, bytes: number): void;
}

const packedAtOnce = 2 ** 20;

/**
 * Search from the goal. A move changes a value by two at most, so its last four bits tell it from the one before: these are
 * kept for each set, row of the blank and order.
 */
const build = (pattern: readonly number[], table: Uint8Array): void => {
  const sets = setsOfPlaces();
  const size = sets.count * rows * orders;
  const { at, memory } = layOut({
    sets: sets.next,
    kinds: sets.kinds,
    reorderings: sets.reorderings,
    found: 2 * orders,
    moved: 2 * orders,
    output: packedAtOnce,
    values: size,
  });
  const values = new Uint8Array(memory.buffer, at.values, size).fill(255);
  const kernel = loadKernel<Kernel>('multi-tile-database', memory, at);
  const goal = bitsOf(pattern);
  const entryOf = (mask: number, row: number, order: number): number =>
    (sets.ranks.rank(mask) * rows + row) * orders + order;
  values[entryOf(goal, rows - 1, 0)] = 1;
  // From the last row the goal's blank goes up by one to three rows: the last move of a solution, backwards.
  for (let row = rows - 1, set = sets.ranks.rank(goal), order = 0; row > 0; row--) {
    const step = set * steps + 2 * (rows * row - 1) + 1;
    order = sets.reorderings[sets.kinds[step]! * orders + order]!;
    set = sets.next[step]!;
    values[(set * rows + row - 1) * orders + order] = 2;
  }
  for (let level = 1, last = 2; level <= last; level++) if (kernel.expandLevel(level, sets.count) > 0) last = level + 2;
  for (let first = 0; first < size / 2; first += packedAtOnce) {
    const bytes = Math.min(packedAtOnce, size / 2 - first);
    kernel.pack(2 * first, bytes);
    table.set(new Uint8Array(memory.buffer, at.output, bytes), first);
  }
};

const tableBytes = (choices(places, tiles) * rows * orders) / 2;

/** The tables in the memory that `multiTileNeed` fills, in the order of the patterns. */
export const tablesIn = (memory: TableMemory): Uint8Array[] =>
  patterns.map((_, index) => new Uint8Array(bufferOf(memory), index * tableBytes, tableBytes));

/** Both tables: 124 MB that take twelve seconds to build. */
export const multiTileNeed: TableNeed = {
  key: 'databases mtm',
  bytes: patterns.length * tableBytes,
  isSlow: true,
  parts: patterns.length,
  build: (storage, memory = sharedMemory(multiTileNeed.bytes), part) => {
    for (const [index, table] of tablesIn(memory).entries()) {
      if (part !== undefined && part !== index) continue;
      const make = (into: Uint8Array): void => build(patterns[index]!, into);
      loadOrBuild({ ...storage, name: `mtm-${index + 1}`, version: 1, table, build: make });
    }
    return memory;
  },
};

/** Where the tiles of a pattern are: the set of their places, and their order. @param order label of the tile by place */
export const standingOf = (pattern: readonly number[], order: readonly number[]): { set: number; order: number } => {
  const labels = order.filter((label) => pattern.includes(label)).map((label) => pattern.indexOf(label));
  const mask = order.reduce((sum, label, place) => (pattern.includes(label) ? sum | (1 << place) : sum), 0);
  return { set: setsOfPlaces().ranks.rank(mask), order: rankOf(labels) };
};
