/** Bars between cells, rules between rows, and frames of both. */

import { besideArrow, emptyWord, withSpacesApart, withSpacesIn } from './marks.ts';

/** Between cells of one row. */
export const bar = /[|｜¦│┃┆┊╎║⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠]/u;
/** What a line between two rows of a frame has, or one below the head of a table; and what it must have. */
const ruled = /^[\s|_:+\-=\u2500-\u257F]+$/u;
const dash = /[-─━═┄┈]|[=_]{2}/u;
export const isRule = (line: string): boolean => ruled.test(line) && dash.test(line);

/** Between two boxes that stand side by side, on the lines above and below them. */
const betweenBoxes = /(?<=[┐╮╗+])\s{0,4}[┌╭╔+](?=[-─━═])/gu;
const oneCell = /^ *(?:[|│┃║] *[^\s|│┃║]{0,2} *[|│┃║] *)+$/u;
/** Boxes of a cell each as the cells of one frame: a single bar stands between two of them. */
export const withBoxesAsCells = (text: string): string => {
  const lines = text.split('\n');
  const top = lines.find((line) => line.search(betweenBoxes) !== -1) ?? '';
  const between = [...top.matchAll(betweenBoxes)].reverse();
  const isBeside = (line: string): boolean => line.length === top.length;
  // Boards side by side have several cells in a box.
  const haveOneCell = lines.every((line) => !isBeside(line) || isRule(line) || oneCell.test(line));
  if (between.length === 0 || !haveOneCell) return text;
  const withoutGaps = (line: string): string =>
    between.reduce((rest, { 0: gap, index }) => rest.slice(0, index) + rest.slice(index + gap.length), line);
  return lines.map((line) => (isBeside(line) ? withoutGaps(line) : line)).join('\n');
};

/** The lines in a frame that has bars at its sides only, of which one may have a gap; undefined for any other table. */
const insideBars = (lines: readonly string[], blank: string): readonly string[] | undefined => {
  // What separates rows has none of their marks.
  const marks = lines.filter((line) => !isRule(line)).join('');
  const isRowOfMarks = (line: string): boolean =>
    /^\s*[|│┃║]([-_])\1*[|│┃║]\s*$/u.test(line.replaceAll(' ', '')) && marks.includes(/[-_]/u.exec(line)![0]);
  const rows = lines.filter((line) => !isRule(line) || isRowOfMarks(line));
  const cells = rows.map((line) => line.trim().split(bar));
  const isFrame = cells.every(
    ([before, , after = '', ...others]) => before === '' && after === '' && others.length === 0,
  );
  const inner = cells.map(([, one = '']) => one);
  const closed = inner.filter((_, at) => cells[at]?.length === 3);
  if (!isFrame || closed.length < inner.length - 1 || !inner.some((line) => /\S\s*\S/u.test(line))) return undefined;
  const width = Math.max(...closed.map((line) => line.length));
  const areWords = inner.some((line) => line.search(emptyWord) !== -1);
  const cellsApart = areWords ? undefined : withSpacesApart(inner, width);
  if (cellsApart) return cellsApart;
  const inside = areWords ? undefined : withSpacesIn(inner, width, blank);
  if (!inside) return rows.map((line) => line.replaceAll(new RegExp(bar, 'gu'), ' '));
  if (!inner.every((line) => /^ .* $/u.test(line))) return inside;
  // A space at both ends is none of the cells. Where others are cells, these may be some, too.
  const unpadded = inner.map((line) => line.slice(1, -1));
  return unpadded.some((line) => line.includes(' ')) ? rows : unpadded;
};

/** The same where an arrow may stand in the place of a bar: it stays beside its row. */
export const insideFrame = (lines: readonly string[], blank: string): readonly string[] | undefined => {
  const rows = lines.filter((line) => !isRule(line));
  const read = (inner: readonly string[]) => insideBars(inner, blank);
  return rows.length < lines.length - 2 ? read(lines) : besideArrow(rows, read, '|');
};
