/**
 * Linear conflict (Hansson, Mayer & Yung 1992): of two tiles that stand in the row where both belong, but in the wrong
 * order, one has to leave the row and come back, which is two moves more than the distances say. The same for columns.
 */
import type { Heuristic } from '../../puzzles/families/sliding/cursor.ts';
import { paired } from '../../puzzles/lists.ts';
import { kept } from '../kept.ts';
import { cursorWith, measuredBy, type Rectangle } from './rectangle.ts';

/** The most numbers of a list that ascend from left to right. */
const longestAscent = (numbers: readonly number[]): number => {
  const longest: number[] = [];
  for (const number of numbers) {
    const before = paired(longest, numbers).flatMap(([ascent, other]) => (other < number ? ascent : []));
    longest.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...longest);
};

/** The most cells of a line. There are 43 million contents of eight cells, of which a search meets few. */
export const longestConflictLine = 8;

/**
 * Extra moves by the content of a line: in base `length + 1`, from the first cell on, the place in this line where the
 * tile belongs, counted from 1, or 0 for the blank and a tile that belongs to another line. All tiles but those of the
 * longest ascent have to leave it.
 */
class LineExtras {
  private readonly base: number;
  /** One more than the extra moves, or 0 until they are asked for. */
  private readonly known: Uint8Array;

  constructor(length: number) {
    this.base = length + 1;
    this.known = new Uint8Array(this.base ** length);
  }

  at(code: number): number {
    return (this.known[code] || this.learn(code)) - 1;
  }

  private learn(code: number): number {
    const { base } = this;
    const places: number[] = [];
    for (let rest = code; rest > 0; rest = Math.floor(rest / base)) if (rest % base > 0) places.push(rest % base);
    const extra = 1 + 2 * (places.length - longestAscent(places));
    this.known[code] = extra;
    return extra;
  }
}

const extrasOf = kept((length: number) => new LineExtras(length));

/** The rows of a board, or its columns. @param placeOf by cell, its place in its line */
const conflictLines = (goal: readonly number[], lineOf: readonly number[], placeOf: readonly number[]) => {
  const size = goal.length;
  const length = Math.max(...placeOf) + 1;
  /** `[tile * size + cell]`: what the tile adds to the code of the cell's line. */
  const parts = new Int32Array(size * size);
  for (const [end, tile] of goal.entries()) {
    for (const [cell, place] of placeOf.entries()) {
      const isHere = tile !== 0 && lineOf[cell] === lineOf[end];
      if (isHere) parts[tile * size + cell] = (placeOf[end]! + 1) * (length + 1) ** place;
    }
  }
  /** By line, the code of its content. */
  const codes = new Int32Array(size / length);
  return { lineOf: Uint8Array.from(lineOf), parts, codes, extras: extrasOf(length) };
};

/** The bound of one goal on a rectangle, kept up to date move by move: four look-ups for each. */
class LinearConflict implements Heuristic {
  private readonly width: number;
  private readonly size: number;
  private readonly rows: ReturnType<typeof conflictLines>;
  private readonly columns: ReturnType<typeof conflictLines>;
  private extra = 0;

  constructor({ columns }: Rectangle, goal: readonly number[]) {
    const rowOf = goal.map((_, cell) => Math.floor(cell / columns));
    const columnOf = goal.map((_, cell) => cell % columns);
    this.width = columns;
    this.size = goal.length;
    this.rows = conflictLines(goal, rowOf, columnOf);
    this.columns = conflictLines(goal, columnOf, rowOf);
  }

  load(cells: Uint8Array): void {
    this.extra = 0;
    for (const { codes, lineOf, parts, extras } of [this.rows, this.columns]) {
      codes.fill(0);
      for (const [cell, tile] of cells.entries()) codes[lineOf[cell]!]! += parts[tile * this.size + cell]!;
      for (const code of codes) this.extra += extras.at(code);
    }
  }

  slide(tile: number, from: number, to: number): void {
    const before = tile * this.size + from;
    const after = tile * this.size + to;
    const isInColumn = to - from === this.width || from - to === this.width;
    const along = isInColumn ? this.columns : this.rows;
    const { codes, lineOf, parts, extras } = isInColumn ? this.rows : this.columns;
    // A move within a line doesn't change the order in it, so only the two lines across count.
    along.codes[along.lineOf[from]!]! += along.parts[after]! - along.parts[before]!;
    const [left, joined] = [lineOf[from]!, lineOf[to]!];
    this.extra -= extras.at(codes[left]!) + extras.at(codes[joined]!);
    codes[left]! -= parts[before]!;
    codes[joined]! += parts[after]!;
    this.extra += extras.at(codes[left]!) + extras.at(codes[joined]!);
  }

  lowerBound(distance: number): number {
    return distance + this.extra;
  }
}

/** A cursor whose lower bound is the sum of the tiles' distances and two moves for each conflict. */
export const linearConflictCursor = cursorWith(LinearConflict, longestConflictLine);

/** Two moves for each conflict of a position. */
export const conflictMoves = measuredBy(LinearConflict);
