/** What stands around a board and names another goal than the usual one: gates, and sentences. */
import { withHashes } from './frames.ts';
import { exitWord } from './markup.ts';
import { type Goal, type Position, type Puzzle, type Result, wrong } from './puzzle.ts';

/** Arrows or the word *exit* on a line of its own. */
const [above, below] = ['^↑⬆', 'v↓⬇'].map(
  (arrows) => new RegExp(`^(?:[${arrows.replace('^', '\\^')}\uFE0F \t]|${exitWord})+$`, 'iu'),
);
/** The first or the last row of a frame, with a gap. A row of empty cells has one mark at each end. */
const gap =
  /^(?=.*# ?#)(?:#+(?: +|\.+|-+)#+|#(?: #)*(?: {3,}|(?: [.-])+ )#(?: #)*)$|^[+┌└╔╚┏┗╭╰][-─━═=+]* +[-─━═=+]*[+┐┘╗╝┓┛╮╯]$/u;
const side = /^[#|│┃║].*[#|│┃║]$/u;
/** Two words of a sentence. */
const prose = /\p{L}{2}\S*[ \t]+\p{L}{2}/u;
/** Characters of such a line, at most. */
const longest = 40;

type Gate = { readonly side: 'top' | 'bottom' | 'side'; readonly span: readonly [from: number, to: number] };

/** Whether a row in a frame is open on one side, by another one that is closed. */
const isOpenRow = (row: string, closed: string): boolean => {
  const [from, to] = [closed.search(/\S/u), closed.length - 1];
  const [mark, left = '', right = ' '] = [closed[from]!, row[from], row[to]];
  if (row.length > closed.length || (mark !== '#' && closed.split(mark).length !== 3)) return false;
  return (left === mark && /[\s._]/u.test(right)) || (right === mark && /[\s._]/u.test(left));
};

/** Where a piece leaves the board of a text, if that is above or below, by several rows, or beside a board without lanes. */
const gateIn = (text: string, hasLanes = false): Gate | undefined => {
  const all = text.split('\n');
  const lines = withHashes(text).split('\n');
  const closed = lines.map((line) => line.trimEnd()).filter((line) => side.test(line.trim()));
  const open = closed.length < 3 ? [] : lines.filter((line) => isOpenRow(line.trimEnd(), closed[0]!));
  let from = 0;
  for (const [at, whole] of all.entries()) {
    const [line, span] = [lines[at]!.trim(), [from, from + whole.length] as const];
    from = span[1] + 1;
    if (open.length > Number(hasLanes) && open.includes(lines[at]!)) return { side: 'side', span };
    if (line === '' || line.length > longest) continue;
    const beside = (step: number): string => (lines[at + step] ?? '').trim();
    const isRow = (step: number): boolean => beside(step).length > 2 && !prose.test(beside(step));
    const areSides = (step: number): boolean =>
      !side.test(beside(-step)) && [1, 2, 3].every((times) => side.test(beside(step * times)));
    const hasGap = gap.test(line);
    if ((above!.test(line) && isRow(1) && beside(-1) === '') || (hasGap && areSides(1))) return { side: 'top', span };
    if ((below!.test(line) && isRow(-1)) || (hasGap && areSides(-1))) return { side: 'bottom', span };
  }
  return undefined;
};

/** The gate of a text, unless the usual goal of a puzzle may lead through it. */
const otherGate = ({ hasLanes }: Puzzle, text: string): Gate | undefined => {
  const gate = gateIn(text, hasLanes);
  return hasLanes || gate?.side !== 'bottom' ? gate : undefined;
};

/** A line that may be a sentence: it has a word, and no cells apart. */
const sentence = /^(?=.*(?:\p{Ll}{2}|\p{Lu}{4}|[出左右上下]))(?!(?:.*(?<!\S)[^\saI](?!\S)){3}).{4,200}$/u;
/** Lines that are read as sentences, at most. */
const mostSentences = 10;

/** The goal that a text names beside its board, in sentences or by a gate; undefined if it is the usual one. */
export const goalBeside = (puzzle: Puzzle, text: string, start: Position): Result<Goal> | undefined => {
  if (!puzzle.hasOwnPieces) return undefined;
  const lines = text.split('\n').filter((line) => sentence.test(line));
  const goalLines = lines.slice(0, mostSentences).filter((line) => puzzle.goalInSentence?.(line, start));
  const goal = puzzle.goalInSentence?.(goalLines.join('\n'), start);
  const [first = ''] = goalLines;
  const at = text.indexOf(first);
  if (goal) return goal.ok ? goal : wrong(goal.problem.code, goal.problem.values, [at, at + first.length]);
  const gate = otherGate(puzzle, text);
  return gate && wrong('other-gate', {}, gate.span);
};
