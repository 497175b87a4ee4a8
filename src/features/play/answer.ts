/** A game as a message. */

import { ButtonStyle } from 'discord.js';
import type { TFunction } from 'i18next';
import { solveButton } from '../../ask/solve-button.ts';
import {
  button,
  card,
  colours,
  goalNote,
  joinPresent,
  type Message,
  type MessagePart,
  row,
  text,
  wordRows,
} from '../../discord/message.ts';
import { inCode, movesInCode } from '../../discord/text.ts';
import { aimText, familyText, titleOf } from '../../locales/index.ts';
import { formatMoves, joinSteps } from '../../puzzles/moves.ts';
import { anything, isAt, type Step } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { emojiBoard, smallBoard } from '../../render/emoji.ts';
import { resultLines, timeText } from '../practice/answer.ts';
import type { PracticeRecord } from '../practice/rules.ts';
import { cellRows, holeMap, isTappable, looksLikeBoard, playId } from './board.ts';
import { friendsButton } from './friends.ts';
import { type Game, gameBoard, movesMade, optimumOf, outlookOf, solveOf } from './game.ts';
import { lessonButtons, lessonTitle } from './lessons.ts';
import { pieceRows } from './pieces.ts';

/** Room for a solution in a message of 4,000 characters. */
const wayRoom = 1500;

/** Steps from the current position as printed moves. */
const printed = (game: Game, way: readonly Step[]): string[] => {
  const { puzzle, position } = gameBoard(game);
  return formatMoves(puzzle, position, joinSteps(puzzle, way));
};

