/** Reads what somebody typed, pasted or sent. Every entry reads positions here, so that all of them take the same texts. */
import { type Found, findPositions } from './finder.ts';
import { plainRows } from './grid.ts';
import {
  type DrawnKind,
  ok,
  type Position,
  type Puzzle,
  type Question,
  questionOf,
  type Result,
  wrong,
} from './puzzle.ts';
import { knownPuzzle, namedBoards } from './registry.ts';

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

/** The same puzzle on the board that a text draws, where its kind has others; of a kind, the puzzle on that board. */
export const puzzleFor = (chosen: Puzzle | DrawnKind, text: string): Result<Puzzle> => {
  const usual = 'id' in chosen ? chosen : undefined;
  const kind = 'id' in chosen ? chosen.kind : chosen;
  if (usual && (!kind || readPosition(usual, text).ok)) return ok(usual);
  const id = kind!.idOf(text, namedBoards(kind!));
  if (!id.ok) return id;
  const puzzle = knownPuzzle(id.value);
  return ok((usual && puzzle.inMetric?.(usual.metric)) ?? puzzle);
};

/** The question that was typed. Every way to ask reads it here or below, so that none forgets the goal of the start. */
export const parseQuestion = (puzzle: Puzzle, position: string, goal?: string): Result<Question> => {
  const start = readPosition(puzzle, position);
  return start.ok ? questionOf(puzzle, start.value, goal) : start;
};

/** Whether a text says one position of what is chosen. */
export const saysPosition = (chosen: Puzzle | DrawnKind, text: string): boolean => {
  const puzzle = puzzleFor(chosen, text);
  return puzzle.ok && readPosition(puzzle.value, text).ok;
};

/** The same on the board that the position draws, with the puzzle there. */
export const questionFor = (
  chosen: Puzzle | DrawnKind,
  position: string,
  goal?: string,
): Result<{ readonly puzzle: Puzzle; readonly question: Question }> => {
  const puzzle = puzzleFor(chosen, position);
  if (!puzzle.ok) return puzzle;
  const question = parseQuestion(puzzle.value, position, goal);
  return question.ok ? ok({ puzzle: puzzle.value, question: question.value }) : question;
};

/** Those of some puzzles of which a text says a position. */
export const puzzlesIn = (text: string, among: readonly Puzzle[]): Puzzle[] => {
  const whole = text.length > longestWhole ? [] : among.filter((puzzle) => puzzle.parsePosition(text).ok);
  if (whole.length > 0) return whole;
  const found = new Set(findBoards(text, among).map(({ puzzle }) => puzzle));
  return among.filter((puzzle) => found.has(puzzle));
};
