/**
 * Pattern databases: for a few tiles of a sliding puzzle, the fewest moves *of these tiles* that take them to their goals
 * (Culberson & Schaeffer 1998). The values of disjoint patterns add up to a lower bound (Korf & Felner 2002).
 *
 * A table knows which region the tiles leave to the blank, so one move changes a value by exactly 1. Whether a value is
 * odd is seen from the tiles' distances. So a table keeps one bit for each entry, the second binary digit of its value,
 * which tells a value from those of its neighbours (Breyer & Korf 2010, 1.6-bit pattern databases, do it by thirds). The
 * value of a start is found by a walk to the goal.
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

/** How many sets of `tiles` cells a board has. */
const choices = (cells: number, tiles: number): number => {
  let count = tiles > cells ? 0 : 1;
  for (let number = 1; number <= tiles; number++) count = (count * (cells - tiles + number)) / number;
  return count;
};

const countBits = (mask: number): number => bitCount[mask & 0xffff]! + bitCount[mask >>> 16]!;

/** Bits of the upper part of a set's mask, where it has two. */
export const highBits = 13;

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

/** The regions of a set of cells. */
const regionsOf = (neighbours: readonly number[], cells: number): number[] => {
  const regions: number[] = [];
  for (let free = cells; free !== 0; ) {
    let region = free & -free;
    for (let edge = region; edge !== 0; ) {
      const near = neighbours[31 - Math.clz32(edge & -edge)]! & free & ~region;
      region |= near;
      edge = (edge & (edge - 1)) | near;
    }
    regions.push(region);
    free &= ~region;
  }
  return regions;
};

/**
 * The columns of a table: each set of cells that so many tiles can stand on, with each of the regions that it leaves to
 * the blank. Those of one set follow each other.
 */
export class Columns {
  readonly board: Board;
  readonly tiles: number;
  readonly count: number;
  readonly ranks: SetRanks;
  /** By rank of a set, its first column; at the end, their number. */
  readonly first: Uint32Array;
  /** `[rank * cells + cell]`: the number of the region that a cell without a tile belongs to. */
  readonly regionAt: Uint8Array;
  /** By column. */
  readonly masks: Uint32Array;
  readonly regions: Uint32Array;

  constructor(board: Board, tiles: number) {
    const { size } = board;
    this.board = board;
    this.tiles = tiles;
    this.ranks = new SetRanks(size, tiles);
    const sets = new Uint32Array(choices(size, tiles));
    for (const mask of setsOf(size, tiles)) sets[this.ranks.rank(mask)] = mask;
    const near = board.neighbours.map((cells) => cells.reduce((mask, cell) => mask | (1 << cell), 0));
    this.first = new Uint32Array(sets.length + 1);
    this.regionAt = new Uint8Array(sets.length * size);
    const [masks, regions]: number[][] = [[], []];
    for (let rank = 0; rank < sets.length; rank++) {
      for (const [number, region] of regionsOf(near, ~sets[rank]! & ((1 << size) - 1)).entries()) {
        masks!.push(sets[rank]!);
        regions!.push(region);
        for (let rest = region; rest !== 0; rest &= rest - 1) {
          this.regionAt[rank * size + 31 - Math.clz32(rest & -rest)] = number;
        }
      }
      this.first[rank + 1] = masks!.length;
    }
    this.count = masks!.length;
    this.masks = Uint32Array.from(masks!);
    this.regions = Uint32Array.from(regions!);
  }

  /** The column of tiles on these cells, with the blank on `blank`. */
  find(mask: number, blank: number): number {
    const rank = this.ranks.rank(mask);
    return this.first[rank]! + this.regionAt[rank * this.board.size + blank]!;
  }
}

/** By board and number of tiles: they take a tenth of a second for 25 cells, and a few megabytes. */
const known = new Map<string, Columns>();

export const columnsOf = (board: Board, tiles: number): Columns => {
  const key = `${board.size} ${board.neighbours.map((near) => near.join()).join(' ')} ${tiles}`;
  const columns = known.get(key) ?? new Columns(board, tiles);
  known.set(key, columns);
  return columns;
};

/** Bytes of a row of a table, which has a bit for each column. */
export const rowBytesOf = ({ count }: Columns): number => Math.ceil(count / 8);

/** Bytes of a table: a row for each order of the tiles. */
export const tableBytes = (board: Board, tiles: number): number =>
  factorial(tiles) * rowBytesOf(columnsOf(board, tiles));

