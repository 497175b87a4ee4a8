/** What tables of bits have in common: the search of all positions level by level, and how a table of it is read. */
import type { Goal, Position, Puzzle } from '../../../puzzles/puzzle.ts';
import { surveyOf } from '../../algorithms/breadth-first.ts';
import { loadKernel, scratchMemory } from '../../kernels/kernel.ts';
import { headerBytes, type TableKind } from '../../tables/contract.ts';
import { isEven, type Numbering, numberingOf, shapes } from './bit-numbering.ts';
import { blankKey, positionsOf, SlidingTable, TableFrame } from './sliding-table.ts';

/** The kernels `sliding-table` and `sliding-pairs`, with `sliding-table/levels`. */
interface Kernel {
  readonly filled: { readonly value: number };
  readonly levels: { readonly value: number };
  readonly record: { readonly value: number };
  start(blank: number, rows: number, isMultiTile: number): void;
  expandLevel(colour: number, recording: number): number;
  expandLines(): number;
}

/** Behind the records: the number of farthest positions, and room for their indices. */
const mostFarthest = 1024;

/** Bytes before the levels. */
const levelsAt = 3 * 65_536;

const frameOf = (puzzle: Puzzle, goal: Goal): TableFrame =>
  new TableFrame(puzzle, numberingOf(puzzle.board)!.orderOf(puzzle.board)!, goal);

const positionsAt = (frame: TableFrame, numbering: Numbering, indices: Iterable<number>): Position[] =>
  positionsOf(frame, indices, (index, order) => numbering.unrank(index, order, frame.goalSlot));

/** A search from one goal, before its first level. */
export class LevelSearch {
  readonly kernel: Kernel;
  private readonly numbering: Numbering;
  private readonly memory: WebAssembly.Memory;

  /** @param slots of words: those of the levels, and of the records */
  constructor(goalSlot: number, numbering: Numbering, slots: number, isMultiTile: boolean) {
    this.numbering = numbering;
    const { columns, rows, recordBytes } = numbering;
    const bytes = levelsAt + (slots * recordBytes) / numbering.slots;
    this.memory = scratchMemory(bytes);
    new Uint8Array(this.memory.buffer, 0, bytes).fill(0);
    this.kernel = loadKernel<Kernel>(shapes[columns].kernel, this.memory);
    this.kernel.start(goalSlot, rows, Number(isMultiTile));
  }

  /** The indices of the positions of the levels in memory, with the blank on some of the slots. */
  indices(isOn: (slot: number) => boolean): number[] {
    const { kernel, memory } = this;
    const { blocks, slots, recordBytes } = this.numbering;
    const filled = new Uint8Array(memory.buffer, kernel.filled.value, blocks);
    const levels = new Uint32Array(memory.buffer, kernel.levels.value, recordBytes / 4);
    const inBlock = levels.length / blocks;
    const inSlot = blocks / slots;
    const found: number[] = [];
    for (let block = 0; block < blocks; block++) {
      if (filled[block] === 0 || !isOn(Math.floor(block / inSlot))) continue;
      for (let at = block * inBlock; at < (block + 1) * inBlock; at++)
        for (let bit = 0; bit < 32; bit++) if ((levels[at]! >>> bit) & 1) found.push(at * 32 + bit);
    }
    return found;
  }

  /** The records, one after another. */
  records(count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, this.kernel.record.value, count * this.numbering.recordBytes);
  }
}

/** What a search finds: also the indices of the farthest positions, and the records. */
interface Found {
  readonly histogram: readonly number[];
  readonly farthest: readonly number[];
  readonly records: Uint8Array;
}

export abstract class BitsTable extends SlidingTable {
  protected readonly numbering: Numbering;
  /** The number of farthest positions, and their indices. */
  private readonly ends: Uint32Array;
  protected readonly goal: number;

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    super(puzzle, frameOf(puzzle, goal), memory);
    this.numbering = numberingOf(puzzle.board)!;
    const { slotBits, columns } = this.numbering;
    this.ends = new Uint32Array(memory, memory.byteLength - 4 * (1 + mostFarthest));
    this.goal = this.frame.goalSlot * slotBits + shapes[columns].goalBit;
  }

  protected recordIn(memory: SharedArrayBuffer, index: number): Uint32Array {
    const { recordBytes } = this.numbering;
    return new Uint32Array(memory, headerBytes + index * recordBytes, recordBytes / 4);
  }

  protected numberOf(blank: number): number {
    const { numbering } = this;
    return blank * numbering.slotBits + numbering.codeOf(this.order);
  }

  protected override numberAfter(next: number): number {
    const { blank, numbering } = this;
    // In its row the order stays.
    return numbering.rowOf(next) === numbering.rowOf(blank)
      ? this.present + (next - blank) * numbering.slotBits
      : this.numberOf(next);
  }

  override load(position: Position): boolean {
    return super.load(position) && isEven(this.order) !== this.numbering.isOdd(this.blank, this.frame.goalSlot);
  }

  farthest(): Position[] {
    const { frame, ends, numbering } = this;
    return positionsAt(frame, numbering, ends.subarray(1, 1 + ends[0]!));
  }
}

/** The bit of a position in a record. */
export const bitIn = (record: Uint32Array, index: number): number => (record[index >>> 5]! >>> (index & 31)) & 1;

/**
 * Tables of puzzles in a metric.
 * @param bits for each position
 * @param search all positions, keeping records or not
 */
export const bitKind = (
  metric: Puzzle['metric'],
  bits: number,
  search: (goalSlot: number, numbering: Numbering, isRecording: boolean) => Found,
  open: TableKind['open'],
): TableKind => ({
  fits: ({ isPermutation, metric: own, board }) =>
    isPermutation === true && own === metric && numberingOf(board) !== undefined,
  key: blankKey,
  bytes: ({ board }) => bits * numberingOf(board)!.recordBytes + 4 * (1 + mostFarthest),
  open,
  build: (puzzle, goal, data) => {
    const { histogram, farthest, records } = search(frameOf(puzzle, goal).goalSlot, numberingOf(puzzle.board)!, true);
    if (farthest.length > mostFarthest) throw new Error('too many farthest positions for the table');
    data.set(records);
    new Uint32Array(data.buffer, data.byteOffset + records.length).set([farthest.length, ...farthest]);
    return histogram;
  },
  // Without a table, a board of twelve takes 32 MB instead of 64, or in multi-tile moves 101 instead of 165.
  survey: (puzzle, goal) => {
    const frame = frameOf(puzzle, goal);
    const numbering = numberingOf(puzzle.board)!;
    const { histogram, farthest } = search(frame.goalSlot, numbering, false);
    return surveyOf(histogram, positionsAt(frame, numbering, farthest));
  },
});
