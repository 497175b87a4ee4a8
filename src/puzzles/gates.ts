/** Gates above or below a board, through which its usual goal may not lead. */
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
const said = /\p{L}{2}\S*[ \t]+\p{L}{2}/u;
/** Characters of such a line, at most. */
const longest = 40;

type Gate = { readonly side: 'top' | 'bottom'; readonly span: readonly [from: number, to: number] };

/** Where a text says that a piece leaves the board, if that is above or below. */
const gateIn = (text: string): Gate | undefined => {
  const lines = text.split('\n');
  let from = 0;
  for (const [at, whole] of lines.entries()) {
    const [line, span] = [whole.trim(), [from, from + whole.length] as const];
    from = span[1] + 1;
    if (line === '' || line.length > longest) continue;
    const beside = (step: number): string => (lines[at + step] ?? '').trim();
    const isRow = (step: number): boolean => beside(step).length > 2 && !said.test(beside(step));
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
  const gate = gateIn(text);
  return hasLanes || gate?.side === 'top' ? gate : undefined;
};

/** A line that may be a sentence: it has a word, and no cells apart. */
const sentence = /^(?=.*(?:\p{Ll}{2}|\p{Lu}{4}|[出左右上下]))(?!(?:.*(?<!\S)[^\saI](?!\S)){3}).{4,200}$/u;
/** Such lines that are read. */
const mostSentences = 30;

/** The goal that a text of a board says besides, in sentences or by a gate; undefined if it is the usual one. */
export const goalBeside = (puzzle: Puzzle, text: string, start: Position): Result<Goal> | undefined => {
  if (!puzzle.hasOwnPieces) return undefined;
  const lines = text.split('\n').filter((line) => sentence.test(line));
  const asks = lines.slice(0, mostSentences).filter((line) => puzzle.goalSaid?.(line, start));
  const said = puzzle.goalSaid?.(asks.join('\n'), start);
  const at = text.indexOf(asks[0]!);
  if (said) return said.ok ? said : wrong(said.problem.code, said.problem.values, [at, at + asks[0]!.length]);
  const gate = otherGate(puzzle, text);
  return gate && wrong('other-gate', {}, gate.span);
};
