/** Lists of programs as rows on lines of their own, without the code around them. Each group is looked at a few times at most. */

import { withSpacesIn } from './marks.ts';
import { blank } from './notation.ts';

/** A part of a text in brackets, with those in it. */
interface Group {
  readonly from: number;
  to: number;
  outer: Group | undefined;
  readonly inside: Group[];
}

const closing: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/** The groups of a text, each behind those in it. A bracket without its other half begins none. */
const groupsIn = (text: string): readonly Group[] => {
  const groups: Group[] = [];
  let open: Group | undefined;
  for (const { 0: mark, index } of text.matchAll(/[[\](){}]/gu)) {
    if (closing[mark]) open = { from: index, to: 0, outer: open, inside: [] };
    else if (open && closing[text.charAt(open.from)] === mark) {
      open.to = index + 1;
      groups.push(open);
      open.outer?.inside.push(open);
      open = open.outer;
    }
  }
  return groups;
};

const innerOf = (text: string, { from, to }: Group): string => text.slice(from + 1, to - 1);
const isCell = ({ from, to, inside }: Group): boolean => inside.length === 0 && to - from < 8;
/** Whether a group has several cells and nothing else. */
const isRow = (text: string, group: Group): boolean =>
  group.inside.every(isCell) && /[,;]|\S\s+\S/u.test(innerOf(text, group));

/** A comma behind the last cell, as some programs print it. */
const lastComma = /,\s*$/u;
/** The cells of a row on one line, with a word for each that is left out. Where nothing else is between them, spaces stay. */
const rowOf = (inner: string): string => {
  const cells = inner.split(/[,;]/u).map((cell) => cell.replace(/\s*\n\s*/gu, ' ').trim());
  return cells.map((cell) => cell || 'null').join(', ');
};

/** Whether a group has one cell, and the group beside it two: it is the tip of a triangle. */
const isTip = (text: string, group: Group, beside: Group | undefined): boolean =>
  isCell(group) &&
  beside !== undefined &&
  /^\s*["']?[^\s,;"']+["']?\s*$/u.test(innerOf(text, group)) &&
  innerOf(text, beside).split(/[,;]/u).length === 2;

/** What stands between two lists of a list: the name or the type of the next one. */
const betweenRows = /^[\s,;|]*(?:["']?[\w ]+["']?\s*(?::|=>?)\s*)?(?:new\s+)?[\w.<>!#']*\s*$/u;

/** Characters of code beside a list or between two, at most, so that no list reads the whole text. */
const mostCode = 80;

/** Behind the first row of another list, which goes on below it. */
const besideOther = /\],?[ \t]{2,20}$/u;

/** The rows of a list of lists; undefined for any other group. */
const nestedRows = (text: string, { from, inside }: Group): readonly string[] | undefined => {
  const areRows = inside.every((row, at) => {
    if (isRow(text, row)) return true;
    return (at === 0 || at === inside.length - 1) && isTip(text, row, inside[at === 0 ? 1 : at - 1]);
  });
  if (inside.length < 2 || !areRows) return undefined;
  if (besideOther.test(text.slice(Math.max(0, from - mostCode), from))) return undefined;
  const isList = inside.every((row, at) => {
    const between = text.slice(inside[at - 1]?.to ?? from + 1, row.from);
    return between.length < mostCode && betweenRows.test(between);
  });
  if (!isList) return undefined;
  const rows = inside.map((row) => innerOf(text, row).replaceAll(/^\||\|$/gu, ''));
  const isOpen = rows.every((row) => lastComma.test(row));
  return rows.map((row) => rowOf(isOpen ? row.replace(lastComma, '') : row));
};

