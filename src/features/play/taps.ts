/** Taps on the boards of games. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageComponentInteraction } from 'discord.js';
import { replyPrivately, update as updateMessage } from '../../discord/replies.ts';
import { translator } from '../../locales/index.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { RunningChallenge } from '../../spoilers/challenge.ts';
import type { SpoilerGuard } from '../../spoilers/guard.ts';
import { Adviser } from './adviser.ts';
import type { View } from './answer.ts';
import type { Action, Tap } from './board.ts';
import type { GameBoards } from './boards.ts';
import {
  advised,
  changed,
  type Game,
  giveUp,
  hint,
  isStarted,
  outlookOf,
  play,
  positionOf,
  restart,
  type StartedGame,
  undo,
} from './game.ts';
import type { GameStore } from './store.ts';

/** What a tap waits for a table before the board is shown without the figure, and how long that may still come. */
const tapPatience = 300;
const latePatience = 5000;
/** What a hint waits for a search. */
export const hintPatience = 25_000;
/** Discord gives 3 s for the first response; a hint that takes longer than this acknowledges before. */
export const silence = 1500;

/** What only the owner of a shared game may do. */
const ownersOnly: readonly Action[] = ['restart', 'doubt', 'giveUp'];

/** What a component asks of the game that its message shows; undefined: nothing that changes it. */
const change = (
  game: StartedGame,
  { action, cells }: Tap,
  interaction: MessageComponentInteraction,
): StartedGame | undefined => {
  const now = Date.now();
  switch (action) {
    case 'tap': {
      const moves = knownPuzzle(game.puzzle).tap(positionOf(game), cells[0]!);
      return moves.length === 0
        ? undefined
        : moves.reduce<StartedGame | undefined>(
            (after, step) => (after?.ending ? after : after && play(after, step, now)),
            game,
          );
    }
    case 'jump':
      return play(game, [cells[0]!, cells[1]!], now);
    case 'menu': {
      const [value = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
      const [from, to] = value.split('-').map(Number);
      return play(game, [from!, to!], now);
    }
    case 'undo':
      return undo(game);
    case 'restart':
      return restart(game);
    case 'again':
      if (game.daily !== undefined) return restart(game);
      // A version of its own, so that of two taps on it one starts a game.
      return game.ending && changed(game, {});
    // Those of the last two take a search first.
    case 'none':
    case 'doubt':
    case 'hint':
    case 'giveUp':
      return undefined;
  }
};

interface TapDeps {
  readonly games: GameStore;
  readonly adviser: Adviser;
  readonly guard: SpoilerGuard;
  readonly boards: GameBoards;
  /** Starts a new game like one that is over. */
  readonly again: (interaction: MessageComponentInteraction, game: StartedGame) => Promise<void>;
}

export class Taps {
  private readonly games: GameStore;
  private readonly adviser: Adviser;
  private readonly guard: SpoilerGuard;
  private readonly boards: GameBoards;
  private readonly again: TapDeps['again'];

  constructor({ games, adviser, guard, boards, again }: TapDeps) {
    this.games = games;
    this.adviser = adviser;
    this.guard = guard;
    this.boards = boards;
    this.again = again;
  }

  async run(interaction: MessageComponentInteraction, tap: Tap): Promise<void> {
    const { user, locale } = interaction;
    const game = await this.games.game(tap.id);
    if (!game || !isStarted(game)) return replyPrivately(interaction, translator(locale)('play.gone'));
    const isOwner = user.id === game.owner;
    if (!isOwner && (!game.shared || ownersOnly.includes(tap.action))) {
      const say = translator(locale);
      const owner = `<@${game.owner}>`;
      return replyPrivately(
        interaction,
        game.shared ? say('play.ownersOnly', { owner }) : say('play.notYours', { owner }),
      );
    }
    // An older board, or a tap that was delivered twice: what it asked for is done, or no longer possible.
    if (tap.version !== game.version) return this.show(interaction, game);
    if (tap.action === 'hint') return this.hinted(interaction, game);
    if (tap.action === 'giveUp' && !this.boards.isSecret(game)) return this.givenUp(interaction, game);
    if (!change(game, tap, interaction)) {
      const isPick = tap.action === 'tap' && !game.ending;
      return this.show(interaction, game, {
        ...(isPick && { picked: tap.cells[0]! }),
        isDoubting: tap.action === 'doubt',
      });
    }
    // A daily challenge has a way back of its own.
    const isPlayed = isOwner && game.daily === undefined;
    const made = await this.update(game, (now) => change(now, tap, interaction), isPlayed);
    if (!made) return this.showLatest(interaction, tap.id);
    if (tap.action === 'again' && made.daily === undefined) {
      return this.again(interaction, game);
    }
    if (Adviser.isQuick(made) && made.daily === undefined) await this.followed(interaction, made);
    else await this.show(interaction, made);
  }

  /**
   * Change a game as long as nobody has moved. What searches say of it may be added at any time, and is no reason to
   * refuse a tap.
   */
  private update(
    { id, version }: StartedGame,
    apply: (game: StartedGame) => StartedGame | undefined,
    isPlayed = false,
  ): Promise<StartedGame | undefined> {
    const current = (game: Game) => (isStarted(game) && game.version === version ? apply(game) : undefined);
    return this.games.update(id, current, isPlayed);
  }

  /**
   * Show a step that has been made. A tap is answered at once: a table is waited for as long as nobody notices, and what
   * it says later is put in later, unless the game has gone on.
   */
  private async followed(interaction: MessageComponentInteraction, made: StartedGame): Promise<void> {
    const informed = this.informed(made, interaction, latePatience);
    const early = await Promise.race([informed, sleep(tapPatience)]);
    await this.show(interaction, early ?? made);
    if (early) return;
    const game = await informed;
    const latest = await this.games.game(game.id);
    if (latest?.version === game.version && outlookOf(game).state !== 'unknown') await this.show(interaction, game);
  }

  /** The game with what a search says of its position, if that is not known and can be had in time. */
  private async informed(
    game: StartedGame,
    { user, id }: MessageComponentInteraction,
    milliseconds: number,
  ): Promise<StartedGame> {
    if (game.ending || outlookOf(game).state !== 'unknown' || (await this.boards.challengeNear(game))) return game;
    const advice = await this.adviser.ask(game, user.id, id, milliseconds);
    // Somebody who moved meanwhile has asked anew.
    return (advice && (await this.update(game, (now) => advised(now, advice)))) ?? game;
  }

  /** A hint may take a search of its own. */
  private async hinted(interaction: MessageComponentInteraction, game: StartedGame): Promise<void> {
    const challenge = await this.boards.challengeNear(game);
    if (challenge) return this.keepQuiet(interaction, challenge);
    const wasKnown = outlookOf(game).state === 'known';
    const known = await this.searched(interaction, game);
    const outlook = outlookOf(known);
    const isDaily = game.daily !== undefined;
    if (outlook.state === 'unknown') {
      await this.show(interaction, known);
      return replyPrivately(interaction, translator(interaction.locale)('play.noAdvice'));
    }
    const isLost = outlook.state === 'lost';
    if (isLost && !isDaily) return this.show(interaction, known);
    // In a daily challenge nothing has been on show, and that there is no way is all that there is to say.
    const made = await this.update(known, (now) => hint(now, isDaily ? isLost : wasKnown));
    return made ? this.show(interaction, made) : this.showLatest(interaction, known.id);
  }

  /** The end, with the rest of a solution if one is found in time. */
  private async givenUp(interaction: MessageComponentInteraction, game: StartedGame): Promise<void> {
    const known = await this.searched(interaction, game);
    const made = await this.update(known, (now) => giveUp(now, Date.now()), game.daily === undefined);
    if (!made) return this.showLatest(interaction, known.id);
    await this.show(interaction, made);
    const challenge = await this.boards.challengeNear(made);
    if (challenge) await this.keepQuiet(interaction, challenge);
  }

  /** What a search says, however long that takes: the tap is acknowledged before Discord takes it for lost. */
  private async searched(interaction: MessageComponentInteraction, game: StartedGame): Promise<StartedGame> {
    const acknowledge = setTimeout(() => void interaction.deferUpdate().catch(() => {}), silence);
    try {
      return await this.informed(game, interaction, hintPatience);
    } finally {
      clearTimeout(acknowledge);
    }
  }

  /** Of two taps at the same moment one was first; this is what it led to. */
  private async showLatest(interaction: MessageComponentInteraction, id: string): Promise<void> {
    const game = await this.games.game(id);
    if (!game || !isStarted(game)) return replyPrivately(interaction, translator(interaction.locale)('play.gone'));
    return this.show(interaction, game);
  }

  /** Says why there is no hint or solution. The board is already up to date. */
  private async keepQuiet(interaction: MessageComponentInteraction, challenge: RunningChallenge): Promise<void> {
    const content = await this.guard.refusal(translator(interaction.locale), challenge, interaction.user.id);
    await replyPrivately(interaction, content);
  }

  private async show(interaction: MessageComponentInteraction, game: StartedGame, view: View = {}): Promise<void> {
    await updateMessage(interaction, await this.boards.message(game, interaction.guildId ?? undefined, view));
  }
}
