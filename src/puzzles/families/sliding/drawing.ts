/**
 * Drawings of boards for tiles: rows of tiles, blanks and walls. What could be another board is refused: `#` is always
 * outside, `_` always a blank.
 */
import type { Some } from '../../lists.ts';
import { blank, joined, longestInput, type Token, textSpan, tokens, wordsOf } from '../../notation.ts';
import { type BadInput, ok, type Result, wrong } from '../../puzzle.ts';
import { rowsBetween } from '../../rows.ts';

export type Mark = Omit<Token, 'word'>;
export type Rows = readonly (readonly Mark[])[];

/** The code of a tile without a name. Named ones have the codes of digits and letters, 1 to 35. */
export const unnamedTile = 36;

/** Marks between rows. */
const rowEnd = /[\n\r\u2028\u2029/／;；[\](){}［］]/u;

const isX = ({ text }: Mark): boolean => text === 'x' || text === 'X';
export const outsideMark = '#';
export const isWall = ({ text }: Pick<Mark, 'text'>): boolean => text === outsideMark || text === '█' || text === '🧱';
export const isOutside = (mark: Mark): boolean => isX(mark) || isWall(mark);
/** A zero may have two digits, as in `01 02 00`. */
const isZero = (text: string): boolean => /^0+$/u.test(text);
const isBlank = ({ text }: Mark): boolean => text === blank || text === '.' || isZero(text);
const isLetter = ({ text }: Pick<Mark, 'text'>): boolean => /^[a-z]$/iu.test(text);

/** The code of a tile, 0 for a blank; undefined for any other mark. An `x` is a letter here. */
export const codeOf = ({ text }: Pick<Mark, 'text'>): number | undefined => {
  if (text === blank || isZero(text)) return 0;
  if (text === '*') return unnamedTile;
  const code = /^\d{1,2}$/u.test(text) ? Number(text) : isLetter({ text }) ? Number.parseInt(text, 36) : 0;
  return code > 0 && code < unnamedTile ? code : undefined;
};

/** Whether rows of letters have no place for the blank but the end: in words, as `RATE YOUR MIND PAL`, nobody writes it. */
const lacksBlank = (rows: Rows): boolean => {
  const [first = [], ...others] = rows;
  const last = others.pop();
  return (
    last?.length === first.length - 1 &&
    others.every(({ length }) => length === first.length) &&
    rows.flat().every((mark) => isLetter(mark) && !isX(mark))
  );
};

/** Words by rows. On one line, words of one length are rows. */
const wordRows = (text: string): Some<Token>[][] => {
  const words = wordsOf(tokens(text, '[]')).map((marks) => ({ marks, ...joined(marks) }));
  const rows = rowsBetween(text, words, rowEnd).map((row) => row.map(({ marks }) => marks));
  const [only, ...others] = rows;
  if (!only || only.length === 1 || others.length > 0) return rows;
  const lengths = new Set(only.map(({ length }) => length));
  const isRows = (lengths.size === 1 && !lengths.has(1)) || lacksBlank(only);
  return isRows && !only.every((word) => /^\d{2}$/u.test(joined(word).text)) ? only.map((word) => [word]) : rows;
};

const darkSquare = /^[■◼◾⬛]/u;
/** Marks of which a dark square is a wall, where another sign is the blank. */
const withDarkWalls = (text: string, rows: Rows): Rows => {
  const isDark = (mark: Mark): boolean => mark.text === blank && darkSquare.test(text.slice(mark.from, mark.to));
  if (!rows.flat().some((mark) => isBlank(mark) && !isDark(mark))) return rows;
  return rows.map((row) => row.map((mark) => (isDark(mark) ? { ...mark, text: outsideMark } : mark)));
};

/** The cells of a text by rows, whether or not these are equally long. */
const rowsIn = (text: string): Result<Rows> => {
  if (text.length > longestInput) return wrong('too-long', { length: text.length, most: longestInput });
  const rows = wordRows(text);
  const words = rows.flat().map((word) => joined(word).text);
  // Numbers of one and of two digits below each other are a column.
  const isColumn =
    words.every((word) => /^\d{1,2}$/u.test(word)) && new Set(words.map(({ length }) => length)).size > 1;
  const isApart = isColumn || rows.some((row) => row.length > 1);
  // Each emoji is a cell, also without a space between.
  const isNumber = (word: Some<Token>): boolean => isApart && word.every(({ from, to }) => to - from === 1);
  const marks = rows.map((row) => row.flatMap((word): readonly Mark[] => (isNumber(word) ? [joined(word)] : word)));
  const cells = withDarkWalls(text, marks);
  for (const [index, row] of cells.entries()) {
    for (const mark of row) {
      const isKnown = codeOf(mark) !== undefined || isOutside(mark) || mark.text === '.';
      if (!isKnown) return wrong('tile-mark', { row: index + 1, piece: mark.text }, textSpan([mark]));
    }
  }
  const end = { text: blank, from: text.length, to: text.length };
  return ok(lacksBlank(cells) ? cells.with(-1, [...cells.at(-1)!, end]) : cells);
};

