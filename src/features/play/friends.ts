/** A challenge to friends: the start of a solved game for all to see, and in how many moves its player solved it. */
import { type APIButtonComponentWithCustomId, ButtonStyle } from 'discord.js';
import type { TFunction } from 'i18next';
import { questionFields } from '../../ask/solve-button.ts';
import { fittingId } from '../../discord/command.ts';
import {
  button,
  card,
  colours,
  goalNote,
  joinPresent,
  type Message,
  row,
  text,
  usualBoard,
} from '../../discord/message.ts';
import { titleOf } from '../../locales/index.ts';
import type { Drawing } from '../../render/drawing.ts';
import { playId } from './board.ts';
import { type Game, gameBoard, movesMade } from './game.ts';

/** Starts the same game for whoever presses. */
export const friendComponent = 'friend';

/**
 * The custom id of *Play* for others. Undefined unless the game is solved without help, is neither on a challenge nor a lesson,
 * and has not been posted yet; and where its start is too long for a custom id.
 */
export const friendId = (game: Game): string | undefined => {
  const { practice, lesson, daily, contest } = game;
  const isOwn = [practice, lesson, daily, contest].every((one) => one === undefined);
  if (!isOwn || game.ending !== 'solved' || game.hints > 0 || game.shared || game.challenged) return undefined;
  const { puzzle, start, goal } = gameBoard(game);
  return fittingId(friendComponent, ...questionFields(puzzle, { start, goal }));
};

export const friendsButton = (t: TFunction, game: Game): APIButtonComponentWithCustomId | false =>
  friendId(game) !== undefined && button(playId(game, 'challenge'), t('play.challenge'));

/**
 * The start, and in how many moves the player solved it: nothing else of the solution.
 * @param play the custom id of its button
 */
export const friendsMessage = async (t: TFunction, game: Game, play: string, drawing: Drawing): Promise<Message> => {
  const { puzzle, start, goal } = gameBoard(game);
  const board = await usualBoard(t, { puzzle, position: start, goal }, drawing);
  const moves = t('answer.length', { count: movesMade(game) });
  const note = goalNote(t, puzzle, goal);
  return card(
    colours.working,
    text(joinPresent([`### ${titleOf(t, puzzle)}`, note && `-# ${note}`])),
    board,
    text(t('play.challenged', { user: `<@${game.owner}>`, moves: `**${moves}**` })),
    row(button(play, t('daily.play'), ButtonStyle.Success)),
  );
};
