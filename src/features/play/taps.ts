/** Taps on the boards of games. */
import type { MessageComponentInteraction } from 'discord.js';
import {
  acknowledgedIfLate,
  replyPrivately,
  replyWhenMade,
  tell,
  unlessAcknowledged,
  update as updateMessage,
} from '../../discord/replies.ts';
import { translator } from '../../locales/index.ts';
import type { Lane } from '../../queue/define.ts';
import { within } from '../../runtime/deadline.ts';
import type { RunningChallenge } from '../../spoilers/challenge.ts';
import type { Services } from '../feature.ts';
import { askAdvice } from './adviser.ts';
import type { GameView } from './answer.ts';
import type { Action, Tap } from './board.ts';
import { friendId, friendsMessage } from './friends.ts';
import {
  advised,
  canMove,
  changed,
  type Game,
  gameBoard,
  giveUp,
  hint,
  isChallenge,
  landingsFrom,
  outlookOf,
  playStep,
  restart,
  undo,
} from './game.ts';
import type { GameStore } from './store.ts';

/** Milliseconds to wait before the board is shown without the moves left, which follow. */
const tapPatience = 300;
/** Milliseconds to wait for a search. */
export const hintPatience = 25_000;
/** A tap whose search or picture takes longer is acknowledged, as Discord allows 3 s for the first response to both. */
export const silence = 1000;

/** What only the owner of a shared game may do. */
const ownersOnly: readonly Action[] = ['restart', 'doubt', 'giveUp'];

