/** `/play`: a puzzle to solve by tapping its board. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { component, type Feature } from '../../discord/command.ts';
import { type Message, plainMessage } from '../../discord/message.ts';
import { knownPuzzle, madeAt, type ReplyJob, type ResultOf, type WorkOf } from '../../jobs/job.ts';
import { completeQuestion, puzzleOption, wrongInput } from '../../jobs/question.ts';
import type { Requester, Requests } from '../../jobs/request.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { choiceOf, described, named } from '../../locales/definition.ts';
import { explainObstacle, translator } from '../../locales/index.ts';
import { longestInput } from '../../puzzles/notation.ts';
import { type Difficulty, difficulties } from '../../search/scramble.ts';
import type { RunningChallenge } from '../../spoilers/challenge.ts';
import type { SpoilerGuard } from '../../spoilers/guard.ts';
import { type Finish, isOver } from '../daily/rules.ts';
import { Adviser } from './adviser.ts';
import { gameMessage, type View } from './answer.ts';
import { type Action, parseTap, playComponent, stepsOfTap, type Tap } from './board.ts';
import {
  advised,
  changed,
  dailyId,
  type Game,
  giveUp,
  hint,
  type Invitation,
  invite,
  isAt,
  isStarted,
  movesOf,
  optimumOf,
  outlookOf,
  play,
  positionOf,
  questionOfGame,
  restart,
  type StartedGame,
  start,
  undo,
} from './game.ts';
import type { GameStore } from './store.ts';

const boolean = (name: 'shared' | 'private', say: (t: TFunction) => string): APIApplicationCommandBasicOption => ({
  type: ApplicationCommandOptionType.Boolean,
  ...named(name),
  ...described(say),
});

export const playDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('play'),
  ...described((t) => t('command.play.description')),
  options: [
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('new'),
      ...described((t) => t('command.play.new')),
      options: [
        puzzleOption(),
        {
          type: ApplicationCommandOptionType.String,
          ...named('difficulty'),
          ...described((t) => t('command.play.difficulty')),
          choices: difficulties.map((difficulty) => choiceOf(difficulty, (t) => t(`play.difficulty.${difficulty}`))),
        },
        {
          type: ApplicationCommandOptionType.String,
          ...named('position'),
          ...described((t) => t('command.play.position')),
          autocomplete: true,
          max_length: longestInput,
        },
        boolean('shared', (t) => t('command.play.shared')),
        boolean('private', (t) => t('command.play.private')),
      ],
    },
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('resume'),
      ...described((t) => t('command.play.resume')),
    },
  ],
};

/** What a tap waits for a table before the board is shown without the figure, and how long that may still come. */
const tapPatience = 300;
const latePatience = 5000;
/** What a hint waits for a search. */
const hintPatience = 25_000;
/** Discord gives 3 s for the first response; a hint that takes longer than this acknowledges before. */
const silence = 1500;

/** What only the owner of a shared game may do. */
const ownersOnly: readonly Action[] = ['restart', 'doubt', 'giveUp'];

interface Parts {
  readonly store: WorkStore;
  readonly requests: Requests;
  readonly games: GameStore;
  readonly adviser: Adviser;
  readonly guard: SpoilerGuard;
  /** Takes the result of a daily challenge, which may have been taken before, and gives what is said of it. */
  readonly onFinished: (t: TFunction, finish: Finish, guild: string | undefined) => Promise<Message>;
}

const finishOf = (game: StartedGame, number: number): Finish => ({
  number,
  user: game.owner,
  puzzle: game.puzzle,
  position: game.start,
  moves: movesOf(knownPuzzle(game.puzzle), game.steps),
  optimal: optimumOf(game)!,
  hints: game.hints,
  at: game.finishedAt!,
});

