/** A challenge to friends: the start of a solved game for all to see, and in how many moves its player solved it. */
import { type APIButtonComponentWithCustomId, ButtonStyle } from 'discord.js';
import type { TFunction } from 'i18next';
import { fittingId } from '../../discord/command.ts';
import {
  boardPart,
  button,
  card,
  colours,
  goalNote,
  joinPresent,
  type Message,
  row,
  text,
} from '../../discord/message.ts';
import { goalField, parseFields } from '../../discord/solve-button.ts';
import { titleOf } from '../../locales/index.ts';
import { joinSteps } from '../../puzzles/moves.ts';
import type { Puzzle, Question } from '../../puzzles/puzzle.ts';
import { puzzleOf } from '../../puzzles/registry.ts';
import type { Drawing } from '../../render/drawing.ts';
import { fitsInText } from '../../render/emoji.ts';
import { defaultPresentation } from '../../render/presentation.ts';
import { playId } from './board.ts';
import { gameBoard, type StartedGame } from './game.ts';

/** Starts the same game for whoever presses. */
export const friendComponent = 'friend';

const friendId = (puzzle: Puzzle, question: Question): string | undefined =>
  fittingId(friendComponent, puzzle.id, puzzle.encode(question.start), goalField(puzzle, question));

/** The inverse of the custom id. */
export const parseFriend = ([id = '', code = '', goal = '']: readonly string[]) => {
  const puzzle = puzzleOf(id);
  const question = puzzle && parseFields(puzzle, code, goal);
  return question && { puzzle, question };
};

/** Whether others can be challenged to a game: once, if it is solved without help, and not one of a challenge or a lesson. */
export const isForFriends = (game: StartedGame): boolean => {
  const { practice, lesson, daily, contest } = game;
  const isOwn = [practice, lesson, daily, contest].every((one) => one === undefined);
  return isOwn && game.ending === 'solved' && game.hints === 0 && !game.shared && !game.challenged;
};

/** Undefined where the position is too long for a custom id. */
export const friendsButton = (t: TFunction, game: StartedGame): APIButtonComponentWithCustomId | undefined => {
  const { puzzle, start, goal } = gameBoard(game);
  if (!isForFriends(game) || friendId(puzzle, { start, goal }) === undefined) return undefined;
  return button(playId(game, 'challenge'), t('play.challenge'));
};

/** The start, and not a word of the solution but its length. */
export const friendsMessage = async (t: TFunction, game: StartedGame, drawing: Drawing): Promise<Message> => {
  const { puzzle, start, goal } = gameBoard(game);
  const view = fitsInText(puzzle) && !puzzle.hasNamedPieces ? 'emoji' : 'picture';
  const board = await boardPart(t, view, { puzzle, position: start, goal, theme: defaultPresentation.theme }, drawing);
  const moves = t('answer.length', { count: joinSteps(puzzle, game.steps).length });
  const note = goalNote(t, puzzle, goal);
  return card(
    colours.working,
    text(joinPresent([`### ${titleOf(t, puzzle)}`, note && `-# ${note}`])),
    board,
    text(t('play.challenged', { user: `<@${game.owner}>`, moves: `**${moves}**` })),
    row(button(friendId(puzzle, { start, goal })!, t('daily.play'), ButtonStyle.Success)),
  );
};
