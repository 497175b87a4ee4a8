/**
 * Lines of a board in other marks than usual, in usual ones: digits of other kinds, cells in brackets, pegs as stars, gaps and
 * other signs for an empty cell.
 */
import { blank, joined, kanjiDigits, numberInCircle, type Token, tokens, wordsOf } from './notation.ts';

/** The digit of a character of any script. */
const digitOf = (character: string): string => {
  const plain = character.normalize('NFKC');
  if (/^\d$/u.test(plain)) return plain;
  const code = character.codePointAt(0)!;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
};

/** Digits of other scripts, numbers with dashes between them, and a count at the end. */
export const withDigits = (line: string): string => {
  if ([...line].some((cell) => numberInCircle(cell) !== undefined)) {
    return [...line.replace(/^\s*\d{1,2}[.)]\s/u, '')]
      .map((cell) => (cell === '\u3000' ? ` ${blank} ` : ` ${numberInCircle(cell) ?? cell} `))
      .join('');
  }
  if (/^\s*\d+(?:[-–]\d+){2,}(?:\s*\/\s*\d+(?:[-–]\d+){2,})*\s*$/u.test(line)) return line.replace(/[-–]/gu, ' ');
  // Spaces as wide as the digits may be cells.
  if (/^[０-９\u3000]*$/u.test(line)) return line.normalize('NFKC').replaceAll(' ', '\u3000');
  return line
    .replace(/(?![\d０-９])\p{Nd}|[⁰¹²³⁴-⁹₀-₉]/gu, digitOf)
    .replace(/\s\(\d+\)\s*$/u, '')
    .replaceAll('零', '〇')
    .replace(/[〇一二三四五六七八九]/gu, (digit) => String(kanjiDigits.indexOf(digit)));
};

/** What programs print and people write for nothing. A number below zero is no piece. */
const nothingInWords =
  'none|null|nil|nan?|undefined|empty|blank|space|gap|leer|vide|vac[ií]o|vuoto|пусто|空(?:白|き|格)?';
export const nothing = String.raw`(?:${nothingInWords}|<nil>|-1|"\s?"|'\s?'|\[\s?\]|\(\s?\)|<\s?>)`;
export const emptyWord = new RegExp(String.raw`(?<![\p{L}\p{N}])${nothing}(?![\p{L}\p{N}])`, 'giu');

const pegMarks = /[*@xXpPiI1oO●⬤◉•■⚫✖×]/u;
const holeMarks = /[.oO0○◯◦·・_□⚪-]/u;

