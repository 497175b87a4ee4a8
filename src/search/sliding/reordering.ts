import { factorial } from '../../puzzles/permutation.ts';
import { kept } from '../kept.ts';

/**
 * How the first `entries` digits of a Lehmer code change when one of these entries goes to another place and those
 * between move up, and then others in turn: by their value before, in mixed radix, their value after.
 * @param kinds how many numbers are left for the first of these entries
 * @param turns places among these entries, from 0
 */
export const reordering = (
  kinds: number,
  entries: number,
  ...turns: readonly (readonly [from: number, to: number])[]
): Uint32Array => {
  const after = new Uint32Array(factorial(kinds) / factorial(kinds - entries));
  const digits = new Uint8Array(entries);
  for (let value = 0; value < after.length; value++) {
    let rest = value;
    for (let i = entries - 1; i >= 0; i--) {
      const digit = rest % (kinds - i);
      rest = (rest - digit) / (kinds - i);
      digits[i] = digit;
    }
    for (const [from, to] of turns) {
      const step = from < to ? 1 : -1;
      for (let place = from; place !== to; place += step) {
        // Two neighbours change places: digits (d, e) become (e, d - 1) where d > e, else (e + 1, d).
        const first = step === 1 ? place : place - 1;
        const d = digits[first]!;
        const e = digits[first + 1]!;
        digits[first] = d > e ? e : e + 1;
        digits[first + 1] = d > e ? d - 1 : d;
      }
    }
    let target = 0;
    for (let i = 0; i < entries; i++) target = target * (kinds - i) + digits[i]!;
    after[value] = target;
  }
  return after;
};

/** Places of a list that reorderings are numbered by: its tiles are at most as many. */
export const reorderingPlaces = 8;

/** `[(from * 8 + to) * orders + order]`: the order of the tiles after one has gone from a place of it to another. */
export const reorderingsOf = kept((tiles: number): Uint16Array => {
  const orders = factorial(tiles);
  const all = new Uint16Array(reorderingPlaces ** 2 * orders);
  for (let from = 0; from < tiles; from++) {
    for (let to = 0; to < tiles; to++)
      all.set(reordering(tiles, tiles, [from, to]), (from * reorderingPlaces + to) * orders);
  }
  return all;
});
