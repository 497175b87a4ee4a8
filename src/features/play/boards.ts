/** The games that people see: each as a message that spoils no running challenge. */
import type { TFunction } from 'i18next';
import type { Message } from '../../discord/message.ts';
import { plainMessage } from '../../discord/message.ts';
import { madeAt } from '../../jobs/job.ts';
import type { Asked } from '../../jobs/reply.ts';
import { translator } from '../../locales/index.ts';
import { joinSteps } from '../../puzzles/moves.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { RunningChallenge } from '../../spoilers/challenge.ts';
import type { SpoilerGuard } from '../../spoilers/guard.ts';
import type { DailyChallenge, dailyJob } from '../daily/job.ts';
import { type Finish, isOver } from '../daily/rules.ts';
import { gameMessage, type View } from './answer.ts';
import {
  dailyId,
  type Game,
  invite,
  isStarted,
  optimumOf,
  outlookOf,
  positionOf,
  questionOfGame,
  restart,
  type StartedGame,
  start,
} from './game.ts';
import type { GameStore } from './store.ts';

/** Takes the solution of a daily challenge, which may have been taken before, and says what it is worth. */
type TakeSolution = (t: TFunction, finish: Finish, guild: string | undefined) => Promise<Message>;

const finishOf = (game: StartedGame, number: number): Finish => ({
  number,
  user: game.owner,
  puzzle: game.puzzle,
  position: game.start,
  moves: joinSteps(knownPuzzle(game.puzzle), game.steps),
  optimal: optimumOf(game)!,
  hints: game.hints,
  at: game.finishedAt!,
});

export class GameBoards {
  private readonly games: GameStore;
  private readonly guard: SpoilerGuard;
  private readonly takeSolution: TakeSolution;

  constructor(games: GameStore, guard: SpoilerGuard, takeSolution: TakeSolution) {
    this.games = games;
    this.guard = guard;
    this.takeSolution = takeSolution;
  }

  /** The present state of a game; of a daily challenge that is solved, its result. */
  async message(game: StartedGame, guild: string | undefined, view: View = {}): Promise<Message> {
    const t = translator(game.locale);
    if (game.daily !== undefined && game.ending === 'solved') {
      return this.takeSolution(t, finishOf(game, game.daily), guild);
    }
    const isQuiet = (await this.challengeNear(game)) !== undefined;
    return gameMessage(t, game, { ...view, isSecret: this.isSecret(game), isQuiet });
  }

  /** The running challenge that hints and figures of this game would spoil. Everybody in the channel reads a public game. */
  challengeNear(game: StartedGame): Promise<RunningChallenge | undefined> {
    const { puzzle, start, goal } = questionOfGame(game);
    const position = positionOf(game);
    const outlook = outlookOf(game);
    const isRestShown = game.ending === 'given-up' && outlook.state === 'known';
    const revealed = {
      puzzle,
      goal,
      // A game that has ended shows how long a solution from its start is.
      positions: game.ending ? [position, start] : [position],
      ...(isRestShown && { solution: { start: position, moves: outlook.way } }),
    };
    // The game of the daily challenge counts its hints.
    const own = game.daily === undefined ? undefined : game.start;
    return this.guard.spoiledBy(game.private ? game.owner : undefined, revealed, own);
  }

  /** Whether nobody is told the way yet. */
  isSecret({ daily }: Game): boolean {
    return daily !== undefined && !isOver(daily, Date.now());
  }

  /**
   * The board of somebody's game on a daily challenge: begun, gone on with, or tried again. Any bot may do this, and more
   * than once.
   */
  async openChallenge(
    t: TFunction,
    asked: Asked<typeof dailyJob>,
    { puzzle, position, moves }: DailyChallenge,
  ): Promise<Message> {
    const { games } = this;
    const { user, locale, guild } = asked;
    const { number } = asked.request;
    const id = dailyId(number, user);
    const before = await games.game(id);
    // It may have been solved just before its bot died, and the result not have been taken.
    if (before && isStarted(before) && before.ending === 'solved') await this.message(before, guild);
    const { goal } = knownPuzzle(puzzle);
    const invited = { id, owner: user, private: true, shared: false, locale, puzzle, goal: goal.text, daily: number };
    await games.add(invite(invited), madeAt(asked.id));
    const begun = (game: Game): StartedGame | undefined => {
      if (!isStarted(game)) return start(game, position, moves, Date.now());
      return game.ending && restart(game);
    };
    const game = (await games.update(id, begun)) ?? (await games.game(id));
    return game && isStarted(game) ? this.message(game, guild) : plainMessage(t('play.gone'));
  }

  /** How many hints somebody has had of a daily challenge. */
  async hintsOf(number: number, user: string): Promise<number> {
    return (await this.games.game(dailyId(number, user)))?.hints ?? 0;
  }
}
