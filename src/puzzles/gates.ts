/** Gates above or below a board, through which its usual goal may not lead. */
import { exitWord } from './markup.ts';
import type { Puzzle } from './puzzle.ts';

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
export const otherGate = ({ hasOwnPieces, hasLanes }: Puzzle, text: string): Gate | undefined => {
  const gate = hasOwnPieces ? gateIn(text) : undefined;
  return hasLanes || gate?.side === 'top' ? gate : undefined;
};