/** What a component asks of the game that its message shows; undefined: nothing that changes it. */
const change = (
  game: StartedGame,
  { action, cells }: Tap,
  interaction: MessageComponentInteraction,
): StartedGame | undefined => {
  const now = Date.now();
  switch (action) {
    case 'tap': {
      const steps = stepsOfTap(knownPuzzle(game.puzzle), positionOf(game), cells[0]!);
      return steps.length === 0
        ? undefined
        : steps.reduce<StartedGame | undefined>(
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

export class Games {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  get feature(): Feature {
    return {
      commands: [
        {
          definition: playDefinition,
          run: (interaction) =>
            interaction.options.getSubcommand() === 'resume' ? this.resume(interaction) : this.begin(interaction),
          complete: (interaction) => completeQuestion(interaction, this.parts.store),
        },
      ],
      components: [
        component({ name: playComponent, parse: parseTap, run: (interaction, tap) => this.tapped(interaction, tap) }),
      ],
    };
  }

  private async begin(interaction: ChatInputCommandInteraction): Promise<void> {
    const { options, locale } = interaction;
    const puzzle = knownPuzzle(options.getString('puzzle', true));
    const typed = options.getString('position');
    const isShared = options.getBoolean('shared') ?? false;
    const position = typed === null ? undefined : puzzle.parsePosition(typed);
    const question = position?.ok ? puzzle.question(position.value, puzzle.goal) : position;
    if (question?.ok === false) {
      return this.refuse(interaction, wrongInput(locale, typed ?? '', question.problem));
    }
    if (question && isAt(question.value.start, puzzle.goal)) {
      return this.refuse(interaction, translator(locale)('play.already'));
    }
    await this.deal(
      interaction,
      {
        puzzle: puzzle.id,
        private: !isShared && (options.getBoolean('private') ?? true),
        shared: isShared,
        difficulty: (options.getString('difficulty') as Difficulty | null) ?? 'medium',
      },
      question && puzzle.formatPosition(question.value.start),
    );
  }

  /** Have a worker find a position, or look at the one that is given; `opened` shows it. */
  private async deal(
    interaction: Requester,
    wanted: Pick<Invitation, 'puzzle' | 'private' | 'shared' | 'difficulty'>,
    given?: string,
  ): Promise<void> {
    const { id, user, locale, guildLocale } = interaction;
    const goal = knownPuzzle(wanted.puzzle).goal.text;
    const spoken = wanted.private ? locale : (guildLocale ?? locale);
    await this.parts.games.add(
      invite({ ...wanted, id, owner: user.id, locale: spoken, goal }),
      interaction.createdTimestamp,
    );
    const work: WorkOf<'draw'> = {
      kind: 'draw',
      puzzle: wanted.puzzle,
      goal,
      seed: id,
      difficulty: wanted.difficulty ?? 'medium',
      ...(given !== undefined && { given }),
    };
    await this.parts.requests.ask(interaction, work, { isPrivate: wanted.private });
  }

  /** What a worker has found for a new game. */
  async drawn(t: TFunction, work: WorkOf<'draw'>, result: ResultOf<'draw'>): Promise<Message> {
    switch (result.status) {
      case 'gave-up':
        return plainMessage(t(`gaveUp.${result.reason}`));
      case 'unsolvable':
        return plainMessage(explainObstacle(t, result.obstacle));
      case 'drawn':
        return (await this.opened(work.seed, result)) ?? plainMessage(t('play.gone'));
    }
  }

  /**
   * The first board of a game, when its position is found. Any bot may do this, and more than once: the first one
   * starts the game, the others show it.
   */
  private async opened(
    id: string,
    { position, moves }: ResultOf<'draw'> & { status: 'drawn' },
  ): Promise<Message | undefined> {
    const { games, adviser } = this.parts;
    const begun = (game: Game): StartedGame | undefined =>
      isStarted(game) ? undefined : start(game, position, moves, Date.now());
    const game = (await games.update(id, begun, true)) ?? (await games.game(id));
    if (!game || !isStarted(game)) return undefined;
    if (game.advice.length > 0 || game.steps.length > 0) return this.message(game, undefined);
    // No table knows the length. A search may, and soon: the first board says it if it can, later ones will.
    const search = adviser
      .ask(game, game.owner, id, hintPatience)
      .then((advice) => advice && games.update(id, (now) => (isStarted(now) ? advised(now, advice) : undefined)))
      // The game goes on without; a hint asks again.
      .catch(() => undefined);
    const early = await Promise.race([search, sleep(silence)]);
    return this.message(early ?? game, undefined);
  }

  /**
   * The board of somebody's game on a daily challenge: begun, gone on with, or tried again. Any bot may do this, and more
   * than once.
   */
  async challenged(
    t: TFunction,
    asked: Pick<ReplyJob, 'id' | 'user' | 'locale' | 'guild'> & { work: WorkOf<'daily'> },
    { puzzle, position, moves }: ResultOf<'daily'> & { status: 'challenge' },
  ): Promise<Message> {
    const { games } = this.parts;
    const { user, locale, guild } = asked;
    const { number } = asked.work;
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
    return (await this.parts.games.game(dailyId(number, user)))?.hints ?? 0;
  }

  private async resume(interaction: ChatInputCommandInteraction): Promise<void> {
    const { games } = this.parts;
    const id = await games.current(interaction.user.id);
    const game = id === null ? undefined : await games.game(id);
    if (!game || !isStarted(game) || game.ending) {
      return this.refuse(interaction, translator(interaction.locale)('play.none'));
    }
    await interaction.reply({
      components: (await this.message(game, interaction.guildId ?? undefined)).components,
      flags: game.private ? MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral : MessageFlags.IsComponentsV2,
      allowedMentions: { parse: [] },
    });
  }

  private async tapped(interaction: MessageComponentInteraction, tap: Tap): Promise<void> {
    const { user, locale } = interaction;
    const game = await this.parts.games.game(tap.id);
    if (!game || !isStarted(game)) return this.refuse(interaction, translator(locale)('play.gone'));
    const isOwner = user.id === game.owner;
    if (!isOwner && (!game.shared || ownersOnly.includes(tap.action))) {
      const say = translator(locale);
      const owner = `<@${game.owner}>`;
      return this.refuse(
        interaction,
        game.shared ? say('play.ownersOnly', { owner }) : say('play.notYours', { owner }),
      );
    }
    // An older board, or a tap that was delivered twice: what it asked for is done, or no longer possible.
    if (tap.version !== game.version) return this.show(interaction, game);
    if (tap.action === 'hint') return this.hinted(interaction, game);
    if (tap.action === 'giveUp' && !this.isSecret(game)) return this.givenUp(interaction, game);
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
      const { puzzle, private: isPrivate, shared, difficulty } = game;
      return this.deal(interaction, { puzzle, private: isPrivate, shared, difficulty });
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
    return this.parts.games.update(id, current, isPlayed);
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
    const latest = await this.parts.games.game(game.id);
    if (latest?.version === game.version && outlookOf(game).state !== 'unknown') await this.show(interaction, game);
  }

  /** The game with what a search says of its position, if that is not known and can be had in time. */
  private async informed(
    game: StartedGame,
    { user, id }: MessageComponentInteraction,
    milliseconds: number,
  ): Promise<StartedGame> {
    if (game.ending || outlookOf(game).state !== 'unknown' || (await this.challengeNear(game))) return game;
    const advice = await this.parts.adviser.ask(game, user.id, id, milliseconds);
    // Somebody who moved meanwhile has asked anew.
    return (advice && (await this.update(game, (now) => advised(now, advice)))) ?? game;
  }

  /** A hint may take a search of its own. */
  private async hinted(interaction: MessageComponentInteraction, game: StartedGame): Promise<void> {
    const challenge = await this.challengeNear(game);
    if (challenge) return this.keepQuiet(interaction, challenge);
    const wasKnown = outlookOf(game).state === 'known';
    const known = await this.searched(interaction, game);
    const outlook = outlookOf(known);
    const isDaily = game.daily !== undefined;
    if (outlook.state === 'unknown') {
      await this.show(interaction, known);
      const content = translator(interaction.locale)('play.noAdvice');
      await interaction.followUp({ content, flags: MessageFlags.Ephemeral });
      return;
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
    const challenge = await this.challengeNear(made);
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
    const game = await this.parts.games.game(id);
    if (!game || !isStarted(game)) return this.refuse(interaction, translator(interaction.locale)('play.gone'));
    return this.show(interaction, game);
  }

  /** The present state of a game; of a daily challenge that is solved, its result. */
  private async message(game: StartedGame, guild: string | undefined, view: View = {}): Promise<Message> {
    const t = translator(game.locale);
    if (game.daily !== undefined && game.ending === 'solved') {
      return this.parts.onFinished(t, finishOf(game, game.daily), guild);
    }
    const isQuiet = (await this.challengeNear(game)) !== undefined;
    return gameMessage(t, game, { ...view, isSecret: this.isSecret(game), isQuiet });
  }

  /** The running challenge that hints and figures of this game would spoil. Everybody in the channel reads a public game. */
  private challengeNear(game: StartedGame): Promise<RunningChallenge | undefined> {
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
    return this.parts.guard.spoiledBy(game.private ? game.owner : undefined, revealed, own);
  }

  /** Says why there is no hint or solution. The board is already up to date. */
  private async keepQuiet(interaction: MessageComponentInteraction, challenge: RunningChallenge): Promise<void> {
    const content = await this.parts.guard.refusal(translator(interaction.locale), challenge, interaction.user.id);
    const message = { content, flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } } as const;
    if (interaction.deferred || interaction.replied) await interaction.followUp(message);
    else await interaction.reply(message);
  }

  /** Whether nobody is told the way yet. */
  private isSecret({ daily }: Game): boolean {
    return daily !== undefined && !isOver(daily, Date.now());
  }

  private async show(interaction: MessageComponentInteraction, game: StartedGame, view: View = {}): Promise<void> {
    const { components } = await this.message(game, interaction.guildId ?? undefined, view);
    const message = { components, flags: MessageFlags.IsComponentsV2, allowedMentions: { parse: [] } } as const;
    if (interaction.deferred || interaction.replied) await interaction.editReply(message);
    else await interaction.update(message);
  }

  private async refuse(
    interaction: ChatInputCommandInteraction | MessageComponentInteraction,
    content: string,
  ): Promise<void> {
    await interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } });
  }
}
