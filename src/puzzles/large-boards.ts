/** Larger boards of numbers, which have no name: the sizes that a text may say. */
import { plainRows } from './grid.ts';
import type { Puzzle } from './puzzle.ts';
import { longestRow, puzzleOfSize } from './registry.ts';

/** Cells of a board with a name, at most; and lines of boards of numbers. */
const mostNamed = 25;
const linesOfNumbers = Array.from({ length: longestRow - 1 }, (_, index) => index + 2);
/** Numbers beside a board that follow on its largest tile, at most. */
const mostBeside = 2;

/** Rows and columns that numbers on one line may have, at most; squares are larger. */
const longestUnwritten = 10;

/** The sizes of larger boards that a text may say: it has all of their tiles, and the rows of the largest. */
export const largeSizes = (text: string): Puzzle[] => {
  const written = text.split(/[\n/;]/u).length;
  const numbers = new Set(
    [...plainRows(text, '_').normalize('NFKC').matchAll(/\d+/gu)].map(([digits]) => Number(digits)),
  );
  let cells = mostNamed;
  while (numbers.has(cells)) cells++;
  if (cells === mostNamed) return [];
  return linesOfNumbers.flatMap((rows) =>
    linesOfNumbers.flatMap((columns) => {
      const size = rows * columns;
      const isWritten = Math.max(rows, columns) <= longestUnwritten || rows === columns || rows <= written;
      return isWritten && size > mostNamed && size <= cells && size >= cells - mostBeside
        ? (puzzleOfSize(`${rows}x${columns}`) ?? [])
        : [];
    }),
  );
};

/** Rows and columns of the numbers in a text, as in `1 2 3/4 5 6/7 8 0`; on one line, those of a square. */
const sizeOfNumbers = (text: string): string => {
  const rows = plainRows(text, '_')
    .split(/[\n/;]/u)
    .flatMap((row) => row.match(/[\d_]+/gu)?.length ?? []);
  const columns = Math.max(0, ...rows);
  return rows.length > 1 ? `${rows.length}x${columns}` : String(Math.sqrt(columns));
};

/** The larger board whose rows a text has, if there is one: it says what is wrong with its tiles. */
export const largeByRows = (text: string): readonly Puzzle[] => {
  const puzzle = puzzleOfSize(sizeOfNumbers(text));
  return puzzle && puzzle.board.size > mostNamed ? [puzzle] : [];
};
