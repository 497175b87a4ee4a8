/** The button that asks for the solution of a position which a message shows. Many features show it. */
import { type APIButtonComponentWithCustomId, ButtonStyle } from 'discord.js';
import type { Goal, Position, Puzzle, Question } from '../puzzles/puzzle.ts';
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

/** The inverse of the custom id. */
export const parseSolve = ([id = '', rank = '', goalText = '', privacy = '']: readonly string[]):
  | { readonly puzzle: Puzzle; readonly question: Question; readonly isPrivate: boolean }
  | undefined => {
  const puzzle = puzzleOf(id);
  const number = /^[\da-z]{1,11}$/u.test(rank) ? Number.parseInt(rank, 36) : -1;
  if (!puzzle || !Number.isSafeInteger(number) || number < 0) return undefined;
  const position = puzzle.parsePosition(puzzle.formatPosition(puzzle.unrank(number)));
  const goal = puzzle.parseGoal(goalText === '' ? puzzle.goal.text : goalText);
  const question = position.ok && goal.ok ? puzzle.question(position.value, goal.value) : undefined;
  return question?.ok ? { puzzle, question: question.value, isPrivate: privacy === 'p' } : undefined;
};
