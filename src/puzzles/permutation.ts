/** Permutations as numbers, and their parity. */
import type { Board } from './board.ts';

export const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

const counts = new Uint8Array(1 << 16);
for (let bits = 1; bits < counts.length; bits++) counts[bits] = counts[bits >> 1]! + (bits & 1);

/** Set bits of every 16-bit number. V8 folds only constants that aren't exported, so `rankOf` reads `counts`. */
export const bitCount = counts;

/** The most pieces whose permutations have ranks: their sets are looked up by 16 bits, and 17! < 2^53. */
export const mostRanked = 17;

/** Lexicographic rank of a permutation of 0 … n−1 by its Lehmer code (Lehmer 1960), exact up to `mostRanked`. */
export const rankOf = (cells: ArrayLike<number>): number => {
  const n = cells.length;
  let unused = (1 << n) - 1;
  let rank = 0;
  for (let i = 0; i < n; i++) {
    const bit = 1 << cells[i]!;
    rank = rank * (n - i) + counts[unused & (bit - 1)]!;
    unused ^= bit;
  }
  return rank;
};

/** Writes the permutation of a rank to `cells`. */
export const unrankTo = (cells: number[] | Uint8Array | Uint16Array, rank: number): void => {
  const n = cells.length;
  let rest = rank;
  for (let i = n - 1; i >= 0; i--) {
    const digit = rest % (n - i);
    rest = (rest - digit) / (n - i);
    cells[i] = digit;
    for (let j = i + 1; j < n; j++) if (cells[j]! >= digit) cells[j]!++;
  }
};

/** 0 or 1: whether an even or an odd number of exchanges turns one arrangement into the other. */
export const permutationParity = (from: readonly number[], to: readonly number[]): number => {
  const cellOf = new Map(to.map((piece, cell) => [piece, cell]));
  const seen = new Set<number>();
  let parity = 0;
  for (let first = 0; first < from.length; first++) {
    for (let cell = first; !seen.has(cell); cell = cellOf.get(from[cell]!)!) {
      seen.add(cell);
      if (cell !== first) parity ^= 1;
    }
  }
  return parity;
};

/**
 * Whether parity lets slides of single, distinct pieces turn one arrangement into the other. On a bipartite board, each
 * slide changes the colour of the cell of the blank, 0.
 */
export const hasSameParity = ({ colours }: Board, from: readonly number[], to: readonly number[]): boolean =>
  !colours || permutationParity(from, to) === Number(colours[from.indexOf(0)] !== colours[to.indexOf(0)]);

export const exchange = (list: readonly number[], a: number, b: number): number[] =>
  list.with(a, list[b]!).with(b, list[a]!);
