/** What a picture shows, and which pieces a goal marks there. */
import { anything, type Goal, type Move, type Position, type Puzzle } from '../puzzles/puzzle.ts';

export interface Scene {
  readonly puzzle: Puzzle;
  readonly position: Position;
  /** Marks the pieces that are where this goal wants them. */
  readonly goal?: Goal | undefined;
  /** Moves to or from this position: their pieces are outlined, and arrows show the directions. */
  readonly moves?: readonly Move[] | undefined;
}

/** The cells of the pieces that are where the goal wants them. Of several goals, only one that is reached counts. */
export const atHome = ({ puzzle, position, goal }: Scene): ReadonlySet<number> => {
  const isReached = (end: Position): boolean => end.every((piece, cell) => piece === position[cell]);
  const end = goal && (goal.positions.length === 1 ? goal.positions[0] : goal.positions.find(isReached));
  if (!end) return new Set();
  const isHome = (cell: number): boolean => position[cell] === end[cell];
  return new Set(puzzle.figures(position).flatMap(({ cells }) => (cells.every(isHome) ? cells : [])));
};

/** The pieces that a goal names, if others may be anywhere. */
export const namedBy = (goal: Goal | undefined): ReadonlySet<number> => {
  const [end] = goal?.positions ?? [];
  return new Set(end?.includes(anything) ? end.filter((piece) => piece !== anything) : []);
};
