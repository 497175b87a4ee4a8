/**
 * Tables of multi-tile moves on the 3 × 3, the 3 × 4 and the 2 × 6 board: two bits for each position (46 KB or 64 MB).
 * Positions that differ by a move in one row are neighbours of each other, so their distances are n or n + 1. One bit says
 * of a position whether it is one of those at n + 1, and the other the same of its column. So a move in the row is closer
 * if this bit is 1 before it and 0 after it. A walk to the goal tells the distance.
 */
import type { Goal, Puzzle } from '../../../puzzles/puzzle.ts';
import { shapes } from './bit-numbering.ts';
import { BitsTable, bitIn, bitKind, LevelSearch } from './bit-search.ts';

class LineTable extends BitsTable {
  private readonly inRow: Uint32Array;
  private readonly inColumn: Uint32Array;

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    super(puzzle, goal, memory);
    this.inRow = this.recordIn(memory, 0);
    this.inColumn = this.recordIn(memory, 1);
  }

  protected isCloser(neighbour: number): boolean {
    const { numbering, blank, present } = this;
    const next = Math.floor(neighbour / numbering.slotBits);
    const record = numbering.rowOf(next) === numbering.rowOf(blank) ? this.inRow : this.inColumn;
    return bitIn(record, present) === 1 && bitIn(record, neighbour) === 0;
  }
}

/** Slots in which the kernel goes along columns. */
const spareSlots = 2;

export const lineTables = bitKind(
  'mtm',
  2,
  (goalSlot, numbering) => {
    const { slots, positions, slotBits, columns, recordBytes } = numbering;
    const search = new LevelSearch(goalSlot, numbering, 3 * slots + spareSlots, true);
    const histogram = [1];
    for (let met = 1; met < positions; met += histogram.at(-1)!) histogram.push(search.kernel.expandLines());
    const records = search.records(2);
    // The kernel takes the goal for met, but no move brings it closer.
    const goal = goalSlot * slotBits + shapes[columns].goalBit;
    for (const at of [goal >>> 3, recordBytes + (goal >>> 3)]) records[at]! ^= 1 << (goal & 7);
    return { histogram, farthest: search.indices(() => true), records };
  },
  (puzzle, goal, memory) => new LineTable(puzzle, goal, memory),
);
