/** Lower bounds by the rows and columns of a board: what they have in common. */
import type { Board } from '../../puzzles/board.ts';
import { type Heuristic, SlidingCursor } from '../../puzzles/families/sliding/cursor.ts';
import type { Cursor, Goal, Puzzle } from '../../puzzles/puzzle.ts';

/** Longer lines would take tables that are out of proportion to what they bring. */
const longestLine = 4;

export interface Rectangle {
  readonly rows: number;
  readonly columns: number;
}

/** Rows and columns, four at most, of a board whose cells fill a rectangle on the square lattice; else undefined. */
const rectangleOf = ({ lattice, size, rows, x, y }: Board): Rectangle | undefined => {
  const columns = size / rows;
  const fills = x.every((left, cell) => left === (cell % columns) * 2 && y[cell] === Math.floor(cell / columns));
  return lattice === 'square' && fills && Math.max(rows, columns) <= longestLine ? { rows, columns } : undefined;
};

/** Whether a puzzle has rows and columns for these bounds: sliding puzzles on a rectangle. */
const fits = (puzzle: Puzzle): boolean => puzzle.family === 'sliding' && rectangleOf(puzzle.board) !== undefined;

export { fits as isRectangular };

/** Makes cursors with another lower bound. They throw a RangeError for a puzzle that is not `isRectangular`. */
export const cursorWith =
  (heuristic: new (rectangle: Rectangle, goal: readonly number[]) => Heuristic) =>
  (puzzle: Puzzle, goal: Goal): Cursor => {
    const rectangle = fits(puzzle) ? rectangleOf(puzzle.board) : undefined;
    if (!rectangle) throw new RangeError(`${puzzle.id} has no rows and columns`);
    const end = goal.positions[0]!;
    return new SlidingCursor(puzzle.board, end, new heuristic(rectangle, end));
  };
