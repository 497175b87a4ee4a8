/** The codes of a puzzle's letter cards. */
import { firstLetter } from './cursor.ts';

export interface Alphabet {
  /** The text of each code: '' for the blank, `=` for each half of the wide card. A letter's marked twin follows it. */
  readonly text: readonly string[];
  /** The number of cards by their unmarked code. */
  readonly counts: ReadonlyMap<number, number>;
  isMarked(code: number): boolean;
  withoutMark(code: number): number;
  /** The marked twin of an unmarked letter, if any. */
  marked(code: number): number | undefined;
}

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
