/**
 * Boards in tables, in frames, or as a program prints them: as plain rows, a line each. Lines without such marks stay as they
 * are. Each pattern is tried once at each character, so the work is proportional to the length of the text.
 */

import { bar, insideFrame, isRule } from './bars.ts';
import { runsOf, type Some } from './lists.ts';
import {
  besideArrow,
  emptyWord,
  inColumns,
  mostBoardLines,
  nothing,
  nothingIn,
  oddCell,
  pegWriting,
  printedApart,
  withDigits,
  withEmptyMarks,
  withGap,
  withOddBlank,
  withoutBrackets,
  withoutRoom,
  withPegs,
  withSpaces,
  words,
} from './marks.ts';
import { remembered } from './remembered.ts';
import { isSeries } from './row-names.ts';

const emptyCell = new RegExp(`^${nothing}?$`, 'iu');
const isNothing = (cell: string): boolean => emptyCell.test(cell);

/** A cell without code or bold text around. */
const bare = (cell: string): string =>
  cell
    .trim()
    .replace(/^(`|\*\*)(.*)\1$/u, '$2')
    .trim();

/** Whether names count rows or columns, in marks that none of the cells has. */
const isCountOf = (names: readonly string[], cells: readonly string[]): boolean => {
  if (!isSeries(names)) return false;
  // An o or x among capitals is an empty cell or a wall.
  const kind = [/^\d/u, /^(?![ox]$)[a-z]/u, /^[A-Z]/u].find((one) => one.test(names.join()));
  return kind !== undefined && cells.every((cell) => !kind.test(cell));
};

/** What is outside, and what may be where another sign is the blank. */
const walls = [/^#$/u, /^(?:[#xX█■⬛🧱]|-1)?$/u] as const;
/** Whether cells, but for walls, are numbers from 1 on, once each, and one that is none of them. */
const areCounted = (cells: readonly string[]): boolean =>
  walls.some((wall) => {
    const marks = cells.filter((cell) => !wall.test(cell));
    return oddCell(marks, Number) !== undefined;
  });

/** A sign for an empty cell, which may be written twice. */
const letterSign = /^(?!\.$)([-–—*·・∙•+~_.□▢◻⬜])\1?$/u;
/**
 * What stands for an empty cell where all others are letters, a wall or nothing: words, or one sign. Nothing, where all letters
 * may be pegs or holes.
 */
const emptyAmongLetters = (cells: readonly string[]): ReadonlySet<string> => {
  const others = new Set(cells.filter((cell) => !/^[\p{L}#]?$/u.test(cell)));
  const [sign = ''] = others;
  const areEmpty = others.size === 1 ? letterSign.test(sign) || isNothing(sign) : [...others].every(isNothing);
  return areEmpty && cells.some((cell) => /^[^\P{L}oOxX]$/u.test(cell)) ? others : new Set();
};

/** How to write pegs that stand apart, and something else, which may be nothing. Of two letters, either may be the peg. */
const pegsApart = (cells: readonly string[]) => {
  const marks = new Set(cells);
  return marks.size === 3 && !/^[oO]?[xX][oO]?$|^[oO][xX]$/u.test([...marks].join('')) ? pegWriting(cells) : undefined;
};

/** What is written into an empty cell. */
const emptySign = new RegExp(`^(?:${nothing}|[._□⬜◻-])$`, 'iu');
/** Cells with nothing in them are outside where others have a sign for an empty cell. */
const rowsOf = (written: readonly (readonly string[])[], blank: string): readonly string[] => {
  const rows = written.map((row) => row.map(bare));
  const triangle = withoutRoom(rows, isNothing);
  if (triangle) return withPegs(triangle.map((row) => row.join(' ')));
  const cells = rows.flat();
  // Nothing at all four corners is outside: so of X and O, one is the hole.
  const corners = [rows[0], rows.at(-1)].flatMap((row) => [row?.[0], row?.at(-1)]);
  const haveEmptyCorners = rows.length > 2 && new Set(cells).size > 2 && corners.every((cell) => cell === '');
  const asPegs = blank === 'x' ? (haveEmptyCorners ? pegWriting(cells) : pegsApart(cells)) : undefined;
  if (asPegs) return rows.map((row) => row.map(asPegs).join(' '));
  const marks = emptyAmongLetters(cells);
  // A hole for a peg may be 0 beside cells outside.
  const hasCapitals = cells.some((cell) => /^\p{Lu}$/u.test(cell));
  const isSign = (cell: string): boolean => emptySign.test(cell) || marks.has(cell) || (cell === '0' && hasCapitals);
  const nextToSigns = cells.some(isSign) ? 'x' : blank;
  // The same holds for words beside a sign.
  const word = cells.some((cell) => isSign(cell) && !isNothing(cell)) ? 'x' : blank;
  const plainOf = (cell: string): string => {
    if (cell === '') return nextToSigns;
    if (marks.has(cell)) return blank;
    return isNothing(cell) ? word : cell;
  };
  const plain = rows.map((row) => row.map(plainOf).join(' '));
  // An empty cell beside pegs is no hole.
  return cells.some(isNothing) ? plain : withPegs(plain);
};

/** A cell that stands apart: a letter, a sign or a word, which may be in quotes. */
const apart = /"[^"\n]*"|'[^'\n]*'|\[\s?\]|\(\s?\)|[^\s,;/[\](){}"']+/gu;
/** Rows of letters or pegs that stand apart, with a sign for what else stands for an empty cell. */
const withSigns = (lines: readonly string[], blank: string): readonly string[] => {
  const numbers = lines.map((line) => /^\s*(?:\d{1,2}[.)]\s)?/u.exec(line)![0]);
  const rows = lines.map((line, at) => line.slice(numbers[at]!.length));
  const bareOf = (cell: string): string => cell.replace(/^(["'])(.*)\1$/u, '$2').trim();
  const hasWords = lines.some((line) => line.search(emptyWord) !== -1);
  const cellsIn = rows.map((row) => (row.match(apart) ?? []).map(bareOf));
  const triangle = hasWords ? withoutRoom(cellsIn, isNothing) : undefined;
  if (triangle) return triangle.map((row) => row.join(' '));
  const cells = cellsIn.flat();
  const marks = emptyAmongLetters(cells.map((cell) => cell || '""'));
  const insideOf = (cell: string): string => (isNothing(cell) ? '' : cell);
  const asPegs = pegsApart(cells.map(insideOf));
  if (marks.size === 0 && !asPegs) return lines;
  const written = (cell: string): string => asPegs?.(insideOf(cell)) ?? (marks.has(cell || '""') ? blank : cell);
  return rows.map((row, at) => numbers[at] + row.replace(apart, (cell) => written(bareOf(cell))));
};

/** The cells between the bars of lines. Outside the outer bars there are none, unless something is there. */
const cellsBetweenBars = (lines: readonly string[]): string[][] => {
  const rows = lines.map((line) => line.split(bar).map((cell) => cell.trim()));
  // A number or a word may be before the first row.
  const isOpen = (side: 0 | -1): boolean =>
    rows.every((row, at) => row.at(side) === '' || (at + side === 0 && /^\d+[.)]$|:$/u.test(row[0]!)));
  const [from, to] = [isOpen(0) ? 1 : 0, isOpen(-1) ? -1 : undefined];
  const inner = rows.map((row) => row.slice(from, to));
  // Behind the last cell of each row may be a bar, or an empty cell if there are others.
  const isNamed = isSeries(inner.map(([name = '']) => name));
  const isBar = from === 1 || to === undefined || isNamed || !inner.flat().includes('') || areCounted(inner.flat());
  return isBar ? inner : rows;
};

/** Cells without the names of rows and columns: these have an empty corner between them, or leave the numbers of a board. */
const withoutNames = (rows: readonly string[][]): readonly string[][] => {
  const hasNames = (edge: readonly string[] | undefined, others: readonly string[][]): boolean =>
    (edge?.[0]?.trim() === '' ||
      (!/^[\d._]/u.test(edge?.[0] ?? '') && areCounted(others.flatMap((row) => row.slice(1))))) &&
    isSeries(edge!.slice(1)) &&
    isSeries(others.map(([name = '']) => name));
  const sides = [
    [rows[0], rows.slice(1)],
    [rows.at(-1), rows.slice(0, -1)],
  ] as const;
  const inner = sides.find(([edge, others]) => hasNames(edge, others))?.[1];
  if (inner) return inner.map((row) => row.slice(1));
  const [first = [], ...others] = rows;
  if (others.length < 1 || rows.some((row) => row.length !== first.length) || areCounted(rows.flat())) return rows;
  const [names, cells] = [rows.map(([name = '']) => name), rows.map((row) => row.slice(1))];
  const inside = cells.flat();
  const arePieces =
    rows.length > 2 && inside.includes('.') && !/[^\p{L}._]/u.test(inside.join('')) && /\d/u.test(names[0]!);
  if (first.length > 2 && isSeries(names) && (areCounted(inside) || isCountOf(names, inside) || arePieces))
    return cells;
  const isSize = [`${others.length} ${first.length}`, `${first.length} ${others.length}`].includes(first.join(' '));
  return (isSize || (others.length > 1 && isSeries(first))) && areCounted(others.flat()) ? others : rows;
};

/** Lines between bars or tabs, all with as many of them. */
const isTable = (lines: readonly string[], mark: string): boolean => {
  const counts = new Set(lines.map((line) => line.split(mark).length));
  return lines.length > 1 && counts.size === 1 && !counts.has(1);
};

/** The blocks of a text: lines that are in a table, and the others. */
const blocksOf = (lines: readonly string[]): { readonly isTable: boolean; readonly lines: string[] }[] => {
  const blocks: { isTable: boolean; lines: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1] ?? '';
    // A shorter rule above is none of the table.
    const isTop = bar.test(next) && line.trim().length + 2 >= next.trim().length;
    const isInTable = bar.test(line) || (isRule(line) && (blocks.at(-1)?.isTable === true || isTop));
    const last = blocks.at(-1);
    if (last?.isTable === isInTable) last.lines.push(line);
    else blocks.push({ isTable: isInTable, lines: [line] });
  }
  return blocks;
};

/** Words or the mark of a list before the first bar of a row. */
const beforeRow = /^(?:[-*•]|\d+[.)]|[^|│┃║]*\p{L}{2}[^|│┃║]*)\s*(?=[|│┃║])/u;

/** What is written for pegs, for holes and outside. */
const mostPegMarks = 3;

/** Rules of a table. A row of dashes is none where other rows have such cells too, unless it is below an empty head. */
const rulesOf = (lines: readonly string[]): ReadonlySet<string> => {
  const cellsOf = (line: string): string[] => line.split(bar).flatMap((cell) => cell.trim() || []);
  const others = new Set(lines.filter((line) => !isRule(line)).flatMap(cellsOf));
  const head = cellsOf(lines[0]!);
  const isRow = (line: string, at: number): boolean => {
    const cells = cellsOf(line);
    const isBelowHead = at === 1 && (head.length === 0 || isSeries(head));
    return cells.length > 1 && !isBelowHead && cells.every((cell) => cell.length < 3 && others.has(cell));
  };
  return new Set(lines.filter((line, at) => isRule(line) && !isRow(line, at)));
};

const plainTable = (lines: readonly string[], blank: string): readonly string[] => {
  const rules = rulesOf(lines);
  const thin = lines.filter((line) => !rules.has(line)).map((line) => line.trim());
  // Two bars at both ends of all rows are a thick one.
  const isThick = thin.every((line) => /^\|\|\s.*\s\|\|$/u.test(line));
  const rows = isThick ? thin.map((line) => line.slice(1, -1)) : thin;
  const areInside = rows.filter((line) => bar.test(line[0]!)).length * 2 > rows.length;
  const cells = cellsBetweenBars(areInside ? rows.map((line) => line.replace(beforeRow, '')) : rows);
  // On one line, bars stand between rows of several cells.
  if (cells.length === 1 && cells[0]!.every((cell) => /\S[\s,]+\S/u.test(cell))) return cells[0]!;
  const triangle = withoutRoom(cells, (cell) => cell === '');
  if (triangle) return rowsOf(triangle, blank);
  const whole = cells.map((row) => (row.length < cells.at(-1)!.length ? ['', ...row] : row));
  const inner = withoutNames(whole);
  if (inner !== whole) return rowsOf(inner, blank);
  // A table of Markdown has a head, which is empty if it says nothing.
  const [head = [], ...others] = cells;
  const isHead = rules.has(lines[1] ?? '');
  const below = others.flat();
  // Pegs may be letters, too, but are of one kind.
  const arePegs =
    /^a/iu.test(head[0]!) &&
    isSeries(head) &&
    new Set(below).size <= mostPegMarks &&
    !below.some((cell) => head.includes(cell));
  const saysNothing = head.every((cell) => cell === '') || isCountOf(head, below) || arePegs;
  return rowsOf(isHead && saysNothing ? others : cells, blank);
};

/** Rows with names, where the names of columns above or below show which cells are empty; undefined for any others. */
const cellsInColumns = (lines: readonly string[]): readonly string[] | undefined => {
  for (const [head = '', body] of [
    [lines[0], lines.slice(1)],
    [lines.at(-1), lines.slice(0, -1)],
  ] as const) {
    const names = body.map((line) => /^\s*\S*/u.exec(line)![0]);
    const cells = body.map((line, at) => line.slice(names[at]!.length).padStart(line.length));
    const areBeside = names.every((name) => name.length <= head.search(/\S/u));
    // Where nothing is beside pegs, it is outside.
    const arePegs = /^[\s01oO.●○*xX_-]*$/u.test(cells.join(''));
    if (!areBeside || arePegs || !isSeries(head.trim().split(/\s+/u))) continue;
    const found = isSeries(names.map((name) => name.trim())) ? inColumns(head, cells) : undefined;
    if (found) return found;
  }
  return undefined;
};

/** Rows of single marks between the names of rows and columns, as around a chess board; undefined for any others. */
export const withoutBorder = (lines: readonly string[]): readonly string[] | undefined => {
  if (lines.length > mostBoardLines) return undefined;
  const inNamedColumns = cellsInColumns(lines);
  if (inNamedColumns) return inNamedColumns;
  const rows = lines.map((line) => line.match(/\S+/gu) ?? []);
  const most = Math.max(...rows.map((row) => row.length));
  const whole = rows.map((row) => (row.length === most - 1 && isSeries(row) ? ['', ...row] : row));
  const inner = withoutNames(whole);
  return inner === whole ? undefined : inner.map((row) => row.join(' '));
};

/** A line that says what stands below it; or one with a word, as no board has small letters beside each other but for some marks. */
const isSaid = (line: string): boolean => {
  const text = line.trim();
  if (text.search(/[:：]/u) === text.length - 1 && /\p{L}{2}/u.test(text)) return true;
  const plain = text.replace(/<a?:\w{2,32}:\d{1,20}>/gu, '').replace(emptyWord, '');
  return /\b(?![ox]+\b|(\p{Ll})\1+\b)\p{Ll}{3,}\b/u.test(plain) && /\s[^>]/u.test(text);
};
/** A word above or below numbers. Words of few letters may be digits or marks. */
const isWordBeside = (line: string, numbers: string): boolean =>
  /^\s*(?=.*[g-np-wyz\u3040-\u9fff])\p{L}{3,}\s*$/u.test(line) && /^(?=.*\d)[\s\d_.*-]+$/u.test(numbers);
/** Lines without a blank one, a sentence or a word between; each blank one is by itself. */
export const paragraphsOf = (lines: readonly string[]): Some<string>[] =>
  runsOf(
    lines,
    (before, line) =>
      !before.trim() ||
      !line.trim() ||
      isSaid(before) !== isSaid(line) ||
      isWordBeside(before, line) ||
      isWordBeside(line, before),
  );

/** In the place of a mark, so that others keep theirs. */
export const noWidth = '\u200B';

/** Whether rows are both on lines and between slashes: then these may be several boards. */
export const mixesRows = (text: string): boolean => {
  const lines = text.split(/[\n\r]/u).filter((line) => !/^\s*(?:`{3}\w*\s*)?$/u.test(line));
  return lines.length > 1 && lines.some((line) => /[^\s/／][ \t]*[/／][ \t]*[^\s/／]/u.test(line));
};

