/** `/play`: a puzzle to solve by tapping its board. */
import type { ChatInputCommandInteraction, MessageComponentInteraction } from 'discord.js';
import type { TFunction } from 'i18next';
import { completeQuestion } from '../../ask/completion.ts';
import { anyOwn, puzzleOption, readPuzzle } from '../../ask/puzzle-option.ts';
import { goalOption } from '../../ask/question.ts';
import { parseFields } from '../../ask/solve-button.ts';
import { wrongInput } from '../../ask/wrong-input.ts';
import { component } from '../../discord/command.ts';
import { option, slashCommand, subcommand } from '../../discord/definition.ts';
import { type Message, plainMessage } from '../../discord/message.ts';
import { replyPrivately, replyWhenMade, tell } from '../../discord/replies.ts';
import { madeAt } from '../../discord/snowflake.ts';
import { explainObstacle, titleOf, translator } from '../../locales/index.ts';
import { longestInput } from '../../puzzles/notation.ts';
import { isAt, type Question } from '../../puzzles/puzzle.ts';
import { parseQuestion, readPosition } from '../../puzzles/reader.ts';
import { knownPuzzle, usualPuzzle } from '../../puzzles/registry.ts';
import type { ReplyContext } from '../../queue/answer.ts';
import type { Requester } from '../../queue/request.ts';
import { within } from '../../runtime/deadline.ts';
import type { Difficulty } from '../../search/scramble.ts';
import type { Feature, Foundation, RunningFeature, Services } from '../feature.ts';
import { modeIn, modeOption } from '../practice/command.ts';
import { askAdvice } from './adviser.ts';
import { parseTap, playComponent } from './board.ts';
import { friendComponent } from './friends.ts';
import { advised, type GameOptions, newGame } from './game.ts';
import { type DrawResult, drawJob } from './job.ts';
import { easyGame, lessonComponent, openLesson, parseLesson } from './lessons.ts';
import { GameStore } from './store.ts';
import { hintPatience, silence, Taps } from './taps.ts';

/** Solutions of larger boards have thousands of moves. */
const mostCells = 144;

const definition = slashCommand('play', 'command.play.description', {
  options: [
    subcommand('new', 'command.play.new', [
      puzzleOption(),
      option.difficulty,
      option.string('position', 'command.play.position', { autocomplete: true, max_length: longestInput }),
      goalOption,
      option.boolean('guide', 'command.play.guide'),
      option.boolean('shared', 'command.play.shared'),
      option.boolean('private', 'command.play.private'),
    ]),
    subcommand('practice', 'practice.command.play', [
      puzzleOption(),
      modeOption,
      option.boolean('private', 'practice.command.private'),
    ]),
    subcommand('resume', 'command.play.resume'),
  ],
});

const gamesOf = ({ producer, config }: Foundation): GameStore => new GameStore(producer, config.redisPrefix);

class Play {
  private readonly services: Services;
  private readonly games: GameStore;
  private readonly taps: Taps;

  constructor(services: Services) {
    this.services = services;
    this.games = gamesOf(services);
    this.taps = new Taps(services, this.games, (interaction, game) => {
      const { puzzle, private: isPrivate, shared, difficulty, inEmoji, guided, practice } = game;
      return this.deal(interaction, puzzle, { private: isPrivate, shared, difficulty, inEmoji, guided, practice });
    });
  }

  get handlers(): RunningFeature {
    return {
      commands: {
        'play new': (interaction) => this.begin(interaction),
        'play practice': (interaction) => this.practise(interaction),
        'play resume': (interaction) => this.resume(interaction),
      },
      completions: { play: (interaction) => completeQuestion(interaction, this.services.recent) },
      components: [
        component(playComponent, parseTap, (interaction, tap) => this.taps.run(interaction, tap)),
        component(friendComponent, parseFields, (interaction, { puzzle, question }) =>
          this.deal(interaction, puzzle.id, { private: true, shared: false }, question),
        ),
        component(lessonComponent, parseLesson, (interaction, [index]) => this.teach(interaction, index)),
      ],
      answers: { draw: { render: (t, context, result) => this.render(t, context, result) } },
    };
  }

  /** Have a worker draw a position, or check the given one. */
  private async deal(interaction: Requester, puzzle: string, game: GameOptions, given?: Question): Promise<void> {
    const request = { puzzle, seed: interaction.id, game, ...(given && { given }) };
    await this.services.requests.ask(interaction, { job: drawJob, request }, { isPrivate: game.private });
  }

