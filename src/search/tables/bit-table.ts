/**
 * Tables of the 3 × 3, the 3 × 4 and the 2 × 6 board: one bit for each of their 181,440 or 239,500,800 positions (23 KB or
 * 30 MB). The kernels `sliding-table.ts`, for rows of three, and `sliding-pairs.ts`, for rows of two, describe how a
 * position becomes a bit of a word (`kernels/assembly`). The colour of the blank's cell tells whether a distance is odd; the bit is the next binary digit. The distance modulo 4 tells which
 * neighbours are closer, and a walk to the goal the whole distance (Cooperman & Finkelstein 1992 store distances modulo 3
 * to this end).
 */
import { type Board, rectangle } from '../../puzzles/board.ts';
import { bitCount, factorial } from '../../puzzles/permutation.ts';
import type { Goal, Position, Puzzle } from '../../puzzles/puzzle.ts';
import { surveyOf } from '../algorithms/breadth-first.ts';
import { loadKernel, scratchMemory } from '../kernels/kernel.ts';
import { blankKey, Frame, positionsOf, SlidingTable } from '../sliding/frame.ts';
import { headerBytes, type TableKind } from './contract.ts';

interface Kernel {
  readonly filled: { readonly value: number };
  readonly levels: { readonly value: number };
  readonly record: { readonly value: number };
  start(blank: number, rows: number): void;
  expandLevel(colour: number, recording: number): number;
}

const wordBits = 64;
/** Words in a block, of which the kernel remembers whether any bit is set. */
const blockWords = 336;
/** The last tiles of an order, which choose the bit of a word. */
const inWord = 5;

/** Behind the record: the number of farthest positions, and room for their indices. */
const mostFarthest = 1024;

/** Arrangements of the last four tiles, the two greatest of them look-alikes, in the order of their bits. */
const arrangements = '2021 2102 2210 0122 0212 0221 1022 1202 1220 2012 2201 2120'.split(' ');
/** The bit of the goal's order in its word, for rows of three: a leading 0, and 0122. */
const goalBit = 3;

const isEven = (order: ArrayLike<number>): boolean => {
  let inversions = 0;
  for (let i = 0; i < order.length; i++) {
    for (let j = i + 1; j < order.length; j++) if (order[j]! < order[i]!) inversions++;
  }
  return inversions % 2 === 0;
};

/** The bit of the last five tiles, named 0–4 in ascending order, for rows of three. */
const bitOf = (five: readonly number[]): number => {
  const [first, ...others] = five;
  const four = others.map((tile) => tile - (tile > first! ? 1 : 0));
  const twelve = first! < 3 ? first! : isEven(four) ? 4 : 3;
  return 12 * twelve + arrangements.indexOf(four.map((tile) => Math.min(tile, 2)).join(''));
};

/** Bits of the last five tiles by their first three Lehmer digits, and the inverse. */
interface Endings {
  readonly bits: Uint8Array;
  readonly lastFive: readonly (readonly number[])[];
}

/**
 * 60 if the digits before them and the whole order have sums that are both even or both odd, then 60 for the others: the
 * last digit follows.
 */
const endingsWith = (bitFor: (five: readonly number[], index: number) => number): Endings => {
  const bits = new Uint8Array(120);
  const lastFive: (readonly number[])[] = [];
  for (let index = 0; index < 120; index++) {
    const odd = Math.floor(index / 60);
    const digits = [Math.floor((index % 60) / 12), Math.floor((index % 12) / 3), index % 3, 0];
    digits[3] = (odd + digits[0]! + digits[1]! + digits[2]!) % 2;
    const left = [0, 1, 2, 3, 4];
    const five = [...digits, 0].map((digit) => left.splice(digit, 1)[0]!);
    bits[index] = bitFor(five, index);
    lastFive[odd * 60 + bits[index]!] = five;
  }
  return { bits, lastFive };
};

/** What the kernel of rows of so many cells does. */
const shapes = {
  2: { kernel: 'sliding-pairs', endings: endingsWith((_, index) => index % 60), goalBit: 0 },
  3: { kernel: 'sliding-table', endings: endingsWith(bitOf), goalBit },
} as const;

/** An import is read more slowly than a constant of this module. */
const counts = bitCount;

/** How the positions of a board are numbered. */
class Numbering {
  readonly rows: number;
  readonly columns: 2 | 3;
  readonly slots: number;
  private readonly tiles: number;
  /** Bits for each slot of the blank. */
  readonly slotBits: number;
  readonly recordBytes: number;
  readonly blocks: number;
  private readonly endings: Endings;
  private readonly upright: Board;
  /** The cells of the slots, on the board as it is and lying on its side. */
  private readonly orders: readonly (readonly number[])[];

