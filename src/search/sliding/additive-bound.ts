/** Lower bounds by additive pattern databases (Korf & Felner 2002), for searches that keep whole positions. */
import type { Board } from '../../puzzles/board.ts';
import { bitsOf } from './columns.ts';
import type { Databases } from './databases.ts';
import { type View, valueBeside, viewsOf } from './view.ts';

/** By view: its value, and where its tiles stand, as its table counts cells, and in which order. */
export interface Standing {
  readonly values: Uint8Array;
  readonly masks: Int32Array;
  readonly orders: Uint16Array;
}

/**
 * The goal has tile `cell + 1` on each cell, and the blank on the last one. Positions are by tile: where each stands, the
 * blank first.
 */
export class AdditiveBound {
  readonly views: number;
  readonly sums: number;
  /** `[sum * cells + tile]`: the view that counts a tile, or -1 for its distance. */
  readonly viewOf: Int8Array;
  private readonly lookups: readonly View[];
  private readonly tables: readonly Uint8Array[];
  private readonly distance: Board['distance'];

  /** @param tables in the order of the databases' needs */
  constructor(databases: Databases, tables: readonly Uint8Array[], pair = 0) {
    const { size, distance } = databases.board;
    const sums = viewsOf(databases, pair);
    this.distance = distance;
    this.lookups = sums.flat();
    this.tables = this.lookups.map(({ table }) => tables[table]!);
    this.views = this.lookups.length;
    this.sums = sums.length;
    this.viewOf = new Int8Array(sums.length * size).fill(-1);
    for (const [sum, views] of sums.entries()) {
      for (const view of views)
        for (const tile of view.tiles) this.viewOf[sum * size + tile] = this.lookups.indexOf(view);
    }
  }

  /** Write what all views say of a position. */
  place(cellOf: ArrayLike<number>, { values, masks, orders }: Standing): void {
    for (const [index, view] of this.lookups.entries()) {
      const cells = view.cellsOf(cellOf);
      values[index] = view.value(this.tables[index]!, cellOf);
      masks[index] = bitsOf(cells);
      orders[index] = view.order(cells);
    }
  }

  /** The order of a view after one of its tiles has moved, from where it was `at`. */
  orderAfter(view: number, { masks, orders }: Standing, at: number, from: number, to: number): number {
    const own = this.lookups[view]!;
    return own.orderAfter(orders[at]!, masks[at]!, own.map[from]!, own.map[to]!);
  }

  maskAfter(view: number, { masks }: Standing, at: number, from: number, to: number): number {
    const { map } = this.lookups[view]!;
    return masks[at]! ^ (1 << map[from]!) ^ (1 << map[to]!);
  }

  /** The entry of a view's table after one of its tiles has moved to the blank's cell `to`, given its order then. */
  entryAfter(view: number, standing: Standing, at: number, order: number, from: number, to: number): number {
    const own = this.lookups[view]!;
    return own.entry(order, this.maskAfter(view, standing, at, from, to), own.map[from]!);
  }

  /** What a view says of a position with this entry, beside one of which it says `before`. */
  valueAt(view: number, entry: number, before: number): number {
    return valueBeside(before, this.tables[view]![entry >>> 3]! >> (entry & 7));
  }

  /** How far a tile is from its goal. */
  distanceOf(tile: number, cell: number): number {
    return this.distance[tile - 1]![cell]!;
  }
}
