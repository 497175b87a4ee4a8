/** The positions on which a bound is judged, by rows: all of a puzzle, or a sample of those that are too many. */

import { readSolved, solved } from '../../puzzles/catalogue/solved.ts';
import type { PositionFeature } from '../../puzzles/features.ts';
import { type Cursor, isWhole, type Puzzle, unwrap } from '../../puzzles/puzzle.ts';
import { StateStore } from '../../puzzles/state-store.ts';
import { allLevels, edgesIn } from '../algorithms/breadth-first.ts';
import { type Budget, type GaveUpReason, pollInterval } from '../budget.ts';
import { type Scramble, scramble, seeded } from '../scramble.ts';
import type { TableNeed, Tables } from '../tables/contract.ts';
import { hasTable, tableNeed } from '../tables/table.ts';
import type { MeasuredRows } from './expression.ts';
import { featuresOf } from './features.ts';

/** The most positions for which a bound is judged on each: a few hundred milliseconds. */
const mostPositions = 2 ** 18;
/** Random positions of a larger puzzle, at most. Those that can be solved are equally likely. */
const sampled = 10_000;

const isListed = ({ states }: Puzzle): boolean => states <= mostPositions;

/** Whether people can try a bound on this puzzle. */
export const takesBounds = (puzzle: Puzzle): boolean =>
  (hasTable(puzzle) || puzzle.id in solved) && isWhole(puzzle.goal) && puzzle.features !== undefined;

/** Only a sample that is drawn needs a table: of few positions, the search for their distances lists them, too. */
export const spaceNeeds = (puzzle: Puzzle): readonly TableNeed[] =>
  isListed(puzzle) || puzzle.id in solved ? [] : [tableNeed(puzzle, puzzle.goal)];

export class Space implements MeasuredRows {
  readonly features: readonly PositionFeature[];
  readonly isSample: boolean;
  /** Moves to the goal by row, in ascending order unless they are a sample. The rows behind them are where moves lead. */
  readonly distances: Uint8Array;
  /** The rows to which the moves of a row lead: `targets` from `starts[row]` to before `starts[row + 1]`. */
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
  readonly rows: number;
  private readonly puzzle: Puzzle;
  private readonly size: number;
  /** The pieces of all positions, one position after another. */
  private readonly pieces: Uint8Array;
  private readonly columns = new Map<string, Int16Array>();

  /** @param store the positions whose distances are known; it takes those where their moves lead, too */
  constructor(puzzle: Puzzle, cursor: Cursor, store: StateStore, distances: Uint8Array, isSample: boolean) {
    this.puzzle = puzzle;
    this.features = featuresOf(puzzle);
    this.distances = distances;
    this.isSample = isSample;
    // Where moves can't be undone, some lead to positions without a solution, where a search would go on.
    const { starts, targets } = edgesIn(cursor, store, isSample ? distances.length : undefined);
    this.starts = starts;
    this.targets = targets;
    this.rows = store.size;
    this.size = puzzle.board.size;
    this.pieces = new Uint8Array(this.rows * this.size);
    for (let row = 0; row < this.rows; row++) this.pieces.set(cursor.unrank(store.at(row)), row * this.size);
  }

  /** A position as text. */
  textOf(row: number): string {
    return this.puzzle.formatPosition([...this.pieces.subarray(row * this.size, (row + 1) * this.size)]);
  }

  /** A feature's values by row. */
  column({ name, measure }: PositionFeature, piece?: number): Int16Array {
    const key = `${name} ${piece}`;
    const known = this.columns.get(key);
    if (known) return known;
    const column = new Int16Array(this.rows);
    const position = new Array<number>(this.size);
    for (let row = 0, at = 0; row < column.length; row++) {
      for (let cell = 0; cell < this.size; cell++) position[cell] = this.pieces[at++]!;
      column[row] = measure(position, piece);
    }
    this.columns.set(key, column);
    return column;
  }
}

const whole = (puzzle: Puzzle, budget: Budget): Space | GaveUpReason => {
  const cursor = puzzle.cursor(puzzle.goal);
  const levels = allLevels(cursor, budget);
  if (typeof levels === 'string') return levels;
  const { store, starts } = levels;
  const distances = new Uint8Array(store.size);
  for (const [distance, start] of starts.entries()) distances.fill(distance, start);
  return new Space(puzzle, cursor, store, distances, false);
};

/** Random positions, those that are known to have a length, or by a table without end: the same each time. */
function* drawn(puzzle: Puzzle, tables: Tables): Generator<Scramble> {
  for (const { position, length } of readSolved(solved[puzzle.id] ?? ''))
    yield { position: unwrap(puzzle.parsePosition(position), position), length };
  const random = seeded(puzzle.id);
  const band = { least: 1, most: Number.POSITIVE_INFINITY };
  while (!(puzzle.id in solved)) yield scramble(puzzle, band, random, tables)!;
}

const sample = (puzzle: Puzzle, tables: Tables, budget: Budget): Space | GaveUpReason => {
  const cursor = puzzle.cursor(puzzle.goal);
  const store = new StateStore();
  const distances: number[] = [];
  for (const { position, length } of drawn(puzzle, tables)) {
    const reason = store.size % pollInterval === 0 ? budget.spent() : undefined;
    if (reason) return reason;
    if (store.add(cursor.rank(position), -1, 0)) distances.push(length!);
    if (store.size === sampled) break;
  }
  return new Space(puzzle, cursor, store, Uint8Array.from(distances), true);
};

/** The last one, as people try bounds on one puzzle. */
let last: { readonly puzzle: Puzzle; readonly space: Space } | undefined;

/**
 * The positions of a puzzle on which bounds are judged; the reason instead when the budget is spent before they are listed.
 * @param tables what `spaceNeeds` named
 */
export const spaceOf = (puzzle: Puzzle, tables: Tables, budget: Budget): Space | GaveUpReason => {
  if (last?.puzzle === puzzle) return last.space;
  const space = isListed(puzzle) ? whole(puzzle, budget) : sample(puzzle, tables, budget);
  if (space instanceof Space) last = { puzzle, space };
  return space;
};
