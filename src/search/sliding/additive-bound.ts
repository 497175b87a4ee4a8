/** Lower bounds by additive pattern databases (Korf & Felner 2002), for searches that keep whole positions. */
import type { Board } from '../../puzzles/board.ts';
import { bitCount, factorial } from '../../puzzles/permutation.ts';
import { SetRanks, tableEntries } from './pattern-database.ts';

/** How positions are looked up in a table: `map` takes each cell to the one that the table was built for. */
export interface View {
  readonly table: Uint8Array;
  /** The goal cells of the table's tiles, in ascending order. */
  readonly goals: readonly number[];
  readonly map: readonly number[];
}

/** Imports are read more slowly than constants of this module. */
const counts = bitCount;

interface Lookup {
  readonly table: Uint8Array;
  readonly setCount: number;
  readonly ranks: SetRanks;
  /** The tiles by their place among the table's goals. */
  readonly tiles: Uint8Array;
  readonly map: Uint8Array;
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
  private readonly lookups: readonly Lookup[];
  private readonly distance: Board['distance'];
  /** By cell of a table, the place of its tile. */
  private readonly placeOn: Uint8Array;

  /** @param sums views of which each has other tiles, so that their values add up */
  constructor(board: Board, sums: readonly (readonly View[])[]) {
    const { size, distance } = board;
    this.distance = distance;
    this.placeOn = new Uint8Array(size);
    this.viewOf = new Int8Array(sums.length * size).fill(-1);
    this.lookups = sums.flat().map(({ table, goals, map }) => ({
      table,
      setCount: tableEntries(size, goals.length) / factorial(goals.length),
      ranks: new SetRanks(size, goals.length),
      tiles: Uint8Array.from(goals, (goal) => map.indexOf(goal) + 1),
      map: Uint8Array.from(map),
    }));
    this.views = this.lookups.length;
    this.sums = sums.length;
    const sumOf = sums.flatMap((views, sum) => views.map(() => sum));
    for (const [view, { tiles }] of this.lookups.entries()) {
      for (const tile of tiles) this.viewOf[sumOf[view]! * size + tile] = view;
    }
  }

  /** What a view says of the position that begins at an index, with one of its tiles on another cell. */
  value(view: number, cellOf: Uint8Array, at: number, moved: number, to: number): number {
    const { table, setCount, ranks, tiles, map } = this.lookups[view]!;
    const { placeOn } = this;
    let mask = 0;
    for (let place = 0; place < tiles.length; place++) {
      const tile = tiles[place]!;
      const cell = map[tile === moved ? to : cellOf[at + tile]!]!;
      mask |= 1 << cell;
      placeOn[cell] = place;
    }
    let order = 0;
    let used = 0;
    let left = tiles.length;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const place = placeOn[31 - Math.clz32(rest & -rest)]!;
      order = order * left-- + place - counts[used & ((1 << place) - 1)]!;
      used |= 1 << place;
    }
    return table[order * setCount + ranks.rank(mask)]!;
  }

  /** How far a tile is from its goal. */
  distanceOf(tile: number, cell: number): number {
    return this.distance[tile - 1]![cell]!;
  }
}
