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

/** The codes of permutations of 0 … size − 1, of any size: the digits of their lexicographic rank in base 36. */
export const permutationCodes = (size: number): Pick<Puzzle, 'encode' | 'decode'> => ({
  encode: (position) => {
    const rest = [...Array(size).keys()];
    let rank = 0n;
    for (const piece of position) {
      rank = rank * BigInt(rest.length) + BigInt(rest.indexOf(piece));
      rest.splice(rest.indexOf(piece), 1);
    }
    return rank.toString(36);
  },
  decode: (code) => {
    if (!/^[\da-z]{1,20}$/u.test(code)) return undefined;
    let rank = [...code].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
    const places = Array.from({ length: size }, (_, index) => {
      const place = Number(rank % BigInt(index + 1));
      rank /= BigInt(index + 1);
      return place;
    });
    const rest = [...Array(size).keys()];
    return rank === 0n ? places.reverse().flatMap((place) => rest.splice(place, 1)) : undefined;
  },
});
