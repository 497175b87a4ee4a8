import type { Position, Puzzle } from './puzzle.ts';

/** The codes of positions that have a rank, an integer below 2^53: its digits in base 36. */
export const rankCodes = (
  rank: (position: Position) => number,
  unrank: (rank: number) => Position,
): Pick<Puzzle, 'encode' | 'decode'> => ({
  encode: (position) => rank(position).toString(36),
  decode: (code) => {
    const number = /^[\da-z]{1,11}$/u.test(code) ? Number.parseInt(code, 36) : Number.NaN;
    return Number.isSafeInteger(number) ? unrank(number) : undefined;
  },
});
