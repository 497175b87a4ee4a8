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
/** What may be all around a board, and where a car leaves it. */
const wall = /^[⬛◼■🟫🧱]$/u;
const opening = /^(?:[⬜⬛◻◼□■>→➡<←⬅]|)$/u;
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

/** A text without the walls around its squares, and with an arrow beside the row whose side is open; as it is where there are none. */
const insideWalls = (text: string): string => {
  const lines = text.split('\n');
  const rows = lines.map((line) => [...line.replace(/\s|\uFE0F/gu, '')]);
  const first = rows.findIndex((row) => row.length > 4 && wall.test(row[0]!) && new Set(row).size === 1);
  const rule = rows[first] ?? [];
  const last = rows.findIndex((row, at) => at > first + 3 && row.join('') === rule.join(''));
  if (first === -1 || last === -1) return text;
  const [mark, width] = [rule[0]!, rule.length];
  const inside = rows.slice(first + 1, last).map((row) => {
    const isShort = row.length === width - 1;
    const isLeft = row[0] !== mark && row.at(-1) === mark;
    const [left, ...others] = isShort && isLeft ? ['', ...row] : row;
    const right = isShort && !isLeft ? '' : (others.pop() ?? '');
    const isOpen = [left, right].some((end) => end !== mark && opening.test(end!));
    const isRow = others.length === width - 2 && (left === mark || right === mark) && (isOpen || left === right);
    return isRow ? `${isLeft ? '<' : ''}${others.join('')}${isOpen && !isLeft ? '>' : ''}` : undefined;
  });
  const areWalls = inside.every((row) => row !== undefined) && inside.filter((row) => /[<>]/u.test(row)).length < 2;
  return areWalls ? [...lines.slice(0, first), ...inside, ...lines.slice(last + 1)].join('\n') : text;
};

/** What stands around squares, unless it is other emoji only. */
const around = (text: string): string => (/[\p{L}\p{N}<>←→⬅➡]/u.test(text) ? text : '');

/** The same text with a letter for each car: X is the red one. A text that may be read in no way or in two stays as it is. */
export const withLettersForColours = remembered((typed: string): string => {
  if (!colour.test(typed)) return typed;
  const text = insideWalls(typed);
  const squares = tokens(text, '[]')
    .map((token): Token => ({ ...token, text: text.slice(token.from, token.to).replace(/[\uFE0F\u20E3]/gu, '') }))
    .filter(({ text: name, from, to }) =>
      [colour, neutral, number].some((kind) => kind.test(name + text.slice(from, to))),
    );
  const rows = rowsBetween(text, squares, /[\n\r/／]/u).map((row) => row.map((square) => square.text));
  if (rows.length < 2 || rows.some((row) => row.length !== rows[0]!.length)) return typed;
  const names = [...new Set(squares.map((square) => square.text))];
  const [empty, other] = names.filter((name) => neutral.test(name) && areCars(rows, name));
  if (empty === undefined || other !== undefined) return typed;
  const red = reds.find((name) => names.includes(name));
  const cars = names.filter((name) => name !== empty && name !== red);
  let end = 0;
  const written = squares.map(({ text: name, from, to }) => {
    const between = end === 0 ? around(text.slice(0, from)) : text.slice(end, from);
    end = to;
    return between + (name === empty ? '.' : name === red ? 'X' : letters[cars.indexOf(name)]);
  });
  return written.join('') + around(text.slice(end));
});
