/**
 * The contract between puzzles and everything else.
 *
 * A **puzzle** is data: a board, a goal, names. A **family** (a folder of `families/`) is code: it turns that data into
 * the functions below. Other code calls them and never asks which family a puzzle is of. An **algorithm** (`search/`)
 * only sees integers through a `Cursor`.
 *
 * Bad input is a `Problem`, an unsolvable position has an `Obstacle`. Both carry a code and values that `locales/` turns
 * into a sentence.
 */
import type { Aim } from './aim.ts';
import type { Board } from './board.ts';
import type { PositionFeature } from './features.ts';
import type { Some } from './lists.ts';
import type { Token } from './notation.ts';
import { ok, type Problem, type Result, type Values } from './problem.ts';

export * from './problem.ts';

/** The piece on each cell in reading order, 0 where it is empty: a tile's number, the code of a card, or 1 for a peg. */
export type Position = readonly number[];

/**
 * What counts as one move. Of one piece: a step to the next cell, a slide of any length in a straight line, or any way.
 * `mtm`, multi-tile moves: tiles in a row or a column that slide one cell at once.
 */
export const metrics = ['steps', 'slides', 'moves', 'mtm'] as const;
export type Metric = (typeof metrics)[number];

/** A position whose fewest moves are known. */
interface GradedBoard {
  readonly position: string;
  readonly length: number;
}

/**
 * The path of one piece: `[from, to]`, or `[from, to, to, …]` for a chain of jumps. A wide card is at its left cell. Where
 * several tiles slide at once: the cell that becomes empty, and the one that was.
 */
export type Move = readonly number[];

/** One step of a piece. A chain of jumps is several steps and one move. */
export type Step = readonly [from: number, to: number];

/** A move as it is printed: a tile's number, a card's text, or the holes of a chain. */
export type Notation = number | string | readonly (number | string)[];

/** On a cell of a goal's position: whatever is there. */
export const anything = -1;

/** Any one of these positions, in which a cell may hold `anything`. Those without have the same number of pieces. */
export interface Goal {
  /** `parseGoal(text)` returns this goal. */
  readonly text: string;
  readonly positions: readonly Position[];
}

/** Whether a position is one of the goal's, piece by piece. */
export const isAt = (position: Position, goal: Goal): boolean =>
  goal.positions.some((end) => end.every((piece, cell) => piece === anything || piece === position[cell]));

/** What a start has whose pieces tell of no goal. */
export const noGoal: Goal = { text: '', positions: [] };

/** The only position of a goal, or the first. @throws RangeError for a goal that has none */
export const endPosition = ({ text, positions: [end] }: Goal): Position => {
  if (!end) throw new RangeError(`the goal ${text} has no position`);
  return end;
};

/** Whether a goal says what is on each cell. */
export const isWhole = ({ positions }: Goal): boolean => positions.every((end) => !end.includes(anything));

export interface Question {
  readonly start: Position;
  readonly goal: Goal;
}

export const obstacleCodes = [
  'tile-parity',
  'wide-card-row',
  'card-parity',
  'peg-count',
  'peg-class',
  'peg-class-any',
  'peg-group',
  'pagoda',
  'ring-order',
  'exhausted',
  'off-lane',
  'out-of-reach',
] as const;

/** Why there is no solution. */
export interface Obstacle {
  readonly code: (typeof obstacleCodes)[number];
  readonly values: Values;
  /** The nearest solvable question; `isOpen` if it may be unsolvable too, `isSameStart` if only its goal differs. */
  readonly nearest?:
    | { readonly position: string; readonly goal: string; readonly isOpen?: true; readonly isSameStart?: true }
    | undefined;
}

/**
 * An algorithm's view of a puzzle: a position that changes in place. States are integers below 2^53 that identify a
 * position. Only the cursor understands its moves. There are four classes, because V8 compiles an algorithm well for up
 * to four shapes of cursor and badly for more.
 */
export interface Cursor {
  /** The states of the goal; undefined where it leaves pieces anywhere, so that only a search can list them. */
  readonly goals: readonly number[] | undefined;

