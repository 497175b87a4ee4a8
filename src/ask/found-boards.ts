/** The boards that a message may say, of which somebody chooses one. */
import type { Found } from '../puzzles/finder.ts';
import { findBoards, puzzlesAndSizesIn } from '../puzzles/reader.ts';
import { drawnKindOf, drawnKinds, puzzles } from '../puzzles/registry.ts';

/** Whether a text says the name or the size of a board's puzzle. */
const isSaid = (text: string, { puzzle: { id, board } }: Found): boolean => {
  const size = `${board.rows} ?[x×*] ?${board.size / board.rows}`;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${id}|${size})(?![\\p{L}\\p{N}])`, 'iu').test(text);
};

/** Boards with a name, or else of any size. A line of numbers fits several sizes, of which the text may say one. */
export const boardsToOffer = (text: string): readonly Found[] => {
  const named = findBoards(text, puzzles, drawnKinds);
  const [only, other] = named;
  // Rows that aren't shown are most likely those of a square.
  const isSquare = only?.puzzle.board.size === (only?.puzzle.board.rows ?? 0) ** 2;
  if (only && (other || isSquare || drawnKindOf(only.puzzle)?.namedBy !== 'size')) return named;
  const sized = findBoards(text, puzzlesAndSizesIn(text));
  if (!only) return sized;
  const others = sized.filter(({ puzzle, span }) => puzzle !== only.puzzle && span.join() === only.span.join());
  const said = [only, ...others].filter((one) => isSaid(text, one));
  return said.length > 0 ? said : [only, ...others];
};
