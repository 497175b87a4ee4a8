/** A list that is not empty. */
export type Some<T> = readonly [first: T, ...others: T[]];

/** Each two elements that follow one another. */
export const consecutive = <T>(list: readonly T[]): (readonly [before: T, after: T])[] =>
  list.slice(1).map((after, index) => [list[index]!, after] as const);
