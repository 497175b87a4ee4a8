/** A list that is not empty. */
export type Some<T> = readonly [first: T, ...others: T[]];

/** The list in pieces of a length; the last may be shorter. */
export const chunks = <T>(list: readonly T[], length: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / length) }, (_, index) =>
    list.slice(index * length, (index + 1) * length),
  );

/** Pairs of the elements of two lists at each index. The other list is at least as long. */
export const paired = <T, U>(list: readonly T[], other: ArrayLike<U>): (readonly [T, U])[] =>
  list.map((one, index) => [one, other[index]!] as const);

/** The elements of a list at these indices, which it has. */
export function elementsAt<T, const P extends readonly number[]>(
  list: ArrayLike<T>,
  places: P,
): { -readonly [K in keyof P]: T };
export function elementsAt<T>(list: ArrayLike<T>, places: readonly number[]): T[] {
  return places.map((place) => list[place]!);
}

/** A random element of a list that is not empty. */
export const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** Each two elements that follow one another. */
export const consecutive = <T>(list: readonly T[]): (readonly [before: T, after: T])[] =>
  paired(list.slice(0, -1), list.slice(1));

/** A list as runs of elements, each of which begins where something stands between two elements. */
export const runsOf = <T>(list: readonly T[], isBetween: (before: T, after: T) => boolean): Some<T>[] => {
  const runs: [T, ...T[]][] = [];
  for (const one of list) {
    const run = runs.at(-1);
    if (run && !isBetween(run.at(-1)!, one)) run.push(one);
    else runs.push([one]);
  }
  return runs;
};
