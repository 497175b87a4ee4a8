/** The fewest moves of a few tiles from each placement of them, while the other tiles are no obstacle. */

type Graph = readonly (readonly number[])[];

const unknown = 255;
const bitsOf = (mask: number): number[] =>
  [...mask.toString(2)].flatMap((bit, at, { length }) => (bit === '1' ? length - 1 - at : [])).reverse();
const countBits = (mask: number): number => {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
};

/** All orders of so many tiles, as in a dictionary. */
const ordersOf = (tiles: readonly number[]): number[][] =>
  tiles.length === 0
    ? [[]]
    : tiles.flatMap((tile) => ordersOf(tiles.filter((other) => other !== tile)).map((rest) => [tile, ...rest]));

const factorials = [1, 1, 2, 6, 24, 120, 720, 5040, 40320];

/** The number of an order among them: of the tiles by place, from the cells by tile. */
const orderOf = (cells: ArrayLike<number>): number => {
  let order = 0;
  for (let tile = 0; tile < cells.length; tile++) {
    let [place, smaller] = [0, 0];
    for (let other = 0; other < cells.length; other++) {
      if (cells[other]! < cells[tile]!) place++;
      else if (other < tile) smaller++;
    }
    order += smaller * factorials[cells.length - 1 - place]!;
  }
  return order;
};

/** Gives a value to orders that have none. @returns how many there were */
const spread = (values: Uint8Array, reordered: Uint32Array, orders: readonly number[], value: number): number => {
  let count = 0;
  for (let index = 0; index < orders.length; index++) {
    const order = reordered[orders[index]!]!;
    if (values[order] !== unknown) continue;
    values[order] = value;
    count++;
  }
  return count;
};

/**
 * A plain breadth-first search. An entry is a column and the number of an order. A column is a set of cells, those of the
 * tiles, and a region that they leave to the empty cell, which goes about in it at no cost.
 */
export class GroupTable {
  /** How many entries have each value. */
  readonly counts = [1];
  /** By set, as bits: its first column; and the cells and the region of each column. */
  private readonly first: Int32Array;
  private readonly sets: number[] = [];
  private readonly regions: number[] = [];
  private readonly values: Uint8Array;
  private readonly orders: number;

  /** @param cells where the tiles are at home, on a board of at most 25 cells @param empty the empty cell then */
  constructor(neighbours: Graph, cells: readonly number[], empty: number) {
    const { length } = cells;
    this.first = new Int32Array(2 ** neighbours.length);
    const near = neighbours.map((others) => others.reduce((mask, cell) => mask | (1 << cell), 0));
    for (let set = 0; set < this.first.length; set++) if (countBits(set) === length) this.addColumns(set, near);
    const all = ordersOf([...cells.keys()]);
    const numbers = new Map(all.map((order, number) => [String(order), number]));
    /** `[from * length + to]`: the order after a tile has gone from one place of it to another. */
    const reordered = Array.from({ length: length ** 2 }, (_, places) => {
      const from = Math.floor(places / length);
      return Uint32Array.from(
        all,
        (order) => numbers.get(String(order.toSpliced(from, 1).toSpliced(places % length, 0, order[from]!)))!,
      );
    });
    this.orders = all.length;
    this.values = new Uint8Array(this.sets.length * this.orders).fill(unknown);
    this.values[this.entryOf(cells, empty)] = 0;
    /** The last value that an entry of each column got. */
    const last = new Uint8Array(this.sets.length).fill(unknown);
    last[Math.floor(this.entryOf(cells, empty) / this.orders)] = 0;
    for (let value = 0; this.counts[value]! > 0; value++) {
      this.counts.push(0);
      for (let column = 0; column < last.length; column++) {
        if (last[column] === value) this.expand(column, last, neighbours, reordered);
      }
    }
    this.counts.pop();
  }

  private addColumns(set: number, near: readonly number[]): void {
    this.first[set] = this.sets.length;
    let left = 2 ** near.length - 1 - set;
    while (left !== 0) {
      let region = 0;
      for (let edge = left & -left; edge !== 0; ) {
        const cell = 31 - Math.clz32(edge);
        region |= 1 << cell;
        edge = (edge | near[cell]!) & ~set & ~region;
      }
      left &= ~region;
      this.sets.push(set);
      this.regions.push(region);
    }
  }

  private columnOf(set: number, empty: number): number {
    let column = this.first[set]!;
    while (((this.regions[column]! >> empty) & 1) === 0) column++;
    return column;
  }

  /** Gives the next value to what one move makes of the entries of a column with its last value. */
  private expand(column: number, last: Uint8Array, neighbours: Graph, reordered: readonly Uint32Array[]): void {
    const { values, orders } = this;
    const value = last[column]!;
    const set = this.sets[column]!;
    const found: number[] = [];
    for (let order = 0; order < orders; order++) if (values[column * orders + order] === value) found.push(order);
    for (const to of bitsOf(this.regions[column]!)) {
      for (const from of neighbours[to]!) {
        if (((set >> from) & 1) === 0) continue;
        const next = set ^ (1 << from) ^ (1 << to);
        const target = this.columnOf(next, from);
        const places = countBits(set & ((1 << from) - 1)) * countBits(set) + countBits(next & ((1 << to) - 1));
        const count = spread(
          values.subarray(target * orders, (target + 1) * orders),
          reordered[places]!,
          found,
          value + 1,
        );
        if (count === 0) continue;
        this.counts[value + 1]! += count;
        last[target] = value + 1;
      }
    }
  }

  private entryOf(cells: ArrayLike<number>, empty: number): number {
    let set = 0;
    for (let tile = 0; tile < cells.length; tile++) set |= 1 << cells[tile]!;
    return this.columnOf(set, empty) * this.orders + orderOf(cells);
  }

  /** Of tiles on these cells; the first ones are those of the table. */
  valueOf(cells: ArrayLike<number>, empty: number): number {
    return this.values[this.entryOf(cells, empty)]!;
  }
}
