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
  const id = customId(solveComponent, puzzle.id, puzzle.rank(position).toString(36), target, isPrivate ? 'p' : '');
  return button(id, label.slice(0, longestLabel), style);
};

/**
 * The question of a button's fields, which come from outside.
 * @param rank of the start, in base 36
 * @param goal a goal's text, `~` and a rank, or '' for the usual goal
 */
export const parseFields = (puzzle: Puzzle, rank: string, goal: string): Question | undefined => {
  const unranked = (field: string): string | undefined => {
    const number = /^[\da-z]{1,11}$/u.test(field) ? Number.parseInt(field, 36) : Number.NaN;
    return Number.isSafeInteger(number) ? puzzle.formatPosition(puzzle.unrank(number)) : undefined;
  };
  const start = unranked(rank);
  const end = goal.startsWith('~') ? unranked(goal.slice(1)) : goal || puzzle.goal.text;
  const question = start !== undefined && end !== undefined ? parseQuestion(puzzle, start, end) : undefined;
  return question?.ok ? question.value : undefined;
};

/** The inverse of the custom id. */
export const parseSolve = ([id = '', rank = '', goal = '', privacy = '']: readonly string[]):
  | { readonly puzzle: Puzzle; readonly question: Question; readonly isPrivate: boolean }
  | undefined => {
  const puzzle = puzzleOf(id);
  const question = puzzle && parseFields(puzzle, rank, goal);
  return question && { puzzle, question, isPrivate: privacy === 'p' };
};
