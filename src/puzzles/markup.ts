/**
 * Marked-up text as plain lines: tables of HTML, matrices of LaTeX, lists of programs, quotes, bullets, names of lines. What stands
 * around a board and is none of its cells is left out, before anything is read: otherwise a part of it might be another board.
 */

import { withBoxesAsCells } from './bars.ts';
import { withListsAsRows, withStringsJoined } from './code.ts';
import { withPegSigns } from './marks.ts';
import { kanjiDigits } from './notation.ts';
import { isByColumns, isSeries, withNamedApart, withoutNames, withRowsInOrder } from './row-names.ts';
import { withNumbersApart } from './series.ts';

/** Tags of HTML and XML, without those of Discord's emoji. */
const tag = /<\/?[a-z]\w*(?:\s[^<>]*)?\/?>/giu;
const newLine = /<br\s?\/?>\n?|<\/(?:p|div|pre|table|caption|li|line)>/giu;

/** Below the head of a table. */
const rule = '|---|\n';
/** A row of a table. What follows on it stays. */
const htmlRow = (row: string): string => {
  const [inner = '', ...after] = row.split(/<\/tr>/iu);
  const cells = inner.split(/<t[dh](?:\s[^<>]*)?\/?>/iu).slice(1);
  if (cells.length === 0) return [inner, ...after].join('\n').replace(tag, '').trimEnd();
  const written = cells.map((cell) => cell.replace(tag, '').replace(/\s/gu, ' ').trim());
  return `|${written.join('|')}|\n${/<td/iu.test(inner) ? '' : rule}${after.join('')}`;
};

