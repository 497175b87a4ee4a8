/** A game as a message. Pure: from data to components. */

import { ButtonStyle } from 'discord.js';
import type { TFunction } from 'i18next';
import { button, colours, container, type Message, row, text } from '../../discord/message.ts';
import { solveButton } from '../../discord/solve-button.ts';
import { fitting, inCode } from '../../discord/text.ts';
import { familyText, titleOf } from '../../locales/index.ts';
import { formatMoves, joinSteps } from '../../puzzles/moves.ts';
import type { Puzzle, Step } from '../../puzzles/puzzle.ts';
import { emojiBoard } from '../../render/emoji.ts';
import { boardRows, holeMap, isRectangular, isTappable, playId } from './board.ts';
import { isAt, optimumOf, outlookOf, positionOf, questionOfGame, type StartedGame, untold } from './game.ts';

/** Room for a solution in a message of 4,000 characters. */
const wayRoom = 1500;

/** Steps from the present position, as they are printed. */
const notated = (game: StartedGame, way: readonly Step[]): string[] => {
  const { puzzle } = questionOfGame(game);
  return formatMoves(puzzle, positionOf(game), joinSteps(puzzle, way));
};

const madeIn = (game: StartedGame, puzzle: Puzzle): number => joinSteps(puzzle, game.steps).length;

/** `1 min 5 s`, `2 h 0 min`. */
const took = (t: TFunction, milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return t('play.seconds', { seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('play.minutes', { minutes, seconds: seconds % 60 });
  return t('play.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
};

/**
 * The moves so far and how many are left at best, or that there is no way any more. In a daily challenge that is for
 * hints to tell: who sees it after each tap has only to try all of them.
 */
const status = (t: TFunction, game: StartedGame): string => {
  const { puzzle } = questionOfGame(game);
  const moves = `**${t('play.moves', { count: madeIn(game, puzzle) })}**`;
  const made = game.daily === undefined ? moves : `${moves} · ${t('play.hints', { count: game.hints })}`;
  const outlook = outlookOf(game);
  if (puzzle.legalSteps(positionOf(game)).length === 0) return `${made} · ${t('play.stuck')}`;
  if (game.daily !== undefined && game.shown === 0) return made;
  if (outlook.state === 'lost') return `${made} · ${t('play.lost')}`;
  if (outlook.state === 'unknown') return made;
  const { left, proved, way } = outlook;
  const rest = proved ? t('play.left', { count: left }) : t('play.within', { count: left });
  const [next] = notated(game, way);
  return `${made} · ${rest}${game.shown === 2 && next !== undefined ? `\n${t('play.next', { move: `**${next}**` })}` : ''}`;
};

/** How it ended: the moves against the fewest possible, the time, the hints. */
const ending = (t: TFunction, game: StartedGame): string => {
  const { puzzle } = questionOfGame(game);
  const made = madeIn(game, puzzle);
  const time = took(t, (game.finishedAt ?? game.startedAt) - game.startedAt);
  const costs = `${t('play.took', { time })} · ${t('play.hints', { count: game.hints })}`;
  const moves = t('play.moves', { count: made });
  const best = optimumOf(game);
  if (game.ending === 'solved') {
    const over = (optimum: number): string =>
      made === optimum ? t('play.perfect') : t('play.over', { count: made - optimum, best: optimum });
    const result = best === undefined ? moves : t('play.compared', { moves, result: over(best) });
    return `${t('play.solved')}\n**${result}**\n-# ${costs}`;
  }
  const outlook = outlookOf(game);
  const given = `${t('play.givenUp', { moves })}\n-# ${costs}`;
  if (outlook.state === 'lost') return `${given}\n${t('play.deadEnd')}`;
  if (outlook.state === 'unknown') return given;
  const { text: shown, left } = fitting(notated(game, outlook.way), wayRoom);
  const rest = left === 0 ? '' : ` … ${t('answer.more', { count: left })}`;
  return `${given}\n${t('play.rest', { count: outlook.left })}\n\`${shown}\`${rest}\n-# ${familyText(t, 'answer.direction', puzzle)}`;
};

/** What a message shows besides the game itself; it is in no store, and a tap on anything else ends it. */
export interface View {
  /** The peg that the player has picked up. */
  readonly picked?: number;
  /** Whether to ask once more before giving up. */
  readonly isDoubting?: boolean;
  /** Whether nobody is told the way yet: then it can't be given up either. */
  readonly isSecret?: boolean;
  /** Whether the game has come close to a secret, of which nothing is told. */
  readonly isQuiet?: boolean;
}

/** The present state of a game. */
export const gameMessage = (
  t: TFunction,
  known: StartedGame,
  { picked, isDoubting = false, isSecret = false, isQuiet = false }: View = {},
): Message => {
  const game = isQuiet ? untold(known) : known;
  const { puzzle, start, goal } = questionOfGame(game);
  const position = positionOf(game);
  const wanted = !puzzle.isGoalEvident || goal.text !== puzzle.goal.text;
  const about = [
    ...(wanted ? [t('play.goal', { goal: `\`${goal.text}\`` })] : []),
    ...(game.shared ? [t('play.anyone')] : []),
  ];
  const title = game.daily === undefined ? [] : [t('daily.title', { number: game.daily })];
  const heading = [
    `### ${[...title, titleOf(t, puzzle)].join(' · ')}`,
    ...(about.length > 0 ? [`-# ${about.join(' · ')}`] : []),
  ].join('\n');
  const board = text(emojiBoard(puzzle, position));
  if (game.ending) {
    const again = button(playId(game, 'again'), t('play.again'), ButtonStyle.Primary);
    // Of what is left; or of the whole, when that is done or can't be.
    const isOpen = game.ending === 'given-up' && outlookOf(game).state !== 'lost';
    const watch = solveButton(puzzle, isOpen ? position : start, {
      label: t('play.watch'),
      goal,
      isPrivate: game.private,
      style: ButtonStyle.Secondary,
    });
    const accent = isAt(position, goal) ? colours.solved : colours['gave-up'];
    return { components: container(accent, text(heading), board, text(ending(t, game)), row(again, watch)) };
  }
  const isFresh = game.steps.length === 0;
  const giveUp = button(playId(game, 'doubt'), t('play.giveUp'));
  const really = button(playId(game, 'giveUp'), t('play.really'), ButtonStyle.Danger);
  const control = row(
    button(playId(game, 'undo'), t('play.undo'), ButtonStyle.Secondary, isFresh),
    button(playId(game, 'restart'), t('play.restart'), ButtonStyle.Secondary, isFresh),
    button(playId(game, 'hint'), t('play.hint'), ButtonStyle.Secondary, game.shown === 2),
    ...(isSecret ? [] : [isDoubting ? really : giveUp]),
  );
  const map = isTappable(puzzle) ? [] : [text(`\`\`\`\n${inCode(holeMap(puzzle))}\n\`\`\``)];
  return {
    components: container(
      colours.working,
      text(heading),
      ...(isTappable(puzzle) && isRectangular(puzzle) ? [] : [board]),
      ...map,
      ...boardRows(t, game, picked),
      text(isQuiet ? `${status(t, game)}\n-# ${t('play.quiet')}` : status(t, game)),
      control,
    ),
  };
};
