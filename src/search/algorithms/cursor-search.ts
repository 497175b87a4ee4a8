/** Depth-first search by a cursor, to a limit of moves: for any puzzle. Needs no memory. */
import type { Cursor } from '../../puzzles/puzzle.ts';
import { pollInterval } from '../budget.ts';
import type { DepthFirstSearch, Path, Visit } from '../parts.ts';

/** A choice is a place in the list of the cursor's moves, without those that are redundant after the one before. */
export class CursorSearch implements DepthFirstSearch {
  readonly bound: number;
  readonly step: 1 | 2;
  interval = pollInterval;
  generated = 0;
  /**
   * For those who watch: gets the moves of each branch that ends, how many they are, and the fewest that a solution through its
   * end has. That is at most the limit at a goal, where the search ends too, and Infinity where nothing goes on. The
   * cursor is there meanwhile.
   */
  ended: ((made: readonly number[], depth: number, least: number) => void) | undefined;
  private readonly cursor: Cursor;
  private readonly start: number;
  private readonly isBounded: boolean;
  /** Of the number of moves of all solutions, or -1. */
  private readonly parity: number;
  /** The moves made, and the choices that they were. */
  private readonly made: number[] = [];
  private readonly path: number[] = [];
  /** Moves of all positions on the path, one after the other. */
  private readonly codes: number[] = [];
  private limit = 0;
  /** The least length that a path cut off by the limit could still have; Infinity if none was cut off. */
  private next = 0;
  private poll: () => boolean = () => false;
  private nextPoll = 0;
  /** How many moves from the start it stopped, or found a solution; -1 if it didn't. */
  private stopDepth = -1;

  /** @param isBounded whether it counts a lower bound of the moves to come (IDA*, Korf 1985) */
  constructor(cursor: Cursor, start: number, isBounded: boolean) {
    this.cursor = cursor;
    this.start = start;
    this.isBounded = isBounded;
    cursor.load(start);
    this.parity = cursor.parity();
    this.step = this.parity === -1 ? 1 : 2;
    this.bound = cursor.solved() ? 0 : this.possible(this.lengthAt(0));
  }

  choices(path: Path): readonly number[] {
    return [...Array(this.list(this.enter(path), 0)).keys()];
  }

  boundAt(path: Path): number {
    this.enter(path);
    return this.lengthAt(path.length);
  }

  visit(path: Path, limit: number, poll: () => boolean): Visit {
    this.limit = limit;
    this.next = Number.POSITIVE_INFINITY;
    this.poll = poll;
    this.nextPoll = this.pollAfter(this.generated);
    this.stopDepth = -1;
    const previous = this.enter(path);
    const isFound = this.isFoundAt(path.length, previous);
    const next = this.possible(this.next);
    if (isFound) {
      return { solution: this.made.slice(0, this.stopDepth).map((code) => this.cursor.path(code)), next };
    }
    return { stop: this.stopDepth === -1 ? undefined : this.path.slice(0, this.stopDepth), next };
  }

  /** The least number of moves, this one or a greater one, that a solution can have. */
  private possible(length: number): number {
    return this.parity === -1 || length % 2 === this.parity || length === Number.POSITIVE_INFINITY
      ? length
      : length + 1;
  }

  /** The least length of a solution that goes on from the present position. */
  private lengthAt(depth: number): number {
    return depth + Math.max(1, this.isBounded ? this.cursor.lowerBound() : 0);
  }

  private pollAfter(nodes: number): number {
    return (Math.floor(nodes / this.interval) + 1) * this.interval;
  }

  /** Make the moves of a path. @returns the last one, or -1 */
  private enter(path: Path): number {
    const { cursor } = this;
    cursor.load(this.start);
    let previous = -1;
    for (const [depth, choice] of path.entries()) {
      this.list(previous, 0);
      previous = this.codes[choice]!;
      cursor.make(previous);
      this.made[depth] = previous;
      this.path[depth] = choice;
    }
    return previous;
  }

  /** List the moves that are worth making. @returns how many */
  private list(previous: number, base: number): number {
    const { cursor, codes } = this;
    const count = cursor.moves(codes, base);
    if (previous === -1) return count;
    let kept = 0;
    for (let i = base; i < base + count; i++) {
      const code = codes[i]!;
      if (!cursor.redundant(previous, code)) codes[base + kept++] = code;
    }
    return kept;
  }

  /** Note a branch that goes on beyond the limit, and the fewest moves that a solution through its end has. */
  private cut(depth: number, least: number): void {
    if (least < this.next) this.next = least;
    this.ended?.(this.made, depth, least);
  }

  /** Search from the node where a visit begins. */
  private isFoundAt(depth: number, previous: number): boolean {
    const { cursor } = this;
    if (cursor.solved() && depth <= this.limit) {
      this.stopDepth = depth;
      return true;
    }
    const length = this.lengthAt(depth);
    if (length <= this.limit) return this.descend(depth, previous, 0);
    this.next = length;
    return false;
  }

  /**
   * Search below the present position, `depth` moves from the start.
   * @param base where in `codes` there is room for its moves
   * @returns whether a solution was found
   */
  private descend(depth: number, previous: number, base: number): boolean {
    const { cursor, codes } = this;
    if (this.generated >= this.nextPoll) {
      this.nextPoll = this.pollAfter(this.generated);
      if (this.poll()) {
        this.stopDepth = depth;
        return false;
      }
    }
    const count = this.list(previous, base);
    this.generated += count;
    if (count === 0) this.ended?.(this.made, depth, Number.POSITIVE_INFINITY);
    for (let i = base; i < base + count; i++) {
      const move = codes[i]!;
      cursor.make(move);
      const length = depth + 1 + (this.isBounded ? cursor.lowerBound() : 0);
      this.made[depth] = move;
      if (length <= this.limit) {
        this.path[depth] = i - base;
        if (cursor.solved()) {
          this.stopDepth = depth + 1;
          this.ended?.(this.made, depth + 1, depth + 1);
          return true;
        }
        // A path at its limit goes no further, but shows that longer ones exist.
        if (depth + 1 === this.limit) this.cut(depth + 1, depth + 2);
        else if (this.descend(depth + 1, move, base + count)) return true;
      } else this.cut(depth + 1, length);
      cursor.unmake(move);
      if (this.stopDepth !== -1) return false;
    }
    return false;
  }
}