/** A line of dashes without bars, which are no cells where those beside it stand apart. */
const withoutRules = (lines: readonly string[]): readonly string[] => {
  const isApart = (line = ''): boolean => /^\s*\w{1,2}(?:\s+\w{1,2})+\s*$/u.test(line);
  return lines.filter((line, at) => {
    const isDashes = /^\s*([-=─━═_~])\1{2,}\s*$/u.test(line);
    return !isDashes || !(isApart(lines[at - 1]) || isApart(lines[at + 1]));
  });
};

/** Whether a part of a text is several cells between bars on one line: a row of a table, which may have others. */
export const isTableRow = (part: string): boolean => !part.includes('\n') && part.split(bar).length > 2;

/** Lines of cells between marks, of which some are empty. */
const hasEmptyCells = (lines: readonly string[], mark: string): boolean => {
  const cells = lines.map((line) => line.split(mark).map((cell) => cell.trim()));
  return (
    isTable(lines, mark) &&
    cells.flat().every((cell) => /^(?:[\p{L}\p{N}#_.*-]{0,2}|"[^"]?")$/u.test(cell)) &&
    (mark === ';' || cells.flat().includes('')) &&
    !cells.every((row) => row.at(-1) === '')
  );
};

/** Lines without a separator before each, or behind each, where empty cells are counted or written otherwise. */
const withoutOuterMarks = (lines: readonly string[]): readonly string[] => {
  for (const mark of lines.length > mostBoardLines ? [] : ['\t', ',', ';', '&']) {
    const rows = lines.map((line) => line.split(mark));
    const most = Math.max(...rows.map((row) => row.length));
    for (const end of [0, -1] as const) {
      // Where a space is an empty cell, one at the end is, too.
      const hasSpaces = rows.some((row) => row.slice(1, -1).some((cell) => /^\s+$/u.test(cell)));
      const isOpen = (row: readonly string[]): boolean =>
        row.length === most && (hasSpaces ? row.at(end)! : row.at(end)!.trim()) === '';
      // A trimmed text lacks the separator before its first line, or behind its last one.
      const areOpen = rows.every((row) => isOpen(row) || (row === rows.at(end) && row.length === most - 1));
      const inner = rows.map((row) => (isOpen(row) ? row.slice(end + 1, end || undefined) : row));
      const cells = inner.flat();
      const areCells = areCounted(cells.map((cell) => cell.trim())) || (cells.includes(' ') && !cells.includes(''));
      if (most > 2 && rows.length > 1 && areOpen && areCells) return inner.map((row) => row.join(mark));
    }
  }
  return lines;
};

/** Lines of a board, at most: one with a number on each has more lines than rows. */
const mostLines = 64;

/**
 * The text with plain rows.
 * @param blank the sign for an empty cell
 */
export const plainRows = remembered((text: string, blank: string): string => {
  const plain = text.replace(/\r\n?/gu, '\n').replaceAll('\\n', '\n').replaceAll(noWidth, '');
  return blocksOf(plain.replace(/[，、]/gu, ',').split('\n'))
    .flatMap(({ isTable: isInBars, lines: framed }) => {
      const inner = isInBars ? insideFrame(framed, blank) : undefined;
      // Lines beside a table are none of its rows. A single line with a bar may be one of them.
      const border = framed.length > 1 ? [''] : [];
      if (isInBars && !inner) return [...border, ...withOddBlank(plainTable(framed, blank)), ...border];
      const lines = inner ?? withoutRules(framed);
      // Rows on one line, of cells between commas of which one may be empty.
      const rows = lines.length === 1 ? lines[0]!.split(/[;/；／]/u) : [];
      const own = hasEmptyCells(rows, ',') ? rows : lines;
      // A row of empty cells has tabs only.
      const written = withoutOuterMarks(own.filter((line) => line.includes('\t') || line.trim() !== ''));
      const mark =
        ['\t', '&'].find((one) => isTable(written, one)) ?? [',', ';'].find((one) => hasEmptyCells(written, one));
      if (mark) {
        const cells = written.map((line) => line.split(mark).map((cell) => cell.trim()));
        return withOddBlank(rowsOf(withoutNames(cells), blank));
      }
      const hasEmptyRow = own.some((line) => /^\s{2,}$/u.test(line));
      return paragraphsOf(own).flatMap((paragraph) => {
        if (paragraph.length > mostLines) return paragraph;
        if (paragraph[0].trim() === '') return [''];
        const readRows = (rows: readonly string[]): readonly string[] => {
          const cleaned = withSigns(hasEmptyRow ? rows : printedApart(rows), blank).map(
            (line) => line.trim() && withDigits(words(withoutBrackets(line), nothingIn(rows, blank))),
          );
          return withSpaces(withEmptyMarks(withOddBlank(withPegs(withGap(cleaned)))));
        };
        return besideArrow(paragraph, readRows)!;
      });
    })
    .join('\n');
});
