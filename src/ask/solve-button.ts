/** The button that asks for the solution of a position which a message shows. Many features show it. */
import { type APIButtonComponentWithCustomId, ButtonStyle } from 'discord.js';
import { fittingId } from '../discord/command.ts';
import { button } from '../discord/message.ts';
import { endPosition, type Puzzle, type Question } from '../puzzles/puzzle.ts';
import { parseQuestion } from '../puzzles/reader.ts';
import { puzzleOf } from '../puzzles/registry.ts';

export const solveComponent = 'ask';

/** Discord's limit for the text on a button. */
const longestLabel = 80;

interface ButtonOptions {
  readonly label: string;
  /** Whether only the person who presses it sees the answer. */
  readonly isPrivate?: boolean;
  readonly style?: ButtonStyle.Primary | ButtonStyle.Secondary;
}

/**
 * A goal as a field of a custom id, which has 100 characters: '' for the usual one, `=` for that of its start, `~` and a
 * code for one position, or its text.
 */
const goalField = (puzzle: Puzzle, { start, goal }: Question): string => {
  if (goal.text === puzzle.goal.text) return '';
  if (goal.text === puzzle.defaultGoal?.(start).text) return '=';
  return goal.positions.length === 1 ? `~${puzzle.encode(endPosition(goal))}` : goal.text;
};

/** A question as fields of a custom id. */
export const questionFields = (
  puzzle: Puzzle,
  question: Question,
): readonly [id: string, code: string, goal: string] => [
  puzzle.id,
  puzzle.encode(question.start),
  goalField(puzzle, question),
];

/** Undefined where the start and the goal are too long for a custom id, as those of large boards may be. */
export const solveButton = (
  puzzle: Puzzle,
  question: Question,
  { label, isPrivate = false, style = ButtonStyle.Primary }: ButtonOptions,
): APIButtonComponentWithCustomId | undefined => {
  const id = fittingId(solveComponent, ...questionFields(puzzle, question), isPrivate ? 'p' : '');
  return id === undefined ? undefined : button(id, label.slice(0, longestLabel), style);
};

/** The inverse of `questionFields`, which come from outside. */
export const parseFields = ([id = '', code = '', goal = '']: readonly string[]):
  | { readonly puzzle: Puzzle; readonly question: Question }
  | undefined => {
  const puzzle = puzzleOf(id);
  if (!puzzle) return undefined;
  // A code that somebody made up may be that of an invalid position.
  const decoded = (field: string): string | undefined => {
    const position = puzzle.decode(field);
    return position && puzzle.formatPosition(position);
  };
  const start = decoded(code);
  // Without a goal, a question has that of its start.
  const end = goal === '=' ? '' : goal.startsWith('~') ? decoded(goal.slice(1)) : goal || puzzle.goal.text;
  const question = start !== undefined && end !== undefined ? parseQuestion(puzzle, start, end) : undefined;
  return question?.ok ? { puzzle, question: question.value } : undefined;
};

/** The inverse of the custom id. */
export const parseSolve = (fields: readonly string[]) => {
  const parsed = parseFields(fields);
  return parsed && { ...parsed, isPrivate: fields[3] === 'p' };
};