/** Reads the rows of a text. */
export const readRows = <Value>(text: string, read: (rows: Rows) => Result<Value>): Result<Value> => {
  const rows = rowsIn(text);
  return rows.ok ? read(rows.value) : rows;
};

/** The mark that each `x` stands for: one that is outside, a blank, or itself where it is a tile. */
const meaningOfX = (marks: readonly Mark[]): Result<string> => {
  const [first, second] = marks.filter(isX);
  if (!first) return ok(outsideMark);
  if (!marks.some(isBlank))
    return second ? wrong('blank-or-outside', { mark: first.text }, textSpan([first])) : ok(blank);
  const letters = marks.filter((mark) => isLetter(mark) && !isX(mark));
  if (letters.length === 0) return ok(outsideMark);
  // Among capitals, a small x is none of them.
  const isCapital = (mark: Mark): boolean => mark.text !== mark.text.toLowerCase();
  if (letters.every(isCapital) && marks.filter(isX).every((mark) => isCapital(mark) === isCapital(first)))
    return ok(isCapital(first) ? first.text : outsideMark);
  return wrong('tile-or-outside', { mark: first.text }, textSpan([first]));
};

export interface Drawing {
  /** In reading order, without rows and columns beside the board that are outside. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
  /** The code of the tile on each place, 0 for a blank. */
  readonly codes: readonly number[];
  /** Whether tiles are written as letters, so that A isn't ten. */
  readonly hasLetters: boolean;
}

/** The first thing about marks that leaves several readings. */
const unclear = (marks: readonly Mark[]): BadInput | undefined => {
  const blanks = marks.filter(isBlank);
  const [sign] = blanks;
  const [first = '', second] = new Set(blanks.map(({ text }) => (isZero(text) ? '0' : text)));
  if (sign && second !== undefined) return wrong('blank-marks', { first, second }, textSpan([sign]));
  const long = marks.find(({ text }) => /^[1-9]\d$/u.test(text));
  const letter = marks.find((mark) => isLetter(mark) && !isX(mark));
  return long && letter
    ? wrong('number-or-letter', { number: long.text, letter: letter.text }, textSpan([letter]))
    : undefined;
};

/** The board that rows draw, and the tiles on it. */
export const drawingOf = (rows: Rows): Result<Drawing> => {
  const [head] = rows;
  // Cells below one another are a list, as those on one line are.
  if (!head || rows.length === 1 || rows.every((row) => row.length === 1)) return wrong('tile-rows');
  const odd = rows.find((row) => row.length !== head.length);
  if (odd) {
    const values = { row: rows.indexOf(odd) + 1, actual: odd.length, expected: head.length };
    return wrong('row-length', values, [odd[0]!.from, odd.at(-1)!.to]);
  }
  const marks = rows.flat();
  const problem = unclear(marks);
  if (problem) return problem;
  const x = meaningOfX(marks);
  if (!x.ok) return x;
  // A single star may be the blank, as the only mark that is no tile.
  const stars = marks.filter(({ text }) => text === '*');
  const isStarBlank = stars.length === 1 && !marks.some(isBlank) && !marks.some(isX);
  const meant = (mark: Mark): Pick<Mark, 'text'> => {
    if (isX(mark)) return { text: x.value };
    return isBlank(mark) || (isStarBlank && mark.text === '*') ? { text: blank } : mark;
  };
  const cells = rows.flatMap((row, y) =>
    row.map((mark, column) => ({ x: 2 * column, y, ...meant(mark) })).filter((mark) => !isWall(mark)),
  );
  const [left, top] = [Math.min(...cells.map((cell) => cell.x)), Math.min(...cells.map((cell) => cell.y))];
  const codes = cells.map((cell) => codeOf(cell)!);
  if (!codes.includes(0)) return wrong('no-blank');
  if (codes.every((code) => code === 0)) return wrong('no-tiles');
  return ok({
    places: cells.map((cell) => ({ x: cell.x - left, y: cell.y - top })),
    codes,
    hasLetters: cells.some(isLetter),
  });
};
