/** Suggestions for mistyped names. */
import { closestMatch } from 'leven';

/** Letters that may be wrong of each that somebody typed: two of five, so that two swapped ones are found. */
const wrongShare = 0.4;

/** The name most like a typed word; undefined where none is. Numbers have no likeness: `4x3` is not meant by `4-2`. */
export const nearestName = (typed: string, names: readonly string[]): string | undefined => {
  const word = typed.trim().toLowerCase();
  const maxDistance = Math.floor(word.length * wrongShare);
  return /^\p{L}/u.test(word) && maxDistance > 0 ? closestMatch(word, names, { maxDistance }) : undefined;
};