/** `1 min 5 s`, `2 h 0 min`. */
const took = (t: TFunction, milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return t('answer.seconds', { value: seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('play.minutes', { minutes, seconds: seconds % 60 });
  return t('play.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
};

const madeText = (t: TFunction, game: Game): string => t('answer.length', { count: movesMade(game) });

/** The moves, compared to the fewest possible where those are known. */
const comparedText = (t: TFunction, game: Game): string => {
  const best = optimumOf(game);
  if (best === undefined) return madeText(t, game);
  const over = movesMade(game) - best;
  const result = over === 0 ? t('play.perfect') : t('play.over', { count: over, best });
  return t('play.compared', { moves: madeText(t, game), result });
};

/** The number of moves, and since when the clock is running. */
const practiceStatus = (t: TFunction, game: Game): string => {
  const { puzzle, position } = gameBoard(game);
  const moves = `**${madeText(t, game)}**`;
  if (game.steps.length === 0) return `${moves}\n-# ${t('practice.clock')}`;
  const since = t('practice.since', { when: `<t:${Math.floor(game.startedAt / 1000)}:R>` });
  return joinPresent([moves, since, puzzle.legalSteps(position).length === 0 && t('practice.stuck')], ' · ');
};

/** The number of moves; with a guide or after a hint, how many are left at best, or that the position is lost. */
const status = (t: TFunction, game: Game): string => {
  const { puzzle, position } = gameBoard(game);
  const hints = game.daily !== undefined && t('play.hints', { count: game.hints });
  const made = joinPresent([`**${madeText(t, game)}**`, hints], ' · ');
  const outlook = outlookOf(game);
  if (puzzle.legalSteps(position).length === 0) return `${made} · ${t('play.stuck')}`;
  if (outlook.state === 'unknown' || (!game.guided && !game.shown)) return made;
  if (outlook.state === 'lost') return `${made} · ${t('play.lost')}`;
  const { left, proved, way } = outlook;
  const [next] = game.shown ? printed(game, way) : [];
  const rest = t(proved ? 'play.left' : 'play.within', { count: left });
  return joinPresent([`${made} · ${rest}`, next && t('play.next', { move: `**${next}**` })]);
};

/** The end of a game: the moves compared to the fewest possible, the time, the hints. */
const ending = (t: TFunction, game: Game): string => {
  const time = took(t, (game.finishedAt ?? game.startedAt) - game.startedAt);
  const costs = `-# ${t('play.took', { time })} · ${t('play.hints', { count: game.hints })}`;
  if (game.ending === 'solved') {
    const solved = t(game.lesson === undefined ? 'play.solved' : 'lesson.done');
    return `${solved}\n**${comparedText(t, game)}**\n${costs}`;
  }
  const outlook = outlookOf(game);
  const given = `${t('play.givenUp', { moves: madeText(t, game) })}\n${costs}`;
  if (outlook.state === 'lost') return `${given}\n${t('play.deadEnd')}`;
  if (outlook.state === 'unknown') return given;
  const list = movesInCode(t, printed(game, outlook.way), wayRoom);
  return `${given}\n${t('play.rest', { count: outlook.left })}\n${list}\n-# ${familyText(t, 'answer.direction', knownPuzzle(game.puzzle))}`;
};

/** The end of a game against the clock. */
const practiceEnding = (t: TFunction, game: Game, record: PracticeRecord | undefined): string => {
  const moves = madeText(t, game);
  const solve = solveOf(game);
  const lines = record && resultLines(t, record, game.id);
  if (game.ending === 'given-up')
    return joinPresent([t('play.givenUp', { moves }), !solve && t('practice.unmoved'), lines]);
  if (!solve?.time) return `${t('play.solved')}\n**${moves}**\n${t('practice.untimed')}`;
  const rate = t('practice.rate', { value: (100 * solve.moves) / solve.time });
  const result = `**${timeText(t, solve.time)}** · ${comparedText(t, game)} · ${rate}`;
  return joinPresent([t('play.solved'), result, lines]);
};

/** What a message shows besides the stored game. The next tap resets it. */
export interface GameView {
  /** A cell of the piece that the player has picked up. */
  readonly picked?: number | undefined;
  /** The board, where it is not shown in emoji. */
  readonly picture?: MessagePart | undefined;
  /** Whether to confirm giving up. */
  readonly isDoubting?: boolean;
  /** Whether the solution is still secret, so that nobody can give up. */
  readonly isSecret?: boolean;
  /** Whether the game is close to a running challenge, so that it shows no help. */
  readonly isQuiet?: boolean;
  /** What became of a solution in its contest. */
  readonly verdict?: string | undefined;
  /** What is kept of the owner's practice, if this was a game of it and counts. */
  readonly record?: PracticeRecord | undefined;
}

/** What is played, the goal, and before the first move the rules. */
const titleText = (t: TFunction, game: Game): string => {
  const { puzzle, goal } = gameBoard(game);
  const mode = game.practice && t(`practice.mode.${game.practice}`);
  const isUsual = puzzle.isGoalEvident && goal.text === puzzle.goal.text;
  const aim = isUsual ? aimText(t, puzzle, goal) : goalNote(t, puzzle, goal);
  const notes = [mode, aim, game.shared && t('play.anyone')];
  // Who has made a move knows how.
  const rule =
    !game.practice &&
    !game.ending &&
    game.steps.length === 0 &&
    (puzzle.hasLanes ? t('play.rule.lanes') : familyText(t, 'play.rule', puzzle));
  const about = joinPresent([joinPresent(notes, ' · '), rule], '\n-# ');
  const challenge = game.contest
    ? t(`contest.title.${game.duel ? 'duel' : 'fewest-moves'}`)
    : game.daily !== undefined && t('daily.title', { number: game.daily });
  const lesson = game.lesson !== undefined && lessonTitle(t, game.lesson);
  const title = joinPresent([challenge, lesson, titleOf(t, puzzle)], ' · ');
  return joinPresent([`### ${title}`, about && `-# ${about}`]);
};

/** Cells of a board that has room for its goal beside it. */
const mostGoalCells = 36;

/** The goal as a board before the first move, and all through a lesson. */
const goalText = (t: TFunction, game: Game): string | undefined => {
  const { puzzle, goal } = gameBoard(game);
  const isNew = game.steps.length === 0 || game.lesson !== undefined;
  const [end, other] = goal.positions;
  if (!end || other || puzzle.board.size > mostGoalCells || !isNew) return undefined;
  const board = emojiBoard(
    puzzle,
    end.map((piece) => (piece === anything ? 0 : piece)),
    goal,
  );
  return joinPresent([`-# ${t('play.goalBoard')}`, smallBoard(board)]);
};

/** How a game ended, and what may follow. */
const endParts = (t: TFunction, game: Game, { verdict, record, isQuiet }: GameView): MessagePart[] => {
  const { puzzle, start, goal, position } = gameBoard(game);
  // Shows the rest of a solution, or all of it if there is no rest.
  const isOpen = game.ending === 'given-up' && outlookOf(game).state !== 'lost';
  const question = { start: isOpen ? position : start, goal };
  const look = { label: t('play.watch'), isPrivate: game.private, style: ButtonStyle.Secondary } as const;
  const after = game.duel
    ? []
    : game.lesson === undefined
      ? [button(playId(game, 'again'), t('play.again'), ButtonStyle.Primary)]
      : lessonButtons(t, game.lesson, game.ending);
  return [
    text(game.practice ? practiceEnding(t, game, record) : ending(t, game), verdict),
    ...wordRows(...after, !isQuiet && friendsButton(t, game), !game.contest && solveButton(puzzle, question, look)),
  ];
};

/** The state of a running game, and its buttons that are not on the board. */
const controlParts = (t: TFunction, game: Game, { isDoubting, isSecret, isQuiet }: GameView): MessagePart[] => {
  const { puzzle } = gameBoard(game);
  const control = (action: 'undo' | 'restart' | 'hint', isDisabled: boolean) =>
    button(playId(game, action), t(`play.${action}`), ButtonStyle.Secondary, isDisabled);
  const isFresh = game.steps.length === 0;
  const otherView =
    puzzle.hasNamedPieces && button(playId(game, 'view'), t(`answer.button.${game.inEmoji ? 'picture' : 'emoji'}`));
  const giveUp = isDoubting
    ? button(playId(game, 'giveUp'), t(game.practice ? 'practice.really' : 'play.really'), ButtonStyle.Danger)
    : button(playId(game, 'doubt'), t('play.giveUp'));
  if (game.practice) return [text(practiceStatus(t, game)), row(giveUp, otherView)];
  return [
    text(joinPresent([status(t, game), isQuiet && `-# ${t('play.quiet')}`])),
    row(
      control('undo', isFresh),
      control('restart', isFresh),
      !game.contest && control('hint', game.shown),
      !isSecret && giveUp,
      otherView,
    ),
  ];
};

export const gameMessage = (t: TFunction, stored: Game, view: GameView = {}): Message => {
  const game = view.isQuiet ? { ...stored, advice: [] } : stored;
  const { puzzle, goal, position } = gameBoard(game);
  const title = titleText(t, game);
  const board = view.picture ?? text(emojiBoard(puzzle, position, goal));
  if (game.ending) {
    const accent = isAt(position, goal) ? colours.solved : colours['gave-up'];
    return card(accent, text(title), board, ...endParts(t, game, view));
  }
  return card(
    colours.working,
    // In one component, as 25 pieces with their buttons leave no room for another.
    text(title, goalText(t, game)),
    !(isTappable(puzzle) && looksLikeBoard(puzzle)) && board,
    puzzle.pieceShape === 'peg' &&
      !isTappable(puzzle) &&
      !puzzle.labels?.columns &&
      text(`\`\`\`\n${inCode(holeMap(puzzle))}\n\`\`\``),
    ...(puzzle.hasNamedPieces ? pieceRows : cellRows)(t, game, view.picked),
    ...controlParts(t, game, view),
  );
};
