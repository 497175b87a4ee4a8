/** Where the tiles of each view stand, by view: their order, and their column of so many. */
interface Standing {
  readonly orders: Int32Array;
  readonly columns: Int32Array;
  readonly columnCounts: Int32Array;
}

/**
 * Positions that are known to have no solution of so many moves (Reinefeld & Marsland 1994). An entry has the row and the
 * column of each of the first views, then the number of moves, and the cell of the tile that is in no view.
 */
export class TranspositionTable {
  private readonly standing: Standing;
  private readonly views: number;
  private readonly entries: Int32Array;
  /** Cells of an entry. */
  private readonly stride: number;
  private readonly last: number;

  /**
   * @param standing of the present position
   * @param views that tell positions apart: the first so many
   * @param entries a power of two
   */
  constructor(standing: Standing, views: number, entries: number) {
    this.standing = standing;
    this.views = views;
    this.stride = views < 4 ? 4 : 8;
    this.entries = new Int32Array(entries * this.stride);
    this.last = entries - 1;
  }

  clear(): void {
    this.entries.fill(0);
  }

  /** Where the present position is kept. */
  slot(looseCell: number): number {
    const { orders, columns, columnCounts } = this.standing;
    let hash = looseCell;
    for (let view = 0; view < this.views; view++) {
      hash = Math.imul(hash ^ (hash >>> 15) ^ (orders[view]! * columnCounts[view]! + columns[view]!), 0x9e3779b1);
    }
    return ((hash ^ (hash >>> 15)) & this.last) * this.stride;
  }

  /** Whether the present position has no solution of so many moves. */
  isKnown(slot: number, looseCell: number, moves: number): boolean {
    const { orders, columns, columnCounts } = this.standing;
    const { entries, views } = this;
    for (let view = 0; view < views; view++) {
      if (entries[slot + view] !== orders[view]! * columnCounts[view]! + columns[view]!) return false;
    }
    const word = entries[slot + views]!;
    return word >> 8 === looseCell && (word & 255) >= moves;
  }

  /** The present position has no solution of so many moves. */
  remember(slot: number, looseCell: number, moves: number): void {
    const { orders, columns, columnCounts } = this.standing;
    const { entries, views } = this;
    for (let view = 0; view < views; view++)
      entries[slot + view] = orders[view]! * columnCounts[view]! + columns[view]!;
    entries[slot + views] = moves | (looseCell << 8);
  }
}
