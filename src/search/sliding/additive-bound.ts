/** Lower bounds by additive pattern databases (Korf & Felner 2002), for searches that keep whole positions. */
import type { Board } from '../../puzzles/board.ts';
import type { Databases } from './databases.ts';
import { type View, valueBeside, viewsOf } from './view.ts';

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
  /** By view, cells of its tiles. */
  private readonly cells: readonly Uint8Array[];

  /** @param tables in the order of the databases' needs */
  constructor(databases: Databases, tables: readonly Uint8Array[]) {
    const { size, distance } = databases.board;
    const sums = viewsOf(databases);
    this.distance = distance;
    this.lookups = sums.flat();
    this.tables = this.lookups.map(({ table }) => tables[table]!);
    this.cells = this.lookups.map(({ tiles }) => new Uint8Array(tiles.length));
    this.views = this.lookups.length;
    this.sums = sums.length;
    this.viewOf = new Int8Array(sums.length * size).fill(-1);
    for (const [sum, views] of sums.entries()) {
      for (const view of views)
        for (const tile of view.tiles) this.viewOf[sum * size + tile] = this.lookups.indexOf(view);
    }
  }

  /** What a view says of a position. */
  value(view: number, cellOf: ArrayLike<number>): number {
    return this.lookups[view]!.value(this.tables[view]!, cellOf);
  }

  /**
   * What a view says after one of its tiles has moved.
   * @param at where the position before begins in `cellOf`
   * @param before what the view says of that
   */
  valueAfter(view: number, cellOf: Uint8Array, at: number, moved: number, before: number): number {
    const { lookups, cells } = this;
    const { tiles, map } = lookups[view]!;
    const own = cells[view]!;
    for (let place = 0; place < own.length; place++) {
      const tile = tiles[place]!;
      own[place] = map[cellOf[tile === moved ? at : at + tile]!]!;
    }
    return valueBeside(before, lookups[view]!.digit(this.tables[view]!, own, map[cellOf[at + moved]!]!));
  }

  /** How far a tile is from its goal. */
  distanceOf(tile: number, cell: number): number {
    return this.distance[tile - 1]![cell]!;
  }
}
