/** Sets of holes as bits. */
import type { Position } from '../../puzzle.ts';

/** Boards are two integers of at most 30 bits, which V8 keeps unboxed: holes 0–29 in `lo`, the others in `hi`. */
const loBits = 30;
export const loRadix = 2 ** loBits;

/** How many bits of a 32-bit integer are set. */
export const bitCount = (bits: number): number => {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
};

/** A set of holes as a pair of bit masks. */
export interface Holes {
  readonly lo: number;
  readonly hi: number;
}

/** How many holes two sets have in common. */
export const countBoth = (a: Holes, b: Holes): number => bitCount(a.lo & b.lo) + bitCount(a.hi & b.hi);

export const holesOf = (cells: Iterable<number>): Holes => {
  let [lo, hi] = [0, 0];
  for (const cell of cells) {
    if (cell < loBits) lo |= 1 << cell;
    else hi |= 1 << (cell - loBits);
  }
  return { lo, hi };
};

/** The holes that are filled. */
export const pegsOf = (position: Position): Holes => {
  let [lo, hi] = [0, 0];
  for (let cell = 0; cell < position.length; cell++) {
    if (!position[cell]) continue;
    if (cell < loBits) lo |= 1 << cell;
    else hi |= 1 << (cell - loBits);
  }
  return { lo, hi };
};

/** The integer of a position. */
export const rankOf = (position: Position): number => {
  const { lo, hi } = pegsOf(position);
  return hi * loRadix + lo;
};

/** The inverse. */
export const unrank = (size: number, rank: number): Position => {
  const [lo, hi] = [rank % loRadix, Math.floor(rank / loRadix)];
  const position = new Array<number>(size);
  for (let cell = 0; cell < size; cell++) position[cell] = (cell < loBits ? lo >> cell : hi >> (cell - loBits)) & 1;
  return position;
};
