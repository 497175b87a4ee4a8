/**
 * Walking distance (Takahashi 2001): tell tiles apart only by the row where they belong. How many tiles of each kind
 * stand in each row, and the row of the blank, make a small puzzle, whose shortest solution is a lower bound of the
 * vertical moves. The same for the columns; both add up.
 */
import type { Heuristic } from '../../puzzles/families/sliding/cursor.ts';
import { kept } from '../kept.ts';
import { cursorWith, measuredBy, type Rectangle } from './rectangle.ts';

/** The small puzzle of lines (rows or columns), with the blank ending in one of them. */
interface Lines {
  readonly count: number;
  /** By state, the fewest moves between lines to the end; state 0 is the end. */
  readonly distances: Uint8Array;
  /**
   * The state after a tile that belongs to line `kind` has gone into the blank, up (from the line below) or down:
   * `[(state * 2 + isDown) * count + kind]`.
   */
  readonly next: Int32Array;
  /** The state of each arrangement, by its code. */
  readonly states: ReadonlyMap<number, number>;
}

/** Code of how many tiles stand where (`counts[line * lines + kind]`, below 8), and of the blank's line; below 2^53. */
const codeOf = (counts: readonly number[], blank: number): number =>
  counts.reduce((code, count) => code * 8 + count, blank);

/** Breadth-first search from the end: 24,964 states for the 15 puzzle. */
const buildLines = (count: number, length: number, lastBlank: number): Lines => {
  const end = new Array<number>(count * count).fill(0);
  for (let line = 0; line < count; line++) end[line * count + line] = length - (line === lastBlank ? 1 : 0);
  const states = new Map([[codeOf(end, lastBlank), 0]]);
  const queue = [{ counts: end, blank: lastBlank, distance: 0 }];
  const next: number[] = [];
  for (const [state, { counts, blank, distance }] of queue.entries()) {
    for (const isDown of [0, 1]) {
      const from = isDown ? blank - 1 : blank + 1;
      for (let kind = 0; kind < count; kind++) {
        const at = (state * 2 + isDown) * count + kind;
        next[at] = -1;
        if (from < 0 || from >= count || counts[from * count + kind] === 0) continue;
        const after = [...counts];
        after[from * count + kind]!--;
        after[blank * count + kind]!++;
        const code = codeOf(after, from);
        let index = states.get(code);
        if (index === undefined) {
          index = states.size;
          states.set(code, index);
          queue.push({ counts: after, blank: from, distance: distance + 1 });
        }
        next[at] = index;
      }
    }
  }
  return { count, distances: Uint8Array.from(queue, ({ distance }) => distance), next: Int32Array.from(next), states };
};

const linesOf = kept(buildLines, (...numbers) => numbers.join(' '));

/** The bound of one goal on a rectangle, kept up to date move by move: one table look-up for each. */
class WalkingDistance implements Heuristic {
  private readonly columns: number;
  private readonly vertical: Lines;
  private readonly horizontal: Lines;
  /** Where each tile belongs. */
  private readonly rowOf: Uint8Array;
  private readonly columnOf: Uint8Array;
  private verticalState = 0;
  private horizontalState = 0;

  constructor({ rows, columns }: Rectangle, goal: readonly number[]) {
    const blank = goal.indexOf(0);
    this.columns = columns;
    this.vertical = linesOf(rows, columns, Math.floor(blank / columns));
    this.horizontal = linesOf(columns, rows, blank % columns);
    this.rowOf = new Uint8Array(goal.length);
    this.columnOf = new Uint8Array(goal.length);
    goal.forEach((tile, cell) => {
      this.rowOf[tile] = Math.floor(cell / columns);
      this.columnOf[tile] = cell % columns;
    });
  }

  load(cells: Uint8Array): void {
    const { columns, vertical, horizontal } = this;
    const stateOf = ({ count, states }: Lines, lineOf: (cell: number) => number, kindOf: Uint8Array): number => {
      const counts = new Array<number>(count * count).fill(0);
      cells.forEach((tile, cell) => {
        if (tile !== 0) counts[lineOf(cell) * count + kindOf[tile]!]!++;
      });
      return states.get(codeOf(counts, lineOf(cells.indexOf(0))))!;
    };
    this.verticalState = stateOf(vertical, (cell) => Math.floor(cell / columns), this.rowOf);
    this.horizontalState = stateOf(horizontal, (cell) => cell % columns, this.columnOf);
  }

  slide(tile: number, from: number, to: number): void {
    const step = to - from;
    const isDown = step > 0 ? 1 : 0;
    if (step === this.columns || step === -this.columns) {
      const { next, count } = this.vertical;
      this.verticalState = next[(this.verticalState * 2 + isDown) * count + this.rowOf[tile]!]!;
    } else {
      const { next, count } = this.horizontal;
      this.horizontalState = next[(this.horizontalState * 2 + isDown) * count + this.columnOf[tile]!]!;
    }
  }

  lowerBound(): number {
    return this.vertical.distances[this.verticalState]! + this.horizontal.distances[this.horizontalState]!;
  }
}

/** A cursor whose lower bound is the walking distance. Its tables are built when they are first needed, in milliseconds. */
export const walkingDistanceCursor = cursorWith(WalkingDistance);

/** The walking distance of a position. */
export const walkingDistance = measuredBy(WalkingDistance);