/**
 * What the kernel searches: the columns, those whose tiles stand on an even number of dark cells first. An edge is one
 * move of one tile. It holds a chunk, which is what the kernel calls a column, and the tile's place in the order before
 * (bits 20 on) and after (24 on) it comes from there. `listed` has the chunk of each column.
 */
const chunksOf = (columns: Columns) => {
  const { board, count, masks, regions } = columns;
  const dark = (board.colours ?? []).reduce((mask, colour, cell) => mask | (colour << cell), 0);
  const listed = new Uint32Array(count);
  const order: number[] = [];
  let even = 0;
  for (const colour of [0, 1]) {
    for (let column = 0; column < count; column++) {
      if ((countBits(masks[column]! & dark) & 1) !== colour) continue;
      listed[column] = order.length;
      order.push(column);
    }
    if (colour === 0) even = order.length;
  }
  const starts = new Uint32Array(count + 1);
  const edges: number[] = [];
  for (let chunk = 0; chunk < count; chunk++) {
    const mask = masks[order[chunk]!]!;
    for (let region = regions[order[chunk]!]!; region !== 0; region &= region - 1) {
      const blank = 31 - Math.clz32(region & -region);
      for (const cell of board.neighbours[blank]!) {
        if (((mask >> cell) & 1) === 0) continue;
        const before = mask ^ (1 << cell) ^ (1 << blank);
        const from = countBits(before & ((1 << blank) - 1));
        const to = countBits(mask & ((1 << cell) - 1));
        edges.push(listed[columns.find(before, cell)]! | (from << 20) | (to << 24));
      }
    }
    starts[chunk + 1] = edges.length;
  }
  return { count, even, starts, edges: Uint32Array.from(edges), listed };
};

interface Kernel {
  expandLevel(first: number, end: number, level: number): number;
  write(byte: number, count: number): void;
}

/** Orders that the kernel writes at once. */
const batch = 96;

/**
 * Build the table of a pattern, by breadth-first search from the goal. A step from the blank to a cell without a tile
 * of the pattern costs nothing, so the blank's whole region counts as one place.
 * @param board rows of cells on the square lattice, 25 cells at most
 * @param goals the goal cells of the pattern's tiles, 4 to 8, in ascending order
 * @param blank the goal cell of the blank, or any cell that it can get to from there without moving these tiles
 * @param result the memory to fill
 * @returns the second binary digit of the fewest moves, `[order * rowBytes + (column >> 3)] >> (column & 7)`, ranked by
 * `rankOf` and `Columns`. Most moves leave the order as it is, so that what a search looks up next is near.
 */
export const buildPatternTable = (
  board: Board,
  goals: readonly number[],
  blank: number,
  result = sharedMemory(tableBytes(board, goals.length)),
): SharedArrayBuffer => {
  const tiles = goals.length;
  const orders = factorial(tiles);
  const columns = columnsOf(board, tiles);
  const chunks = chunksOf(columns);
  const stride = Math.ceil(orders / 6 / 16) * 16;
  const rowBytes = rowBytesOf(columns);
  const { at, memory } = layOut({
    sum: stride,
    left: stride,
    right: stride,
    starts: chunks.starts,
    active: chunks.count,
    edges: chunks.edges,
    listed: chunks.listed.byteLength + 8 * chunks.listed.BYTES_PER_ELEMENT,
    bits: chunks.count * stride,
    values: chunks.count * stride,
    output: batch * rowBytes,
  });
  const bytes = new Uint8Array(memory.buffer);
  new Uint32Array(memory.buffer, at.listed).set(chunks.listed);
  const kernel = loadKernel<Kernel>('pattern-database', memory, { ...at, tiles, used: orders / 6, stride });

  const root = goals.reduce((mask, cell) => mask | (1 << cell), 0);
  const first = chunks.listed[columns.find(root, blank)]!;
  bytes[at.bits + first * stride] = 1;
  bytes[at.active + first] = 1;
  let colour = first < chunks.even ? 0 : 1;
  for (let level = 1, left = 1; left !== 0; level++) {
    colour ^= 1;
    left = kernel.expandLevel(colour === 0 ? 0 : chunks.even, colour === 0 ? chunks.even : chunks.count, level);
  }
  // A memory of its own, so that the bitmaps don't stay as long as the table does.
  const table = new Uint8Array(result);
  for (let order = 0; order < orders; order += batch) {
    kernel.write(order / 6, rowBytes * 8);
    const rows = Math.min(batch, orders - order) * rowBytes;
    table.set(bytes.subarray(at.output, at.output + rows), order * rowBytes);
  }
  return result;
};
