import type { Board } from '../../board.ts';
import type { Cursor, Move, Position } from '../../puzzle.ts';

/** Codes of pieces: the halves of the wide card, then the letters. */
export const wideLeft = 1;
export const wideRight = 2;
export const firstLetter = 3;
/** Codes have three bits, so a position of eight cells has 24. */
export const base = 8;

export const rankOf = (cells: ArrayLike<number>): number => {
  let rank = 0;
  for (let cell = cells.length - 1; cell >= 0; cell--) rank = rank * base + cells[cell]!;
  return rank;
};

/** Moves are coded as `from << 5 | to`, by the left half of the wide card. */
export class BlockCursor implements Cursor {
  readonly goals: readonly number[];
  private readonly cells: Uint8Array;
  private blank = 0;
  private readonly board: Board;
  /** The goal's cells for each code: one, or two for look-alikes. */
  private readonly ends: readonly (readonly number[])[];

  constructor(board: Board, goal: Position) {
    this.board = board;
    this.cells = Uint8Array.from(goal);
    this.goals = [rankOf(goal)];
    this.ends = Array.from({ length: base }, (_, code) => goal.flatMap((piece, cell) => (piece === code ? cell : [])));
    this.load(this.goals[0]!);
  }

  load(state: number): void {
    let rest = state;
    for (let cell = 0; cell < this.cells.length; cell++) {
      this.cells[cell] = rest % base;
      rest = Math.floor(rest / base);
      if (this.cells[cell] === 0) this.blank = cell;
    }
  }

  state(): number {
    return rankOf(this.cells);
  }

  moves(into: number[], at: number): number {
    return this.slides(into, at, false);
  }

  /** The legal moves reversed, as slides can be undone. */
  predecessors(into: number[], at: number): number {
    return this.slides(into, at, true);
  }

  private slides(into: number[], at: number, reversed: boolean): number {
    const { cells, board, blank: to } = this;
    let end = at;
    for (const near of board.neighbours[to]!) {
      const piece = cells[near]!;
      const sameRow = board.y[near] === board.y[to];
      let from = near;
      let target = to;
      if (piece === wideLeft || piece === wideRight) {
        if (!sameRow) continue;
        // If the blank is to its right, its left half is one cell behind.
        if (piece === wideRight) from = near - 1;
        target = piece === wideRight ? near : to;
      }
      into[end++] = reversed ? (target << 5) | from : (from << 5) | target;
    }
    return end - at;
  }

  make(move: number): void {
    this.slide(move >> 5, move & 31);
  }

  unmake(move: number): void {
    this.slide(move & 31, move >> 5);
  }

  private slide(from: number, to: number): void {
    const { cells } = this;
    const piece = cells[from]!;
    if (piece === wideLeft) {
      const left = Math.min(from, to);
      this.blank = from < to ? left : left + 2;
      cells[this.blank] = 0;
      cells[to] = wideLeft;
      cells[to + 1] = wideRight;
    } else {
      cells[to] = piece;
      cells[from] = 0;
      this.blank = from;
    }
  }

  solved(): boolean {
    return this.state() === this.goals[0];
  }

  /** The sum of the cards' distances to their goals; look-alikes are matched in the cheaper way. */
  lowerBound(): number {
    const { cells, ends } = this;
    const { distance } = this.board;
    let bound = 0;
    for (let code = wideLeft; code < base; code++) {
      const [end, other] = ends[code]!;
      if (end === undefined || code === wideRight) continue;
      const cell = cells.indexOf(code);
      if (other === undefined) {
        bound += distance[cell]![end]!;
      } else {
        const twin = cells.lastIndexOf(code);
        bound += Math.min(
          distance[cell]![end]! + distance[twin]![other]!,
          distance[cell]![other]! + distance[twin]![end]!,
        );
      }
    }
    return bound;
  }

  /** A card slid there and straight back. */
  redundant(previous: number, move: number): boolean {
    return move >> 5 === (previous & 31) && (move & 31) === previous >> 5;
  }

  /** A slide of the wide card keeps the colour of the blank's cell. */
  parity(): number {
    return -1;
  }

  path(move: number): Move {
    return [move >> 5, move & 31];
  }
}
