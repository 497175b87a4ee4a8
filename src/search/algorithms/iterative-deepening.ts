import type { Cursor } from '../../puzzles/puzzle.ts';
import { type Budget, type GaveUpReason, pollInterval } from '../budget.ts';
import type { Algorithm, SearchResult } from '../search-result.ts';

/** One depth-first search, again and again with a higher limit. */
class Deepening {
  private readonly cursor: Cursor;
  private readonly budget: Budget;
  private readonly bounded: boolean;
  private readonly path: number[] = [];
  /** Moves of all positions on the path, one after the other. */
  private readonly codes: number[] = [];
  private limit = 0;
  /** The least length that a path cut off by the limit could still have; Infinity if none was cut off. */
  private next = 0;
  private stopped: GaveUpReason | undefined;

  constructor(cursor: Cursor, budget: Budget, bounded: boolean) {
    this.cursor = cursor;
    this.budget = budget;
    this.bounded = bounded;
  }

  run(start: number): SearchResult {
    const { cursor, budget } = this;
    cursor.load(start);
    if (cursor.solved()) return { status: 'solved', moves: [] };
    const parity = cursor.parity();
    this.next = this.bounded ? Math.max(1, cursor.lowerBound()) : 1;
    while (this.next !== Number.POSITIVE_INFINITY) {
      // Where every solution has the same parity, a limit of the other one would find nothing.
      this.limit = parity === -1 || this.next % 2 === parity ? this.next : this.next + 1;
      budget.lowerBound = this.limit;
      this.next = Number.POSITIVE_INFINITY;
      if (this.descend(0, -1, 0)) return { status: 'solved', moves: [...this.path] };
      if (this.stopped) return { status: 'gave-up', reason: this.stopped };
    }
    return { status: 'exhausted' };
  }

  /**
   * Search below the present position, `depth` moves from the start.
   * @param base where in `codes` there is room for its moves
   * @returns whether a solution was found; its moves are in `path` then
   */
  private descend(depth: number, previous: number, base: number): boolean {
    const { cursor, budget, codes } = this;
    const count = cursor.moves(codes, base);
    for (let i = base; i < base + count; i++) {
      const move = codes[i]!;
      if (previous !== -1 && cursor.redundant(previous, move)) continue;
      cursor.make(move);
      if ((++budget.generated & (pollInterval - 1)) === 0) this.stopped = budget.spent();
      const length = depth + 1 + (this.bounded ? cursor.lowerBound() : 0);
      if (length <= this.limit) {
        if (depth + 1 > budget.peakFrontier) budget.peakFrontier = depth + 1;
        this.path[depth] = move;
        if (cursor.solved()) {
          this.path.length = depth + 1;
          return true;
        }
        // A path at its limit goes no further, but shows that longer ones exist.
        if (depth + 1 === this.limit) this.next = Math.min(this.next, depth + 2);
        else if (this.descend(depth + 1, move, base + count)) return true;
      } else if (length < this.next) {
        this.next = length;
      }
      cursor.unmake(move);
      if (this.stopped) return false;
    }
    return false;
  }
}

/** Iterative deepening: depth-first, to a limit that grows until the goal is met. Needs no memory. */
export const iterativeDeepening: Algorithm = (cursor, start, budget) => new Deepening(cursor, budget, false).run(start);

/** IDA* (Korf 1985): iterative deepening that also counts a lower bound of the moves to come. */
export const idaStar: Algorithm = (cursor, start, budget) => new Deepening(cursor, budget, true).run(start);