const withoutHtml = (raw: string): string => {
  // Tags of forums and of XML are as those of HTML.
  const text = raw
    .replace(/&(?:nbsp|emsp|ensp|#160);/giu, ' ')
    .replace(/\[(\/?(?:table|tr|t[dh]|b|i|u|code|quote|spoiler))\]/giu, '<$1>')
    .replace(/(<\/?)row(?=[\s>])/giu, '$1tr')
    .replace(/(<\/?)(?:cell|col|tile)(?=[\s/>])/giu, '$1td');
  if (!/<\/[a-z]\w*>|<(?:br|tr)\b/iu.test(text)) return text;
  const [before = '', ...rows] = text.split(/<tr(?:\s[^<>]*)?>/iu);
  return [before, ...rows.map(htmlRow)]
    .join('\n')
    .replace(/\|\n\s*(?=\|)/gu, '|\n')
    .replace(newLine, '\n')
    .replace(tag, '');
};

/** A table of MediaWiki as lines with bars. */
const withoutWiki = (text: string): string =>
  text.replace(/^\{\|[^\n]*\n([\s\S]*?)^\|\}/gmu, (_, rows: string) =>
    rows
      .split(/^\|-.*$/mu)
      .map((row) => row.replace(/^\|\+.*$/mu, '').trim())
      .filter((row) => row !== '')
      .map((row) => `${row.replace(/^!|\n[|!]|!!/gu, '|').replaceAll('||', '|')}|`)
      .join('\n'),
  );

/** A head of Markdown that says nothing, with the only rule of a text. Where there are others, it is the first row of a grid. */
const tableRule = /^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/gmu;
const emptyHead = /^[ \t]*\|(?:[ \t]*\|)+[ \t]*\n[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*\n/mu;
const withoutEmptyHead = (text: string): string =>
  text.match(tableRule)?.length === 1 ? text.replace(emptyHead, '') : text;

/** The head of a table in Jira or DokuWiki, above its other rows. */
const head = /^[ \t]*(\|\||\^)((?:[^|^\n]+\1)+)[ \t]*\n(?=[ \t]*\|)/gmu;
const withoutHeads = (text: string): string =>
  text.replace(head, (line, mark: string, cells: string) =>
    mark === '^' || cells.split('||').length > 2 ? `|${cells.replaceAll(mark, '|')}\n${rule}` : line,
  );

const texRow = (row: string): string => `|${row.replaceAll('&', '|')}|`;

/** Commands of LaTeX in a cell: what they show. */
const texCells = (text: string): string =>
  text
    .replace(/\\(?:hline|toprule|midrule|bottomrule|cline\{[^{}]*\}|cr(?=\s*$))/gmu, '')
    .replace(
      /\\(?:h?phantom\{[^{}]*\}|square|Box|blacksquare|sqcup|emptyset|varnothing|quad|cdot|[ ,;:!])|~|\{\}|\$/gu,
      ' ',
    )
    .replace(/\\multicolumn\{[^{}]*\}\{[^{}]*\}/gu, '')
    .replace(/\\(?:cellcolor|rowcolor|color)\{[^{}]*\}/gu, '')
    .replace(/\\[a-z]+\{([^{}]*)\}/giu, '$1')
    .replace(/\\bullet/gu, '●')
    .replace(/\\(?:circ|bigcirc)/gu, '○')
    .replace(/\\([#_&])/gu, '$1')
    .replace(/[{}]/gu, '');

const texRows = (rows: string): string =>
  `\n${rows
    .split(/\\\\(?:\[[^\]]*\])?|\\cr\b/u)
    .map((row) => texCells(row).trim())
    .filter((row) => row !== '')
    .map(texRow)
    .join('\n')}\n`;

/** A matrix or a table of LaTeX as lines with bars. */
const withoutTex = (text: string): string => {
  const environment =
    /\\begin\{([a-z]*matrix\*?|array|tabular[*x]?)\}(?:\[[^\]]*\])?((?:\{[^{}]*\}){0,2})([\s\S]*?)\\end\{\1\}/gu;
  const plain = text
    .replace(environment, (_, __, ___, rows: string) => texRows(rows))
    .replace(/\\[a-zA-Z]{0,2}matrix\{([^{}]*)\}/gu, (_, rows: string) => texRows(rows));
  const hasRows = text.split('\n').some((line) => line.includes('&') && line.includes('\\\\'));
  if (plain !== text || !hasRows) return plain;
  return text
    .split('\n')
    .map((line) => (line.includes('&') ? texRow(texCells(line.replace(/\\\\.*$/u, ''))) : line))
    .join('\n');
};

const comment = /(?<=[\])}][,;]?)[ \t]+(?:#(?!\()|\/\/|--|%|\/\*).*$/gmu;
/** Brackets of a type or an index: `int[3][3]`, `[][]int`. */
const indices = /(?<=\w)(?:\[[\d,\s]*\])+|(?<!\])(?:\[\d*\])+(?=[a-z]\w)|(?<=\w)\(,\)/giu;

/** Numbers as programs print them, where all are reals. */
const withoutFractions = (text: string): string => {
  const numbers = text.match(/\d+/gu)?.length ?? 0;
  const ends = [/(?<=\d)\.0*(?=[\s\],}]|$)/gu, /(?<=\d)\.0(?!\d)/gu, /(?<=\d),0+(?=[\s;\])]|$)/gu].find((end, at) => {
    const count = text.match(end)?.length ?? 0;
    // With a comma, half of the numbers are fractions; pegs and holes may be ones and zeros. The number of a line may have a dot.
    if (at === 2) return count > 3 && count * 2 === numbers && /\d[ \t;]+[2-9]/u.test(text);
    return count > 3 && (at === 1 || (count === numbers && /[[(]/u.test(text)));
  });
  return ends ? text.replace(ends, '') : text;
};

/** Lists without what a program writes around them. */
const withoutCode = (text: string): string => {
  const plain = withoutFractions(text);
  if (!/[[({]/u.test(plain)) return plain;
  return withListsAsRows(
    plain
      .replace(/\[,?(\d+),?\](?<=\[,\d+\]|,\])/gu, (name: string, at: string) => at.padStart(name.length))
      .replace(/^[ \t]*\[\d+\][ \t]+(?=[^\s[])/gmu, '')
      .replace(indices, '')
      .replace(comment, '')
      .replace(/(?<=[;,[])[ \t]*\.{3}$/gmu, '')
      .replace(/\b(?:just|some)(?:\((\w+)\)|\s)/giu, (_, cell: string | undefined) => cell ?? ' '),
  );
};

/** When and by whom a line was written, as chats write it. */
const stamp = String.raw`\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ \t])?\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\]?[ \t](?:- )?(?:\w+: )?`;
/** Lines below one another that begin with a sign or a time. */
const quotes = new RegExp(String.raw`(?:^(?:>|${stamp}(?!<))[^\n]*(?:\n|$)){2,}`, 'gimu');
const quoted = new RegExp(String.raw`^(?:>{1,3}[ \t]?|${stamp})`, 'gimu');
/** Lines without such signs. A space behind is a part of the line if others have none. */
const withoutQuotes = (run: string): string => {
  const isTight = /^>{1,3}[^\s>]/mu.test(run);
  return run.replace(quoted, (mark) => (isTight && mark.startsWith('>') ? mark.replace(/^>+/u, '') : ''));
};
const bullets = /(?:^[ \t]*([*•‣+-]|-?#|\/\/|;;|--|%)[ \t][^\n]*(?:\n|$))(?:^[ \t]*\1[ \t][^\n]*(?:\n|$))+/gmu;
/** Names of columns such as `V1 V2 V3`. Pieces may have such names, too, but on several lines or in no order. */
const columnNames = /^[^\w\n]*([a-z]+_?)\d+(?:[^\w\n]+\1\d+)+[^\w\n]*$/iu;
const withoutColumnNames = (text: string): string => {
  const lines = text.split('\n');
  const are = lines.map((line) => columnNames.test(line));
  const areHeads = are.every((is, at) => !is || (!are[at + 1] && isSeries(lines[at]!.match(/\d+/gu)!)));
  return are.includes(true) && areHeads ? lines.map((line, at) => (are[at] ? '' : line)).join('\n') : text;
};
/** What chats write before a line, behind it, and around hidden text; and comments. */
const beside = [
  new RegExp(String.raw`^(?:${stamp})?<[@+]?[\w-]+>[ \t](?![^\n]*<)`, 'gimu'),
  /(?<![ \t])[ \t]*\((?:edited|bearbeitet|modifié|編集済)\)[ \t]*$/gmu,
  // The number of a solve, and its time.
  /^[ \t]*\d{1,4}[.)][ \t]+(?:\d{1,2}:)?\d{1,3}\.\d{2,3}\+?[ \t]+(?=\d)|(?<![ \t])[ \t]+\((?:\d{1,2}:)?\d{1,3}\.\d{2,3}s?\)[ \t]*$/gmu,
  /(?:(?<![ \t])[ \t]+\(|(?<![ \t]),[ \t]{1,4})\d{1,4}[ \t]?(?:moves?|steps?|jumps?|mtm|stm|手|züge)\)?[ \t]*$/gimu,
  /^\|\|(?=[^|\n]+(?:\|\|)?$)|\|\|(?<=^(?:\|\|)?[^|\n]+\|\|)$/gmu,
  /^\s*(?:>{1,3}|\d{1,2}[.)](?=[^\n]*\n(?!\s*\d{1,2}[.)][ \t])))[ \t]/u,
  /(?<![ \t])[ \t]+(?:#|\/\/|--)[ \t]+(?!exit|[ox]+\b)(?=\p{Lu}?\p{Ll}{2})[^\n]*$/gmu,
] as const;
/** Whether a line beside lines that begin with a sign has as many words: then the sign is a cell, too. */
const areCells = (lines: string, at: number, whole: string): boolean => {
  const count = (line: string): number => line.trim().split(/\s+/u).length;
  const end = at + lines.length;
  const before = whole.slice(whole.lastIndexOf('\n', at - 2) + 1, at);
  const after = whole.slice(end, whole.indexOf('\n', end) + 1 || undefined);
  const width = count(lines.slice(0, lines.indexOf('\n')));
  return [before, after].some((line) => line.trim() !== '' && !/\p{Ll}{2}/u.test(line) && count(line) === width);
};
const fence = /^[ \t]*`{3,}(?:[a-z]+[\d+#-]*)?[ \t]*$/gmu;
/** A list of lists in YAML: each cell is on a line of its own. */
const withoutYaml = (text: string): string =>
  /^[ \t]*- - (?!.*\S[ \t]+\S)/mu.test(text)
    ? text.replace(/\n[ \t]+- (?!- )/gu, ' ').replace(/^[ \t]*- - /gmu, '')
    : text;
/** Colours of a terminal. */
const colour = /\p{Cc}\[[\d;]*m/gu;
/** An arrow at the end of a row, or a word: where a car leaves. */
const room = String.raw`[ \t]{0,16}`;
const arrowSign = String.raw`(?:[⇒⟹⟶➔➜▶►▷▸»⮕🚪🏁]\uFE0F?|>{2,3}|→{2,3})`;
const arrow = String.raw`${room}(?:<?[-=~]{0,3}>?|[→➡←⬅]\uFE0F?|${arrowSign}|#)${room}`;
const exitNames = 'exits?|出口|ausgang|sortie|salida|uscita|uitgang|sa[ií]da|выход|door';
export const exitWord = String.raw`[([]?(?:(?<![\p{L}\p{N}._])(?:to|the|this|is|red|car|block|piece) ){0,4}(?:${exitNames})(?: is)?(?: here)?[!.]?[)\]]?`;
const exit = new RegExp(
  String.raw`^([ \t]*[^\s<>()][^\n<>()]{0,60}?)(?:${arrow}${exitWord}${arrow}|${room}(?:[-=~]{1,3}>{1,3}|${arrowSign})${room})$`,
  'gimu',
);

/** A row between the sides of a frame, and one with a car. */
const framedRow = /^[ \t]*[|│┃║][^|│┃║]*[|│┃║][ \t]*$/u;
const carRow = /(\p{L})\s?\1/u;
/** A sign or a letter beside a row, as some write the exit. */
const exitSign = /^([ \t]*)(?:([:=@$EK])[ \t]?(\S.*\S)|(\S.*\S)[ \t]?([:=@$EK]))[ \t]*$/u;
/** Rows with an arrow where one of them, and of those above and below, has such a sign that is nowhere else. */
const withArrow = (text: string, line: string, beside: readonly (string | undefined)[]): string => {
  const [, indent = '', left, afterLeft, beforeRight, right = left] = exitSign.exec(line) ?? [];
  const row = afterLeft ?? beforeRight;
  if (row === undefined || text.split(right!).length > 2) return line;
  if (beside.some((other) => other?.trim().length !== row.length)) return line;
  return left ? `${indent}< ${row}` : `${indent}${row} >`;
};
/** Frames with an arrow in the place of a bar where one row has another sign or nothing, or an arrow behind: a car leaves there. */
const withArrows = (text: string): string => {
  const lines = text.split('\n');
  const rowOf = (line: string, at: number): string => {
    if (!carRow.test(line)) return line;
    const beside = [lines[at - 1], lines[at + 1]].find((other = '') => framedRow.test(other));
    if (!beside) return withArrow(text, line, [lines[at - 1], lines[at + 1]]);
    if (framedRow.test(line)) return line;
    const [from, to] = [beside.search(/\S/u), beside.trimEnd().length - 1];
    const row = line.replace(/[ \t]*[>→➡]?[ \t]*$/u, '');
    const [before, after] = [line.slice(0, from + 1).trim(), row.slice(to).trim()];
    if (before === beside[from] && after.length < 2) return `${row.slice(0, to).padEnd(to)}>`;
    return after === beside[to] && before.length < 2 ? `${'<'.padStart(from + 1)}${row.slice(from + 1)}` : line;
  };
  return text.includes('\n') ? lines.map(rowOf).join('\n') : text;
};
const areWords = (row: string): boolean => /\p{Ll}{2}\S*[ \t].*\p{Ll}{2}/u.test(row);

/** What says something of a board whose first row is on the same line: a mention, a command or a word with a colon. */
const label =
  /^(?:@\S+|!\w+|\/[^\n:]*:(?=\S)|[^\n]*?\p{L}(?:\.?[ \t]#?\d{1,4})?[:：](?<!:\w*[:：])(?:(?<=：)|(?=[ \t])))[ \t]?(?=[ \t]*[^\s[({"'`])/u;
/** A name of a board before its first row. */
const assigned =
  /^(?=.{0,40}(?:[\p{Ll}\p{Lo}]{2}|\p{Lu}{3}))[\p{L}\d_][\p{L}\d_ .]{0,40}(?<!=)(?:[ \t]:?=[ \t]|(?<![ \t]):?=(?![=\s]))/u;
const cellsOf = (row: string): readonly string[] => row.split(/[\s,;|&]+/u);
const labelOf = (line: string, next = ''): string | undefined => {
  const name = assigned.exec(line)?.[0];
  if (name === undefined) return label.exec(line)?.[0];
  const rest = line.slice(name.length);
  const [row, below] = [rest.trim(), next.trim()];
  const areCells = cellsOf(row).length > 1 && cellsOf(row).length === cellsOf(below).length;
  // The first row of pegs may be shorter. A number beside the sign is none.
  const isRow = areCells || row.length === below.length || !/\p{Ll}{3}|^\d+\s*$/u.test(rest);
  return isRow && !isSeries([...row]) ? name : undefined;
};
/** Cells of a board, more of them than the numbers that stand beside words. */
const cellsIn = /^[ \t]*(?:\d{1,2}[ ,\t]{1,4}){5}/u;
/** Labels on a line of their own. */
const withLabelsApart = (text: string): string => {
  const lines = text.split('\n');
  const labels = lines.map((line, at) => labelOf(line, lines[at + 1]));
  return lines
    .map((line, at) => {
      const own = labels[at];
      const isFirst = own !== undefined && labels[at - 1] === undefined && labels[at + 1] === undefined;
      const rest = line.slice(own?.length);
      // A number in a label is no cell.
      const isOfRows =
        lines[at + 1]?.trim() || /\S ?[/;／；] ?\S/u.test(rest) || (/\d/u.test(own ?? '') && cellsIn.test(rest));
      return isFirst && isOfRows ? `${own.replace(/:?=/u, ':')}\n${rest}` : line;
    })
    .join('\n');
};

/** A sign before the first bar of a row, and words behind the last one, unless they are an exit. A sign behind may be a cell. */
const outside = [/^[ \t]*[\p{L}\p{N}.*_]{1,2}[ \t]*(?=\|)/u, /(?<=\|)[^|]*\p{Ll}{3}[^|]*$/u] as const;
const exitBehind = new RegExp(`(?:${exitWord}|[<>→←➡⬅])[^|]*$`, 'iu');
/** A row with a cell before its first bar, and one behind the last. */
const openRow = /^[ \t]*\S{1,2}[ \t]*\|.*\|[ \t]*\S{1,2}[ \t]*$/u;
/** Rows of a table without what stands outside of it, as rows beside them have as many bars and nothing there. */
const withoutOutside = (text: string): string => {
  const barsIn = (line: string): number => line.split('|').length;
  const lines = text.split('\n');
  const open = new Set(lines.filter((line) => openRow.test(line)).map(barsIn));
  return lines
    .map((line, at) => {
      if (!line.includes('|') || exitBehind.test(line) || open.has(barsIn(line))) return line;
      const isWhole = (other = ''): boolean => /^\s*\|.*\|\s*$/u.test(other) && barsIn(other) === barsIn(line);
      if (![lines[at - 1], lines[at + 1]].some(isWhole)) return line;
      return outside.reduce((rest, mark) => rest.replace(mark, ''), line);
    })
    .join('\n');
};

/** Where the first of several numbered lines begins behind words. */
const numberedBehindWords = /(?<=\S[ \t])(?=1[.)][ \t][^\n]{1,80}\n[ \t]*2[.)][ \t])/gu;

/** A number in kanji of more than a digit. */
const kanjiNumber = /(?<!\p{L})([一二三四五六七八九]?)十([一二三四五六七八九]?)(?!\p{L})/gu;
const numberOfKanji = (_: string, tens: string, ones: string): string => {
  const [first, last] = [tens, ones].map((digit) => kanjiDigits.indexOf(digit || '〇'));
  return String((tens ? first! : 1) * 10 + last!);
};

/** The text without marks around all of it, which hide it, strike it out or make it bold. A table keeps its outer bars. */
const withoutEnds = (text: string): string => {
  const whole = text.trim();
  const slanted = whole.slice(1, -1);
  const isSlanted = /^[*_]$/u.test(whole[0] ?? '') && whole.at(-1) === whole[0];
  if (isSlanted && slanted.split('\n').every((line) => /^\|.*\|[ \t]*$/u.test(line))) return slanted;
  const mark = ['**', '~~', '||'].find((one) => whole.startsWith(one) && whole.endsWith(one));
  const inner = whole.slice(2, -2);
  if (!mark || (mark !== '||' && !inner.includes('\n')) || inner.includes(mark) || /^[*~]|[*~]$/u.test(inner))
    return text;
  return mark !== '||' || /^\s*[|[({]/u.test(inner) || !inner.includes('|') ? inner : text;
};

/** Lines with several cells in bold. */
const boldCells = /^[^\n]*\*\*[\p{L}\p{N}]{1,2}\*\*[^*\n]+\*\*[\p{L}\p{N}]{1,2}\*\*[^\n]*$/gmu;

/** Words on the first of several lines, before a mark with which the next line begins, too. */
const markedBehindWords =
  /^([^\n]{0,80}?(?:[:：=]|\d[.)]))[ \t]{1,3}(?=(#{1,3}|-#?|[*•+]|>{1,2}|__|row )[^\n]{0,120}\n[ \t]*\2)/gimu;

/** A line of several cells that is underlined. */
const underlined = /^__([^_\s,;|/][^_\n]*)__[ \t]*$/gmu;

/** A number or a size above a board, or its rows alone. */
const heading = /^[ \t]*(?:#(\d{1,4})|(\d{1,2})(?:[ \t]?[x×][ \t]?(\d{1,2}))?)[ \t]*\n(?=[^\n]*\S)/u;
/** The text without a heading that may be no row: its digits are tiles of the board, or it tells how many rows there are. */
const withoutHeading = (text: string): string => {
  const [line = '', number, rows = '', columns] = heading.exec(text) ?? [];
  const rest = text.slice(line.length);
  if (number === undefined) {
    const below = rest.split('\n').filter((row) => row.trim() !== '');
    // Below a number alone, rows have several cells.
    const areRows = below.length > 1 && (columns !== undefined || below.every((row) => row.trim().length > 1));
    return areRows && [rows, columns].includes(String(below.length)) ? rest : text;
  }
  const areTiles = [...number].every((digit) => rest.includes(digit)) || !/[2-9]/u.test(rest);
  return areTiles && !rest.includes('#') ? rest : text;
};

/** The text without marks that are no part of a board. A text without any stays as it is. */
export const withoutMarkup = (text: string): string => {
  // Without their numbers, they are refused.
  const raw = withPegSigns(withRowsInOrder(withBoxesAsCells(isByColumns(text) ? text.replace(/\p{N}/gu, '?') : text)))
    .replace(colour, '')
    .replaceAll('\uFEFF', '')
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replaceAll(/(?:\\r)?\\n/gu, '\n')
    .replace(/(?<![\p{L}\p{N}"@$])[@$](?=")/gu, '')
    .replace(/(?<!\\)\\[ \t]*$/gmu, '')
    .replace(/^\t+(?= *\S[^\t\n]*\S *$| +\S *$)/gmu, '')
    .replace(kanjiNumber, numberOfKanji)
    .replace(boldCells, (line) => line.replace(/\*\*([\p{L}\p{N}]{1,2})\*\*/gu, '$1'))
    .replace(markedBehindWords, '$1\n')
    .replace(underlined, (line, cells: string) => (/[ ,;|]/u.test(cells) ? cells : line))
    .replace(quotes, withoutQuotes);
  const inner = withNumbersApart(withoutHeading(withoutEnds(withStringsJoined(raw))));
  const bare = withoutColumnNames(beside.reduce((rest, mark) => rest.replace(mark, ''), inner));
  const lines = withoutCode(withoutTex(withoutHeads(withoutEmptyHead(withoutWiki(withoutHtml(withoutYaml(bare)))))));
  const plain = lines
    .replace(fence, '')
    .replace(bullets, (run, mark: string, at: number, whole: string) => {
      const others = run.split(mark).length - 1 - run.trimEnd().split('\n').length;
      // Among cells, one more is the blank.
      const areBullets = others === 0 || (others === 1 && !/[^\p{Lu}\d\s]/u.test(run.replaceAll(mark, '')));
      return areBullets && !areCells(run, at, whole) ? run.replace(/^[ \t]*[^\s\w]+[ \t]/gmu, '') : run;
    })
    .replace(exit, (line, row: string) => (areWords(row) ? line : `${row} >`));
  return withLabelsApart(
    withoutNames(withNamedApart(withoutOutside(withArrows(plain)).replace(numberedBehindWords, '\n'))),
  );
};

/** Mentions, custom emoji, time stamps and links contain no boards. */
const machine = new RegExp(String.raw`<(?!a?:ap_)(?:[@#:/]|[at]:)[^<>\n]{1,80}>|https?:\/\/\S+|${stamp}`, 'gu');
/** A line that says what stands below it. */
const caption = /^[^:：\n]*[\p{L}\d][ \t]*[:：][ \t]*\r?$/gmu;
/** Marks of quotes and lists before a line, but none that a board can have, like a peg's `o`. */
const lineMark = /^[ \t]*(?:(?:>{1,3}|[-*•]|\d{1,3}[.)](?=[ \t]+\S))[ \t]+)+/gmu;
/** Whether a row begins with a dash that is a cell, as others are. */
const hasDashes = (row: string): boolean =>
  /^-(?:[ \t]+\S{1,2})*[ \t]*$/u.test(row) && (row.match(/(?<!\S)-(?!\S)/gu)?.length ?? 0) > 1;
const withoutLineMarks = (text: string): string =>
  text.replace(lineMark, (mark, at: number) => {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? undefined : end);
    const [quote] = /^[ \t>]*/u.exec(line)!;
    const { length } = hasDashes(line.slice(quote.length)) ? quote : mark;
    return ' '.repeat(length) + mark.slice(length);
  });
/** Emphasis, and the full stop right after it, which is no cell; underscores are blanks. */
const emphasis = /^[「『【“‘¿¡]|(?<=\S)(?:\*{1,3}|~~)\.(?=\s|$)|\*|~~/gmu;
/** Punctuation next to a board, without the colons of emoji names; particles of Japanese, and the sign before a value. */
const punctuation =
  /[?!¿¡！？。：…「」『』【】“”‘’]|:(?!\d*[a-z_][a-z0-9_]*:)(?<!:\d*[a-z_][a-z0-9_]*:)|[\u3041-\u30FF]+(?=[\p{N}\p{Lu}_]{3})|(?<=[\p{N}\p{Lu}_]{3}|\d(?=です))[\u3041-\u30FF]+|(?<=\w)=(?=\d)/gu;

/** Replaces by marks of the same length, so that spans stay valid. */
const blankOut = (text: string, pattern: RegExp, mark: string): string =>
  text.replace(pattern, (match) => mark.repeat(match.length));

/** A text without what can be no board, of the same length. Emphasis has no width: it moves no row of a drawing. */
export const withoutMarks = (text: string): string => {
  const plain = withoutLineMarks(blankOut(blankOut(text, machine, ' '), caption, ' '));
  return blankOut(blankOut(plain, emphasis, '\u200B'), punctuation, ' ');
};
