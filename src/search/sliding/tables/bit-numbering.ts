/**
 * How tables of bits number the positions of the 3 × 3, the 3 × 4 and the 2 × 6 board. The kernels `sliding-table.ts`, for
 * rows of three, and `sliding-pairs.ts`, for rows of two, describe how a position becomes a bit of a word
 * (`kernels/assembly`).
 */
import { type Board, rectangle } from '../../../puzzles/board.ts';
import { elementsAt, paired } from '../../../puzzles/lists.ts';
import { bitCount, factorial, unrankTo } from '../../../puzzles/permutation.ts';

const wordBits = 64;
/** Words in a block, of which the kernel remembers whether any bit is set. */
const blockWords = 336;
/** The last tiles of an order, which choose the bit of a word, and their orders of one parity. */
const inWord = 5;
const endings = factorial(inWord) / 2;

/** Arrangements of the last four tiles, the two greatest of them look-alikes, in the order of their bits. */
const arrangements = '2021 2102 2210 0122 0212 0221 1022 1202 1220 2012 2201 2120'.split(' ');
/** The bit of the goal's order in its word, for rows of three: a leading 0, and 0122. */
const goalBit = 3;

export const isEven = (order: ArrayLike<number>): boolean => {
  let inversions = 0;
  for (let i = 0; i < order.length; i++)
    for (let j = i + 1; j < order.length; j++) if (order[j]! < order[i]!) inversions++;
  return inversions % 2 === 0;
};

/** The bit of the last five tiles, named 0–4 in ascending order, for rows of three. */
const bitOf = ([first = 0, ...others]: readonly number[]): number => {
  const four = others.map((tile) => tile - (tile > first ? 1 : 0));
  const twelve = first < 3 ? first : isEven(four) ? 4 : 3;
  return 12 * twelve + arrangements.indexOf(four.map((tile) => Math.min(tile, 2)).join(''));
};

/**
 * Bits of the last five tiles by their first three Lehmer digits, and the inverse: their ranks. Both have 60 if the digits
 * before them and the whole order have sums that are both even or both odd, then 60 for the others: the last digit follows.
 */
const endingsWith = (bitFor: (five: readonly number[], index: number) => number) => {
  const bits = new Uint8Array(2 * endings);
  const ranks = new Uint8Array(2 * endings);
  const five = [0, 0, 0, 0, 0];
  for (let index = 0; index < bits.length; index++) {
    const odd = Math.floor(index / endings);
    let rank = 2 * (index % endings);
    unrankTo(five, rank);
    if (isEven(five) !== (odd === 0)) unrankTo(five, ++rank);
    bits[index] = bitFor(five, index);
    ranks[odd * endings + bits[index]!] = rank;
  }
  return { bits, ranks };
};

/** What the kernel for rows of two or three cells does. */
export const shapes = {
  2: { kernel: 'sliding-pairs', endings: endingsWith((_, index) => index % endings), goalBit: 0 },
  3: { kernel: 'sliding-table', endings: endingsWith(bitOf), goalBit },
} as const;

/** An import is read more slowly than a constant of this module. */
const counts = bitCount;

/** How the positions of a board are numbered. */
export class Numbering {
  readonly rows: number;
  readonly columns: 2 | 3;
  readonly slots: number;
  private readonly tiles: number;
  /** Bits for each slot of the blank. */
  readonly slotBits: number;
  /** Bytes of a bit for each number. */
  readonly recordBytes: number;
  readonly positions: number;
  readonly blocks: number;
  private readonly endings: ReturnType<typeof endingsWith>;
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
    this.positions = factorial(this.slots) / 2;
  }

  /** The cells in rows; undefined for a board that does not have such rows. */
  orderOf({ neighbours }: Board): readonly number[] | undefined {
    return this.orders.find((order) =>
      paired(elementsAt(neighbours, order), this.upright.neighbours).every(
        ([found, near]) =>
          near.length === found.length && elementsAt(order, near).every((next) => found.includes(next)),
      ),
    );
  }

  rowOf(slot: number): number {
    return Math.floor(slot / this.columns);
  }

  /** Whether orders are odd with the blank on a slot. A move between rows of two exchanges two tiles of the order. */
  isOdd(slot: number, goalSlot: number): boolean {
    return this.columns === 2 && (this.rowOf(slot) + this.rowOf(goalSlot)) % 2 === 1;
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
    const { ranks } = this.endings;
    const slot = Math.floor(index / this.slotBits);
    const word = Math.floor((index % this.slotBits) / wordBits);
    // Parity tells which of two orders it is.
    for (const odd of [0, endings]) {
      unrankTo(order, word * 2 * endings + ranks[odd + (index % wordBits)]!);
      if (isEven(order) !== this.isOdd(slot, goalSlot)) break;
    }
    return slot;
  }
}

const numberings = [new Numbering(3, 3), new Numbering(4, 3), new Numbering(6, 2)];

/** The numbering of a board, which has rows or columns of as many cells. */
export const numberingOf = (board: Board): Numbering | undefined =>
  numberings.find((numbering) => numbering.slots === board.size && numbering.orderOf(board) !== undefined);
