/** `/play`: a puzzle to solve by tapping its board. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatInputCommandInteraction } from 'discord.js';
import type { TFunction } from 'i18next';
import { component } from '../../discord/command.ts';
import {
  booleanOption,
  choiceOption,
  puzzleOption,
  slashCommand,
  stringOption,
  subcommand,
} from '../../discord/definition.ts';
import { type Message, plainMessage } from '../../discord/message.ts';
import { completeQuestion, wrongInput } from '../../discord/question.ts';
import { reply, replyPrivately } from '../../discord/replies.ts';
import type { Requester, Requests } from '../../jobs/request.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { explainObstacle, translator } from '../../locales/index.ts';
import { longestInput } from '../../puzzles/notation.ts';
import type { Question } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { type Difficulty, difficulties } from '../../search/scramble.ts';
import type { Feature, Foundation, RunningFeature, Services } from '../feature.ts';
import { Adviser } from './adviser.ts';
import { parseTap, playComponent } from './board.ts';
import type { GameBoards } from './boards.ts';
import { advised, type Game, type Invitation, invite, isAt, isStarted, type StartedGame, start } from './game.ts';
import { type DrawRequest, type DrawResult, drawJob } from './job.ts';
import { GameStore } from './store.ts';
import { hintPatience, silence, Taps } from './taps.ts';

const definition = slashCommand('play', (t) => t('command.play.description'), {
  options: [
    subcommand('new', (t) => t('command.play.new'), [
      puzzleOption(),
      choiceOption(
        'difficulty',
        (t) => t('command.play.difficulty'),
        difficulties,
        (difficulty) => (t) => t(`play.difficulty.${difficulty}`),
      ),
      stringOption('position', (t) => t('command.play.position'), { autocomplete: true, max_length: longestInput }),
      booleanOption('shared', (t) => t('command.play.shared')),
      booleanOption('private', (t) => t('command.play.private')),
    ]),
    subcommand('resume', (t) => t('command.play.resume')),
  ],
});

const gamesOf = ({ producer, config }: Foundation): GameStore => new GameStore(producer, config.redisPrefix);

class Play {
  private readonly store: WorkStore;
  private readonly requests: Requests;
  private readonly boards: GameBoards;
  private readonly games: GameStore;
  private readonly adviser: Adviser;
  private readonly taps: Taps;

  constructor(services: Services) {
    const { store, requests, queue, quota, limits, guard, gameBoards } = services;
    this.store = store;
    this.requests = requests;
    this.boards = gameBoards;
    this.games = gamesOf(services);
    this.adviser = new Adviser(store, queue, quota, limits);
    this.taps = new Taps({
      games: this.games,
      adviser: this.adviser,
      guard,
      boards: gameBoards,
      again: (interaction, { puzzle, private: isPrivate, shared, difficulty }) =>
        this.deal(interaction, { puzzle, private: isPrivate, shared, difficulty }),
    });
  }

  get handlers(): RunningFeature {
    return {
      commands: {
        'play new': (interaction) => this.begin(interaction),
        'play resume': (interaction) => this.resume(interaction),
      },
      completions: { play: (interaction) => completeQuestion(interaction, this.store) },
      components: [
        component({ name: playComponent, parse: parseTap, run: (interaction, tap) => this.taps.run(interaction, tap) }),
      ],
      answers: { draw: { render: (t, { request }, result) => this.render(t, request, result) } },
    };
  }

  /** Have a worker find a position, or look at the one that is given; `opened` shows it. */
  private async deal(
    interaction: Requester,
    wanted: Pick<Invitation, 'puzzle' | 'private' | 'shared' | 'difficulty'>,
    given?: Question,
  ): Promise<void> {
    const { id, user, locale, guildLocale } = interaction;
    const goal = knownPuzzle(wanted.puzzle).goal.text;
    const spoken = wanted.private ? locale : (guildLocale ?? locale);
    await this.games.add(invite({ ...wanted, id, owner: user.id, locale: spoken, goal }), interaction.createdTimestamp);
    const difficulty = wanted.difficulty ?? 'medium';
    const request = { puzzle: wanted.puzzle, seed: id, difficulty, ...(given && { given }) };
    await this.requests.ask(interaction, { job: drawJob, request }, { isPrivate: wanted.private });
  }

  private async begin(interaction: ChatInputCommandInteraction): Promise<void> {
    const { options, locale } = interaction;
    const puzzle = knownPuzzle(options.getString('puzzle', true));
    const typed = options.getString('position');
    const isShared = options.getBoolean('shared') ?? false;
    const position = typed === null ? undefined : puzzle.parsePosition(typed);
    const question = position?.ok ? puzzle.question(position.value, puzzle.goal) : position;
    if (question?.ok === false) {
      return replyPrivately(interaction, wrongInput(locale, typed ?? '', question.problem));
    }
    if (question && isAt(question.value.start, puzzle.goal)) {
      return replyPrivately(interaction, translator(locale)('play.already'));
    }
    await this.deal(
      interaction,
      {
        puzzle: puzzle.id,
        private: !isShared && (options.getBoolean('private') ?? true),
        shared: isShared,
        difficulty: (options.getString('difficulty') as Difficulty | null) ?? 'medium',
      },
      question?.value,
    );
  }

  /**
   * The first board of a game, when its position is found. Any bot may do this, and more than once: the first one
   * starts the game, the others show it.
   */
  private async opened(
    id: string,
    { position, moves }: DrawResult & { status: 'drawn' },
  ): Promise<Message | undefined> {
    const begun = (game: Game): StartedGame | undefined =>
      isStarted(game) ? undefined : start(game, position, moves, Date.now());
    const game = (await this.games.update(id, begun, true)) ?? (await this.games.game(id));
    if (!game || !isStarted(game)) return undefined;
    if (game.advice.length > 0 || game.steps.length > 0) return this.boards.message(game, undefined);
    // No table knows the length. A search may, and soon: the first board says it if it can, later ones will.
    const search = this.adviser
      .ask(game, game.owner, id, hintPatience)
      .then((advice) => advice && this.games.update(id, (now) => (isStarted(now) ? advised(now, advice) : undefined)))
      // The game goes on without; a hint asks again.
      .catch(() => undefined);
    const early = await Promise.race([search, sleep(silence)]);
    return this.boards.message(early ?? game, undefined);
  }

  /** What a worker has found for a new game. */
  private async render(t: TFunction, { seed }: DrawRequest, result: DrawResult): Promise<Message> {
    switch (result.status) {
      case 'gave-up':
        return plainMessage(t(`gaveUp.${result.reason}`));
      case 'unsolvable':
        return plainMessage(explainObstacle(t, result.obstacle));
      case 'drawn':
        return (await this.opened(seed, result)) ?? plainMessage(t('play.gone'));
    }
  }

  private async resume(interaction: ChatInputCommandInteraction): Promise<void> {
    const id = await this.games.current(interaction.user.id);
    const game = id === null ? undefined : await this.games.game(id);
    if (!game || !isStarted(game) || game.ending) {
      return replyPrivately(interaction, translator(interaction.locale)('play.none'));
    }
    await reply(interaction, await this.boards.message(game, interaction.guildId ?? undefined), game.private);
  }
}

export const play: Feature = {
  commands: [definition],
  personalData: (foundation) => [gamesOf(foundation)],
  create: (services) => new Play(services).handlers,
};