/** What a menu makes of its option: the cell of a piece, or those of a move. */
const chosen = (interaction: MessageComponentInteraction, tap: Tap): Tap => {
  if (tap.action !== 'menu') return tap;
  const [value = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
  const cells = value.split('-').map(Number);
  return { ...tap, action: cells.length === 1 ? 'tap' : 'jump', cells };
};

/** What a tap waits for. If that takes long, the tap is acknowledged before Discord's limit. */
const acknowledged = <T>(interaction: MessageComponentInteraction, making: Promise<T>): Promise<T> => {
  const acknowledge = async () => interaction.deferred || interaction.replied || interaction.deferUpdate();
  return acknowledgedIfLate(making, acknowledge, silence);
};

/** The game after a tap; undefined if the tap changes nothing, or needs a search first. */
const change = (game: Game, { action, cells }: Tap, interaction: MessageComponentInteraction): Game | undefined => {
  // Discord's time of the tap, so that a timer does not depend on how busy we are.
  const now = interaction.createdTimestamp;
  switch (action) {
    case 'tap':
    case 'jump': {
      const { puzzle, position } = gameBoard(game);
      const [from, to] = cells as [number, number];
      const steps =
        action === 'tap'
          ? puzzle.tap(position, from)
          : (landingsFrom(puzzle, position, from).find((landing) => landing.to === to)?.steps ?? []);
      let after: Game | undefined = steps.length === 0 ? undefined : game;
      for (const step of steps) if (after && !after.ending) after = playStep(after, step, now);
      return after;
    }
    case 'view':
      return game.ending ? undefined : changed(game, { inEmoji: !game.inEmoji });
    case 'undo':
      return undo(game);
    case 'restart':
      return restart(game);
    case 'again':
      if (isChallenge(game)) return restart(game);
      // Takes a new version, so that only one of two taps starts a new game.
      return game.ending && changed(game, {});
    default:
      return undefined;
  }
};

export class Taps {
  private readonly services: Services;
  private readonly games: GameStore;
  private readonly playAgain: (interaction: MessageComponentInteraction, game: Game) => Promise<void>;

  constructor(services: Services, games: GameStore, playAgain: Taps['playAgain']) {
    this.services = services;
    this.games = games;
    this.playAgain = playAgain;
  }

  async run(interaction: MessageComponentInteraction, pressed: Tap): Promise<void> {
    const tap = chosen(interaction, pressed);
    const { user } = interaction;
    const game = await this.games.game(tap.id);
    if (!game) return tell(interaction, 'play.gone');
    const isOwner = user.id === game.owner;
    if (!isOwner && (!game.shared || ownersOnly.includes(tap.action))) {
      const refusal = game.shared ? 'play.ownersOnly' : 'play.notYours';
      return tell(interaction, refusal, { owner: `<@${game.owner}>` });
    }
    // The message was outdated, or Discord delivered the tap twice.
    if (tap.version !== game.version) return this.show(interaction, game);
    if (tap.action === 'hint' && !game.practice && !game.contest) return this.hint(interaction, game);
    if (tap.action === 'challenge') return this.challenge(interaction, game);
    if (tap.action === 'giveUp' && !this.services.gameBoards.isSecret(game)) return this.giveUp(interaction, game);
    if (!change(game, tap, interaction)) {
      const picked = tap.action === 'tap' && !game.ending ? tap.cells[0] : undefined;
      if (picked !== undefined && !canMove(game, picked)) return tell(interaction, 'play.blocked');
      return this.show(interaction, game, { picked, isDoubting: tap.action === 'doubt' });
    }
    const isRepeated = isChallenge(game);
    const changed = await this.update(game, (now) => change(now, tap, interaction), isOwner && !isRepeated);
    if (!changed) return this.showLatest(interaction, tap.id);
    if (tap.action === 'again' && !isRepeated) return this.playAgain(interaction, game);
    if (changed.guided) return this.showWithAdvice(interaction, changed);
    return this.show(interaction, changed);
  }

  /** Change a game unless it has a new version. Advice doesn't make one. */
  private update(
    { id, version }: Game,
    apply: (game: Game) => Game | undefined,
    isPlayed = false,
  ): Promise<Game | undefined> {
    const current = (game: Game) => (game.version === version ? apply(game) : undefined);
    return this.games.update(id, current, isPlayed);
  }

  /** Show a game at once, and again when the moves left are known, unless the game has changed. */
  private async showWithAdvice(interaction: MessageComponentInteraction, changed: Game): Promise<void> {
    const advising = this.advise(changed, interaction, hintPatience, 'quick');
    const early = await within(tapPatience, advising);
    // Discord's confirmation was lost, or another bot showed the game without the moves left.
    const isShown = await unlessAcknowledged(this.show(interaction, early ?? changed));
    if (early && isShown) return;
    interaction.replied = true;
    const game = await advising;
    const latest = await this.games.game(game.id);
    if (latest?.version === game.version && outlookOf(game).state !== 'unknown') await this.show(interaction, game);
  }

  /** The game with a search result for its position, if one is needed, allowed and found in time. */
  private async advise(
    game: Game,
    { user, id, guildId }: MessageComponentInteraction,
    milliseconds: number,
    lane: Lane,
  ): Promise<Game> {
    const { gameBoards } = this.services;
    if (
      game.ending ||
      outlookOf(game).state !== 'unknown' ||
      (await gameBoards.challengeNear(game, guildId ?? undefined))
    )
      return game;
    const advice = await askAdvice(this.services, game, { user: user.id, id, milliseconds, lane });
    return (advice && (await this.update(game, (now) => advised(now, advice)))) ?? game;
  }

  private async hint(interaction: MessageComponentInteraction, game: Game): Promise<void> {
    const challenge = await this.services.gameBoards.challengeNear(game, interaction.guildId ?? undefined);
    if (challenge) return this.refuse(interaction, challenge);
    const known = await this.search(interaction, game);
    const { state } = outlookOf(known);
    if (state === 'unknown') {
      await this.show(interaction, known);
      return tell(interaction, 'play.noAdvice');
    }
    // A guide says by itself that a position is lost.
    if (state === 'lost' && known.guided) return this.show(interaction, known);
    const changed = await this.update(known, hint);
    return changed ? this.show(interaction, changed) : this.showLatest(interaction, known.id);
  }

  private async giveUp(interaction: MessageComponentInteraction, game: Game): Promise<void> {
    // In practice, the next game begins sooner without the solution.
    const known = game.practice ? game : await this.search(interaction, game);
    const at = interaction.createdTimestamp;
    const changed = await this.update(known, (now) => giveUp(now, at), game.daily === undefined);
    if (!changed) return this.showLatest(interaction, known.id);
    await this.show(interaction, changed);
    const challenge = await this.services.gameBoards.challengeNear(changed, interaction.guildId ?? undefined);
    if (challenge) await this.refuse(interaction, challenge);
  }

  /** Posts a solved game for others, once. */
  private async challenge(interaction: MessageComponentInteraction, game: Game): Promise<void> {
    const { gameBoards, drawing } = this.services;
    const play = friendId(game);
    if (play === undefined) return this.show(interaction, game);
    const near = await gameBoards.challengeNear({ ...game, private: false }, interaction.guildId ?? undefined);
    if (near) return this.refuse(interaction, near);
    // Of two presses at once, one posts. The version stays, so that the other buttons of the message still work.
    const changed = await this.update(game, (now) => (friendId(now) ? { ...now, challenged: true } : undefined));
    if (!changed) return this.showLatest(interaction, game.id);
    const t = translator(interaction.guildLocale ?? game.locale);
    await replyWhenMade(interaction, friendsMessage(t, game, play, drawing), false);
  }

  private search(interaction: MessageComponentInteraction, game: Game): Promise<Game> {
    return acknowledged(interaction, this.advise(game, interaction, hintPatience, 'long'));
  }

  /** Shows the result of a simultaneous tap that came first. */
  private async showLatest(interaction: MessageComponentInteraction, id: string): Promise<void> {
    const game = await this.games.game(id);
    if (!game) return tell(interaction, 'play.gone');
    return this.show(interaction, game);
  }

  /** Says why there is no hint or solution. */
  private async refuse(interaction: MessageComponentInteraction, challenge: RunningChallenge): Promise<void> {
    const t = translator(interaction.locale);
    await replyPrivately(interaction, await this.services.guard.refusal(t, challenge, interaction.user.id));
  }

  private async show(interaction: MessageComponentInteraction, game: Game, view: GameView = {}): Promise<void> {
    const making = this.services.gameBoards.message(game, interaction.guildId ?? undefined, view);
    await updateMessage(interaction, await acknowledged(interaction, making));
  }
}
