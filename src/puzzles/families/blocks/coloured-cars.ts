/** Car parks of coloured squares, as people draw them in a chat, as boards of letters. */
import { type Token, tokens } from '../../notation.ts';
import { remembered } from '../../remembered.ts';
import { rowsBetween } from '../../rows.ts';
import { isCar } from './letters.ts';
import { cellsByName } from './other-marks.ts';

export const colour = /[🟥🟧🟨🟩🟦🟪🟫🚗🚙🚕🚌🚎🚓🚑🚒🚐🚚🚛🚜🛻🏎🚔🚖🚘🚍]/u;
const number = /\u20E3/u;
/** Either of them may be a car, or the empty cells. */
const neutral = /[⬜⬛◻◼◽◾□■]/u;
/** The red car is the first of these that a board has. */
const reds = ['🟥', '🚗'];
const letters = 'ABCDEFGHIJKLMN';
/** Two cars of one colour, one behind the other, would look like one that is longer. */
const longestCar = 3;

/** Whether each colour is one car, and so is a neutral square, unless it is empty. */
const areCars = (rows: readonly (readonly string[])[], empty: string): boolean => {
  const { board, all } = cellsByName(rows, (name) => name !== empty);
  return all.every((cells) => cells.length <= longestCar && isCar(board, cells));
};

/** The same text with a letter for each car: X is the red one. A text that may be read in no way or in two stays as it is. */
export const withLettersForColours = remembered((text: string): string => {
  if (!colour.test(text)) return text;
  const squares = tokens(text, '[]')
    .map((token): Token => ({ ...token, text: text.slice(token.from, token.to).replace(/[\uFE0F\u20E3]/gu, '') }))
    .filter(({ text: name, from, to }) =>
      [colour, neutral, number].some((kind) => kind.test(name + text.slice(from, to))),
    );
  const rows = rowsBetween(text, squares, /[\n\r/／]/u).map((row) => row.map((square) => square.text));
  if (rows.length < 2 || rows.some((row) => row.length !== rows[0]!.length)) return text;
  const names = [...new Set(squares.map((square) => square.text))];
  const [empty, other] = names.filter((name) => neutral.test(name) && areCars(rows, name));
  if (empty === undefined || other !== undefined) return text;
  const red = reds.find((name) => names.includes(name));
  const cars = names.filter((name) => name !== empty && name !== red);
  let end = 0;
  const written = squares.map(({ text: name, from, to }) => {
    const between = text.slice(end, from);
    end = to;
    return between + (name === empty ? '.' : name === red ? 'X' : letters[cars.indexOf(name)]);
  });
  return written.join('') + text.slice(end);
});
