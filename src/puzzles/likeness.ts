/** The puzzle that a text almost is a position of. */
import type { Problem, Puzzle } from './puzzle.ts';
import { type Likeness, longestWhole, plainTexts, twoBoards } from './reader.ts';
import { drawnKinds, puzzles } from './registry.ts';

/** Marks that only pegs are written with. */
const pegMarks = /^[01oO.●○x\s/]*$/u;
/** Characters that may be wrong or missing, of each of a text. */
const wrongShare = 0.25;

/** About how many characters keep a text from being a position: those from its problem on, and cells too many or missing. */
const wrongIn = (text: string, { board }: Puzzle, { code, span, values }: Problem): number => {
  const { expected = board.size, actual = text.replace(/[^\p{L}\p{N}=_.]/gu, '').length } = values;
  const cells = code === 'row-count' ? board.size / board.rows : 1;
  return (span ? text.length - span[0] : 0) + Math.abs(Number(expected) - Number(actual)) * cells;
};

/** The puzzle with a name whose position a text almost is; undefined if it is like none. */
export const likenessOf = (typed: string): Likeness | undefined => {
  if (typed.length > longestWhole) return undefined;
  const two = twoBoards(drawnKinds, typed);
  if (two) return two;
  const texts = [...new Set([typed, ...plainTexts(typed)])];
  const isOfPegs = pegMarks.test(typed);
  const found = texts.flatMap((text) =>
    puzzles.flatMap((puzzle) => {
      const read = puzzle.parsePosition(text);
      if (read.ok || (puzzle.pieceShape === 'peg') !== isOfPegs) return [];
      return { puzzle, problem: read.problem, wrong: wrongIn(text, puzzle, read.problem) };
    }),
  );
  const [nearest] = found.sort((a, b) => a.wrong - b.wrong);
  return nearest && nearest.wrong <= typed.length * wrongShare ? nearest : undefined;
};
