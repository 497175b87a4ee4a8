/**
 * The contract between what can be solved (`puzzles/`) and everything else.
 *
 * A **puzzle** is data: a board, a goal, names. A **family** (a folder of `families/`) is code: it turns that data into
 * the functions below. Everything in which families differ is one of them, so that other code asks the puzzle and never
 * which family it is of. An **algorithm** (`search/`) knows neither; it sees integers through a `Cursor`.
 *
 * Errors are values: what people type wrongly is a `Problem`, what can't be solved is an `Obstacle`. Both carry a code
 * and values instead of a sentence, so that the same fact can be said in any language (see `locales/`).
 */
import type { Board } from './board.ts';
import type { Token } from './notation.ts';

/**
 * What stands on each cell, in the reading order of the board: one small integer a cell, 0 where it is empty.
 * Sliding: the tile's number. Block: the code of a card. Peg: 1 for a peg.
 */
export type Position = readonly number[];

/**
 * The path of one piece: the cell it leaves, then each cell where it stands or lands, `[from, to]` or, for a chain of
 * jumps, `[from, to, to, …]`. Cells count from 0. A wide card is named by its left half.
 */
export type Move = readonly number[];

/** One step of a piece, from a cell to the next one. A chain of jumps is several steps and one move. */
export type Step = readonly [from: number, to: number];

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

/** What fills the sentence that a catalogue has for a code. */
type Values = Readonly<Record<string, string | number>>;

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
export interface Problem<Code extends string = ProblemCode> {
  readonly code: Code;
  readonly values: Values;
  /** Where in the input, as a half-open range of UTF-16 code units; absent when the whole is wrong. */
  readonly span?: readonly [from: number, to: number];
}

export type Result<T, Code extends string = ProblemCode> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem<Code> };

export const ok = <T>(value: T) => ({ ok: true, value }) as const;
export const wrong = <Code extends string>(code: Code, values: Values = {}, span?: Problem['span']) =>
  ({ ok: false, problem: { code, values, ...(span && { span }) } }) as const;

/**
 * The value of a result that has one unless we made a mistake.
 * @param what where the text comes from, for the message
 * @throws RangeError where it is a problem
 */
export const unwrap = <T>(result: Result<T>, what: string): T => {
  if (!result.ok) throw new RangeError(`${what}: ${result.problem.code}`);
  return result.value;
};

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

