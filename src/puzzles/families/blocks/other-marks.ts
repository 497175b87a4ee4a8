/** Boards whose pieces are numbers, names such as `A1`, kanji or stars, as boards of letters. */
import { rectangle } from '../../board.ts';
import { joined, tokens, wordsOf } from '../../notation.ts';
import { remembered } from '../../remembered.ts';
import { rowsBetween } from '../../rows.ts';
import { apart } from './shapes.ts';

const capitals = [...'ABCDEFGHIJKLMNOPQRSTUVWYZ'];
const rowEnd = /[\n\r/／;[\](){}]/u;
/** The soldiers of Huarong: each cell is one. */
const soldier = /[卒兵士]/u;
const han = /\p{Script=Han}/u;

/** A letter for each name, in order; undefined if there are too many. */
const lettersFor = (names: readonly string[], taken: string): ReadonlyMap<string, string> | undefined => {
  const free = capitals.filter((letter) => !taken.includes(letter));
  const distinct = [...new Set(names)];
  return distinct.length > free.length ? undefined : new Map(distinct.map((name, at) => [name, free[at]!]));
};

/** In files with their size above, ones all around are walls, and -1 is where a piece has to go. */
const withWalls = (rows: readonly (readonly string[])[]): readonly (readonly string[])[] => {
  const edge = [...rows[0]!, ...rows.at(-1)!, ...rows.flatMap((row) => [row[0]!, row.at(-1)!])];
  if (!edge.every((mark) => /^-?1$/u.test(mark) || !/[1-9]/u.test(mark))) return rows;
  return rows.map((row) => row.map((mark) => (mark === '1' ? '#' : mark)));
};

const isEmpty = (name: string): boolean => /^(?:0+|-1|[_.]+|[-·~+]{1,2})$/u.test(name);
const isPiece = (name: string): boolean => name !== '#' && !isEmpty(name);

/** The cells of each name in some rows, on the board that they draw. */
export const cellsByName = (rows: readonly (readonly string[])[], isPiece: (name: string) => boolean) => {
  const cells = new Map<string, number[]>();
  for (const [cell, name] of rows.flat().entries()) {
    if (isPiece(name)) cells.set(name, [...(cells.get(name) ?? []), cell]);
  }
  return { board: rectangle(rows.length, rows[0]!.length), all: [...cells.values()] };
};

/** Whether the cells of each name are in one part. Numbers in several parts are probably no board, but a list of anything. */
const areWhole = (rows: readonly (readonly string[])[]): boolean => {
  const { board, all } = cellsByName(rows, isPiece);
  return all.every((cells) => apart(board, cells) === undefined);
};

/** Rows of numbers or names, of which 0 is empty and those of one piece are equal; undefined for any other text. */
const numberRows = (text: string): readonly (readonly string[])[] | undefined => {
  const words = wordsOf(tokens(text, '[]')).map(joined);
  const areNumbers = words.every((word) => isEmpty(word.text) || /^\d+$/u.test(word.text));
  const areNames = words.every((word) => isEmpty(word.text) || /^\p{L}\d{1,2}$/u.test(word.text));
  if (!areNumbers && !areNames) return undefined;
  const written = rowsBetween(text, words, rowEnd).map((row) => row.map((word) => word.text));
  const rows = written.every((row) => row.length === 1) ? written.map(([row]) => [...row!]) : written;
  const [first = [], ...others] = rows;
  // Its size may stand above a board.
  const isSize = first.length === 2 && others.length > 2 && others.every((row) => row.length > 2);
  const board = isSize ? withWalls(others) : rows;
  const numbers = board.flat().filter(isPiece);
  const isBoard = board.length > 1 && board[0]!.length > 1 && board.every((row) => row.length === board[0]!.length);
  const isTray = isBoard && numbers.length > new Set(numbers).size && numbers.length < board.flat().length;
  return isTray && areWhole(board) ? board : undefined;
};

/** The same board with a letter for each piece. A board of letters stays as it is. */
export const lettered = remembered((text: string): string => {
  if (/\d/u.test(text)) {
    const rows = numberRows(text);
    const letters = rows && lettersFor(rows.flat().filter(isPiece), '');
    return letters
      ? rows
          .map((row) => row.map((number) => letters.get(number) ?? (number === '#' ? number : '.')).join(''))
          .join('/')
      : text;
  }
  const isKanji = han.test(text) && !/[a-z]/iu.test(text);
  if (!isKanji && !(/[._]/u.test(text) && text.includes('*'))) return text;
  const nameOf = (mark: string, at: number): string => (soldier.test(mark) ? `${at}` : mark);
  const isOther = (mark: string): boolean => (isKanji && han.test(mark) && mark !== '空') || mark === '*';
  const marks = [...text];
  const letters = lettersFor(
    marks.flatMap((mark, at) => (isOther(mark) ? nameOf(mark, at) : [])),
    text.toUpperCase(),
  );
  return marks.map((mark, at) => (isKanji && mark === '空' ? '.' : (letters?.get(nameOf(mark, at)) ?? mark))).join('');
});

/** The marks of rows, where each cell is printed twice beside itself; undefined for any others. */
const doubledRows = (text: string): readonly (readonly string[])[] | undefined => {
  const rows = text.split(/[\n/]/u).flatMap((line) => (line.trim() === '' ? [] : [[...line.replace(/\s/gu, '')]]));
  const isDouble = (row: readonly string[]): boolean => row.every((mark, at) => mark === row[at ^ 1]);
  return rows.length > 2 && rows.every((row) => row.length > 7 && isDouble(row)) ? rows : undefined;
};
export const isDoubled = (text: string): boolean => doubledRows(text) !== undefined;

/** A board of a size with each cell once, where it is printed two marks wide, and perhaps as high. Any other stays as it is. */
export const undoubled = (text: string, [rows, columns]: readonly [rows: number, columns: number]): string => {
  const halved = (doubledRows(text) ?? []).map((row) => row.filter((_, at) => at % 2 === 0));
  const written = halved.map((row) => row.map((mark) => (/[-~·+*]/u.test(mark) ? '.' : mark)).join(''));
  const isHigh = written.length === 2 * rows && written.every((row, at) => row === written[at & ~1]);
  if ((written.length !== rows && !isHigh) || halved.some((row) => row.length !== columns)) return text;
  return written.filter((_, at) => !isHigh || at % 2 === 0).join('\n');
};