/** What is outside beside pegs and holes. */
const wallMark = /^[#xX×█⬛]$/u;
/** Pairs of which nobody doubts which one is the peg, with what may be outside beside them. */
const surePairs = [
  ['10', wallMark],
  ['o.', wallMark],
  ['O.', wallMark],
  ['●○', /^[#xX×█⬛._*·・-]$/u],
] as const;

/** The mark for pegs among two, if the other one may be that for holes. Of a small and a large letter, either may be the peg. */
const pegAmong = (marks: readonly string[]): string | undefined => {
  if (marks.includes('o') && marks.includes('O')) return undefined;
  return marks.find((peg) => pegMarks.test(peg) && marks.every((one) => one === peg || holeMarks.test(one)));
};

/**
 * How to write cells of a peg board in usual marks: one mark for all pegs, another one for all holes, and a third one or nothing
 * for what is outside. Undefined for cells that may be something else.
 */
export const pegWriting = (cells: readonly string[]): ((cell: string) => string) | undefined => {
  const marks = [...new Set(cells.filter((cell) => cell !== ''))];
  if (marks.length === 0 || marks.length > 3 || marks.some((mark) => [...mark].length > 1)) return undefined;
  const isOutside = (mark: string): boolean => {
    const pair = marks.filter((other) => other !== mark);
    const isSure = surePairs.some(([sure, outside]) => outside.test(mark) && pair.every((one) => sure.includes(one)));
    return (isSure || /[xX]/u.test(mark)) && pegAmong(pair) !== undefined;
  };
  const outside = marks.length === 3 ? marks.find(isOutside) : '';
  const peg = outside === undefined ? undefined : pegAmong(marks.filter((mark) => mark !== outside));
  return peg === undefined ? undefined : (cell) => (cell === peg ? '1' : cell === outside || cell === '' ? 'x' : '0');
};

/** Rows of peg boards, at least. */
const fewestPegRows = 3;
/** A mark of a row of pegs, and what programs write between them. */
const pegCell = /[^\s,;/／[\](){}"'`\p{Variation_Selector}]/gu;
const pegLine = /^[*@xXpPiI1oO●⬤◉•■⚫✖×.0○◯◦·・_□⚪#█⬛\s,;/／[\](){}"'`\p{Variation_Selector}-]*$/u;
const numberOfLine = /^\s*\d{1,2}[.)]\s+(?=\S)/u;
/** A line with a word, which may stand right beside a board. */
const hasWord = (line: string): boolean => /(?![ox]{2})(\p{Ll})(?!\1)\p{Ll}/u.test(line.replace(emptyWord, ''));

/** Pegs of a run of lines in usual marks; undefined for lines that may be something else. */
const pegsIn = (lines: readonly string[]): readonly string[] | undefined => {
  const rows = lines.flatMap((line) => line.split(/[;/／]/u));
  const marks = rows.join('').match(pegCell) ?? [];
  // Between slashes, a 1 has a hole of its own kind.
  const isOther = rows.length > lines.length && marks.some((mark) => mark === '1');
  const write = rows.length < fewestPegRows || isOther ? undefined : pegWriting(marks);
  const written = write && lines.map((line) => line.replace(pegCell, write));
  return written?.some((line) => /1[^;/／]*1/u.test(line)) ? written : undefined;
};

/** Pegs in other marks, each of one character. Words may stand above and below. */
export const withPegs = (lines: readonly string[]): readonly string[] => {
  const areNumbered = lines.every((line, at) => numberOfLine.test(line) && Number.parseInt(line, 10) === at + 1);
  const rows = areNumbered ? lines.map((line) => line.replace(numberOfLine, '')) : lines;
  const from = rows.findIndex((line) => pegLine.test(line));
  const to = rows.findLastIndex((line) => pegLine.test(line)) + 1;
  if (from === -1 || ![...rows.slice(0, from), ...rows.slice(to)].every(hasWord)) return lines;
  const written = pegsIn(rows.slice(from, to));
  return written ? [...rows.slice(0, from), ...written, ...rows.slice(to)] : lines;
};

/** Cells of a board in words, at least. */
const fewestWords = 9;
const pegWord = /(?<![\p{L}\p{N}])(?:(pegs?|full|filled|on)|(?:empty|holes?|off))(?![\p{L}\p{N}])/giu;
/** Words for pegs and holes as signs, in a text of nothing else. A few of them may be cards. */
export const withPegSigns = (text: string): string => {
  const rest = text.replace(pegWord, (_, peg?: string) => (peg ? '1' : '0'));
  const areSigns = !/[\p{L}2-9]/u.test(rest) && !/\d/u.test(text) && rest.replace(/\D/gu, '').length >= fewestWords;
  return areSigns && rest.includes('1') && rest.includes('0') ? rest : text;
};

/** Whether marks are pegs and holes, of both kinds. */
const arePegsAndHoles = (marks: readonly string[]): boolean =>
  new Set(marks).size === 2 &&
  (marks.every((mark) => /^(?:true|false|\p{Emoji_Presentation})$/iu.test(mark)) || pegWriting(marks) !== undefined);

/** Rows of a triangle of pegs without the cells with nothing in them, behind the others: rows stand below each other's middle. */
export const withoutRoom = (rows: readonly (readonly string[])[], isNothing: (cell: string) => boolean) => {
  const lengths = rows.map((row) => row.findLastIndex((cell) => !isNothing(cell)) + 1);
  const [first = 0, last = 0] = [lengths[0], lengths.at(-1)];
  const isTriangle =
    rows.length > 2 &&
    Math.min(first, last) === 1 &&
    lengths.every((length, at) => length === Math.abs(at + first - (first > last ? 2 * at : 0)));
  const inner = rows.map((row, at) => row.slice(0, lengths[at]));
  const isEven = [Math.max(first, last), undefined].some((width) =>
    rows.every((row, at) => row.length === (width ?? lengths[at])),
  );
  return isTriangle && isEven && arePegsAndHoles(inner.flat()) ? inner : undefined;
};

/** A cell in brackets of its own, or as much space. */
const bracketed = /[[(<{][ \t]?([^\s[\](){}<>]{0,2})[ \t]?[\])>}][ \t]?|[ \t]{3}/gu;

/** Lines whose cells are each in brackets. Empty ones are no cells outside. */
export const withoutBrackets = (line: string): string => {
  const cells = [...line.matchAll(bracketed)];
  const length = cells.reduce((sum, [cell]) => sum + cell.length, 0);
  if (cells.length < 2 || length < line.trimEnd().length || cells.every(([, cell]) => cell === undefined)) return line;
  return cells.map(([, cell]) => (cell === undefined ? ' ' : cell || blank)).join(' ');
};

const wordsIn = (line: string): Omit<Token, 'word'>[] =>
  Array.from(line.matchAll(/\S+/gu), ({ 0: text, index }) => ({ text, from: index, to: index + text.length }));

/** Rows and columns of a board, at most. */
export const mostBoardLines = 20;

/** Rows in columns, of which one has a gap where the others have a cell: the gap is the only empty cell. */
export const withGap = (lines: readonly string[]): readonly string[] => {
  if (lines.length > mostBoardLines) return lines;
  const rows = lines.map(wordsIn);
  // What stands between cells is none.
  if (rows.flat().some(({ text }) => /^[,:;&|]+$/u.test(text))) return lines;
  const most = Math.max(...rows.map((row) => row.length));
  const short = rows.findIndex((row) => row.length === most - 1);
  const others = rows.filter((_, index) => index !== short);
  if (short === -1 || most < 2 || others.length === 0 || others.some((row) => row.length !== most)) return lines;
  if (lines.some((line) => /(?<![^\s,;])[0_.x](?![^\s,;])/iu.test(line))) return lines;
  for (const side of ['from', 'to'] as const) {
    const columns = others[0]!.map((word) => word[side]);
    const isEven = others.every((row) => row.every((word, column) => word[side] === columns[column]));
    const gap = columns.findIndex((column) => rows[short]!.every((word) => word[side] !== column));
    const isFilled = rows[short]!.every((word) => columns.includes(word[side]));
    if (!isEven || !isFilled || gap === -1) continue;
    const cells = rows[short]!.map(({ text }) => text);
    return lines.with(short, cells.toSpliced(gap, 0, blank).join(' '));
  }
  return lines;
};

/** The cells of lines, in the columns that the words of a head mark; undefined if a word is in none or in two, or two are in one. */
export const inColumns = (head: string, lines: readonly string[]): string[] | undefined => {
  const columns = wordsIn(head);
  const rows: string[] = [];
  for (const line of lines) {
    const words = wordsIn(line);
    const cells = columns.map(() => blank);
    for (const { text, from, to } of words) {
      const [column = -1, ...others] = columns.flatMap((name, at) => (from < name.to && name.from < to ? at : []));
      if (others.length > 0 || cells[column] !== blank) return undefined;
      cells[column] = text;
    }
    rows.push(cells.join(' '));
  }
  return rows;
};

/** Rows of letters with one other mark: it is the empty cell. */
export const withEmptyMarks = (lines: readonly string[]): readonly string[] => {
  const rows = lines.map((line) => line.trim().replace(/(?<!\s)\s*>$/u, ''));
  const others = new Set(rows.join('').replace(/[\p{L}#]/gu, ''));
  const [mark] = others;
  const isBoard = rows.length > 1 && rows.every((row) => row.length > 2 && row.length === rows[0]!.length);
  if (!isBoard || others.size !== 1 || !/[-–—*·・∙•+~]/u.test(mark!) || !/\p{L}/u.test(rows.join(''))) return lines;
  return lines.map((line) => line.trim().replaceAll(mark!, blank));
};

/** Rows of letters side by side in a frame of a width: spaces are empty cells, if nothing else is. Undefined for other rows. */
export const withSpacesIn = (lines: readonly string[], width: number, mark: string): string[] | undefined => {
  const marks = lines.join('\n');
  const isBoard = /\p{L}{2}/u.test(marks) && /^[\p{L}#*>\s-]+$/u.test(marks) && /[^\soxX>]/u.test(marks);
  if (!isBoard || !marks.includes(' ')) return undefined;
  return lines.map((line) => line.trimEnd().padEnd(width).replaceAll(' ', mark));
};

/** Letters a space apart in a frame: spaces in their places are empty cells. Undefined for others. */
export const withSpacesApart = (lines: readonly string[], width: number): string[] | undefined => {
  const rows = lines.map((line) => line.padEnd(width));
  const areApart = width % 2 === 1 && rows.every((row) => /^(?: [\p{L}# ])+ $/u.test(row));
  if (!areApart || !/[^\P{L}oOxX]/u.test(rows.join(''))) return undefined;
  return rows.map((row) => row.replace(/ (.)/gu, (_, cell: string) => ` ${cell === ' ' ? blank : cell}`));
};

/** The same without a frame, as a program prints them: all rows are as wide, and some cell between others is empty. */
export const printedApart = (lines: readonly string[]): readonly string[] => {
  const width = Math.max(...lines.map((line) => line.length));
  // What is sent loses the spaces at its end.
  const areEven = lines.every((line, at) => line.length === width || at === lines.length - 1);
  const hasGap = lines.some((line) => /^(?:\S )* {2}(?=.)/u.test(line.padEnd(width)));
  if (lines.length < 2 || !areEven || !hasGap || !lines.some((line) => / $/u.test(line))) return lines;
  const framed = lines.map((line) => ` ${line}`);
  return withSpacesApart(framed, width + 2) ?? lines;
};

/** Rows below one another, of which one is full: spaces in the others are empty cells. Those around pegs are outside. */
export const withSpaces = (all: readonly string[]): readonly string[] => {
  const indent = Math.min(...all.map((line) => line.length - line.trimStart().length));
  const lines = all.map((line) => line.slice(indent));
  const width = Math.max(0, ...lines.map((line) => line.length));
  const isFull = (line: string): boolean => line.length === width && !/\s/u.test(line);
  const hasGap = lines.some((line) => /\S\s+\S|^\s+\S/u.test(line) || (line.length === width && /\s$/u.test(line)));
  if (lines.length < 2 || Math.max(lines.length, width) > mostBoardLines || width < 3) return all;
  // Where spaces at the ends fill all rows, none has to be full.
  const areFilled =
    lines.length > 2 && lines.every((line) => line.length === width) && lines.join('\n').includes(' \n');
  const areTight = lines.some((line) => /\p{L}{2}/u.test(line));
  if (!hasGap || !(lines.some(isFull) || (areFilled && areTight))) return all;
  // Numbers beside letters are no row: they count rows or moves.
  if (lines.join('').search(/\d/u) !== -1 && !lines.some((line) => isFull(line) && /\d/u.test(line))) return all;
  // What is beside pegs is outside, and cells apart are no rows side by side.
  const marks = lines.join('');
  if (!/^[\p{L}1-9#*\s-]+$/u.test(marks) || !/[^\s1oxX]/u.test(marks)) return all;
  if (lines.some((line) => line.trim() === '' || /^\S(?:\s\S){2,}$/u.test(line))) return all;
  return lines.map((line) => line.padEnd(width).replace(/\s/gu, blank));
};

/** An arrow where a car leaves. */
const arrowBeside = /^[ \t]*<(?=.*\S)|\S[ \t]*[>→][ \t]*$/u;
/** Reads rows without the arrow at an end of one of them, and puts it back. @param bar what stands in its place meanwhile */
export const besideArrow = <Rows extends readonly string[] | undefined>(
  rows: readonly string[],
  read: (rows: readonly string[]) => Rows,
  bar = '',
): Rows | string[] => {
  const at = rows.findIndex((row) => arrowBeside.test(row));
  const row = rows[at] ?? '';
  // Cells may be in such brackets.
  if (at === -1 || rows.length < 3 || rows.join('').match(/[<>→]/gu)?.length !== 1) return read(rows);
  const width = Math.max(...rows.toSpliced(at, 1).map((line) => line.length));
  const isLeft = row.trimStart().startsWith('<');
  const room = bar || (row.length > width ? '' : ' ');
  const plain = isLeft
    ? row.replace('<', room)
    : `${row
        .trimEnd()
        .slice(0, -1)
        .trimEnd()
        .padEnd(width - bar.length)}${bar}`;
  const inside = read(rows.with(at, plain));
  // The names of columns may have been above.
  const now =
    inside && inside.length < rows.length && plain.trim().endsWith(inside[at - 1]?.trim() || '\n') ? at - 1 : at;
  return inside?.with(now, isLeft ? `< ${inside[now]}` : `${inside[now]} >`) as Rows;
};

/** What may stand for the blank where all other cells are numbers. */
const oddMark = new RegExp(
  String.raw`^(?:(?![#_.])[^\p{L}\p{N}\s]{1,3}|([^\p{L}\p{N}]|x)\1{1,2}|[beo]|<?(?:${nothingInWords}|hole|void|nothing)>?)$`,
  'iu',
);

/** The only cell that is none of the numbers from 1 on, each of which is there once. */
export const oddCell = <Cell>(cells: readonly Cell[], numberOf: (cell: Cell) => number): Cell | undefined => {
  const numbers = new Set(cells.map(numberOf).filter((number) => number > 0 && number < cells.length));
  const odd = cells.find((cell) => !numbers.has(numberOf(cell)));
  return cells.length > 3 && numbers.size === cells.length - 1 ? odd : undefined;
};

/** Numbers from 1 on, once each, and one cell that is none: it is the blank. */
export const withOddBlank = (lines: readonly string[]): readonly string[] => {
  if (lines.length > mostBoardLines) return lines;
  const rows = lines.map((line) => wordsOf(tokens(line, '[]')));
  // Rows of one word have a cell for each mark.
  const areWords =
    lines.length > 1 && rows.every(([word, other]) => word && !other && word.length === rows[0]![0]!.length);
  const cells = rows.map((row) => (areWords ? [...row[0]!] : row.map(joined)));
  const all = cells.flat();
  const numberOf = ({ text }: Token): number =>
    /^\d{1,3}$/u.test(text) ? Number(text) : areWords && /^[a-z]$/iu.test(text) ? Number.parseInt(text, 36) : 0;
  const inside = all.filter(({ text }) => text !== '#');
  const odd = oddCell(inside, numberOf);
  if (!odd || !oddMark.test(odd.text)) return lines;
  return lines.map((line, at) =>
    cells[at]!.includes(odd) ? `${line.slice(0, odd.from)}${blank}${line.slice(odd.to)}` : line,
  );
};

/** A sign for an empty cell that stands apart. */
const signApart = /(?<![^\s,"'[({])[._□◻⬜](?![^\s,"'\])}])/u;
/** What stands for nothing in lines: something outside, where a sign stands for an empty cell. */
export const nothingIn = (lines: readonly string[], blank: string): string => {
  const text = lines.join('\n');
  return text.search(emptyWord) !== -1 && signApart.test(text.replace(emptyWord, 'x')) ? 'x' : blank;
};

const quoted = /(["'])[^"'\n]*\1/gu;

/** Words for an empty cell, in lines that have nothing else but numbers. Lists of strings lose what programs write around them. */
export const words = (line: string, blank: string): string => {
  const written = line
    .replace(/\btrue\b/giu, '1')
    .replace(/\bfalse\b/giu, '0')
    .replace(emptyWord, blank);
  // Where a word stands for a cell, the end of a sentence is none.
  const replaced = written === line ? line : written.replace(/(?<=[\d_x])[.!?]\s*$/u, '');
  const inner = replaced.replace(/^\s*\d{1,2}[.)]\s/u, '');
  // A row may have nothing but such words.
  const isCells = /\d/u.test(inner) || (line.match(emptyWord)?.length ?? 0) > 1;
  const isRow = isCells && !/[^\d\s,;/／[\](){}'"*_x#]/u.test(inner);
  if (isRow) return replaced;
  const cells = line.match(quoted) ?? [];
  if (cells.length === 0 || /[^\s,;[\](){}]/u.test(line.replace(quoted, ''))) return line;
  const areCells = cells.length > 1 && cells.every((cell) => cell.length < 5);
  return areCells ? cells.map((cell) => cell.slice(1, -1).trim() || blank).join(' ') : line;
};
