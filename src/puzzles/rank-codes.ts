import { anything, type Position, type Puzzle } from './puzzle.ts';

type Codes = Pick<Puzzle, 'encode' | 'decode'>;

/** The number of these digits. */
export const fromBase36 = (digits: string): bigint =>
  [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);

/** The codes of positions that have a rank, an integer below 2^53: its digits in base 36. */
export const rankCodes = (rank: (position: Position) => number, unrank: (rank: number) => Position): Codes => ({
  encode: (position) => rank(position).toString(36),
  decode: (code) => {
    const number = /^[\da-z]{1,11}$/u.test(code) ? Number.parseInt(code, 36) : Number.NaN;
    return Number.isSafeInteger(number) ? unrank(number) : undefined;
  },
});

/** Of the rank of a board of a hundred cells with as many pieces. */
const mostDigits = 102;
/**
 * Ranks of more digits are written in base 2^14, so that those of 10 × 10 fit into custom ids too: as Chinese characters,
 * which are one UTF-16 code unit each and have no other form.
 */
const manyDigits = 40;
const firstSign = 0x4e00;
const signBits = 14;
const signs = /^[\u4e00-\u8dff]{1,100}$/u;

const written = (rank: bigint): string => {
  const digits = rank.toString(36);
  if (digits.length <= manyDigits) return digits;
  let code = '';
  for (let rest = rank; rest > 0n; rest >>= BigInt(signBits))
    code = String.fromCharCode(firstSign + Number(BigInt.asUintN(signBits, rest))) + code;
  return code;
};

/** The inverse. Older codes are digits, however many. */
const read = (code: string): bigint | undefined => {
  if (signs.test(code))
    return [...code].reduce((sum, sign) => (sum << BigInt(signBits)) + BigInt(sign.charCodeAt(0) - firstSign), 0n);
  return /^[\da-z]+$/u.test(code) && code.length <= mostDigits ? fromBase36(code) : undefined;
};

/** Codes of pieces are below this; `anything` is written as it. */
const free = 37;
const base = BigInt(free + 1);
/** Other codes begin with a digit or a small letter. */
const freeSign = 'F';

/** The same codes, and those of goals that leave some of the cells free. */
const withFreeCells = (size: number, { encode, decode }: Codes): Codes => ({
  encode: (position) => {
    if (!position.includes(anything)) return encode(position);
    const number = position.reduce((sum, code) => sum * base + BigInt(code === anything ? free : code), 0n);
    return freeSign + number.toString(36);
  },
  decode: (code) => {
    if (!code.startsWith(freeSign)) return decode(code);
    if (!/^[\da-z]{1,38}$/u.test(code.slice(1))) return undefined;
    let rest = fromBase36(code.slice(1));
    const position: number[] = [];
    for (let cell = 0; cell < size; cell++) {
      const piece = Number(rest % base);
      position.unshift(piece === free ? anything : piece);
      rest /= base;
    }
    return rest === 0n ? position : undefined;
  },
});

/** The codes of arrangements of any pieces, some of them alike: their lexicographic rank. Goals may leave cells free. */
export const arrangementCodes = (pieces: Position): Codes => {
  const kinds = [...new Set(pieces)].sort((a, b) => a - b);
  const counts = kinds.map((kind) => BigInt(pieces.filter((piece) => piece === kind).length));
  let all = 1n;
  let placed = 0n;
  for (const count of counts) for (let one = 1n; one <= count; one++) all = (all * ++placed) / one;
  return withFreeCells(pieces.length, {
    encode: (position) => {
      const left = [...counts];
      let rank = 0n;
      let rest = all;
      for (const [cell, piece] of position.entries()) {
        const kind = kinds.indexOf(piece);
        const open = BigInt(position.length - cell);
        rank += (rest * left.slice(0, kind).reduce((sum, count) => sum + count, 0n)) / open;
        rest = (rest * left[kind]!) / open;
        left[kind]!--;
      }
      return written(rank);
    },
    decode: (code) => {
      const known = read(code);
      if (known === undefined || known >= all) return undefined;
      const left = [...counts];
      let rank = known;
      let rest = all;
      return pieces.map((_, cell) => {
        const waysOf = (kind: number): bigint => (rest * left[kind]!) / BigInt(pieces.length - cell);
        let kind = 0;
        for (; rank >= waysOf(kind); kind++) rank -= waysOf(kind);
        rest = waysOf(kind);
        left[kind]!--;
        return kinds[kind]!;
      });
    },
  });
};
