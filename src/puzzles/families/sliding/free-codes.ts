/** Codes of positions, among them those of goals that leave cells free. */
import { anything, type Puzzle } from '../../puzzle.ts';
import { fromBase36 } from '../../rank-codes.ts';

type Codes = Pick<Puzzle, 'encode' | 'decode'>;

/** Codes of pieces are below this; `anything` is written as it. */
const free = 37;
const base = BigInt(free + 1);

/** Other codes begin with a digit or a small letter. */
const sign = 'F';

export const freeCodes = (size: number, { encode, decode }: Codes): Codes => ({
  encode: (position) => {
    if (!position.includes(anything)) return encode(position);
    const number = position.reduce((sum, code) => sum * base + BigInt(code === anything ? free : code), 0n);
    return sign + number.toString(36);
  },
  decode: (code) => {
    if (!code.startsWith(sign)) return decode(code);
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
