/** Frames of one mark around boards. */
import { noWidth, paragraphsOf, withoutBorder } from './grid.ts';
import { besideArrow, withSpacesApart, withSpacesIn } from './marks.ts';
import { blank } from './notation.ts';

/** Lines of which each is in bold text. */
const bold = /^([ \t]*)(\*{2,3})([^*\n]+)\2([ \t]*)$/u;

/** A frame on one line, or on several, behind words or the mark of a list; and what stands right behind a frame. */
const besideFrames = [
  [/(?<![ \t])[ \t]+(?=([#x█*])\1{3,}\/\1)/gu, '\n'],
  [/(?<=(?![ox]{2})\p{L}{2}|[=:：]|^[ \t]*(?:[-•]|\d+[.)]))[ \t]+(?=([#x█*])(?:\s?\1){3,}[ \t]*\n[ \t]*\1)/gimu, '\n'],
  [/(?<=[#x█*])[?!,]{1,9}(?=\s|$)(?<=[\n/]\1{3,}([#x█*])[?!,]{1,9})/gu, ''],
] as const;

/** A row of a frame in other marks, which may be walls inside, or in a mark of pieces. */
const otherFrame = /^[ \t]*([🧱🚧▓▒░%🟫🌲🌳🪨@&+WwX])(?:[ \t]?\1){3,}[ \t]*$/mu;
/** The text with frames in one mark. */
export const withHashes = (text: string): string => text.replaceAll(otherFrame.exec(text)?.[1] ?? '#', '#');

/** Where a row of a frame begins; -1 if it is none. On lines, it may be open on the left, and as far to the right as the first. */
const startOf = (row: string, mark: string, top: string): number => {
  const [from, left] = [row.indexOf(mark), top.indexOf(mark)];
  if (from !== -1 && row.slice(0, from).trim() === '') return from;
  return row.trimEnd().length === top.trimEnd().length && row.slice(0, left).trim() === '' ? left : -1;
};

/** The frame whose first row this is, its last row, and whether that has a gap, where a piece leaves. */
const frameFrom = (rows: readonly string[], first: number) => {
  const full = /^\s*([#x█*⬛■])(?:\s*\1){3,}\s*$/u;
  const top = rows[first]!;
  const mark = full.exec(top)?.[1];
  // A star between slashes is a tile or a peg.
  if (mark === undefined || (mark === '*' && rows[first + 1] === '/')) return undefined;
  const width = top.trim().length;
  let [last, exits, hasGate] = [first, 0, false];
  for (let at = first + 2; at < rows.length && !hasGate; at += 2) {
    const row = rows[at]!;
    const from = startOf(row, mark, top);
    if (from === -1 || row.length < from + width - 1) break;
    // Rows below one another may be open on a side, or one have an arrow there, or an empty cell where a piece leaves.
    const [before, side] = [row[from]!, row.slice(from + width - 1).trim()];
    const endsOf = (other = ''): string => other[from] + other.slice(from + width - 1).trim();
    const isNotch = /[^\P{L}oOxX]/u.test(row) && [rows[at - 2], rows[at + 2]].map(endsOf).includes(before + side);
    const isOpen = (end: string, arrow: RegExp): boolean =>
      /^[._0o:=@*+⬜◻□-]$/u.test(end) ? isNotch || /(\p{L})\s?\1/u.test(row) : arrow.test(end);
    const isExit =
      before === mark ? isOpen(side, /^(?:[>→➡]\uFE0F?)?$/u) : side === mark && isOpen(before.trim(), /^[<←⬅]?$/u);
    if ((before !== mark || side !== mark) && (!isExit || (exits++ > 0 && endsOf(rows[at - 2]) !== before + side)))
      break;
    const isLast = rows[at + 2]?.trim().startsWith(mark) !== true;
    hasGate = isLast && /--|\. ?\./u.test(row) && row.replaceAll(mark, '').replace(/[-.\s]/gu, '') === '';
    if (hasGate || full.exec(row)?.[1] === mark) last = at;
  }
  // Pegs go on above or below, and are inside, too.
  const arePegs = (row = ''): boolean => row.includes(mark) && row.replaceAll(mark, '').trim() === '';
  const isBeside = arePegs(rows[first - 2]) || (arePegs(rows[last + 2]) && !hasGate);
  const marks = rows.slice(first, last).join('');
  const isFull = !new RegExp(`[^${mark}\\s._/-]`, 'u').test(marks);
  // Black squares are empty cells, unless others are.
  const areEmpty = /[⬛■]/u.test(mark) && !/[._]/u.test(marks);
  return last < first + 6 || isBeside || isFull || areEmpty ? undefined : { mark, width, last, hasGate, exits };
};

/**
 * The text without a frame of one mark all around rows, and without bold text line by line: neither is a part of a board.
 */
export const withoutFrame = (text: string): string => {
  const other = otherFrame.exec(text)?.[1];
  if (other !== undefined) {
    const hashed = withHashes(text);
    const inside = withoutFrame(hashed);
    const isFrame = /[🧱🚧▓▒░%]/u.test(other) || (!inside.includes('#') && /(\p{L})\s?\1/u.test(inside));
    return inside !== hashed && isFrame ? inside : text;
  }
  const lines = text.split('\n');
  if (lines.length > 1 && lines.every((line) => line.trim() === '' || bold.test(line))) {
    return lines.map((line) => line.replaceAll('*', noWidth)).join('\n');
  }
  const rows = besideFrames.reduce((rest, [mark, place]) => rest.replace(mark, place), text).split(/([\n/])/u);
  for (let first = 0; first + 6 < rows.length; first += 2) {
    const frame = frameFrom(rows, first);
    if (!frame) continue;
    const { mark, last, width, exits } = frame;
    const top = rows[first]!;
    const room = width - 2;
    const inside: string[] = [];
    for (let at = first; at <= last; at += 2) {
      const row = rows[at]!;
      const from = startOf(row, mark, top);
      const to = from + width;
      inside.push(at === first || at === last ? noWidth.repeat(room) : row.slice(from + 1, to - 1).padEnd(room));
      // A car leaves by one row.
      const [left, right] = exits > 1 ? [noWidth, noWidth] : ['<', '>'];
      const side = row.slice(to - 1).trim() === mark ? noWidth + row.slice(to) : right;
      rows[at] = `${row.slice(0, from)}${row[from] === mark ? noWidth : left}\n${side}`;
    }
    const inner = inside.slice(1, -1);
    const cells = withSpacesApart(inner, room) ?? withSpacesIn(inner, room, blank) ?? inner;
    for (const [at, row] of [inside[0]!, ...cells, inside[0]!].entries())
      rows[first + 2 * at] = rows[first + 2 * at]!.replace('\n', () => row);
    for (const end of [first + 1, last - 1]) rows[end] = rows[end]!.replace('/', noWidth);
    // Below a gate, some draw where the piece has to go.
    for (let at = last + 2; frame.hasGate && /^[ .]+$/u.test(rows[at] ?? ''); at += 2) rows[at] = '';
    first = last;
  }
  return paragraphsOf(rows.join('').split('\n'))
    .flatMap((lines) => besideArrow(lines, withoutBorder) ?? lines)
    .join('\n');
};