  /** The state of a position, and a position of a state. */
  rank(position: Position): number;
  unrank(state: number): Position;
  load(state: number): void;
  state(): number;
  /** Writes the codes of all legal moves to `into` from index `at`, and returns their number. */
  moves(into: number[], at: number): number;
  /** The same for the moves that can have *led* here; `unmake` takes them back. */
  predecessors(into: number[], at: number): number;
  make(move: number): void;
  /** Takes back the last move, or one of `predecessors`. */
  unmake(move: number): void;
  solved(): boolean;
  /** Admissible lower bound of the moves to the nearest goal; `Infinity` if no goal can be reached. */
  lowerBound(): number;
  /** Whether every solution with `move` right after `previous` has an equally short one without the pair. */
  redundant(previous: number, move: number): boolean;
  /** 0 or 1 if every solution from here has an even or odd number of moves, -1 if unknown. */
  parity(): number;
  /** The move's path, always forward in time. */
  path(move: number): Move;
  /** Memory that it takes for the states which it has told, if it keeps any. */
  readonly bytes?: number;
}

/** A position that autocomplete and the playground offer. */
export interface Landmark {
  /** A key of the catalogue (`landmark.<name>`). */
  readonly name: string;
  readonly position: string;
  readonly goal?: string;
}

/** How positions are written. */
export const positionNotations = ['position', 'rows', 'numbers', 'numberRows', 'bits', 'allBut'] as const;

/** Names of pieces or holes, or the directions of the pieces or of the blank. */
export const moveNotations = ['named', 'pairs', 'piece-directions', 'blank-directions'] as const;
export type MoveNotation = (typeof moveNotations)[number];

/**
 * Why a direction is the piece's or the blank's: no other reading is legal, or none reaches the goal, or usage, or the
 * writer says so.
 */
export const certainties = ['only', 'goal', 'usage', 'chosen'] as const;
export type Certainty = (typeof certainties)[number];

/** Legal moves. */
export interface ParsedMoves {
  readonly moves: readonly Move[];
  readonly notation: MoveNotation;
  readonly certainty: Certainty;
  /** How many written moves continue the chain of the move before. */
  readonly joined: number;
}

export const moveProblemCodes = [
  'no-moves',
  'no-start',
  'too-long',
  'too-many',
  'unknown',
  'not-beside',
  'no-piece-direction',
  'no-blank-direction',
  'illegal-piece-direction',
  'illegal-blank-direction',
  'unknown-hole',
  'one-hole',
  'no-jump',
  'no-peg',
  'no-peg-over',
  'hole-taken',
  'no-piece',
  'blocked',
] as const;
export type MoveProblemCode = (typeof moveProblemCodes)[number];

/** The first problem in written moves; `values.number` is the move's number from 1. */
export type MoveProblem = Problem<MoveProblemCode>;
export type MovesResult = Result<ParsedMoves, MoveProblemCode>;

/** How to find a board in the middle of a text. */
export interface Recognition {
  /** Separators of words, besides white space and the like. */
  readonly separators: string;
  /** Whether a character can be a piece. */
  isPiece(text: string): boolean;
  /** The cells that a word fills if each piece is one, and if each number is one. */
  cellsOf(word: readonly Token[]): { readonly cells: number; readonly numbers: number };
  /** Whether a word at either end of a board may be part of the sentence around it (`a`, `be`). */
  isProse(word: readonly Token[]): boolean;
  /** Whether pieces look like common words, so that a board may stand between other pieces. */
  readonly isWordLike: boolean;
  /** Whether a board may be drawn with marks beside it. */
  readonly hasOutside?: true;
  /** Another notation of a position, valid in any context. */
  readonly phrase?: RegExp;
}

/** A piece to draw. */
export interface Figure {
  /** The cells that it covers. Moves name the first one. */
  readonly cells: Some<number>;
  /** Its text or name: `12`, `n`, `=` for the wide card, `d4` for the peg in that hole. */
  readonly label: string;
  /** Whether it is the second of two pieces with the same letter. */
  readonly isSecond?: boolean;
  /** Whether it never moves. */
  readonly isWall?: boolean;
  /** A number from 0 for pieces that colours tell apart too. */
  readonly hue?: number;
}

/** Uniform in [0, 1), like `Math.random`. */
export type Random = () => number;

