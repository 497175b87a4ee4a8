/** The codes of the letter cards of a puzzle. */
import { firstLetter } from './cursor.ts';

export interface Alphabet {
  /** Text of each code: '' for the blank, `=` for each half of the wide card, the marked twin of a letter after it. */
  readonly text: readonly string[];
  /** How many cards each letter has, by its unmarked code. */
  readonly counts: ReadonlyMap<number, number>;
  isMarked(code: number): boolean;
  withoutMark(code: number): number;
  /** The marked twin of an unmarked letter, if there is one. */
  marked(code: number): number | undefined;
}

/** The alphabet of the cards in a goal, which has look-alikes unmarked. */
export const alphabetOf = (goal: string): Alphabet => {
  const letters = [...goal].filter((mark) => /[a-z]/u.test(mark));
  const text = ['', '=', '='];
  const counts = new Map<number, number>();
  for (const letter of new Set(letters)) {
    const count = letters.filter((other) => other === letter).length;
    counts.set(text.length, count);
    text.push(letter);
    if (count > 1) text.push(letter.toUpperCase());
  }
  const isMarked = (code: number): boolean => code >= firstLetter && /[A-Z]/u.test(text[code]!);
  return {
    text,
    counts,
    isMarked,
    withoutMark: (code) => (isMarked(code) ? code - 1 : code),
    marked: (code) => ((counts.get(code) ?? 0) > 1 ? code + 1 : undefined),
  };
};
