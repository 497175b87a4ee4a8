/**
 * Drawings of peg boards of any shape: rows of pegs, empty holes and what is outside. A drawing that could be that of
 * another board is refused: `x` outside the board makes any drawing certain.
 */
import type { Places } from '../../board.ts';
import { consecutive } from '../../lists.ts';
import { longestInput, type Span, type Token, tokens } from '../../notation.ts';
import { type BadInput, ok, type Result, wrong } from '../../puzzle.ts';

interface Mark extends Token {
  readonly column: number;
}

export type Hole = Places['places'][number] & { readonly isPeg: boolean };

interface Drawing {
  readonly lattice: Places['lattice'];
  /** In reading order; the first column and the first row with a hole are 0. */
  readonly holes: readonly Hole[];
}

/** Pegs and empty holes go together. Other pairs would leave it open whether `o` is a peg. */
const markPairs = ['10', 'oO.', '●○'];
const pegMarks = '1oO●';
const isOutside = (text: string): boolean => text === 'x' || text === 'X';

/** Whether a text has rows that are told apart by more than spaces. */
export const hasRows = (text: string): boolean => /[\n\r/／]/u.test(text.trim());

const rangesOf = (text: string, part: RegExp): Span[] =>
  [...text.matchAll(part)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }));

/** Where the string on a line of a list is, without its quotes. */
const insideQuotes = (text: string, { from, to }: Span): Span => {
  const [, before = '', , inner] = /^([\s[({,]*(["'`]))(.*)\2[\s,\])}]*$/u.exec(text.slice(from, to)) ?? [];
  return inner === undefined ? { from, to } : { from: from + before.length, to: from + before.length + inner.length };
};

/** Where the rows begin and end. On a line without slashes, words of one length are rows. */
const rowRanges = (text: string): readonly Span[] => rangesOfRows(text).map((range) => insideQuotes(text, range));

const rangesOfRows = (text: string): readonly Span[] => {
  if (!hasRows(text)) {
    const words = rangesOf(text, /\S+/gu);
    const lengths = new Set(words.map(({ from, to }) => text.slice(from, to).replaceAll(',', '').length));
    return lengths.size === 1 && !lengths.has(1) ? words : [{ from: 0, to: text.length }];
  }
  const rows = rangesOf(text, /[^\n\r/／]+/gu).filter(({ from, to }) => text.slice(from, to).trim() !== '');
  // Where each slash stands between two spaces, these are no part of the rows.
  const apart = text.match(/(?<=\S) [/／] (?=\S)/gu)?.length;
  if (apart !== text.match(/[/／]/gu)?.length) return rows;
  return rows.map(({ from, to }) => ({ from: /[/／]/u.test(text[from - 1] ?? '') ? from + 1 : from, to }));
};

/** Labels of our own emoji boards, what is invisible, and what programs and chats write around a row. */
const unseen = /\u2063[^\n]|<a?:ap_label_\w+:\d+>|[\u00AD\u200B-\u200F\u2060\uFEFF]|["'`]/gu;
/** A cell of a list with nothing in it, which is as wide as others. */
const emptyString = /(["'])\s?\1/gu;
/** Before the first mark of a row of a list. */
const opening = /^[\s[({,]*[[({]\s*/u;
/** Half and whole cells of our own emoji boards, each with a thinner space behind. */
const ownSpaces = /[\u2002\u2003]/gu;

/** A comma is the border of a cell, which has spaces around it or may be only a space. */
const widthOf = (between: string, isFirst: boolean): number => {
  const commas = between.match(/[,，]/gu)?.length ?? 0;
  return commas > 0 ? 2 * commas - (isFirst ? 0 : 1) : between.length;
};

/** How wide a gap and a mark are. */
interface Widths {
  readonly gap: typeof widthOf;
  readonly mark: 1 | 2;
}

/** Marks of our own emoji boards are two half cells wide. */
const widthsIn = (text: string): Widths => {
  if (!/[\u2002\u2003\u2063]/u.test(text)) return { gap: widthOf, mark: 1 };
  const gap = (between: string): number =>
    (between.match(ownSpaces) ?? []).reduce((sum, space) => sum + (space === '\u2003' ? 2 : 1), 0);
  return { gap, mark: 2 };
};

/** The first mark that differs in size or colour from others of its meaning, and so may mean something else. */
export const oddLook = (text: string, marks: readonly Token[]): Token | undefined => {
  const looks = new Map<string, string>();
  return marks.find((mark) => {
    const kind = mark.text.toLowerCase();
    const written = text.slice(mark.from, mark.to).replace('\uFE0F', '');
    // Our own emoji have long names.
    const look = /^[o●○_]$/u.test(kind) && written.length <= 2 ? written : kind;
    if (!looks.has(kind)) looks.set(kind, look);
    return looks.get(kind) !== look;
  });
};

/** The marks of each row with their columns, a space and a comma being as wide as a mark. */
const marksOf = (text: string, widths: Widths): Result<readonly (readonly Mark[])[]> => {
  const found = tokens(text, '[]');
  // Beside circles of both kinds, squares are outside.
  const areCircles = ['●', '○'].every((mark) => found.some((token) => token.text === mark));
  const isSquare = (token: Token): boolean => token.text === '_' || token.text === '🧱';
  const all = found.map((token) => (areCircles && isSquare(token) ? { ...token, text: 'x' } : token));
  const rows: Mark[][] = [];
  let pair: string | undefined;
  let next = 0;
  for (const { from, to } of rowRanges(text)) {
    const row: Mark[] = [];
    let end = from;
    let column = 0;
    for (let token = all[next]; token && token.to <= to; token = all[++next]) {
      const span = [token.from, token.to] as const;
      const values = { row: rows.length + 1, piece: token.text };
      const before = text.slice(end, token.from);
      const gap = (row.length === 0 ? before.replace(opening, '') : before)
        .replace(emptyString, '.')
        .replace(unseen, '');
      if (/[^ \u00A0\u202F,，\u3000\u2002-\u200A]/u.test(gap))
        return wrong('drawing-gap', { row: values.row }, [end, token.from]);
      const own = markPairs.find((marks) => marks.includes(token.text));
      if (!own && !isOutside(token.text)) return wrong('drawing-mark', values, span);
      if (own && pair && own !== pair) return wrong('mixed-marks', values, span);
      pair ??= own;
      column += widths.gap(gap, row.length === 0);
      row.push({ ...token, column });
      column += widths.mark;
      end = token.to;
    }
    // A fence of code has no marks.
    if (row.length > 0) rows.push(row);
  }
  const odd = oddLook(text, found);
  if (odd) {
    const row = rows.findIndex((marks) => marks.some(({ from }) => from === odd.from)) + 1;
    return wrong('mixed-marks', { row, piece: text.slice(odd.from, odd.to) }, [odd.from, odd.to]);
  }
  // Marks below one another are a list, as those on one line are.
  return rows.length < 2 || rows.every((row) => row.length === 1) ? wrong('drawing-rows') : ok(rows);
};

const first = (row: readonly Mark[]): number => row[0]!.column;
const last = (row: readonly Mark[]): number => row.at(-1)!.column;

const inMiddle = (rows: readonly (readonly Mark[])[]): boolean =>
  rows.every((row) => first(row) + last(row) === first(rows[0]!) + last(rows[0]!));

/** The rows of emoji that are as wide as two spaces, if the drawing says so. */
const wideRows = (text: string): readonly (readonly Mark[])[] | undefined => {
  const wide = /\p{Emoji_Presentation}/u.test(text) ? marksOf(text, { gap: widthOf, mark: 2 }) : undefined;
  return wide?.ok && inMiddle(wide.value) ? wide.value : undefined;
};

/** Rows of a board that has a middle, at least. */
const fewestCentred = 5;

/** The only row that isn't in the middle of all others: it may lack a hole, or have one too many. */
const onlyShifted = (rows: readonly (readonly Mark[])[]): number | undefined => {
  const middles = rows.map((row) => first(row) + last(row));
  const usual = middles.toSorted((a, b) => a - b)[middles.length >> 1]!;
  const others = middles.flatMap((middle, row) => (middle === usual ? [] : row));
  const isWritten = rows.some((row) => row.some(({ text }) => isOutside(text)));
  return rows.length >= fewestCentred && others.length === 1 && !isWritten ? others[0] : undefined;
};

/** Whether each row has one mark more than the one before, or each one less, as in a triangle. */
const isTriangle = (rows: readonly (readonly Mark[])[]): boolean => {
  const steps = consecutive(rows).map(([before, row]) => row.length - before.length);
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
};

/** Why rows may stand elsewhere than they seem to: a text may lose the spaces at its start, or have none. */
const edgeProblem = (rows: readonly (readonly Mark[])[]): BadInput | undefined => {
  const [firsts, lasts] = [rows.map(first), rows.map(last)];
  if (firsts.every((column) => column === 0) || (firsts.every((column) => column === firsts[0]) && isTriangle(rows))) {
    const other = lasts.findIndex((column) => column !== lasts[0]);
    return other === -1 ? undefined : wrong('drawing-edge', { row: other + 1 });
  }
  const shifted = onlyShifted(rows);
  if (shifted !== undefined) return wrong('drawing-edge', { row: shifted + 1 });
  return firsts[0] !== 0 || inMiddle(rows) ? undefined : wrong('drawing-edge', { row: 1 });
};

/** Rows as if one space stood between the nearest marks: programs print numbers further apart. */
const closer = (rows: readonly (readonly Mark[])[]): readonly (readonly Mark[])[] => {
  const start = Math.min(...rows.map(first));
  const step = Math.min(...rows.flatMap((row) => consecutive(row).map(([mark, next]) => next.column - mark.column)));
  const columnOf = ({ column }: Mark): number => (2 * (column - start)) / step;
  const isEven = step > 2 && rows.every((row) => row.every((mark) => Number.isInteger(columnOf(mark))));
  return isEven ? rows.map((row) => row.map((mark) => ({ ...mark, column: columnOf(mark) }))) : rows;
};

/** The lattice of marks, and how many half holes a column is wide. */
const latticeOf = (
  rows: readonly (readonly Mark[])[],
): Result<{ readonly lattice: Places['lattice']; readonly unit: 1 | 2 }> => {
  const isDense = rows.some((row) => row.some((mark, index) => mark.column - 1 === row[index - 1]?.column));
  if (isDense) {
    const parities = rows.flatMap((row, y) =>
      row.flatMap(({ text, column }) => (isOutside(text) ? [] : (column + y) % 2)),
    );
    // Every other place is outside, as in xx1xx/x1x1x/1x1x1: no holes of a square board would be side by side.
    if (new Set(parities).size === 1) return ok({ lattice: 'triangular', unit: 1 });
    // Rows of a triangle are shifted by half a hole, which such a drawing cannot show.
    const isUnclear = isTriangle(rows) && !rows.flat().some(({ text }) => isOutside(text));
    return isUnclear ? wrong('drawing-triangle') : ok({ lattice: 'square', unit: 2 });
  }
  const isOdd = rows.map((row) => row.map(({ column }) => (column + first(rows[0]!)) % 2));
  if (isOdd.flat().every((odd) => odd === 0)) return ok({ lattice: 'square', unit: 1 });
  const other = isOdd.findIndex((row, y) => row.some((odd) => odd !== y % 2));
  return other === -1 ? ok({ lattice: 'triangular', unit: 1 }) : wrong('drawing-step', { row: other + 1 });
};

/** Reads a drawing. The first row that is wrong, or that could stand elsewhere, is named. */
export const readDrawing = (text: string): Result<Drawing> => {
  if (text.length > longestInput) return wrong('too-long', { length: text.length, most: longestInput });
  const marks = marksOf(text, widthsIn(text));
  if (!marks.ok) return marks;
  const written = inMiddle(marks.value) ? marks.value : (wideRows(text) ?? marks.value);
  const unclear = edgeProblem(written);
  if (unclear) return unclear;
  const rows = closer(written);
  const found = latticeOf(rows);
  if (!found.ok) return found;
  const { lattice, unit } = found.value;
  const drawn = rows.flatMap((row, y) =>
    row
      .filter(({ text }) => !isOutside(text))
      .map(({ text, column }) => ({ x: column * unit, y, isPeg: pegMarks.includes(text) })),
  );
  const left = Math.min(...drawn.map(({ x }) => x));
  const top = Math.min(...drawn.map(({ y }) => y));
  return ok({ lattice, holes: drawn.map(({ x, y, isPeg }) => ({ x: x - left, y: y - top, isPeg })) });
};