  private async begin(interaction: ChatInputCommandInteraction): Promise<void> {
    const { options, locale } = interaction;
    const puzzle = await readPuzzle(interaction, { takesOwn: anyOwn, usual: usualPuzzle });
    if (!puzzle) return;
    if (puzzle.board.size > mostCells) {
      const values = { puzzle: titleOf(translator(locale), puzzle), most: mostCells };
      return tell(interaction, 'play.tooLarge', values);
    }
    const typed = options.getString('position');
    const isShared = options.getBoolean('shared') ?? false;
    const goal = options.getString('goal') ?? '';
    if (typed === null && goal.trim() !== '') return tell(interaction, 'play.goalOnly');
    const question = typed === null ? undefined : parseQuestion(puzzle, typed, goal);
    if (question?.ok === false) {
      const isInGoal = goal !== '' && readPosition(puzzle, typed ?? '').ok;
      return replyPrivately(interaction, wrongInput(locale, isInGoal ? goal : (typed ?? ''), question.problem));
    }
    if (question && isAt(question.value.start, question.value.goal)) {
      return tell(interaction, 'play.already');
    }
    const difficulty = (options.getString('difficulty') as Difficulty | null) ?? 'medium';
    const isPrivate = !isShared && (options.getBoolean('private') ?? true);
    const guided = options.getBoolean('guide') ?? false;
    const game = { private: isPrivate, shared: isShared, difficulty, guided };
    await this.deal(interaction, puzzle.id, game, question?.value);
  }

  private async practise(interaction: ChatInputCommandInteraction): Promise<void> {
    const puzzle = await readPuzzle(interaction, { usual: usualPuzzle });
    if (!puzzle) return;
    const isPrivate = interaction.options.getBoolean('private') ?? true;
    await this.deal(interaction, puzzle.id, { private: isPrivate, shared: false, practice: modeIn(interaction) });
  }

  /** Starts a game and shows its first board. Several bots may do this for the same game. */
  private async open(
    { id, user: owner, locale, guild, request: { puzzle, game: options, given } }: ReplyContext<typeof drawJob>,
    { position, moves }: DrawResult & { status: 'drawn' },
  ): Promise<Message | undefined> {
    const goal = (given?.goal ?? knownPuzzle(puzzle).goal).text;
    const setup = { ...options, id, owner, locale, puzzle, goal };
    await this.games.add(newGame(setup, position, moves, Date.now()), madeAt(id), true);
    const game = await this.games.game(id);
    if (!game) return undefined;
    if (game.advice.length > 0 || game.steps.length > 0) return this.services.gameBoards.message(game, guild);
    // No table has the length. If a search finds it soon, the first board shows it.
    const asker = { user: game.owner, id, milliseconds: hintPatience, lane: 'long' } as const;
    const search = askAdvice(this.services, game, asker)
      .then((advice) => advice && this.games.update(id, (now) => advised(now, advice)))
      // A hint asks again.
      .catch(() => undefined);
    const early = game.guided && (await within(silence, search));
    return this.services.gameBoards.message(early || game, guild);
  }

  private async render(t: TFunction, context: ReplyContext<typeof drawJob>, result: DrawResult): Promise<Message> {
    switch (result.status) {
      case 'gave-up':
        return plainMessage(t(`gaveUp.${result.reason}`));
      case 'unsolvable':
        return plainMessage(explainObstacle(t, result.obstacle));
      case 'drawn':
        return (await this.open(context, result)) ?? plainMessage(t('play.gone'));
    }
  }

  /** Opens a lesson, without a worker. */
  private async teach(interaction: MessageComponentInteraction, index: number): Promise<void> {
    if (index === easyGame)
      return this.deal(interaction, usualPuzzle.id, { private: true, shared: false, difficulty: 'easy' });
    const game = await openLesson(this.games, index, interaction);
    if (!game) return tell(interaction, 'play.gone');
    await replyWhenMade(interaction, this.services.gameBoards.message(game, interaction.guildId ?? undefined), true);
  }

  private async resume(interaction: ChatInputCommandInteraction): Promise<void> {
    const id = await this.games.current(interaction.user.id);
    const game = id === null ? undefined : await this.games.game(id);
    if (!game || game.ending) return tell(interaction, 'play.none');
    const making = this.services.gameBoards.message(game, interaction.guildId ?? undefined);
    await replyWhenMade(interaction, making, game.private);
  }
}

export const playFeature: Feature = {
  helpPage: 'play',
  commands: [definition],
  personalData: (foundation) => [gamesOf(foundation)],
  create: (services) => new Play(services).handlers,
};
