/**
 * Where the tiles of a pattern can stand, as numbers: the columns of its table. A column is a set of cells together with
 * one of the regions that it leaves to the blank.
 */
import type { Board } from '../../puzzles/board.ts';
import { choicesUpTo } from '../../puzzles/combinations.ts';
import { bitCount } from '../../puzzles/permutation.ts';
import { kept } from '../kept.ts';

const mostCells = 32;

const ways = choicesUpTo(mostCells, mostCells + 2);

/** How many sets of `tiles` cells a board has. */
export const choices = (cells: number, tiles: number): number => ways[cells * (mostCells + 2) + tiles]!;

export const countBits = (mask: number): number => bitCount[mask & 0xffff]! + bitCount[mask >>> 16]!;

/** A set of cells as a bit mask. */
export const bitsOf = (cells: ArrayLike<number>): number => {
  let mask = 0;
  for (let i = 0; i < cells.length; i++) mask |= 1 << cells[i]!;
  return mask;
};

/** Bits of the lower part of a set's mask. */
const lowBits = 12;
const highBits = 13;

/**
 * The place of each set of cells among all of as many cells, by its bit mask: sets count in the order of their masks (the
 * combinatorial number system, Lehmer 1964). It is the sum of what the lower and the upper part of the mask add.
 */
export class SetRanks {
  private readonly low = new Uint32Array(1 << lowBits);
  /** `[cells in the lower part << highBits | upper part]`. */
  private readonly high: Uint32Array;

  constructor(cells: number, tiles: number) {
    const added = (part: number, first: number, before: number): number => {
      let [sum, number] = [0, before];
      for (let cell = 0; part >> cell !== 0; cell++) if ((part >> cell) & 1) sum += choices(first + cell, ++number);
      return sum;
    };
    for (let part = 0; part < this.low.length; part++) this.low[part] = added(part, 0, 0);
    this.high = new Uint32Array((tiles + 1) << highBits);
    const uppers = 1 << Math.max(0, cells - lowBits);
    for (let before = 0; before <= tiles; before++) {
      for (let part = 0; part < uppers; part++) this.high[(before << highBits) | part] = added(part, lowBits, before);
    }
  }

  rank(mask: number): number {
    const part = mask & ((1 << lowBits) - 1);
    return this.low[part]! + this.high[(bitCount[part]! << highBits) | (mask >>> lowBits)]!;
  }
}

/** All sets of some cells of a board, in the order of their masks (Gosper's hack, HAKMEM 175). */
export const setsOf = (cells: number, tiles: number): Uint32Array => {
  const masks = new Uint32Array(choices(cells, tiles));
  let mask = (1 << tiles) - 1;
  for (let rank = 0; rank < masks.length; rank++) {
    masks[rank] = mask;
    const low = mask & -mask;
    const next = mask + low;
    mask = next | (((mask ^ next) / low) >> 2);
  }
  return masks;
};

/** The cells among `free` that hang together with one of them. */
const regionAround = (cell: number, free: number, near: Uint32Array): number => {
  let region = cell;
  for (let edge = cell; edge !== 0; ) {
    const next = near[31 - Math.clz32(edge & -edge)]! & free & ~region;
    region |= next;
    edge = (edge & (edge - 1)) | next;
  }
  return region;
};

const joined = (first: Uint32Array, last: readonly number[]): Uint32Array => {
  const all = new Uint32Array(first.length + last.length);
  all.set(first);
  all.set(last, first.length);
  return all;
};

/** Write the regions of a set of cells, the largest first. @returns how many there are */
const writeRegions = (cells: number, near: Uint32Array, into: Uint32Array): number => {
  let count = 0;
  for (let free = cells; free !== 0; ) {
    const region = regionAround(free & -free, free, near);
    let at = count++;
    for (; at > 0 && countBits(into[at - 1]!) < countBits(region); at--) into[at] = into[at - 1]!;
    into[at] = region;
    free &= ~region;
  }
  return count;
};

/**
 * A set with its largest region has the set's rank as its column. The smaller regions, which two sets in five have on a
 * board of 25 cells, follow behind all sets.
 */
export class Columns {
  readonly board: Board;
  readonly tiles: number;
  readonly count: number;
  /** How many sets there are. */
  readonly sets: number;
  readonly ranks: SetRanks;
  /** By rank of a set, the cells of its smaller regions. The blank is seldom there. */
  readonly apart: Uint32Array;
  /** By rank of a set, the number of its first smaller region; at the end, how many there are. */
  readonly first: Uint32Array;
  /** The cells of each smaller region. */
  readonly smaller: Uint32Array;
  /** By column, the cells of the tiles and those of the region. */
  readonly masks: Uint32Array;
  readonly regions: Uint32Array;

  constructor(board: Board, tiles: number) {
    const { size } = board;
    this.board = board;
    this.tiles = tiles;
    this.ranks = new SetRanks(size, tiles);
    const sets = setsOf(size, tiles);
    this.sets = sets.length;
    this.apart = new Uint32Array(sets.length);
    this.first = new Uint32Array(sets.length + 1);
    const near = Uint32Array.from(board.neighbours, bitsOf);
    const largest = new Uint32Array(sets.length);
    const smaller: number[] = [];
    const beside: number[] = [];
    const regions = new Uint32Array(size);
    for (let rank = 0; rank < sets.length; rank++) {
      const count = writeRegions(~sets[rank]! & ((1 << size) - 1), near, regions);
      largest[rank] = regions[0]!;
      for (let index = 1; index < count; index++) {
        this.apart[rank]! |= regions[index]!;
        smaller.push(regions[index]!);
        beside.push(sets[rank]!);
      }
      this.first[rank + 1] = smaller.length;
    }
    this.count = sets.length + smaller.length;
    this.smaller = Uint32Array.from(smaller);
    this.masks = joined(sets, beside);
    this.regions = joined(largest, smaller);
  }

  /** The column of tiles on these cells, with the blank on `blank`. */
  find(mask: number, blank: number): number {
    const rank = this.ranks.rank(mask);
    if (((this.apart[rank]! >> blank) & 1) === 0) return rank;
    const end = this.first[rank + 1]!;
    for (let at = this.first[rank]!; at < end; at++) if ((this.smaller[at]! >> blank) & 1) return this.sets + at;
    return rank;
  }
}

/** By board and number of tiles: they take a tenth of a second for 25 cells, and a few megabytes. */
export const columnsOf = kept(
  (board: Board, tiles: number) => new Columns(board, tiles),
  ({ size, neighbours }, tiles) => `${size} ${neighbours.map((near) => near.join()).join(' ')} ${tiles}`,
);
