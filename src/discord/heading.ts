/** How messages about a question begin: its heading and its board. */
import type { APIComponentInContainer } from 'discord.js';
import type { TFunction } from 'i18next';
import { aimText, explainObstacle, titleOf } from '../locales/index.ts';
import type { Obstacle, Question } from '../puzzles/puzzle.ts';
import { knownPuzzle } from '../puzzles/registry.ts';
import { emojiBoard, fitsInText } from '../render/emoji.ts';
import type { GaveUpReason } from '../search/budget.ts';
import { card, colours, type Message, plainMessage, text } from './message.ts';

export interface PuzzleRequest {
  readonly puzzle: string;
  readonly question?: Question;
}

export const heading = (t: TFunction, { puzzle: id, question }: PuzzleRequest): string => {
  const puzzle = knownPuzzle(id);
  const title = `### ${titleOf(t, puzzle)}`;
  if (!question) return title;
  const position = `${title}\n\`${puzzle.formatPosition(question.start)}\``;
  const isUsual = question.goal.text === puzzle.goal.text;
  if (isUsual && puzzle.isGoalEvident) return position;
  const aim = aimText(t, puzzle, question.goal);
  if (aim) return `${position}\n-# ${aim}`;
  return isUsual ? position : `${position} → \`${question.goal.text}\``;
};

/** Its board, unless the message has no room for it. */
export const boards = ({ puzzle: id, question }: PuzzleRequest): APIComponentInContainer[] => {
  const puzzle = knownPuzzle(id);
  return question && fitsInText(puzzle) ? [text(emojiBoard(puzzle, question.start, question.goal))] : [];
};

/** The answer when a search gave up without a result. */
export const gaveUpMessage = (t: TFunction, request: PuzzleRequest, { reason }: { reason: GaveUpReason }): Message =>
  plainMessage(`${heading(t, request)}\n${t(`gaveUp.${reason}`)}`);

/** The answer to a question without a solution. */
export const unsolvableMessage = (
  t: TFunction,
  request: PuzzleRequest,
  { obstacle }: { obstacle: Obstacle },
): Message =>
  card(colours.unsolvable, text(heading(t, request)), ...boards(request), text(explainObstacle(t, obstacle)));
