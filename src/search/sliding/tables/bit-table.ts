/**
 * Tables of the 3 × 3, the 3 × 4 and the 2 × 6 board: one bit for each of their 181,440 or 239,500,800 positions (23 KB or
 * 30 MB). The colour of the blank's cell tells whether a distance is odd; the bit is the next binary digit. The distance
 * modulo 4 tells which neighbours are closer, and a walk to the goal the whole distance (Cooperman & Finkelstein 1992 store
 * distances modulo 3 to this end).
 */
import type { Goal, Puzzle } from '../../../puzzles/puzzle.ts';
import { BitsTable, bitIn, bitKind, LevelSearch } from './bit-search.ts';

class BitTable extends BitsTable {
  private readonly record: Uint32Array;
  /** By slot of the blank, whether the digit changes one move closer: 1 where the distance is even. */
  private readonly changes: Uint8Array;

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    super(puzzle, goal, memory);
    this.record = this.recordIn(memory, 0);
    const { colours, goalSlot } = this.frame;
    this.changes = Uint8Array.from(colours!, (colour) => (colour === colours![goalSlot] ? 1 : 0));
  }

  protected isCloser(neighbour: number): boolean {
    const { present, record } = this;
    return present !== this.goal && (bitIn(record, neighbour) ^ bitIn(record, present)) === this.changes[this.blank];
  }
}

export const bitTables = bitKind(
  'steps',
  1,
  (goalSlot, numbering, isRecording) => {
    const { columns, slots } = numbering;
    const search = new LevelSearch(goalSlot, numbering, slots * (isRecording ? 2 : 1), false);
    const colourOf = (slot: number): number => (Math.floor(slot / columns) + (slot % columns)) % 2;
    const histogram = [1];
    for (;;) {
      const distance = histogram.length;
      const recording = isRecording ? (distance >> 1) & 1 : 0;
      const count = search.kernel.expandLevel((colourOf(goalSlot) + distance) % 2, recording);
      if (count === 0) break;
      histogram.push(count);
    }
    // The level after the last is empty and took the place of the last but one; the last is still there.
    const lastColour = (colourOf(goalSlot) + histogram.length - 1) % 2;
    const farthest = search.indices((slot) => colourOf(slot) === lastColour);
    return { histogram, farthest, records: search.records(isRecording ? 1 : 0) };
  },
  (puzzle, goal, memory) => new BitTable(puzzle, goal, memory),
);
