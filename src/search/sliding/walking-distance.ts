/**
 * Walking distance (Takahashi 2001): tell tiles apart only by the row where they belong. How many tiles of each kind
 * stand in each row, and the row of the blank, make a small puzzle, whose shortest solution is a lower bound of the
 * vertical moves. The same for the columns; both add up.
 */
import type { Heuristic } from '../../puzzles/families/sliding/cursor.ts';
import { paired } from '../../puzzles/lists.ts';
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

/** The moves between rows, or between columns, to a goal. @param lineOf by cell */
const walkTo = (goal: readonly number[], lineOf: readonly number[]) => {
  const count = Math.max(...lineOf) + 1;
  /** Where each tile belongs. */
  const kindOf = new Uint8Array(goal.length);
  for (const [tile, line] of paired(goal, lineOf)) kindOf[tile] = line;
  // Spread in the object, they would be read more slowly.
  const { distances, next, states } = linesOf(count, goal.length / count, lineOf[goal.indexOf(0)]!);
  return { count, distances, next, states, lineOf, kindOf, state: 0 };
};

/** The bound of one goal on a rectangle, kept up to date move by move: one table look-up for each. */
class WalkingDistance implements Heuristic {
  private readonly columns: number;
  private readonly vertical: ReturnType<typeof walkTo>;
  private readonly horizontal: ReturnType<typeof walkTo>;

  constructor({ columns }: Rectangle, goal: readonly number[]) {
    const rowOf = goal.map((_, cell) => Math.floor(cell / columns));
    const columnOf = goal.map((_, cell) => cell % columns);
    this.columns = columns;
    this.vertical = walkTo(goal, rowOf);
    this.horizontal = walkTo(goal, columnOf);
  }

  load(cells: Uint8Array): void {
    for (const walk of [this.vertical, this.horizontal]) {
      const { count, states, lineOf, kindOf } = walk;
      const counts = new Array<number>(count * count).fill(0);
      for (const [cell, tile] of cells.entries()) if (tile !== 0) counts[lineOf[cell]! * count + kindOf[tile]!]!++;
      walk.state = states.get(codeOf(counts, lineOf[cells.indexOf(0)]!))!;
    }
  }

  slide(tile: number, from: number, to: number): void {
    const isVertical = to - from === this.columns || from - to === this.columns;
    const walk = isVertical ? this.vertical : this.horizontal;
    walk.state = walk.next[(walk.state * 2 + (to > from ? 1 : 0)) * walk.count + walk.kindOf[tile]!]!;
  }

  lowerBound(): number {
    const { vertical, horizontal } = this;
    return vertical.distances[vertical.state]! + horizontal.distances[horizontal.state]!;
  }
}

/** A cursor whose lower bound is the walking distance. Its tables are built when they are first needed, in milliseconds. */
export const walkingDistanceCursor = cursorWith(WalkingDistance);

/** The walking distance of a position. */
export const walkingDistance = measuredBy(WalkingDistance);
