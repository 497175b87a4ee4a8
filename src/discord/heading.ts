/** How messages about a question begin: its heading and its board. */
import type { TFunction } from 'i18next';
import { aimText, explainObstacle, titleOf } from '../locales/index.ts';
import type { Obstacle, Question } from '../puzzles/puzzle.ts';
import { knownPuzzle } from '../puzzles/registry.ts';
import type { Drawing } from '../render/drawing.ts';
import type { Presentation } from '../render/presentation.ts';
import type { GaveUpReason } from '../search/budget.ts';
import { card, colours, type Message, type MessagePart, plainMessage, text, usualBoard } from './message.ts';

export interface PuzzleRequest {
  readonly puzzle: string;
  readonly question?: Question;
  /** How somebody wants to see its board. */
  readonly presentation?: Presentation;
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

/** Its board, as `usualBoard` shows it. */
export const questionBoard = async (
  t: TFunction,
  { puzzle, question, presentation }: PuzzleRequest,
  drawing: Drawing,
): Promise<MessagePart | undefined> =>
  question &&
  usualBoard(t, { puzzle: knownPuzzle(puzzle), position: question.start, goal: question.goal }, drawing, presentation);

/** The answer when a search gave up without a result. */
export const gaveUpMessage = (t: TFunction, request: PuzzleRequest, { reason }: { reason: GaveUpReason }): Message =>
  plainMessage(`${heading(t, request)}\n${t(`gaveUp.${reason}`)}`);

/** The answer to a question without a solution. */
export const unsolvableMessage = async (
  t: TFunction,
  request: PuzzleRequest,
  { obstacle }: { obstacle: Obstacle },
  drawing: Drawing,
): Promise<Message> =>
  card(
    colours.unsolvable,
    text(heading(t, request)),
    await questionBoard(t, request, drawing),
    text(explainObstacle(t, obstacle)),
  );
