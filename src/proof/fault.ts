/** What is wrong with a certificate, and where, as in `solution[7]`. */
export class Fault extends Error {
  readonly place: string;

  constructor(place: string, message: string) {
    super(message);
    this.place = place;
  }
}

/** @throws Fault */
export function ensure(condition: unknown, place: string, message: string): asserts condition {
  if (!condition) throw new Fault(place, message);
}

/** Each of a list with its place. */
export const withPlaces = <Item>(list: readonly Item[], name: string): (readonly [item: Item, place: string])[] =>
  list.map((item, index) => [item, `${name}[${index}]`]);

/** A number in a sentence, `5,040`, and a sum of numbers. */
export const numberText = (number: number): string => number.toLocaleString('en');
export const totalText = (numbers: readonly number[]): string => numberText(numbers.reduce((sum, one) => sum + one, 0));
