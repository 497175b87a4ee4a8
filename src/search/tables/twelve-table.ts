/**
 * Tables of the 3 × 4 board: one bit for each of its 239,500,800 positions. The kernel `kernels/assembly/sliding-table.ts`
 * describes how a position becomes a bit of a word. The colour of the blank's cell tells whether a distance is odd; the
 * bit is the next binary digit. The distance modulo 4 tells which neighbours are closer, and a walk to the goal the whole
 * distance (Cooperman & Finkelstein 1992 store distances modulo 3 to this end).
 */
import { type Board, rectangle } from '../../puzzles/board.ts';
import { bitCount } from '../../puzzles/permutation.ts';
import type { Goal, Position, Puzzle } from '../../puzzles/puzzle.ts';
import { surveyOf } from '../algorithms/breadth-first.ts';
import { loadKernel, scratchMemory } from '../kernels/kernel.ts';
import { blankKey, Frame, positionsOf, SlidingTable } from '../sliding/frame.ts';
import { headerBytes, type TableKind } from './contract.ts';

interface Kernel {
  readonly filled: { readonly value: number };
  readonly levels: { readonly value: number };
  readonly record: { readonly value: number };
  start(blank: number): void;
  expandLevel(colour: number, recording: number): number;
}

const slots = 12;
const tiles = 11;
const columns = 3;
/** Words of 64 bits for each slot of the blank, and the blocks of them that the kernel keeps flags for. */
const words = 332_640;
const blocks = 990;
const wordBits = 64;
const recordBytes = slots * words * (wordBits / 8);

/** Behind the record: the number of farthest positions, and room for their indices. */
const mostFarthest = 1024;

/** Arrangements of the last four tiles, the two greatest of them look-alikes, in the order of their bits. */
const arrangements = '2021 2102 2210 0122 0212 0221 1022 1202 1220 2012 2201 2120'.split(' ');
/** The bit of the goal's order in its word: a leading 0, and 0122. */
const goalBit = 3;

const isEven = (order: ArrayLike<number>): boolean => {
  let inversions = 0;
  for (let i = 0; i < order.length; i++) {
    for (let j = i + 1; j < order.length; j++) if (order[j]! < order[i]!) inversions++;
  }
  return inversions % 2 === 0;
};

/** The bit of the last five tiles, named 0–4 in ascending order. */
const bitOf = (five: readonly number[]): number => {
  const [first, ...others] = five;
  const four = others.map((tile) => tile - (tile > first! ? 1 : 0));
  const twelve = first! < 3 ? first! : isEven(four) ? 4 : 3;
  return 12 * twelve + arrangements.indexOf(four.map((tile) => Math.min(tile, 2)).join(''));
};

/**
 * Bits by the first three Lehmer digits of the last five tiles: 60 for an even sum of the digits of the first six and 60
 * for an odd one. The whole order is even, which gives the rest. `lastFive` is the inverse.
 */
const bits = new Uint8Array(120);
const lastFive: (readonly number[])[] = [];
for (let index = 0; index < 120; index++) {
  const odd = Math.floor(index / 60);
  const digits = [Math.floor((index % 60) / 12), Math.floor((index % 12) / 3), index % 3, 0];
  digits[3] = (odd + digits[0]! + digits[1]! + digits[2]!) % 2;
  const left = [0, 1, 2, 3, 4];
  const five = [...digits, 0].map((digit) => left.splice(digit, 1)[0]!);
  bits[index] = bitOf(five);
  lastFive[odd * 60 + bits[index]!] = five;
}

const upright = rectangle(slots / columns, columns);
const standing = [...upright.x.keys()];
const lying = standing.map((slot) => (slot % columns) * (slots / columns) + Math.floor(slot / columns));

/** The cells in four rows of three, which the board has as it is or lying on its side; undefined for other boards. */
const orderOf = ({ size, neighbours }: Board): readonly number[] | undefined =>
  [standing, lying].find((order) =>
    order.every((cell, slot) => {
      const near = upright.neighbours[slot]!;
      return (
        size === slots &&
        near.length === neighbours[cell]!.length &&
        near.every((next) => neighbours[cell]!.includes(order[next]!))
      );
    }),
  );

const frameOf = (puzzle: Puzzle, goal: Goal): Frame => new Frame(puzzle.board, orderOf(puzzle.board)!, goal);

/** The index of a position's bit: the slot of its blank, its word and the bit. */
const indexOf = (blank: number, inSlot: number): number => blank * words * wordBits + inSlot;

/** An import is read more slowly than a constant of this module. */
const counts = bitCount;