/** Why there is no solution at all, and the nearest question that has one; an open one isn't known to have none. */
export interface Obstacle {
  readonly code: (typeof obstacleCodes)[number];
  readonly values: Values;
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
  /** Admissible lower bound of the moves to the nearest goal; `Infinity` when no goal can be reached. */
  lowerBound(): number;
  /** Whether every solution with `move` right after `previous` has an equally short one without the pair. */
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

/** How moves are written: by the names of pieces or holes, by the direction of the piece, or by that of the blank. */
export const moveNotations = ['named', 'pairs', 'piece-ways', 'blank-ways'] as const;
export type MoveNotation = (typeof moveNotations)[number];

/** Why directions are taken for those of the piece or the blank: nothing else is legal, or reaches the goal, or usage. */
export const certainties = ['only', 'goal', 'usage'] as const;
export type Certainty = (typeof certainties)[number];

/** Moves that were read, all of them legal. */
interface ParsedMoves {
  readonly moves: readonly Move[];
  readonly notation: MoveNotation;
  readonly certainty: Certainty;
  /** How many written moves go on with the piece of the one before: with it, each is one move. */
  readonly joined: number;
}

export const moveProblemCodes = [
  'no-moves',
  'too-long',
  'too-many',
  'unknown',
  'not-beside',
  'no-piece-way',
  'no-blank-way',
  'unknown-hole',
  'one-hole',
  'no-jump',
  'no-peg',
  'no-peg-over',
  'hole-taken',
] as const;
export type MoveProblemCode = (typeof moveProblemCodes)[number];

/** The first thing wrong with written moves; `values.number` tells which move, from 1. */
export type MoveProblem = Problem<MoveProblemCode>;
export type MovesResult = Result<ParsedMoves, MoveProblemCode>;

/** A position in one of its notations; `notation` is a key of the catalogue (`convert.<notation>`). */
interface WrittenPosition {
  readonly notation: 'position' | 'rows' | 'numbers' | 'bits' | 'allBut';
  readonly content: string;
}

/** What a board looks like in the middle of a text. */
export interface Recognition {
  /** Characters that separate words, besides white space and the like. */
  readonly separators: string;
  /** Whether a character can be a piece. */
  isPiece(text: string): boolean;
  /** How many cells a word of pieces fills when each piece is a cell, and when a number of two digits is one. */
  cellsOf(word: readonly Token[]): { readonly cells: number; readonly numbers: number };
  /** Whether a word of pieces at either end of a board may be part of the sentence around it (`a`, `be`). */
  isProse(word: readonly Token[]): boolean;
  /** Whether pieces are written like common words, so that a board may stand in the middle of other pieces. */
  readonly isWordLike: boolean;
  /** Another way to write a position, whatever stands around it. */
  readonly phrase?: RegExp;
}

/** A piece as it is drawn. */
export interface Figure {
  /** The cells that it covers, the first of which names it in moves. */
  readonly cells: readonly number[];
  /** What is written on it, or names it: `12`, `n`, `=` for the wide card, `d4` for the peg in that hole. */
  readonly label: string;
  /** Whether it is the second of two pieces with the same letter. */
  readonly isSecond?: boolean;
}

/** Uniform in [0, 1), like `Math.random`. */
export type Random = () => number;

/** How positions of a puzzle are read and written. */
export interface PositionText {
  parsePosition(text: string): Result<Position>;
  parseGoal(text: string): Result<Goal>;
  formatPosition(position: Position): string;
  /** The position in all notations but emoji, the usual one first. `parsePosition` reads each of them. */
  positionNotations(position: Position): readonly WrittenPosition[];
  /** The text of the piece on each cell, '' where it is empty: `8`, `A`, `o`, `=` for each half of a wide card, a peg's `●`. */
  pieces(position: Position): readonly string[];
  /** One emoji a cell, which `parsePosition` reads. */
  emoji(position: Position): readonly string[];
  readonly recognition: Recognition;
}

/** The rules of a puzzle, and how its moves are read and written. */
export interface Moves {
  /** Whether each move can be taken back by another one. */
  readonly isReversible: boolean;
  /** Whether steps that one piece makes in a row are one move. */
  readonly hasChains: boolean;
  /** The position after a legal move. Throws a RangeError on an illegal one: only our own moves get here. */
  play(position: Position, move: Move): Position;
  /** All steps that are legal: each move, or the first jump of each chain. */
  legalSteps(position: Position): Step[];
  /** The moves that a tap on a cell makes, one after the other; none where a piece is picked up and then put down. */
  tap(position: Position, cell: number): readonly Step[];
  /** The move as it is printed; the position before it tells which piece it moves. */
  notate(position: Position, move: Move): Notation;
  /** The notations of moves, the usual one first, with what separates moves on a line. */
  readonly moveNotations: readonly { readonly notation: MoveNotation; readonly separator: string }[];
  formatMove(position: Position, move: Move, notation: MoveNotation): string;
  /** Reads moves from a position on. Where directions can mean two things, the goal helps to tell which was meant. */
  parseMoves(start: Position, text: string, goal: Goal): MovesResult;
  /** Reads the moves of a solution of which only the end is known; for reversible moves. */
  parseMovesTo?(end: Position, text: string): MovesResult;
}

/** One puzzle. Pure; everything is a function of its arguments. */
export interface Puzzle extends PositionText, Moves {
  /** What people type, and the name of its file. */
  readonly id: string;
  /** The name of its family's folder, and of the family's words in the catalogue. */
  readonly family: string;
  readonly board: Board;
  /** Upper bound of the number of positions that a search can meet; decides which methods are cheap. */
  readonly states: number;
  /** The length of the longest shortest solution, where it is published and no table tells. */
  readonly diameter?: number;
  /** The goal where none is named. */
  readonly goal: Goal;
  /** Whether people know that goal without being told, as that of tiles in order. */
  readonly isGoalEvident: boolean;
  readonly landmarks: readonly Landmark[];

  /** Makes a question of a position and a goal that were parsed apart, settling what the one says about the other. */
  question(start: Position, goal: Goal): Result<Question>;
  /** The reason why there is no solution, where a rule tells without any search. */
  obstacle(question: Question): Obstacle | undefined;
  /**
   * All positions that are as far from `target` as this one is from `goal`, because the board looks the same from there:
   * the images under the symmetries of the board that take `goal` to `target`, each once.
   */
  images(position: Position, goal: Goal, target?: Goal): Position[];
  /** Any position, each as likely as any other. */
  randomPosition(random: Random, goal: Goal): Position;
  /** Whether `randomPosition` draws from the solvable positions only. */
  readonly drawsSolvable: boolean;

  /** The integer that stands for a position in searches, ids and stores; `unrank` is its inverse. */
  rank(position: Position): number;
  unrank(rank: number): Position;
  cursor(goal: Goal): Cursor;

  /** Tiles cover their cells; pegs stand in holes, and are jumped over. */
  readonly pieceShape: 'tile' | 'peg';
  figures(position: Position): readonly Figure[];
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