  constructor(rows: number, columns: 2 | 3) {
    this.rows = rows;
    this.columns = columns;
    this.endings = shapes[columns].endings;
    this.slots = rows * columns;
    this.upright = rectangle(rows, columns);
    const standing = [...this.upright.x.keys()];
    this.orders = [standing, standing.map((slot) => (slot % columns) * rows + Math.floor(slot / columns))];
    this.tiles = this.slots - 1;
    const words = factorial(this.tiles) / factorial(inWord);
    this.slotBits = words * wordBits;
    this.recordBytes = (this.slots * this.slotBits) / 8;
    this.blocks = (this.slots * words) / blockWords;
  }

  /** The cells in rows; undefined for a board that does not have such rows. */
  orderOf({ neighbours }: Board): readonly number[] | undefined {
    return this.orders.find((order) =>
      order.every((cell, slot) => {
        const near = this.upright.neighbours[slot]!;
        const found = neighbours[cell]!;
        return near.length === found.length && near.every((next) => found.includes(order[next]!));
      }),
    );
  }

  /** Whether orders are odd with the blank on a slot. A move between rows of two exchanges two tiles of the order. */
  isOdd(slot: number, goalSlot: number): boolean {
    const { columns } = this;
    return columns === 2 && (Math.floor(slot / columns) + Math.floor(goalSlot / columns)) % 2 === 1;
  }

  /** The index of an order within the slot of its blank. */
  codeOf(order: Uint8Array): number {
    const { tiles } = this;
    const first = tiles - inWord;
    let unused = (1 << tiles) - 1;
    let word = 0;
    let sum = 0;
    for (let i = 0; i < first; i++) {
      const bit = 1 << order[i]!;
      const digit = counts[unused & (bit - 1)]!;
      word = word * (tiles - i) + digit;
      sum += digit;
      unused ^= bit;
    }
    let five = sum & 1;
    for (let i = first; i < first + 3; i++) {
      const bit = 1 << order[i]!;
      five = five * (tiles - i) + counts[unused & (bit - 1)]!;
      unused ^= bit;
    }
    return word * wordBits + this.endings.bits[five]!;
  }

  /** Write the order of the position of this index; the slot of its blank. */
  unrank(index: number, order: Uint8Array, goalSlot: number): number {
    const slot = Math.floor(index / this.slotBits);
    const { tiles, slotBits } = this;
    const first = tiles - inWord;
    let rest = Math.floor((index % slotBits) / wordBits);
    const digits: number[] = [];
    for (let i = first - 1; i >= 0; i--) {
      digits[i] = rest % (tiles - i);
      rest = Math.floor(rest / (tiles - i));
    }
    const left = Array.from({ length: tiles }, (_, tile) => tile);
    digits.forEach((digit, i) => {
      order[i] = left.splice(digit, 1)[0]!;
    });
    const odd = digits.reduce((sum, digit) => sum + digit, Number(this.isOdd(slot, goalSlot))) % 2;
    this.endings.lastFive[odd * 60 + (index % wordBits)]!.forEach((tile, i) => {
      order[first + i] = left[tile]!;
    });
    return slot;
  }
}

const numberings = [new Numbering(3, 3), new Numbering(4, 3), new Numbering(6, 2)];

/** The numbering of a board, which has rows or columns of as many cells. */
const numberingOf = (board: Board): Numbering | undefined =>
  numberings.find((numbering) => numbering.slots === board.size && numbering.orderOf(board) !== undefined);

const frameOf = (puzzle: Puzzle, goal: Goal): Frame =>
  new Frame(puzzle, numberingOf(puzzle.board)!.orderOf(puzzle.board)!, goal);

/** Bytes before the levels, at most: the kernel tells the exact address only after it was loaded. */
const tablesBytes = 1 << 17;

