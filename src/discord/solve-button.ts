/** The button that asks for the solution of a position which a message shows. Many features show it. */
import { type APIButtonComponentWithCustomId, ButtonStyle } from 'discord.js';
import { type Goal, type Position, type Puzzle, parseQuestion, type Question } from '../puzzles/puzzle.ts';
import { puzzleOf } from '../puzzles/registry.ts';
import { customId } from './command.ts';
import { button } from './message.ts';

export const solveComponent = 'ask';

/** Discord's limit for the text on a button. */
const longestLabel = 80;

interface ButtonOptions {
  readonly label: string;
  readonly goal?: Goal;
  /** Whether only the person who presses it sees the answer. */
  readonly isPrivate?: boolean;
  readonly style?: ButtonStyle.Primary | ButtonStyle.Secondary;
}

export const solveButton = (
  puzzle: Puzzle,
  position: Position,
  { label, goal = puzzle.goal, isPrivate = false, style = ButtonStyle.Primary }: ButtonOptions,
): APIButtonComponentWithCustomId => {
  const target = goal.text === puzzle.goal.text ? '' : goal.text;
  const id = customId(solveComponent, puzzle.id, puzzle.encode(position), target, isPrivate ? 'p' : '');
  return button(id, label.slice(0, longestLabel), style);
};

/**
 * The question of a button's fields, which come from outside.
 * @param code of the start
 * @param goal a goal's text, `~` and the code of a position, `=` for the goal of the start, or '' for the usual one
 */
export const parseFields = (puzzle: Puzzle, code: string, goal: string): Question | undefined => {
  // A code that somebody made up may be that of an invalid position.
  const decoded = (field: string): string | undefined => {
    const position = puzzle.decode(field);
    return position && puzzle.formatPosition(position);
  };
  const start = decoded(code);
  // Without a goal, a question has that of its start.
  const end = goal === '=' ? '' : goal.startsWith('~') ? decoded(goal.slice(1)) : goal || puzzle.goal.text;
  const question = start !== undefined && end !== undefined ? parseQuestion(puzzle, start, end) : undefined;
  return question?.ok ? question.value : undefined;
};

/** The inverse of the custom id. */
export const parseSolve = ([id = '', code = '', goal = '', privacy = '']: readonly string[]):
  | { readonly puzzle: Puzzle; readonly question: Question; readonly isPrivate: boolean }
  | undefined => {
  const puzzle = puzzleOf(id);
  const question = puzzle && parseFields(puzzle, code, goal);
  return question && { puzzle, question, isPrivate: privacy === 'p' };
};
