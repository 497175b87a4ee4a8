/** Lower bounds by the rows and columns of a board: what they have in common. */
import { type Heuristic, SlidingCursor } from '../../puzzles/families/sliding/cursor.ts';
import { rectangleOf } from '../../puzzles/families/sliding/lines.ts';
import { type Cursor, endPosition, type Goal, type Puzzle } from '../../puzzles/puzzle.ts';

/** Longer lines would take tables that are out of proportion to what they bring, for most of these bounds. */
const longestLine = 4;

export interface Rectangle {
  readonly rows: number;
  readonly columns: number;
}

/**
 * Rows and columns of a puzzle that has them for these bounds: tiles on a full rectangle, one a move; else undefined.
 * @param longest the most cells of a line
 */
export const rectangleTo = (
  { isPermutation, metric, board }: Puzzle,
  longest: number = longestLine,
): Rectangle | undefined => {
  const found = isPermutation && metric === 'steps' ? rectangleOf(board) : undefined;
  return found && Math.max(found.rows, found.columns) <= longest ? found : undefined;
};

export const isRectangular = (puzzle: Puzzle): boolean => rectangleTo(puzzle) !== undefined;

/** Makes cursors with another lower bound. They throw a RangeError for a puzzle that has no such rectangle. */
export const cursorWith =
  (heuristic: new (rectangle: Rectangle, goal: readonly number[]) => Heuristic, longest?: number) =>
  (puzzle: Puzzle, goal: Goal): Cursor => {
    const rectangle = rectangleTo(puzzle, longest);
    if (!rectangle) throw new RangeError(`${puzzle.id} has no rows and columns`);
    const end = endPosition(goal);
    return new SlidingCursor(puzzle.board, end, puzzle.metric, new heuristic(rectangle, end));
  };

/** The bound of one position at a time, without the distances of its tiles. */
export const measuredBy =
  (heuristic: new (rectangle: Rectangle, goal: readonly number[]) => Heuristic) =>
  (rectangle: Rectangle, goal: readonly number[]) => {
    const bound = new heuristic(rectangle, goal);
    return (position: readonly number[]): number => {
      bound.load(Uint8Array.from(position));
      return bound.lowerBound(0);
    };
  };