/** The histogram, the indices of the farthest positions, and the record if it was asked for. */
const searchFrom = (goalSlot: number, { rows, columns, slots, blocks, recordBytes }: Numbering, recording: boolean) => {
  const bytes = tablesBytes + recordBytes * (recording ? 2 : 1);
  const memory = scratchMemory(bytes);
  new Uint8Array(memory.buffer, 0, bytes).fill(0);
  const kernel = loadKernel<Kernel>(shapes[columns].kernel, memory);
  kernel.start(goalSlot, rows);
  const colourOf = (slot: number): number => (Math.floor(slot / columns) + (slot % columns)) % 2;
  const histogram = [1];
  for (;;) {
    const distance = histogram.length;
    const count = kernel.expandLevel((colourOf(goalSlot) + distance) % 2, recording ? (distance >> 1) & 1 : 0);
    if (count === 0) break;
    histogram.push(count);
  }

  // The level after the last is empty and took the place of the last but one; the last is still there.
  const lastColour = (colourOf(goalSlot) + histogram.length - 1) % 2;
  const filled = new Uint8Array(memory.buffer, kernel.filled.value, blocks);
  const levels = new Uint32Array(memory.buffer, kernel.levels.value, recordBytes / 4);
  const inBlock = levels.length / blocks;
  const inSlot = blocks / slots;
  const farthest: number[] = [];
  for (let block = 0; block < blocks; block++) {
    if (filled[block] === 0 || colourOf(Math.floor(block / inSlot)) !== lastColour) continue;
    for (let at = block * inBlock; at < (block + 1) * inBlock; at++) {
      for (let bit = 0; bit < 32; bit++) if ((levels[at]! >>> bit) & 1) farthest.push(at * 32 + bit);
    }
  }
  const record = new Uint8Array(memory.buffer, kernel.record.value, recording ? recordBytes : 0);
  return { histogram, farthest, record };
};

class BitTable extends SlidingTable {
  private readonly numbering: Numbering;
  private readonly record: Uint32Array;
  /** The number of farthest positions, and their indices. */
  private readonly ends: Uint32Array;
  private readonly goal: number;
  /** By slot of the blank, whether the digit changes one move closer: 1 where the distance is even. */
  private readonly changes: Uint8Array;

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    super(puzzle, frameOf(puzzle, goal), memory);
    this.numbering = numberingOf(puzzle.board)!;
    const { recordBytes, slotBits, columns } = this.numbering;
    this.record = new Uint32Array(memory, headerBytes, recordBytes / 4);
    this.ends = new Uint32Array(memory, headerBytes + recordBytes);
    const { colours, goalSlot } = this.frame;
    this.goal = goalSlot * slotBits + shapes[columns].goalBit;
    this.changes = Uint8Array.from(colours!, (colour) => (colour === colours![goalSlot] ? 1 : 0));
  }

  protected numberOf(blank: number): number {
    const { numbering } = this;
    return blank * numbering.slotBits + numbering.codeOf(this.order);
  }

  protected override numberAfter(next: number): number {
    const steps = next - this.blank;
    // Beside the blank the order stays.
    return steps === 1 || steps === -1 ? this.present + steps * this.numbering.slotBits : this.numberOf(next);
  }

  override load(position: Position): boolean {
    return super.load(position) && isEven(this.order) !== this.numbering.isOdd(this.blank, this.frame.goalSlot);
  }

  protected isCloser(neighbour: number): boolean {
    const { present } = this;
    return present !== this.goal && (this.digit(neighbour) ^ this.digit(present)) === this.changes[this.blank];
  }

  /** The second binary digit of the distance of a position. */
  private digit(index: number): number {
    return (this.record[index >>> 5]! >>> (index & 31)) & 1;
  }

  farthest(): Position[] {
    const { frame, ends, numbering } = this;
    return positionsOf(frame, ends.subarray(1, 1 + ends[0]!), (index, order) =>
      numbering.unrank(index, order, frame.goalSlot),
    );
  }
}

export const bitTables: TableKind = {
  fits: ({ family, board, metric }) => family === 'sliding' && metric === 'steps' && numberingOf(board) !== undefined,
  key: blankKey,
  bytes: ({ board }) => numberingOf(board)!.recordBytes + 4 * (1 + mostFarthest),
  open: (puzzle, goal, memory) => new BitTable(puzzle, goal, memory),
  build: (puzzle, goal, data) => {
    const numbering = numberingOf(puzzle.board)!;
    const { histogram, farthest, record } = searchFrom(frameOf(puzzle, goal).goalSlot, numbering, true);
    if (farthest.length > mostFarthest) throw new Error('too many farthest positions for the table');
    data.set(record);
    new Uint32Array(data.buffer, data.byteOffset + numbering.recordBytes).set([farthest.length, ...farthest]);
    return histogram;
  },
  // Without a record, a board of twelve takes 32 MB instead of 64.
  survey: (puzzle, goal) => {
    const frame = frameOf(puzzle, goal);
    const numbering = numberingOf(puzzle.board)!;
    const { histogram, farthest } = searchFrom(frame.goalSlot, numbering, false);
    const positions = positionsOf(frame, farthest, (index, order) => numbering.unrank(index, order, frame.goalSlot));
    return surveyOf(histogram, positions);
  },
};