/** How positions of a puzzle are read and written. */
export interface PositionText {
  parsePosition(text: string): Result<Position>;
  /** @param start the start, for goals that only name one of its pieces: without it, they have no positions yet */
  parseGoal(text: string, start?: Position): Result<Goal>;
  /** Goals that `parseGoal` reads by name. */
  readonly goalNames?: readonly string[];
  formatPosition(position: Position): string;
  /** All notations but emoji, the usual one first. `parsePosition` reads each; `notation` is a key of `convert`. */
  positionNotations(position: Position): readonly {
    readonly notation: (typeof positionNotations)[number];
    readonly content: string;
  }[];
  /**
   * The names of our own emoji (`render/emoji-art.ts`), one a cell. `parsePosition` reads their mentions, and the Unicode that
   * `unicodeOf` (notation.ts) has for each.
   */
  emojiNames(position: Position): readonly string[];
  readonly recognition: Recognition;
}

/**
 * A kind of puzzle whose board a position draws. It makes the puzzle from a drawing, or from an id, which carries the board:
 * `rush-7x7`, `pegs-s3sf`. Walls and pieces are in the positions. Every reader asks by `puzzleFor` (reader.ts).
 */
export interface DrawnKind {
  /** As people choose it: the id of the puzzle on its usual board, if it has one. */
  readonly name: string;
  readonly family: Puzzle['family'];
  /** Undefined for an id of another kind, and for that of a board with a name. */
  puzzleOf(id: string): Puzzle | undefined;
  /** The id of the puzzle whose board a text draws. @param named those that have names */
  idOf(text: string, named: readonly Puzzle[]): Result<string>;
  /** Whether a text that draws a position is such a board for sure, although nobody says so. */
  isCertain(text: string, puzzle: Puzzle, start: Position): boolean;
  /** What tells its named boards apart, where it has a subcommand of its own. */
  readonly namedBy?: 'size' | 'board';
}

/** How moves are written on a line; `hasCounts` where equal moves in a row are usually one with a count. */
export interface WrittenAs {
  readonly notation: MoveNotation;
  readonly separator: string;
  readonly hasCounts?: true;
}

/** The rules of a puzzle, and how its moves are read and written. */
export interface Moves {
  /** Whether each move can be undone by another one. If not, steps that one piece makes in a row are one move. */
  readonly isReversible: boolean;
  /** The position after a legal move. @throws RangeError for an illegal move */
  play(position: Position, move: Move): Position;
  /** The first steps of all legal moves. */
  legalSteps(position: Position): Step[];
  /** A legal move as steps. */
  stepsOf(position: Position, move: Move): readonly Step[];
  /** The move that goes on with a step; undefined where the step begins another move. */
  extended(move: Move, step: Step): Move | undefined;
  /** The moves that a tap on a cell makes in turn; empty where a tap picks up a piece. */
  tap(position: Position, cell: number): readonly Step[];
  /** The move as it is printed. `position` is the one before it. */
  notate(position: Position, move: Move): Notation;
  /** The notations of moves, the usual one first. */
  readonly moveNotations: Some<WrittenAs>;
  formatMove(position: Position, move: Move, notation: MoveNotation): string;
  /** Reads moves from a position. The goal helps to tell what ambiguous directions mean, unless the notation is known. */
  parseMoves(start: Position, text: string, goal: Goal, notation?: MoveNotation): MovesResult;
  /** Reads the moves of a solution from its end; only for reversible moves. */
  parseMovesTo?(end: Position, text: string, notation?: MoveNotation): MovesResult;
}

