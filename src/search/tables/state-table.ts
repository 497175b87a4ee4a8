/**
 * Tables of puzzles whose positions don't follow one another like permutations. A solution is read by making the moves
 * of the cursor and looking up where they lead.
 */
import type { Cursor, Goal, Move, Position, Puzzle } from '../../puzzles/puzzle.ts';
import { countPaths, Table, unreachable } from './contract.ts';

/** The key of a table whose goals all count as they are: their ranks, each once, in any order. */
export const goalKey = (puzzle: Puzzle, goal: Goal): string =>
  [...new Set(goal.positions.map(puzzle.rank))].sort((a, b) => a - b).join(',');

export abstract class StateTable extends Table {
  private readonly cursor: Cursor;
  private readonly codes: number[] = [];

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    super(puzzle, memory);
    this.cursor = puzzle.cursor(goal);
  }

  /** The distance of a state, or `unreachable`. */
  protected abstract distanceOf(state: number): number;

  distance(position: Position): number {
    const distance = this.distanceOf(this.puzzle.rank(position));
    return distance === unreachable ? -1 : distance;
  }

  path(position: Position): Move[] {
    const path: Move[] = [];
    let state = this.puzzle.rank(position);
    let left = this.distance(position);
    if (left === -1) throw this.unsolvable(position);
    for (; left > 0; left--) {
      this.forCloser(state, (next, move) => {
        path.push(this.cursor.path(move));
        state = next;
        return true;
      });
    }
    return path;
  }

  bestMoves(position: Position): Move[] {
    const best: Move[] = [];
    this.forCloser(this.puzzle.rank(position), (_, move) => {
      best.push(this.cursor.path(move));
      return false;
    });
    return best;
  }

  solutions(position: Position): number {
    const distance = this.distance(position);
    if (distance === -1) return 0;
    return countPaths(this.puzzle.rank(position), distance, (state, visit) =>
      this.forCloser(state, (next) => {
        visit(next);
        return false;
      }),
    );
  }

  /** Visit each state that is one move closer, once for each move that leads there, until a visit returns true. */
  private forCloser(state: number, visit: (next: number, move: number) => boolean): void {
    const { cursor, codes } = this;
    const distance = this.distanceOf(state);
    if (distance === unreachable) return;
    cursor.load(state);
    const count = cursor.moves(codes, 0);
    for (let i = 0; i < count; i++) {
      const move = codes[i]!;
      cursor.make(move);
      const next = cursor.state();
      if (this.distanceOf(next) === distance - 1 && visit(next, move)) return;
      cursor.unmake(move);
    }
  }
}