/** The index of an order within the slot of its blank. The order is even. */
const codeOf = (order: Uint8Array): number => {
  let unused = (1 << tiles) - 1;
  let word = 0;
  let sum = 0;
  for (let i = 0; i < 6; i++) {
    const bit = 1 << order[i]!;
    const digit = counts[unused & (bit - 1)]!;
    word = word * (tiles - i) + digit;
    sum += digit;
    unused ^= bit;
  }
  let five = sum & 1;
  for (let i = 6; i < 9; i++) {
    const bit = 1 << order[i]!;
    five = five * (tiles - i) + counts[unused & (bit - 1)]!;
    unused ^= bit;
  }
  return word * wordBits + bits[five]!;
};

/** Write the order of the position of this index; the slot of its blank. */
const unrank = (index: number, order: Uint8Array): number => {
  let rest = Math.floor(index / wordBits) % words;
  const digits: number[] = [];
  for (let i = 5; i >= 0; i--) {
    digits[i] = rest % (tiles - i);
    rest = Math.floor(rest / (tiles - i));
  }
  const left = Array.from({ length: tiles }, (_, tile) => tile);
  digits.forEach((digit, i) => {
    order[i] = left.splice(digit, 1)[0]!;
  });
  const odd = digits.reduce((sum, digit) => sum + digit, 0) % 2;
  lastFive[odd * 60 + (index % wordBits)]!.forEach((tile, i) => {
    order[6 + i] = left[tile]!;
  });
  return Math.floor(index / (words * wordBits));
};

/** Bytes before the levels, at most: the kernel tells the exact address only after it was loaded. */
const tablesBytes = 1 << 17;

/** The histogram, the indices of the farthest positions, and the record if it was asked for. */
const searchFrom = (goalSlot: number, recording: boolean) => {
  const bytes = tablesBytes + recordBytes * (recording ? 2 : 1);
  const memory = scratchMemory(bytes);
  new Uint8Array(memory.buffer, 0, bytes).fill(0);
  const kernel = loadKernel<Kernel>('sliding-table', memory);
  kernel.start(goalSlot);
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
  const filled = new Uint8Array(memory.buffer, kernel.filled.value, slots * blocks);
  const levels = new Uint32Array(memory.buffer, kernel.levels.value, recordBytes / 4);
  const inBlock = levels.length / filled.length;
  const farthest: number[] = [];
  for (let block = 0; block < filled.length; block++) {
    if (filled[block] === 0 || colourOf(Math.floor(block / blocks)) !== lastColour) continue;
    for (let at = block * inBlock; at < (block + 1) * inBlock; at++) {
      for (let bit = 0; bit < 32; bit++) if ((levels[at]! >>> bit) & 1) farthest.push(at * 32 + bit);
    }
  }
  const record = new Uint8Array(memory.buffer, kernel.record.value, recording ? recordBytes : 0);
  return { histogram, farthest, record };
};

class TwelveTable extends SlidingTable {
  private readonly record: Uint32Array;
  /** The number of farthest positions, and their indices. */
  private readonly ends: Uint32Array;
  private readonly goal: number;
  /** By slot of the blank, whether the digit changes one move closer: 1 where the distance is even. */
  private readonly changes: Uint8Array;

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    super(puzzle, frameOf(puzzle, goal), memory);
    this.record = new Uint32Array(memory, headerBytes, recordBytes / 4);
    this.ends = new Uint32Array(memory, headerBytes + recordBytes);
    const { colours, goalSlot } = this.frame;
    this.goal = indexOf(goalSlot, goalBit);
    this.changes = Uint8Array.from(colours!, (colour) => (colour === colours![goalSlot] ? 1 : 0));
  }

  protected numberOf(blank: number): number {
    return indexOf(blank, codeOf(this.order));
  }

  protected override numberAfter(next: number): number {
    const steps = next - this.blank;
    // Beside the blank the order stays.
    return steps === 1 || steps === -1 ? this.present + steps * words * wordBits : this.numberOf(next);
  }

  override load(position: Position): boolean {
    // With the blank on any cell, exactly the even orders can be reached.
    return super.load(position) && isEven(this.order);
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
    return positionsOf(this.frame, this.ends.subarray(1, 1 + this.ends[0]!), unrank);
  }
}

export const twelveTables: TableKind = {
  fits: ({ family, board }) => family === 'sliding' && orderOf(board) !== undefined,
  key: blankKey,
  bytes: () => recordBytes + 4 * (1 + mostFarthest),
  open: (puzzle, goal, memory) => new TwelveTable(puzzle, goal, memory),
  build: (puzzle, goal, data) => {
    const { histogram, farthest, record } = searchFrom(frameOf(puzzle, goal).goalSlot, true);
    if (farthest.length > mostFarthest) throw new Error('too many farthest positions for the table');
    data.set(record);
    new Uint32Array(data.buffer, data.byteOffset + recordBytes).set([farthest.length, ...farthest]);
    return histogram;
  },
  // Without a record, 32 MB instead of 64.
  survey: (puzzle, goal) => {
    const frame = frameOf(puzzle, goal);
    const { histogram, farthest } = searchFrom(frame.goalSlot, false);
    return surveyOf(histogram, positionsOf(frame, farthest, unrank));
  },
};
