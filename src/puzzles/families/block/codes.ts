/** Boards of letters in few characters, for ids and stores. */
import { anything, type Position } from '../../puzzle.ts';
import { codeOfLetter, letterOf, swapped, wall } from './letters.ts';

/** Digits count empty cells, 0 is a wall. Capitals are small letters here, and small ones capitals: capitals are the usual ones. */
export const encode = (position: Position): string =>
  position
    .map((code) => (code === wall ? '0' : code === 0 || code === anything ? '.' : swapped(letterOf(code))))
    .join('')
    .replace(/\.{1,9}/gu, ({ length }) => String(length));

/** The inverse; undefined if the code is not one of so many cells. */
export const decode = (code: string, size: number): Position | undefined => {
  if (!/^[0-9a-z]*$/iu.test(code)) return undefined;
  const position = [...code].flatMap((mark) => {
    if (mark === '0') return wall;
    return /\d/u.test(mark) ? Array.from({ length: Number(mark) }, () => 0) : codeOfLetter(swapped(mark));
  });
  return position.length === size ? position : undefined;
};
