/**
 * Linear conflict (Hansson, Mayer & Yung 1992): of two tiles that stand in the row where both belong, but in the wrong
 * order, one has to leave the row and come back, which is two moves more than the distances say. The same for columns.
 */
import type { Heuristic } from '../../puzzles/families/sliding/cursor.ts';
import { kept } from '../kept.ts';
import { cursorWith, measuredBy, type Rectangle } from './rectangle.ts';

/** The most numbers of a list that ascend from left to right. */
const longestAscent = (numbers: readonly number[]): number => {
  const longest: number[] = [];
  numbers.forEach((number, i) => {
    longest[i] = 1 + Math.max(0, ...longest.slice(0, i).filter((_, j) => numbers[j]! < number));
  });
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

/** The bound of one goal on a rectangle, kept up to date move by move: four look-ups for each. */
class LinearConflict implements Heuristic {
  private readonly columns: number;
  /** `[tile * size + cell]`: what the tile adds to the code of the cell's row, and to that of its column. */
  private readonly inRow: Int32Array;
  private readonly inColumn: Int32Array;
  private readonly rowExtra: LineExtras;
  private readonly columnExtra: LineExtras;
  private readonly rowCodes: Int32Array;
  private readonly columnCodes: Int32Array;
  private readonly size: number;
  private readonly rowOf: Uint8Array;
  private readonly columnOf: Uint8Array;
  private extra = 0;

  constructor({ rows, columns }: Rectangle, goal: readonly number[]) {
    this.columns = columns;
    this.size = rows * columns;
    this.rowExtra = extrasOf(columns);
    this.columnExtra = extrasOf(rows);
    this.rowCodes = new Int32Array(rows);
    this.columnCodes = new Int32Array(columns);
    this.inRow = new Int32Array(this.size * this.size);
    this.inColumn = new Int32Array(this.size * this.size);
    this.rowOf = Uint8Array.from(goal, (_, cell) => Math.floor(cell / columns));
    this.columnOf = Uint8Array.from(goal, (_, cell) => cell % columns);
    goal.forEach((tile, end) => {
      if (tile === 0) return;
      const [endRow, endColumn] = [Math.floor(end / columns), end % columns];
      for (let cell = 0; cell < this.size; cell++) {
        const [row, column] = [Math.floor(cell / columns), cell % columns];
        if (row === endRow) this.inRow[tile * this.size + cell] = (endColumn + 1) * (columns + 1) ** column;
        if (column === endColumn) this.inColumn[tile * this.size + cell] = (endRow + 1) * (rows + 1) ** row;
      }
    });
  }

  load(cells: Uint8Array): void {
    this.rowCodes.fill(0);
    this.columnCodes.fill(0);
    for (let cell = 0; cell < this.size; cell++) {
      this.rowCodes[this.rowOf[cell]!]! += this.inRow[cells[cell]! * this.size + cell]!;
      this.columnCodes[this.columnOf[cell]!]! += this.inColumn[cells[cell]! * this.size + cell]!;
    }
    this.extra = 0;
    for (const code of this.rowCodes) this.extra += this.rowExtra.at(code);
    for (const code of this.columnCodes) this.extra += this.columnExtra.at(code);
  }

  slide(tile: number, from: number, to: number): void {
    const before = tile * this.size + from;
    const after = tile * this.size + to;
    // A move within a line doesn't change the order in it, so only the two lines across count.
    if (to - from === this.columns || from - to === this.columns) {
      const { rowCodes, rowExtra, inRow } = this;
      const [left, joined] = [this.rowOf[from]!, this.rowOf[to]!];
      this.columnCodes[this.columnOf[from]!]! += this.inColumn[after]! - this.inColumn[before]!;
      this.extra -= rowExtra.at(rowCodes[left]!) + rowExtra.at(rowCodes[joined]!);
      rowCodes[left]! -= inRow[before]!;
      rowCodes[joined]! += inRow[after]!;
      this.extra += rowExtra.at(rowCodes[left]!) + rowExtra.at(rowCodes[joined]!);
    } else {
      const { columnCodes, columnExtra, inColumn } = this;
      const [left, joined] = [this.columnOf[from]!, this.columnOf[to]!];
      this.rowCodes[this.rowOf[from]!]! += this.inRow[after]! - this.inRow[before]!;
      this.extra -= columnExtra.at(columnCodes[left]!) + columnExtra.at(columnCodes[joined]!);
      columnCodes[left]! -= inColumn[before]!;
      columnCodes[joined]! += inColumn[after]!;
      this.extra += columnExtra.at(columnCodes[left]!) + columnExtra.at(columnCodes[joined]!);
    }
  }

  lowerBound(distance: number): number {
    return distance + this.extra;
  }
}

/** A cursor whose lower bound is the sum of the tiles' distances and two moves for each conflict. */
export const linearConflictCursor = cursorWith(LinearConflict, longestConflictLine);

/** Two moves for each conflict of a position. */
export const conflictMoves = measuredBy(LinearConflict);
