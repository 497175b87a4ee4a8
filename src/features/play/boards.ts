/** Shows games without spoilers of running challenges. */
import type { TFunction } from 'i18next';
import { type Message, type MessagePart, plainMessage, usualBoard } from '../../discord/message.ts';
import { madeAt } from '../../discord/snowflake.ts';
import { translator } from '../../locales/index.ts';
import { joinSteps } from '../../puzzles/moves.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { ReplyContext } from '../../queue/answer.ts';
import type { Drawing } from '../../render/drawing.ts';
import type { RunningChallenge } from '../../spoilers/challenge.ts';
import type { SpoilerGuard } from '../../spoilers/guard.ts';
import type { DailyChallenge } from '../daily/job.ts';
import { type Finish, isDayOver } from '../daily/rules.ts';
import type { PracticeStore } from '../practice/store.ts';
import { type GameView, gameMessage } from './answer.ts';
import {
  challengeId,
  type Game,
  gameBoard,
  hintedLanding,
  isChallenge,
  movesMade,
  newGame,
  optimumOf,
  outlookOf,
  restart,
  solveOf,
} from './game.ts';
import type { GameStore } from './store.ts';

interface GameBoardsDeps {
  readonly drawing: Drawing;
  readonly games: GameStore;
  readonly guard: SpoilerGuard;
  readonly practice: PracticeStore;
  /** Records a solution of a daily challenge, at least once, and says how good it is. */
  takeSolution(t: TFunction, finish: Finish, guild: string | undefined): Promise<Message>;
}

type PlayedSolution = Pick<Finish, 'user' | 'puzzle' | 'position' | 'moves' | 'at'>;

export class GameBoards {
  private readonly deps: GameBoardsDeps;
  // Set by the contests, without which there is no game on one.
  /** Records a solution in a contest, at least once, and says what became of it. */
  takeAnswer?: (t: TFunction, contest: string, solution: PlayedSolution) => Promise<string>;
  /** Tells a duel how many moves a player has made. */
  takeProgress?: (duel: string, user: string, moves: number) => Promise<void>;

  constructor(deps: GameBoardsDeps) {
    this.deps = deps;
  }

  /** The state of a game; for a solved daily challenge, its result. */
  async message(game: Game, guild: string | undefined, view: GameView = {}): Promise<Message> {
    const t = translator(game.locale);
    const { daily: number, contest, practice, puzzle, owner: user, start: position, hints } = game;
    const isSolved = game.ending === 'solved' && isChallenge(game);
    const moves = isSolved ? joinSteps(knownPuzzle(puzzle), game.steps) : [];
    const solution = { user, puzzle, position, moves, at: game.finishedAt! };
    if (contest !== undefined) {
      if (game.duel && !isSolved) {
        await this.takeProgress?.(contest, user, movesMade(game));
      }
      const verdict = isSolved ? await this.takeAnswer?.(t, contest, solution) : undefined;
      return gameMessage(t, game, { ...view, picture: await this.pictureOf(t, game, true), isSecret: true, verdict });
    }
    if (number !== undefined && isSolved) {
      return this.deps.takeSolution(t, { ...solution, number, optimal: optimumOf(game)!, hints }, guild);
    }
    const solve = practice && solveOf(game);
    const counting = solve && this.deps.practice.count(user, { puzzle, mode: practice }, solve, guild);
    const [challenge, record] = await Promise.all([this.challengeNear(game, guild), counting]);
    const isQuiet = challenge !== undefined;
    const picture = await this.pictureOf(t, game, isQuiet);
    return gameMessage(t, game, { ...view, picture, isSecret: this.isSecret(game), isQuiet, record });
  }

  /** A picture of the board; undefined for emoji. */
  private async pictureOf(t: TFunction, game: Game, isQuiet: boolean): Promise<MessagePart | undefined> {
    const { puzzle, goal, position } = gameBoard(game);
    if (!puzzle.hasNamedPieces || game.inEmoji) return undefined;
    const hinted = isQuiet ? undefined : hintedLanding(game);
    const moves = hinted ? [[hinted.steps[0][0], hinted.to]] : [];
    return usualBoard(t, { puzzle, position, goal, moves }, this.deps.drawing);
  }

  /** The running challenge that help in this game would spoil, if any. */
  challengeNear(game: Game, guild: string | undefined): Promise<RunningChallenge | undefined> {
    const { puzzle, start, goal, position } = gameBoard(game);
    const outlook = outlookOf(game);
    const isRestShown = game.ending === 'given-up' && outlook.state === 'known';
    // The end shows the length of a solution from the start.
    const positions = game.ending ? [position, start] : [position];
    const solution = isRestShown && { solution: { start: position, moves: outlook.way } };
    const revealed = { puzzle, goal, positions, ...solution };
    // A game on a daily challenge counts its hints.
    const own = game.daily === undefined ? undefined : game.start;
    return this.deps.guard.spoiledBy({ user: game.owner, guild, private: game.private }, revealed, own);
  }

  /** Whether nobody may see the solution: that of a running daily challenge, or of a contest. */
  isSecret({ daily, contest }: Game): boolean {
    return contest !== undefined || (daily !== undefined && !isDayOver(daily, Date.now()));
  }

  /**
   * Starts, resumes or repeats a game on a challenge. Several bots may do this for the same request.
   * @param of the number of a daily challenge, or the id of a contest
   * @param question its position; the solution of a contest is not known here
   */
  async openChallenge(
    t: TFunction,
    { id: opening, user, locale, guild }: Pick<ReplyContext, 'id' | 'user' | 'locale' | 'guild'>,
    of: { readonly daily: number } | { readonly contest: string; readonly duel?: true },
    { puzzle, position, moves }: Pick<DailyChallenge, 'puzzle' | 'position'> & Partial<DailyChallenge>,
  ): Promise<Message> {
    const { games } = this.deps;
    const id = challengeId('daily' in of ? of.daily : of.contest, user);
    const before = await games.game(id);
    // A bot may have died before it recorded the solution.
    if (before?.ending === 'solved') await this.message(before, guild);
    const { goal } = knownPuzzle(puzzle);
    const alone = { private: true, shared: false };
    const setup = { id, owner: user, ...alone, locale, puzzle, goal: goal.text, ...of, opening };
    await games.add(newGame(setup, position, moves, Date.now()), madeAt(opening));
    const repeated = (game: Game): Game | undefined => {
      const again = game.ending && game.opening !== opening ? restart(game) : undefined;
      return again && { ...again, opening };
    };
    const game = (await games.update(id, repeated)) ?? (await games.game(id));
    return game ? this.message(game, guild) : plainMessage(t('play.gone'));
  }

  async hintsOf(number: number, user: string): Promise<number> {
    return (await this.deps.games.game(challengeId(number, user)))?.hints ?? 0;
  }
}
