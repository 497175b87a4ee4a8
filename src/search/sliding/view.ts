/** How positions of a sliding puzzle are looked up in one of its pattern databases. */
import { bitCount, factorial } from '../../puzzles/permutation.ts';
import { kept } from '../kept.ts';
import { bitsOf, type Columns, columnsOf } from './columns.ts';
import type { Databases, MappedTable, Sum } from './databases.ts';
import { rowBytesOf } from './pattern-database.ts';
import { reorderingPlaces, reorderingsOf } from './reordering.ts';

/** Imports are read more slowly than constants of this module. */
const counts = bitCount;
const places = reorderingPlaces;

/** The value one more or less than another whose second binary digit is the last one of `digit`. */
export const valueBeside = (value: number, digit: number): number =>
  value + 1 - (((digit ^ (value >> 1) ^ value) & 1) << 1);

/** A table and a symmetry of the board. */
export class View {
  /** The number of its table. */
  readonly table: number;
  readonly columns: Columns;
  readonly rowBytes: number;
  readonly orders: number;
  readonly reorderings: Uint16Array;
  /** Takes each cell to the one that the table was built for. */
  readonly map: Uint8Array;
  /** The tiles by their place among the table's goals. */
  readonly tiles: Uint8Array;
  private readonly goals: Uint8Array;
  /** By cell, a bit mask of its neighbours. */
  private readonly near: readonly number[];
  /** By cell of the table, the place of its tile. */
  private readonly placeOn: Uint8Array;

  constructor({ board, patterns }: Databases, { table, map }: MappedTable) {
    const goals = patterns[table]!;
    this.table = table;
    this.goals = Uint8Array.from(goals);
    this.columns = columnsOf(board, goals.length);
    this.rowBytes = rowBytesOf(this.columns);
    this.orders = factorial(goals.length);
    this.reorderings = reorderingsOf(goals.length);
    this.map = Uint8Array.from(map);
    this.tiles = Uint8Array.from(goals, (goal) => map.indexOf(goal) + 1);
    this.near = board.neighbours.map((cells) => bitsOf(cells));
    this.placeOn = new Uint8Array(board.size);
  }

  /**
   * The cells of the table that the view's tiles stand on, by their place.
   * @param cellOf where each tile stands, the blank first
   */
  cellsOf(cellOf: ArrayLike<number>): Uint8Array {
    return this.tiles.map((tile) => this.map[cellOf[tile]!]!);
  }

  /** A number whose last binary digit is the second one of the value. */
  digit(table: Uint8Array, cells: Uint8Array, blank: number): number {
    const mask = bitsOf(cells);
    const entry = this.entry(this.order(cells, mask), mask, blank);
    return table[entry >>> 3]! >> (entry & 7);
  }

  /** Which bit of the table tiles in this order on these cells have. */
  entry(order: number, mask: number, blank: number): number {
    return order * this.rowBytes * 8 + this.columns.find(mask, blank);
  }

  /**
   * The order after a tile has gone from one cell of the table to another.
   * @param mask of the cells before
   */
  orderAfter(order: number, mask: number, from: number, to: number): number {
    const others = mask ^ (1 << from);
    const before = others & ((1 << from) - 1);
    const after = others & ((1 << to) - 1);
    if (before === after) return order;
    const i = counts[before & 0xffff]! + counts[before >> 16]!;
    const j = counts[after & 0xffff]! + counts[after >> 16]!;
    return this.reorderings[(i * places + j) * this.orders + order]!;
  }

  /** The rank of the places in the order of the cells. */
  order(cells: Uint8Array, mask = bitsOf(cells)): number {
    const { placeOn } = this;
    for (let place = 0; place < cells.length; place++) placeOn[cells[place]!] = place;
    let order = 0;
    let used = 0;
    let left = cells.length;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const place = placeOn[31 - Math.clz32(rest & -rest)]!;
      order = order * left-- + place - counts[used & ((1 << place) - 1)]!;
      used |= 1 << place;
    }
    return order;
  }

  /** The fewest moves of the view's tiles to their goals, counted by a walk there. */
  value(table: Uint8Array, cellOf: ArrayLike<number>): number {
    const { columns, goals, map } = this;
    const { distance, size } = columns.board;
    const cells = this.cellsOf(cellOf);
    const end = columns.find(bitsOf(goals), size - 1);
    let blank = map[cellOf[0]!]!;
    // Its last two binary digits.
    let digits = (this.digit(table, cells, blank) & 1) << 1;
    for (let place = 0; place < cells.length; place++) digits ^= distance[cells[place]!]![goals[place]!]! & 1;
    for (let value = 0; ; value++) {
      if (cells.every((cell, place) => cell === goals[place]) && columns.find(bitsOf(cells), blank) === end)
        return value;
      digits = (digits + 3) & 3;
      blank = this.step(table, cells, blank, digits >> 1);
    }
  }

  /** Make a move after which the value has this second binary digit. @returns the cell of the blank */
  private step(table: Uint8Array, cells: Uint8Array, blank: number, digit: number): number {
    const { near } = this;
    const mask = bitsOf(cells);
    let region = 1 << blank;
    for (let edge = region; edge !== 0; ) {
      const to = 31 - Math.clz32(edge & -edge);
      edge &= edge - 1;
      for (let tiles = near[to]! & mask; tiles !== 0; tiles &= tiles - 1) {
        const from = 31 - Math.clz32(tiles & -tiles);
        const place = cells.indexOf(from);
        cells[place] = to;
        if ((this.digit(table, cells, from) & 1) === digit) return from;
        cells[place] = from;
      }
      const next = near[to]! & ~mask & ~region;
      region |= next;
      edge |= next;
    }
    throw new Error('a pattern database leads nowhere');
  }
}

const viewOf = kept((mapped: MappedTable, databases: Databases) => new View(databases, mapped));

/** Of a pair of lower bounds, by sum. Pairs with the same sum share its views. */
export const viewsOf = (databases: Databases, pair: number): readonly [View[], View[]] => {
  const [one, other] = databases.pairs[pair]!;
  const views = (sum: Sum): View[] => sum.map((mapped) => viewOf(mapped, databases));
  return [views(one), views(other)];
};