/** One puzzle. All functions are pure. */
export interface Puzzle extends PositionText, Moves {
  readonly id: string;
  /** Its id without size and metric. */
  readonly name: string;
  /** The name of its family's folder. */
  readonly family: string;
  /** The name of its words in the catalogues of `locales`. */
  readonly words: 'sliding' | 'tiles' | 'cards' | 'blocks' | 'pegs';
  readonly board: Board;
  /** Upper bound of the number of positions in a search; decides which methods are cheap. */
  readonly states: number;
  /** The same of the search for a goal, where pieces look alike that it doesn't name. */
  statesTo?(goal: Goal): number;
  /** The length of the longest shortest solution, if it is in no table: as published, or a bound below it. */
  readonly diameter?: number;
  /** What counts as a move. */
  readonly metric: Metric;
  /** The same puzzle in a metric that it has; absent if it has no choice. */
  inMetric?(metric: Metric): Puzzle | undefined;
  /** Its kind, if its positions may draw other boards than its own. */
  readonly kind?: DrawnKind;
  /** About how many positions the pieces of a start have, where that is not counted beforehand. */
  positionsAbout?(question: Question, random: Random): number;
  /** Positions are the permutations of 0, 1, 2, … on which tables and databases of tiles rely. */
  readonly isPermutation?: true;
  /** Each start has pieces of its own, so that no table serves many starts. The first landmark is the classic start. */
  readonly hasOwnPieces?: true;
  /** The usual goal, and that of requests which name none. */
  readonly goal: Goal;
  /** The goal of a start for which none is named, where it depends on the start or on a mark in its text. */
  defaultGoal?(start: Position): Goal;
  /** The goal that a sentence beside a board names; undefined for any other sentence. */
  goalInSentence?(sentence: string, start: Position): Result<Goal> | undefined;
  /** What a goal asks for, where there are words for it. */
  aimOf?(goal: Goal): Aim | undefined;
  /** Pieces move only along their rows or columns, like cars. */
  readonly hasLanes?: boolean;
  /** Whether the default goal needs no explanation, like tiles in order. */
  readonly isGoalEvident: boolean;
  readonly landmarks: readonly Landmark[];

  /** Combines a position and a goal that were parsed apart: the goal tells which look-alikes are marked. */
  question(start: Position, goal: Goal): Result<Question>;
  /** Why there is no solution, if a rule tells without a search. */
  obstacle(question: Question): Obstacle | undefined;
  /** The nearest solvable question to one that a search found to have no solution. */
  nearestSolvable?(question: Question): Obstacle['nearest'];
  /**
   * The distinct images of a position under the symmetries of the board that take `goal` to itself. They are as far from
   * it as the position.
   */
  images(position: Position, goal: Goal): Position[];
  /** Boards with pieces of their own, where each position of one board would be dull. */
  readonly boards?: readonly GradedBoard[] | undefined;
  /** A uniformly random position. */
  randomPosition(random: Random, goal: Goal): Position;
  /** Whether `randomPosition` draws from the solvable positions only. */
  readonly drawsSolvable: boolean;

  /** What people can make a lower bound of, for a whole goal. */
  features?(goal: Goal): readonly PositionFeature[];

  /** A short text of a position for ids and stores, with letters and digits only. */
  encode(position: Position): string;
  /** The inverse. From another code it makes no position, or one that `parsePosition` refuses. */
  decode(code: string): Position | undefined;
  /** @param start whose pieces the positions have; the usual start by default */
  cursor(goal: Goal, start?: Position): Cursor;

  /** What stands above the columns and left of the rows, where moves name cells. */
  readonly labels?: { readonly columns?: readonly string[]; readonly rows: readonly string[] };
  /** Pieces have a letter each and fill several cells: games show a picture, in which pieces are joined, and move them by name. */
  readonly hasNamedPieces?: true;
  /** Tiles cover their cells; pegs stand in holes. */
  readonly pieceShape: 'tile' | 'peg';
  figures(position: Position): readonly Figure[];
}

/** The goal of a start for which none is named. */
export const goalOf = (puzzle: Puzzle, start: Position): Goal => puzzle.defaultGoal?.(start) ?? puzzle.goal;

/** The question of a position, with the goal that was typed, or else with its own. */
export const questionOf = (puzzle: Puzzle, start: Position, goal = ''): Result<Question> => {
  const end = goal.trim() === '' ? ok(goalOf(puzzle, start)) : puzzle.parseGoal(goal, start);
  return end.ok ? puzzle.question(start, end.value) : end;
};

/** All positions of a solution, with the start and the end. */
export const replay = (puzzle: Puzzle, start: Position, moves: readonly Move[]): Position[] => {
  const positions = [start];
  for (const move of moves) positions.push(puzzle.play(positions.at(-1) ?? start, move));
  return positions;
};

/** Whether moves lead to the goal. */
export const reaches = (puzzle: Puzzle, { start, goal }: Question, moves: readonly Move[]): boolean =>
  isAt(moves.reduce(puzzle.play, start), goal);