/** The items of a list, which may be rows or cells. */
const item = /(["'`])[^"'`\n]*\1|[^\s,;]+/gu;
/** A word for an empty cell, or of small letters. */
const noCells = /^(?:None|(?![ox]+$)[a-z]+)$/u;
/** Characters of a cell, at most. */
const longestCell = 8;

/** A list of cells or rows as it is, but on one line if each has a line for itself; undefined for any other group. */
const flatRows = (text: string, group: Group): readonly string[] | undefined => {
  if (!group.inside.every(isCell)) return undefined;
  const inner = innerOf(text, group).trim().replace(/,$/u, '');
  const items = inner.match(item) ?? [];
  const isItem = (one: string): boolean => /^["'`]/u.test(one) || (one.length <= longestCell && !/[a-z]{2}/u.test(one));
  const words = items.filter((one) => !isItem(one)).length;
  if (items.length < 2 || words > items.length / 4) return undefined;
  const cells = items.map((one) => (/^["'`]/u.test(one) ? one.slice(1, -1) : ''));
  const width = cells[0]!.length;
  const areEven = cells.every((cell) => cell.length === width);
  if (cells.every((cell) => cell.length > 2 && !noCells.test(cell)))
    return (areEven ? withSpacesIn(cells, width, blank) : undefined) ?? cells;
  const lines = inner.split('\n');
  return lines.length === items.length && lines.length > 1 ? [lines.map((line) => line.trim()).join(' ')] : lines;
};

/** What a program writes before a list on its line, and behind it. */
const before = /^(?:[^\n/]*[=:(,>-])?\s*[\w.]*[!#'$]*\s*$/u;
const behind = /^(?:[\s;,.)\]}'|]|::.*|(?:\/\/|\/\*|--|#|%).*|\.\w+\([^()\n]*\)|\w+\s*=\s*[^\s,;()]+)*$/u;
const assigned = /[\w=:>!#$'-]\s?$/u;
/** Digits of more than sizes. */
const isMore = (code: string): boolean => /\d(?:\W{0,4}\d){3}/u.test(code);
/** What turns a list, or takes it as columns, as R does: its rows are not those of the board. */
const turned =
  /\b(?:cbind|hcat|zip|tibble|data\.frame|(?:[hd]|column_?)stack|\w*transpose|rot90|flip\w*|reversed?)\b|\bDataFrame\([{\s]|\bc_\[|\[::-1\]|(?<![\w.])reshape\b|\.T\b|\border\s*=\s*.F|\bmatrix\(\s*c\b(?!.*byrow\s*=\s*T)|^[^'\n]*\n'/iu;

/** What follows a list without a space, apart from those in brackets. */
const calls = /^(?:[^\s(]|\((?:[^()\n]|\([^()\n]{0,20}\))*\))*/u;

/** How many rows a program makes of a list, or how many columns. */
const rowCount = /(?:\bnrow\s*=\s*|\.reshape\(\(?)(\d{1,2})\b/u;
const columnCount = /(?:\bncol\s*=\s*|\.reshape\(\(?-1,\s*)(\d{1,2})\b/u;
const inRows = (rows: readonly string[], code: string): readonly string[] => {
  const cells = rows.length === 1 ? rows[0]!.split(',') : [];
  const count = Number(rowCount.exec(code)?.[1] ?? cells.length / Number(columnCount.exec(code)?.[1]));
  const width = cells.length / count;
  if (!(width > 1) || !Number.isInteger(width)) return rows;
  return Array.from({ length: count }, (_, row) => cells.slice(row * width, (row + 1) * width).join(','));
};

/** The groups, with rows that only a comma separates as a group of their own. Each comes behind those in it. */
const withSeries = (text: string, groups: readonly Group[]): readonly Group[] => {
  const series: Group[] = [];
  for (const group of groups) {
    if (!isRow(text, group)) continue;
    const last = series.at(-1);
    if (last && last.outer === group.outer && /^,\s?$/u.test(text.slice(last.to, group.from))) {
      last.inside.push(group);
      last.to = group.to;
    } else series.push({ from: group.from, to: group.to, outer: group.outer, inside: [group] });
  }
  const several = series.filter(({ inside }) => inside.length > 1);
  for (const one of several) for (const row of one.inside) row.outer = one;
  return [...groups, ...several].sort((one, other) => one.to - other.to);
};

/** A list with the calls that it is the argument of. */
const calledIn = (text: string, list: Group): Group => {
  let whole = list;
  for (let outer = list.outer; outer?.to; outer = whole.outer) {
    if (outer.to - outer.from - (whole.to - whole.from) > mostCode) break;
    const code = text.slice(outer.from, whole.from) + text.slice(whole.to, outer.to);
    if (isMore(code) || code.includes('\n\n') || outer.inside.some((other) => other !== whole && !isCell(other))) break;
    whole = outer;
  }
  return whole;
};

/** The text with its lists as rows. */
export const withListsAsRows = (text: string): string => {
  let [plain, done] = ['', 0];
  let above = 0;
  const groups = withSeries(text, groupsIn(text));
  const nestedIn = new Map(groups.map((group) => [group, nestedRows(text, group)]));
  for (const group of groups) {
    const nested = nestedIn.get(group);
    const rows = nested ?? flatRows(text, group);
    if (!rows || group.from < done || (group.outer && nestedIn.get(group.outer))) continue;
    const whole = calledIn(text, group);
    // Most lists of a sentence have no code before them, and no strings.
    const isCode = assigned.test(text.slice(Math.max(0, group.from - 2), group.from));
    const areStrings = rows.length > 2 && /^\s*["'`]/u.test(innerOf(text, group));
    if (!nested && whole === group && !isCode && !areStrings) continue;
    const near = text.slice(Math.max(done, whole.from - mostCode), whole.from);
    const left = near.slice(near.lastIndexOf('\n') + 1);
    const [right = ''] = text.slice(whole.to, whole.to + mostCode).split('\n', 1);
    const isLeft = left.length < mostCode && !isMore(left) && before.test(left);
    const isRight = right.length < mostCode && !isMore(right) && behind.test(right);
    if (!nested && !isLeft) continue;
    const code = `${text.slice(whole.from, group.from + 1)} ${text.slice(group.to, whole.to)}`;
    const beside = `${/\S*$/u.exec(left)![0]}${code}\n${calls.exec(right)![0]}`;
    const lines = turned.test(beside) ? [beside.trim()] : inRows(rows, beside);
    const between = text.slice(done, isLeft ? whole.from - left.length : whole.from);
    // Two boards below each other are not one.
    const isApart = !isLeft || (above > 1 && lines.length > 1 && between.trim() === '');
    plain += `${between}${isApart ? '\n\n' : ''}${lines.join('\n')}${isRight ? '' : '\n\n'}`;
    above = lines.length;
    done = isRight ? whole.to + right.length : whole.to;
  }
  return plain + text.slice(done);
};

/** What programs write for the end of a line, and between two strings of which they make one. */
const lineEnd =
  /(?<=["'][ \t]{0,4}(?:\+|&|<<)[ \t]{0,4})(?:vb(?:CrLf|NewLine|Lf)|Environment\.NewLine|(?:std::)?endl)\b/gu;
const joint = /(?:(?<=[^\s,;[({"'`:=])|(?<=\n)(?=.[ \t]))(["'`])[ \t]{0,8}(?:\+|&|<<)[ \t]{0,8}\n?[ \t]{0,40}\1/gu;
/** Lines that a shell or a program takes as they are, up to a word. */
const document = /^[^\n]{0,80}<<[<~-]?[ \t]?["']?([A-Z]{2,9})["']?[^\n]{0,80}\n([^<]{0,800}?)\n[ \t]*\1;?[ \t]*$/gmu;
/** Behind a string: where its text goes. */
const pipe = /(?<=["'])[ \t]{0,8}\|[ \t]{0,8}(?:\.{0,2}\/|[a-z]{2})[^\n|"']*$/gmu;
/** The text with strings that a program joins as one. */
export const withStringsJoined = (text: string): string =>
  /["'`<]/u.test(text)
    ? text.replace(document, '\n$2\n').replace(lineEnd, '"\n"').replace(joint, '').replace(pipe, '')
    : text;
