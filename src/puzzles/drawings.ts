/**
 * Parts of a text that may draw a board of any size: lines below one another, a word with slashes, a word as long as a square.
 * Each is as large as it can be, so that no board is a part of a larger one. The work is proportional to the text's length.
 */
import { emptyWord, mostBoardLines } from './marks.ts';
import { withoutMarks } from './markup.ts';
import type { Span } from './notation.ts';
import { remembered } from './remembered.ts';
import { boardName } from './start-and-goal.ts';

export interface Drawing {
  readonly text: string;
  /** A half-open range of UTF-16 code units, without the spaces before its first row. */
  readonly span: readonly [from: number, to: number];
}

/** Parts of one text that are looked at. */
const mostDrawings = 8;
const fewestRows = 3;
/** Characters of a drawing on one line, at least. */
const shortest = 9;
/** Cells of a square in one word. */
const squares: ReadonlySet<number> = new Set([25, 49, 64, 81, 100, 121, 144]);

/** Between rows on one line. */
const rowEnd = /[/／;]/u;
/** What stands between the cells of a row, as programs write it. */
const between = /["'`,[\](){}]/gu;
/** Emoji of our own, shortcodes; labels, and what is invisible between emoji. */
const named = /<a?:\w{2,32}:\d{1,20}>|:[a-z0-9_]+:/gu;
const invisible = /\u2063[^\n]|\u200D|[\u200B\u200C\u2060]|\uFE0E|\uFE0F/gu;
const exit = /[<>→←➡⬅]/gu;
/** A row of letters, and one of pegs. */
const letterRow = /^[A-Za-zＡ-Ｚａ-ｚ.．_#＃\p{So}\p{Sk}\p{RI}\s]+$/u;
const pegRow = /^[01xXoO.●○_\p{So}\s]+$/u;
const pegsBehindWords = /\s(?:[01xXoO●○]|\p{So})(?:\s?(?:[01xXoO.●○]|\p{So}))+\s*$/u;
/** One of tiles, as digits and capitals side by side, or as numbers apart. */
const tileRow = /^(?:[\dA-Z._#]+|(?:\d{1,2}|[A-Z._#])(?:\s+(?:\d{1,2}|[A-Z._#]))+)$/u;
/** A word in small letters, unless it may be empty cells and walls. */
const prose = /^[A-Z]?(?![ox]+$)[a-z]{2,}$/u;
/** A word, or a part of one. */
const wordPart = /(?![ox]{2})\p{Ll}{2}|\p{Lo}/u;
/** Two words of a sentence beside each other: most lines are no rows because of them. */
const sentence = /[A-Za-z]{2}[^A-Za-z]?\s+[A-Za-z]{2}/u;

/** Rows of two lists that stand side by side. */
const twoLists = /\][,\s]+\[/u;

/** The cells of a row without what stands between; undefined for a line that is none. */
const rowOf = (line: string): string | undefined => {
  if (/^\s*(?:```|$)/u.test(line) || (sentence.test(line) && !pegRow.test(line)) || twoLists.test(line))
    return undefined;
  const cells = line.replace(between, ' ').replace(named, '■').replace(invisible, '').replace(exit, ' ').trim();
  if (tileRow.test(cells)) return cells.replace(/\s/gu, '');
  if (cells === '' || !(letterRow.test(cells) || pegRow.test(cells))) return undefined;
  // A row is one word, or a word for each cell. Pegs stand apart, too.
  const isApart = cells.split(/\s+/u).every((word) => [...word].length === 1);
  return isApart || !/\s/u.test(cells) || pegRow.test(cells) ? cells.replace(/\s/gu, '') : undefined;
};

/** Whether a line that is no row may still be one of the same board: it has no words, or a row beside them. */
const isLike = (line: string, row: string): boolean => {
  const words = line.replace(between, ' ').replace(invisible, '').replace(emptyWord, '.').trim().split(/\s+/u);
  const isRow = (word = ''): boolean => [...word].length === [...row].length && !wordPart.test(word);
  const cells = [...row].length;
  const isApart = [words.slice(0, cells), words.slice(-cells)].some((part) => isRow(part.join('')));
  // Far from a word, it may be the end of a drawing of pegs.
  if (pegRow.test(row) && /\S\s{2,}[01oO.●○]\s*$|^\s+[01oO.●○]\s+\S/u.test(line)) return true;
  const hasCells = /[\p{L}\d.#_●○]/u.test(line) && !wordPart.test(line) && !words.includes('=');
  return isRow(words[0]) || isRow(words.at(-1)) || isApart || hasCells;
};

interface Line extends Span {
  readonly row: string;
}

/** Rows without the words, moves and numbers above and below them, which share no mark with them. */
const withoutProse = (run: readonly Line[]): readonly Line[] => {
  const lengths = run.map(({ row }) => [...row].length).sort((a, b) => a - b);
  const usual = lengths[lengths.length >> 1]!;
  const isProse = ({ row }: Line, rest: readonly Line[]): boolean => {
    // A word whose capital is the only one of the text.
    if (/^[A-Z][a-z]{2,}$/u.test(row) && !rest.some((line) => /[A-Z]/u.test(line.row))) return true;
    const isWord = prose.test(row);
    const isMoves = /^[UDLR]+$/u.test(row) && new Set(row).size > 2;
    const others = rest.flatMap((line) => (prose.test(line.row) ? [] : line.row.replace(/\d/gu, '0'))).join('');
    const marks = isWord ? row.slice(1) : row.replace(/\d/gu, '0').replaceAll(isMoves ? 'D' : ' ', '');
    const isShared = (mark: string): boolean =>
      others.includes(mark) || (!isWord && others.includes(mark.toUpperCase()));
    const isOther = isWord ? /[A-Z\d]/u.test(others) || pegRow.test(others) : isMoves || row.length * 2 <= usual;
    return isOther && /^[a-z\d]+$/iu.test(row) && ![...marks].some(isShared);
  };
  let rows = run;
  while (rows.length > fewestRows && isProse(rows[0]!, rows.slice(1))) rows = rows.slice(1);
  while (rows.length > fewestRows && isProse(rows.at(-1)!, rows.slice(0, -1))) rows = rows.slice(0, -1);
  return rows;
};

/** Lines below one another that may all be rows of one board. */
interface Run {
  readonly lines: Line[];
  /** Whether more rows may stand before or behind it. */
  isPart: boolean;
  /** Whether no more than words and marks by themselves stand between it and the run above. */
  readonly isNear: boolean;
}

/** Nothing, a mark as `"`, which may be the same row again, or a word. */
const little = /^\s*(?:[^\p{L}\p{N}\s`]{0,2}|\p{Ll}{2,8})\s*$/u;

/** Whether a run is one or two rows as long as those of another one. */
const isRest = ({ lines }: Run, other: Run): boolean =>
  lines.length < fewestRows && lines.every(({ row }) => other.lines.some((line) => line.row.length === row.length));

/** The rows of each run that may be a whole board. */
const runsIn = (text: string): Line[][] => {
  const runs: Run[] = [];
  let run: Run | undefined;
  let before = '';
  let isNear = false;
  let from = 0;
  for (const whole of `${text}\n`.split('\n')) {
    const line = boardName.test(whole) ? '' : whole;
    const row = rowEnd.test(line) ? undefined : rowOf(line);
    if (row !== undefined) {
      run ??= {
        lines: [],
        // A row of pegs behind words may be a shorter one.
        isPart: isLike(before, row) || (pegRow.test(row) && pegsBehindWords.test(before)),
        isNear,
      };
      run.lines.push({ row, from, to: from + line.length });
    } else {
      if (run) {
        run.isPart ||= isLike(line, run.lines.at(-1)!.row);
        runs.push(run);
      }
      isNear = (run !== undefined || isNear) && little.test(line);
      run = undefined;
    }
    before = line;
    from += whole.length + 1;
  }
  const drawn = runs.filter(({ lines }) => !lines.every(({ row }) => prose.test(row)));
  const whole = drawn.filter((one, at) => {
    const [last, next] = [drawn[at - 1], drawn[at + 1]];
    const goesOn = (one.isNear && last && isRest(last, one)) || (next?.isNear && isRest(next, one));
    return one.lines.length >= fewestRows && !one.isPart && !goesOn;
  });
  return whole.map(({ lines }) => lines);
};

/** The words, and the lines, of which each part between slashes may be a row, and words as long as a square. */
const wordsIn = (text: string): (readonly [from: number, to: number])[] => {
  const found: (readonly [number, number])[] = [];
  const isDrawing = (part: string): boolean => {
    // One of the two separates cells, not rows.
    if (part.includes(';') && /[/／]/u.test(part)) return false;
    const rows = part.split(rowEnd);
    return rows.length === 1
      ? squares.has(part.length) && letterRow.test(part)
      : rows.length >= fewestRows && rows.length <= mostBoardLines && rows.every((row) => rowOf(row) !== undefined);
  };
  // A row on a line of its own, beside others between slashes: these are no whole board.
  const hasRowBeside = (rows: string, lines: readonly (string | undefined)[]): boolean => {
    const [first = ''] = rows.split(rowEnd);
    const length = [...(rowOf(first) ?? '')].length;
    return lines.some((line = '') => {
      const row = rowEnd.test(line) ? undefined : rowOf(line);
      return row !== undefined && [...row].length === length && !prose.test(row);
    });
  };
  let index = 0;
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const beside = [lines[at - 1], lines[at + 1]];
    const take = (part: string, from: number): void => {
      if (isDrawing(part) && !hasRowBeside(part, beside)) found.push([from, from + part.length]);
    };
    if (line.length >= shortest && rowEnd.test(line) && isDrawing(line)) take(line, index);
    // Where a slash stands between spaces, its word is only a part of the rows.
    else if (!/(?:^|\s)[/／]|[/／](?:\s|$)/u.test(line)) {
      for (const word of line.matchAll(/\S{9,}/gu)) take(word[0], index + word.index);
    }
    index += line.length + 1;
  }
  return found;
};

/** The parts of a text that may draw a board, in order. */
export const drawingsIn = remembered((text: string): readonly Drawing[] => {
  const plain = withoutMarks(text.replaceAll('\r', ' '));
  const runs = runsIn(plain)
    .map(withoutProse)
    .filter((run) => run.length <= mostBoardLines)
    .map((run) => [run[0]!.from, run.at(-1)!.to] as const);
  return [...runs, ...wordsIn(plain)]
    .sort(([a], [b]) => a - b)
    .slice(0, mostDrawings)
    .map(([from, to]) => {
      const drawn = plain.slice(from, to).replaceAll(';', '/');
      return { text: drawn, span: [to - drawn.trimStart().length, from + drawn.trimEnd().length] };
    });
});
