/**
 * The contract between what can be solved (`puzzles/`) and everything else.
 *
 * A **puzzle** is data: a board, a goal, names. A **family** (sliding, block, peg) is code: it turns that data into the
 * functions below. An **algorithm** (`search/`) knows neither; it sees integers through a `Cursor`.
 *
 * Errors are values: what people type wrongly is a `Problem`, what can't be solved is an `Obstacle`. Both carry a code
 * and values instead of a sentence, so that the same fact can be said in any language (see `locales/`).
 */
import type { Board } from './board.ts';

export const families = ['sliding', 'block', 'peg'] as const;
export type Family = (typeof families)[number];

/**
 * What stands on each cell, in the reading order of the board: one small integer a cell, 0 where it is empty.
 * Sliding: the tile's number. Block: the code of a card. Peg: 1 for a peg.
 */
export type Position = readonly number[];

/**
 * The way of one piece: the cell it leaves, then each cell where it stands or lands, `[from, to]` or, for a chain of
 * jumps, `[from, to, to, …]`. Cells count from 0. A wide card is named by its left half.
 */
export type Move = readonly number[];

/** A move as it is printed: a tile's number, a card's text, or the holes of a chain. */
export type Notation = number | string | readonly (number | string)[];

/** What counts as the end: any one of these positions. All of them have the same number of pieces. */
export interface Goal {
  /** As people type it and as it is printed back; `parseGoal(text)` gives this goal again. */
  readonly text: string;
  readonly positions: readonly Position[];
}

/** One question to a solver: from where to where. */
export interface Question {
  readonly start: Position;
  readonly goal: Goal;
}

/** A statement that a catalogue turns into a sentence: `code` picks the sentence, `values` fill it. */
export interface Statement<Code extends string = string> {
  readonly code: Code;
  readonly values: Readonly<Record<string, string | number>>;
}

export const problemCodes = [
  'empty',
  'too-long',
  'unknown-piece',
  'cell-count',
  'repeated-tile',
  'repeated-blank',
  'half-card',
  'card-off-row',
  'repeated-card',
  'unknown-hole',
  'repeated-hole',
  'no-hole-named',
  'no-pegs',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** The first thing wrong with what somebody typed. */
export interface Problem extends Statement<ProblemCode> {
  /** Where in the input, as a half-open range of UTF-16 code units; absent when the whole is wrong. */
  readonly span?: readonly [from: number, to: number];
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const wrong = (
  code: ProblemCode,
  values: Problem['values'] = {},
  span?: readonly [number, number],
): { readonly ok: false; readonly problem: Problem } => ({
  ok: false,
  problem: span ? { code, values, span } : { code, values },
});

export const obstacleCodes = [
  'tile-parity',
  'wide-card-row',
  'card-parity',
  'peg-count',
  'peg-class',
  'peg-class-any',
  'peg-group',
  'pagoda',
  'exhausted',
] as const;
export type ObstacleCode = (typeof obstacleCodes)[number];

/** Why there is no solution at all, and the nearest question that has one; an open one isn't known to have none. */
export interface Obstacle extends Statement<ObstacleCode> {
  readonly nearest?: { readonly position: string; readonly goal: string; readonly isOpen?: true };
}

/**
 * The one view that an algorithm has of a puzzle: a position that can be moved about in place. States are integers
 * below 2^53 that identify a position, moves are integers that only the cursor understands. Families are few and each
 * has one class, because V8 compiles an algorithm well for up to four shapes of cursor and badly for more.
 */
export interface Cursor {
  /** The states that count as the end. */
  readonly goals: readonly number[];

  /** Take the position of this state. */
  load(state: number): void;
  /** The state of the present position. */
  state(): number;
  /** Write the codes of all legal moves to `into`, from index `at`; the number of them. */
  moves(into: number[], at: number): number;
  /** The same for the moves that can have *led* to the present position; `unmake` of one goes there. */
  predecessors(into: number[], at: number): number;
  make(move: number): void;
  /** Take back a move: the one made last, or one of `predecessors`. */
  unmake(move: number): void;
  /** Whether the present position is one of the goals. */
  solved(): boolean;
  /** Admissible lower bound of the moves to the nearest goal; `Infinity` when there is no way from here. */
  lowerBound(): number;
  /** Whether every way of making `move` right after `previous` has an equally short way that avoids it. */
  redundant(previous: number, move: number): boolean;
  /** 0 or 1 when every solution from here has an even or odd number of moves, -1 when that isn't known. */
  parity(): number;
  /** The cells that the move's piece visits. Its direction in time is always forward, also for `predecessors`. */
  path(move: number): Move;
}

/** A position worth showing: offered by autocomplete and by the playground. */
export interface Landmark {
  /** What makes it special, as a key of the catalogue (`landmark.<name>`). */
  readonly name: string;
  readonly position: string;
  readonly goal?: string;
}

/** One puzzle. Pure; everything is a function of its arguments. */
export interface Puzzle {
  /** What people type, and the name of its file. */
  readonly id: string;
  readonly family: Family;
  readonly board: Board;
  /** Upper bound of the number of positions that a search can meet; decides which methods are cheap. */
  readonly states: number;
  /** The goal where none is named. */
  readonly goal: Goal;
  readonly landmarks: readonly Landmark[];

  parsePosition(text: string): Result<Position>;
  parseGoal(text: string): Result<Goal>;
  formatPosition(position: Position): string;
  /** Makes a question of a position and a goal that were parsed apart, settling what the one says about the other. */
  question(start: Position, goal: Goal): Result<Question>;
  /** The reason why there is no solution, where a rule tells without any search. */
  obstacle(question: Question): Obstacle | undefined;

  /** The integer that stands for a position in searches, ids and stores; `unrank` is its inverse. */
  rank(position: Position): number;
  unrank(rank: number): Position;
  cursor(goal: Goal): Cursor;

  /** The position after a legal move. Throws a RangeError on an illegal one: only our own moves get here. */
  play(position: Position, move: Move): Position;
  /** The move as it is printed; the position before it tells which piece it moves. */
  notate(position: Position, move: Move): Notation;
  /** The text of the piece on each cell, '' where it is empty: `8`, `A`, `o`, `=` for each half of a wide card, a peg's `●`. */
  pieces(position: Position): readonly string[];
}

/** Parse a position and an optional goal as one question. */
export const parseQuestion = (puzzle: Puzzle, position: string, goal?: string): Result<Question> => {
  const start = puzzle.parsePosition(position);
  if (!start.ok) return start;
  if (goal === undefined || goal.trim() === '') return puzzle.question(start.value, puzzle.goal);
  const end = puzzle.parseGoal(goal);
  return end.ok ? puzzle.question(start.value, end.value) : end;
};

/** The positions from start to end of a solution: one more than there are moves. */
export const replay = (puzzle: Puzzle, start: Position, moves: readonly Move[]): Position[] => {
  const positions = [start];
  for (const move of moves) positions.push(puzzle.play(positions.at(-1) ?? start, move));
  return positions;
};
