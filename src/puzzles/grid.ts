/**
 * Boards in tables, in frames, or as a program prints them: as plain rows, a line each. Lines without such marks stay as they
 * are. Each pattern is tried once at each character, so the work is proportional to the length of the text.
 */

/** What programs print for nothing. A number below zero is no piece. */
const nothing = String.raw`(?:none|null|nil|nan|undefined|empty|blank|-1|"\s?"|'\s?')`;
const emptyCell = new RegExp(`^${nothing}?$`, 'iu');
const emptyWord = new RegExp(String.raw`(?<![\p{L}\p{N}])${nothing}(?![\p{L}\p{N}])`, 'giu');
/** Between cells of one row. */
const bar = /[|│┃║]/u;
/** What a line between two rows of a frame has, or one below the head of a table; and what it must have. */
const ruled = /^[\s|│┃║:+\-=─━═┄┈┌┬┐├┼┤└┴┘┏┳┓┣╋┫┗┻┛╔╦╗╠╬╣╚╩╝╭╮╰╯╟╢╤╧╪╫╒╕╘╛╞╡╓╖╙╜╥╨╷╵╶╴]+$/u;
const dash = /[-─━═┄┈]/u;
const isRule = (line: string): boolean => ruled.test(line) && dash.test(line);
/** Before a line of a quote. */
const quote = /^(?:[ \t]*>[ \t])+/u;

/** A matrix of LaTeX as lines with bars. What stands around it is no board. */
const matrices = (text: string): string =>
  text.replace(
    /\\begin\{[a-z]*(?:matrix|array)\*?\}(?:\{[^{}]*\})?([\s\S]*?)\\end\{[a-z]*(?:matrix|array)\*?\}/gu,
    (_, rows: string) =>
      `\n${rows
        .replace(/\\hline/gu, '')
        .split(/\\\\(?:\[[^\]]*\])?/u)
        .map((row) => row.trim())
        .filter((row) => row !== '')
        .map((row) => `|${row.replaceAll('&', '|')}|`)
        .join('\n')}\n`,
  );

/** Cells of a row, with a sign for each empty one. */
const rowOf = (cells: readonly string[], blank: string): string =>
  cells.map((cell) => (emptyCell.test(cell.trim()) ? blank : cell.trim())).join(' ');

/** The cells of a line between bars, without what is beside the outer ones. */
const cellsBetweenBars = (line: string): string[] => {
  const cells = line.trim().split(bar);
  if (cells[0]!.trim() === '') cells.shift();
  if (cells.at(-1)?.trim() === '') cells.pop();
  return cells;
};

const digits = Array.from({ length: 20 }, (_, index) => String(index + 1));
const smallLetters = [...'abcdefghijklmnopqrst'];
const capitals = smallLetters.map((letter) => letter.toUpperCase());

/** Whether cells are 1, 2, 3 … or a, b, c … in either order, as names of rows or columns are. */
const isSeries = (cells: readonly string[]): boolean =>
  cells.length > 1 &&
  [digits, smallLetters, capitals].some((all) => {
    const names = all.slice(0, cells.length);
    return [names, names.toReversed()].some((series) => series.join() === cells.join());
  });

/** Cells without the names of rows and columns: these have an empty corner between them. */
const withoutNames = (rows: readonly string[][]): readonly string[][] => {
  const hasNames = (edge: readonly string[] | undefined, others: readonly string[][]): boolean =>
    edge?.[0]?.trim() === '' && isSeries(edge.slice(1)) && isSeries(others.map(([name = '']) => name));
  const sides = [
    [rows[0], rows.slice(1)],
    [rows.at(-1), rows.slice(0, -1)],
  ] as const;
  const inner = sides.find(([edge, others]) => hasNames(edge, others))?.[1];
  return inner ? inner.map((row) => row.slice(1)) : rows;
};

/** Whether the head of a table only counts its columns, in marks that none of its cells has. */
const isCountOf = (head: readonly string[], others: readonly string[][]): boolean => {
  if (!isSeries(head)) return false;
  // An o or x among capitals is an empty cell or a wall.
  const kind = [/^\d/u, /^(?![ox]$)[a-z]/u, /^[A-Z]/u].find((one) => one.test(head[0]!))!;
  return others.flat().every((cell) => !kind.test(cell));
};

/** Lines between bars or tabs, all with as many of them. */
const isTable = (lines: readonly string[], mark: RegExp): boolean => {
  const counts = new Set(lines.map((line) => line.split(mark).length));
  return lines.length > 1 && counts.size === 1 && !counts.has(1);
};

/** The blocks of a text: lines that are in a table, and the others. */
const blocksOf = (lines: readonly string[]): { readonly isTable: boolean; readonly lines: string[] }[] => {
  const blocks: { isTable: boolean; lines: string[] }[] = [];
  for (const line of lines) {
    const isInTable =
      bar.test(line) || (isRule(line) && (blocks.at(-1)?.isTable === true || /^\s*[+┌┏╔╭╒╓]/u.test(line)));
    const last = blocks.at(-1);
    if (last?.isTable === isInTable) last.lines.push(line);
    else blocks.push({ isTable: isInTable, lines: [line] });
  }
  return blocks;
};

