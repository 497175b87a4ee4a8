/** Reads what somebody typed, pasted or sent. Every entry reads positions here, so that all of them take the same texts. */
import { type Found, findPositions } from './finder.ts';
import { plainRows } from './grid.ts';
import { ok, type Position, type Puzzle, type Question, questionOf, type Result, wrong } from './puzzle.ts';

/** Characters of a text that is a position as a whole, with nothing around it, at most. Most are far shorter. */
const longestWhole = 1200;

/** What families write for an empty cell, and for one outside of the board. */
const emptyCells = ['_', 'x'] as const;

/** Every distinct position of some puzzles in a text. Only where there is none, tables and frames are read as plain rows. */
export const findBoards = (text: string, among: readonly Puzzle[]): readonly Found[] => {
  const found = findPositions(text, among);
  if (found.length > 0) return found;
  const plain = new Set(emptyCells.map((cell) => plainRows(text, cell)));
  plain.delete(text);
  const inRows = [...plain].flatMap((rows) => findPositions(rows, among));
  return inRows.filter(({ puzzle, position }, index) => {
    const isSame = (other: Found): boolean =>
      other.puzzle === puzzle && puzzle.formatPosition(other.position) === puzzle.formatPosition(position);
    return inRows.findIndex(isSame) === index;
  });
};

/**
 * The position that a text says: the whole text, or the only position in it.
 * @returns of a text without a position, what is wrong with the whole
 */
export const readPosition = (puzzle: Puzzle, text: string): Result<Position> => {
  const whole = puzzle.parsePosition(text);
  if (whole.ok) return whole;
  const [only, other] = findBoards(text, [puzzle]);
  if (!only) return whole;
  if (!other) return ok(only.position);
  const [first = '', second = ''] = [only, other].map(({ position }) => puzzle.formatPosition(position));
  return wrong('several-positions', { puzzle: puzzle.id, first, second });
};

/**
 * The puzzle on the board that a text draws, where it can be on others than its usual one. A text that draws none is left
 * to the usual board, which says what is wrong with it.
 */
export const puzzleFor = (puzzle: Puzzle, text: string): Puzzle => {
  const size = puzzle.sizeOf?.(text);
  if (!size || readPosition(puzzle, text).ok) return puzzle;
  return puzzle.ofSize?.(...size) ?? puzzle;
};

/** The question that was typed. Every way to ask reads it here, so that none forgets the goal of the start. */
export const parseQuestion = (puzzle: Puzzle, position: string, goal?: string): Result<Question> => {
  const start = readPosition(puzzle, position);
  return start.ok ? questionOf(puzzle, start.value, goal) : start;
};

/** Those of some puzzles of which a text says a position. */
export const puzzlesIn = (text: string, among: readonly Puzzle[]): Puzzle[] => {
  const whole = text.length > longestWhole ? [] : among.filter((puzzle) => puzzle.parsePosition(text).ok);
  if (whole.length > 0) return whole;
  const found = new Set(findBoards(text, among).map(({ puzzle }) => puzzle));
  return among.filter((puzzle) => found.has(puzzle));
};
