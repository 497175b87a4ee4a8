/** The kinds of tiles that a goal tells apart, and how many ways there are to arrange them. */
import { anything, type Position } from '../../puzzle.ts';

/** The arrangements of a number of pieces of each kind. */
export const arrangements = (counts: readonly number[]): number => {
  let total = 1;
  let placed = 0;
  for (const count of counts) for (let one = 1; one <= count; one++) total = (total * ++placed) / one;
  return total;
};

/** The kinds of pieces that a goal tells apart: blanks, then each code that it names, then all others. */
export const kindsOf = (pieces: Position, end: Position): readonly (readonly number[])[] => {
  const named = [...new Set(end)].filter((code) => code !== 0 && code !== anything).sort((a, b) => a - b);
  const others = pieces.filter((code) => code !== 0 && !named.includes(code)).sort((a, b) => a - b);
  return [0, ...named]
    .map((code) => pieces.filter((piece) => piece === code))
    .concat(others.length > 0 ? [others] : []);
};

/** How many states a cursor for a goal's position has, those out of reach among them. */
export const statesTo = (pieces: Position, end: Position): number =>
  arrangements(kindsOf(pieces, end).map(({ length }) => length));