const plainTable = (lines: readonly string[], blank: string): string[] => {
  const rows = lines.filter((line) => !isRule(line));
  const cells = rows.map(cellsBetweenBars).map((row) => row.map((cell) => cell.trim()));
  const inner = withoutNames(cells.map((row) => (row.length < cells.at(-1)!.length ? ['', ...row] : row)));
  if (inner.length < cells.length) return inner.map((row) => rowOf(row, blank));
  // A table of Markdown has a head, which is empty if it says nothing.
  const [head = [], ...others] = cells;
  const isHead = lines[1] !== undefined && isRule(lines[1]);
  const saysNothing = head.every((cell) => cell === '') || isCountOf(head, others);
  return (isHead && saysNothing ? others : cells).map((row) => rowOf(row, blank));
};

/** What programs write around the cells of a row. */
const around =
  /^\s*(?:\{\s*)?["']?[a-z_]\w*["']?\s*[:=]\s*(?=[[{("'])|^\s*(?:[a-z_]\w*\s*=\s*)?(?:np\.)?(?:array|matrix)?\(|,?\s?dtype=['"<\w]+\)?\s*$/giu;
const quoted = /(["'])[^"'\n]*\1/gu;

/**
 * Words and signs for an empty cell, in lines that have nothing else but numbers. A star among others may be a peg. Lists of
 * strings lose what programs write around them.
 */
const words = (line: string, blank: string): string => {
  const bare = line.replace(around, ' ');
  const replaced = bare.replace(emptyWord, ` ${blank} `);
  const isRow = /\d/u.test(line) && !/[^\d\s,;[\](){}'"*_x]/u.test(replaced);
  if (isRow) return replaced.replace(/(?<![^\s,])\*(?![^\s,])/gu, blank);
  const rest = bare.replace(quoted, '');
  return rest.length < bare.length && !/[^\s,;[\](){}]/u.test(rest) ? bare : line;
};

/** A word of small letters, which is hardly a row of cells. */
const smallWord = /^(?![ox]+$)[a-z]+$/u;

/** Lists in a list, and strings of several cells, on lines of their own. */
const listed = (text: string): string =>
  (/[[({]\s*[[({]/u.test(text) ? text.replace(/([\])}])[\s,]*(?=[[({])/gu, '$1\n') : text).replace(
    /((["'])([^"'\n]*)\2)\s*,\s*(?=["'])/gu,
    (all, string: string, _, cells: string) =>
      cells.length > 2 && !emptyCell.test(cells) && !smallWord.test(cells) ? `${string}\n` : all,
  );

/** Pegs as stars. */
const stars = (lines: readonly string[]): readonly string[] => {
  const isBoard =
    lines.length > 2 && lines.every((line) => /^[*.o○\s]*$/u.test(line)) && lines.some((line) => line.includes('**'));
  return isBoard ? lines.map((line) => line.replaceAll('*', '1').replace(/[.o○]/gu, '0')) : lines;
};

const kanji = '〇一二三四五六七八九';

/** Numbers of other kinds, and numbers with dashes between or a count behind. */
const numbers = (line: string, blank: string): string => {
  if (/^[\u2460-\u2473\u24ea\u3251-\u325f\u3000]+$/u.test(line))
    return [...line].map((cell) => (cell === '\u3000' ? blank : cell)).join(' ');
  if (/^\s*\d{1,2}(?:-\d{1,2}){2,}\s*$/u.test(line)) return line.replaceAll('-', ' ');
  return line
    .replace(/\s\(\d+\)\s*$/u, '')
    .replace(/([一二三四五六七八九]?)十([一二三四五六七八九]?)/gu, (_, tens: string, ones: string) =>
      String((tens ? kanji.indexOf(tens) : 1) * 10 + (ones ? kanji.indexOf(ones) : 0)),
    );
};

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}
const wordsIn = (line: string): Word[] =>
  Array.from(line.matchAll(/\S+/gu), ({ 0: text, index }) => ({ text, from: index, to: index + text.length }));

/** Lines of a board, at most. */
const mostLines = 20;

/** Rows of single marks between the names of rows and columns, as around a chess board. */
const withoutBorder = (lines: readonly string[]): readonly string[] => {
  if (lines.length > mostLines) return lines;
  const rows = lines.map((line) => wordsIn(line).map(({ text }) => text));
  const most = Math.max(...rows.map((row) => row.length));
  const inner = withoutNames(rows.map((row) => (row.length === most - 1 && isSeries(row) ? ['', ...row] : row)));
  return inner.length < rows.length ? inner.map((row) => row.join(' ')) : lines;
};

/** Rows in columns, of which one has a gap where the others have a cell: the gap is the empty cell. */
const withGap = (lines: readonly string[], blank: string): readonly string[] => {
  if (lines.length > mostLines) return lines;
  const rows = lines.map(wordsIn);
  const most = Math.max(...rows.map((row) => row.length));
  const short = rows.findIndex((row) => row.length === most - 1);
  const others = rows.filter((_, index) => index !== short);
  if (short === -1 || most < 2 || others.length === 0 || others.some((row) => row.length !== most)) return lines;
  for (const side of ['from', 'to'] as const) {
    const columns = others[0]!.map((word) => word[side]);
    const isEven = others.every((row) => row.every((word, column) => word[side] === columns[column]));
    const gap = columns.findIndex((column) => rows[short]!.every((word) => word[side] !== column));
    const isFilled = rows[short]!.every((word) => columns.includes(word[side]));
    if (!isEven || !isFilled || gap === -1) continue;
    const cells = rows[short]!.map(({ text }) => text);
    return lines.map((line, index) => (index === short ? cells.toSpliced(gap, 0, blank).join(' ') : line));
  }
  return lines;
};

/** Lines without a blank one between; each blank one is by itself. */
const paragraphsOf = (lines: readonly string[]): string[][] => {
  const paragraphs: string[][] = [];
  for (const line of lines) {
    const last = paragraphs.at(-1);
    if (last && last[0]!.trim() !== '' && line.trim() !== '') last.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
};

/** In the place of a mark, so that others keep theirs. */
const noWidth = '\u200B';
/** Lines of which each is in bold text. */
const bold = /^([ \t]*)(\*{2,3})([^*\n]+)\2([ \t]*)$/u;

/**
 * The text without a frame of one mark all around rows, and without bold text line by line: neither is a part of a board. Its
 * length is the same.
 */
export const withoutFrame = (text: string): string => {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.every((line) => line.trim() === '' || bold.test(line))) {
    return lines.map((line) => line.replaceAll('*', noWidth)).join('\n');
  }
  const rows = text.split(/([\n/])/u);
  const edgesOf = (row: string) => {
    const [from, to] = [row.length - row.trimStart().length, row.trimEnd().length];
    const mark = row[from] ?? '';
    return { mark: /[#x█*]/u.test(mark) && row[to - 1] === mark ? mark : '', from, to };
  };
  const isFull = (row: string, mark: string): boolean =>
    row.trim().length > 3 && !row.replace(/\s/gu, '').replaceAll(mark, '');
  for (let first = 0; first + 6 < rows.length; first += 2) {
    const { mark, from, to } = edgesOf(rows[first]!);
    if (mark === '' || !isFull(rows[first]!, mark)) continue;
    // A star between slashes is a tile or a peg.
    if (mark === '*' && rows[first + 1] === '/') continue;
    let last = first;
    for (let at = first + 2; at < rows.length; at += 2) {
      const edges = edgesOf(rows[at]!);
      if (edges.mark !== mark || edges.from !== from || edges.to !== to) break;
      if (isFull(rows[at]!, mark)) last = at;
    }
    if (last < first + 6) continue;
    for (let at = first; at <= last; at += 2) {
      const row = rows[at]!;
      const inner = at === first || at === last ? noWidth.repeat(to - from - 2) : row.slice(from + 1, to - 1);
      rows[at] = row.slice(0, from) + noWidth + inner + noWidth + row.slice(to);
    }
    for (const end of [first + 1, last - 1]) rows[end] = rows[end]!.replace('/', noWidth);
    first = last;
  }
  return rows.join('');
};

/** Whether rows are both on lines and between slashes: then these may be several boards. */
export const mixesRows = (text: string): boolean => {
  const lines = text.split(/[\n\r]/u).filter((line) => !/^\s*(?:`{3}\w*\s*)?$/u.test(line));
  return lines.length > 1 && lines.some((line) => /[^\s/／][ \t]*[/／][ \t]*[^\s/／]/u.test(line));
};

/** The last text for each sign: each kind of board reads the same one. */
const latest = new Map<string, { readonly text: string; readonly plain: string }>();

/**
 * The text with plain rows.
 * @param blank the sign for an empty cell
 */
export const plainRows = (text: string, blank: string): string => {
  const before = latest.get(blank);
  if (before?.text === text) return before.plain;
  const plain = rowsIn(text, blank);
  latest.set(blank, { text, plain });
  return plain;
};

const rowsIn = (text: string, blank: string): string => {
  const lines = listed(matrices(text.replace(/\r\n?/gu, '\n').replaceAll('\\n', '\n')))
    .split('\n')
    .map((line) => line.replace(quote, ''));
  return blocksOf(lines)
    .flatMap(({ isTable: isInBars, lines: own }) => {
      if (isInBars) return plainTable(own, blank);
      const written = own.filter((line) => line.trim() !== '');
      if (isTable(written, /\t/u)) return written.map((line) => rowOf(line.split('\t'), blank));
      const plain = stars(own).map((line) => numbers(words(line, blank), blank));
      return paragraphsOf(plain).flatMap((paragraph) => withGap(withoutBorder(paragraph), blank));
    })
    .join('\n');
};
