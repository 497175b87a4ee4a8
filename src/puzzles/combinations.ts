/** Sets of places as numbers (the combinatorial number system, Lehmer 1964). */

/** `[n * width + k]`: the ways to choose k of n, for up to `most` things and fewer choices than `width` (Pascal's triangle). */
export const choicesUpTo = (most: number, width: number): Float64Array => {
  const choices = new Float64Array((most + 1) * width);
  for (let n = 0; n <= most; n++) {
    choices[n * width] = 1;
    for (let k = 1; k <= Math.min(n, width - 1); k++) {
      choices[n * width + k] = choices[(n - 1) * width + k - 1]! + choices[(n - 1) * width + k]!;
    }
  }
  return choices;
};

/** The rank of a set, whose places ascend in a list from an index on, among all sets of as many places. */
export const setRank = (
  choices: Float64Array,
  width: number,
  places: Uint8Array,
  first: number,
  count: number,
): number => {
  // That of a single place is itself.
  if (count === 1) return places[first]!;
  let rank = 0;
  for (let number = 0; number < count; number++) rank += choices[places[first + number]! * width + number + 1]!;
  return rank;
};

/** Exchanges a place of a set for another one. Its places stay in ascending order, from an index of a list up to another. */
export const exchangePlace = (places: Uint8Array, first: number, end: number, before: number, after: number): void => {
  let at = first;
  while (places[at] !== before) at++;
  for (; at + 1 < end && places[at + 1]! < after; at++) places[at] = places[at + 1]!;
  for (; at > first && places[at - 1]! > after; at--) places[at] = places[at - 1]!;
  places[at] = after;
};
