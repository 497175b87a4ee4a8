/** `/contest` and `/leaderboard contest`. */
import { randomInt } from 'node:crypto';
import {
  type ChatInputCommandInteraction,
  InteractionContextType,
  type MessageComponentInteraction,
  type ModalSubmitInteraction,
  PermissionFlagsBits,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { component, form } from '../../discord/command.ts';
import {
  choiceOption,
  integerOption,
  type Option,
  puzzleOption,
  scopeOption,
  slashCommand,
  subcommand,
} from '../../discord/definition.ts';
import { type Message, plainMessage } from '../../discord/message.ts';
import { withPlace } from '../../discord/question.ts';
import { reply, replyPrivately, update } from '../../discord/replies.ts';
import { harmless } from '../../discord/text.ts';
import type { Requests } from '../../jobs/request.ts';
import { explainMoveProblem, translator } from '../../locales/index.ts';
import { formatMoves, parseMoves } from '../../puzzles/moves.ts';
import { replay } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { type Difficulty, difficulties } from '../../search/scramble.ts';
import type { SpoilerGuard } from '../../spoilers/guard.ts';
import type { Feature, Foundation, RunningFeature, Services } from '../feature.ts';
import { everywhere, scopeOf } from '../scope.ts';
import {
  answerComponent,
  answerField,
  answerForm,
  answerModal,
  contestPage,
  type MoveFields,
  moveComponent,
  pageComponent,
  parseContest,
  parseMove,
  parsePage,
} from './answer.ts';
import { ContestChallenges } from './challenges.ts';
import { type ContestResult, contestJob, type Round } from './job.ts';
import { Referee } from './referee.ts';
import {
  type Contest,
  type ContestKind,
  choicesOf,
  contestKinds,
  drawsOf,
  fitRounds,
  mostGuessed,
  parseGuess,
  positionOf,
  puzzlesFor,
  roundsOf,
} from './rules.ts';
import { ContestStore, type State } from './store.ts';

const puzzleOf = (kind: ContestKind): Option => puzzleOption(puzzlesFor(kind), (t) => t('command.hardest.puzzle'));

/** How long a contest runs: unless somebody says so, and at most. */
const minutesOf = { 'fewest-moves': { usual: 5, most: 60 }, guess: { usual: 3, most: 10 } } as const;

const minutesOption = (kind: keyof typeof minutesOf): Option =>
  integerOption('minutes', (t) => t('contest.command.minutes', { count: minutesOf[kind].usual }), {
    min_value: 1,
    max_value: minutesOf[kind].most,
  });

const definition = slashCommand('contest', (t) => t('contest.command.description'), {
  contexts: [InteractionContextType.Guild],
  options: [
    subcommand('fewest-moves', (t) => t('contest.command.fewest-moves'), [
      puzzleOf('fewest-moves'),
      minutesOption('fewest-moves'),
      choiceOption(
        'difficulty',
        (t) => t('command.play.difficulty'),
        difficulties,
        (difficulty) => (t) => t(`play.difficulty.${difficulty}`),
      ),
    ]),
    subcommand('first-move', (t) => t('contest.command.first-move'), [puzzleOf('first-move')]),
    subcommand('guess', (t) => t('contest.command.guess'), [puzzleOf('guess'), minutesOption('guess')]),
    subcommand('stop', (t) => t('contest.command.stop')),
  ],
});

interface ContestDeps {
  readonly contests: ContestStore;
  readonly referee: Referee;
  readonly requests: Requests;
  readonly guard: SpoilerGuard;
}

type Said = ChatInputCommandInteraction | MessageComponentInteraction | ModalSubmitInteraction;

/** What the bot needs for a contest in a channel, by the names in the catalogue. */
const needed = (isThread: boolean) =>
  ['ViewChannel', isThread ? 'SendMessagesInThreads' : 'SendMessages', 'AttachFiles'] as const;

/** How hard the draw is where nobody says so. Guesses are worth something only if it may be anything. */
const difficultyFor = (kind: ContestKind, wanted: string | null): Difficulty => {
  if (kind === 'guess') return (['easy', 'medium', 'hard'] as const)[randomInt(3)]!;
  return (wanted as Difficulty | null) ?? 'medium';
};

class Contests {
  private readonly deps: ContestDeps;

  constructor(deps: ContestDeps) {
    this.deps = deps;
  }

  get handlers(): RunningFeature {
    return {
      commands: {
        ...Object.fromEntries(
          contestKinds.map((kind) => [
            `contest ${kind}`,
            (interaction: ChatInputCommandInteraction) => this.begin(interaction, kind),
          ]),
        ),
        'contest stop': (interaction) => this.stop(interaction),
        'leaderboard contest': async (interaction) => {
          const isHere = interaction.options.getString('scope') !== everywhere;
          await reply(interaction, await this.page(interaction, isHere, 0), true);
        },
      },
      components: [
        component({
          name: answerComponent,
          parse: parseContest,
          run: (interaction, [id]) => this.ask(interaction, id),
        }),
        component({
          name: moveComponent,
          parse: parseMove,
          run: (interaction, move) => this.choose(interaction, move),
        }),
        component({
          name: pageComponent,
          parse: parsePage,
          run: async (interaction, [scope, page]) => {
            await update(interaction, await this.page(interaction, scope === 'here', page));
          },
        }),
      ],
      forms: [
        form({ name: answerForm, parse: parseContest, run: (interaction, [id]) => this.answer(interaction, id) }),
      ],
      answers: { contest: { render: (t, asked, result) => this.drawn(t, asked, result) } },
      background: this.deps.referee,
    };
  }

  private async begin(interaction: ChatInputCommandInteraction, kind: ContestKind): Promise<void> {
    const { id, options, user, locale, appPermissions } = interaction;
    const { contests, requests } = this.deps;
    const t = translator(locale);
    // Somebody may have installed the app for themselves in a server that the bot is no member of.
    if (!interaction.inCachedGuild()) return replyPrivately(interaction, t('contest.noMember'));
    const isThread = interaction.channel?.isThread() ?? false;
    const missing = needed(isThread).filter((permission) => !appPermissions.has(PermissionFlagsBits[permission]));
    if (missing.length > 0) {
      const list = missing.map((permission) => t(`posting.permission.${permission}`)).join(', ');
      return replyPrivately(interaction, t('contest.permissions', { list }));
    }
    const puzzle = knownPuzzle(options.getString('puzzle', true));
    const contest: Contest = {
      id,
      kind,
      puzzle: puzzle.id,
      difficulty: difficultyFor(kind, options.getString('difficulty')),
      minutes: kind === 'first-move' ? 0 : (options.getInteger('minutes') ?? minutesOf[kind].usual),
      guild: interaction.guildId,
      channel: interaction.channelId,
      locale: interaction.guildLocale,
    };
    if ((await contests.take(contest, user.id)) !== undefined) return replyPrivately(interaction, t('contest.running'));
    const request = {
      puzzle: contest.puzzle,
      difficulty: contest.difficulty,
      count: drawsOf(kind, puzzle),
      // Not the interaction's id, which everybody sees: rounds to come are nobody's to draw again.
      seed: String(randomInt(1e14, 2 ** 48 - 1)),
    };
    if (!(await requests.ask(interaction, { job: contestJob, request }, { isPrivate: true }))) await this.drop(contest);
  }

  /**
   * What a worker has drawn for a contest. Any bot may do this, and more than once: the first draw counts.
   * @param id of the interaction that asked, which is the contest's
   */
  private async drawn(t: TFunction, { id }: { readonly id: string }, result: ContestResult): Promise<Message> {
    const { contests, referee } = this.deps;
    const state = await contests.state(id);
    if (!state || state.isOver) return plainMessage(t('contest.stopped'));
    const { contest } = state;
    if (result.status === 'gave-up') {
      await this.drop(contest);
      return plainMessage(`${t(`gaveUp.${result.reason}`)} ${t('contest.notDrawn')}`);
    }
    const rounds = state.rounds ?? (await this.roundsOf(contest, result.rounds));
    if (!rounds) {
      await this.drop(contest);
      return plainMessage(t('contest.allSecret'));
    }
    if (!(await contests.draw(contest, rounds))) return plainMessage(t('contest.stopped'));
    await referee.open(id);
    return plainMessage(t('contest.begins'));
  }

  /** The first positions that will do and are close to nobody's secret; undefined where there are too few. */
  private async roundsOf({ kind, puzzle: id }: Contest, drawn: readonly Round[]): Promise<Round[] | undefined> {
    const puzzle = knownPuzzle(id);
    const rounds: Round[] = [];
    for (const round of fitRounds(kind, puzzle, drawn)) {
      const revealed = { puzzle, goal: puzzle.goal, positions: [positionOf(puzzle, round)] };
      if (!(await this.deps.guard.spoiledBy(undefined, revealed))) rounds.push(round);
      if (rounds.length === roundsOf[kind]) return rounds;
    }
    return undefined;
  }

  /** There will be no contest. */
  private async drop(contest: Contest): Promise<void> {
    await this.deps.contests.close(contest.id);
    await this.deps.contests.free(contest);
  }

  private async stop(interaction: ChatInputCommandInteraction): Promise<void> {
    const { locale, channelId, user, memberPermissions } = interaction;
    const t = translator(locale);
    const state = await this.deps.contests.at(channelId);
    if (!state || state.isOver) return replyPrivately(interaction, t('contest.none'));
    if (state.owner !== user.id && !memberPermissions?.has(PermissionFlagsBits.ManageMessages)) {
      return replyPrivately(interaction, t('contest.notYours'));
    }
    await this.deps.referee.end(state.contest.id);
    await replyPrivately(interaction, t('contest.stopping'));
  }

  /** The button that opens the form. */
  private async ask(interaction: MessageComponentInteraction, id: string): Promise<void> {
    const state = await this.stateOf(interaction, id);
    const t = translator(interaction.locale);
    if (!isOpen(state, interaction.createdTimestamp)) return replyPrivately(interaction, t('contest.late'));
    await interaction.showModal(answerModal(t, state.contest));
  }

  /** The form, filled in. */
  private async answer(interaction: ModalSubmitInteraction, id: string): Promise<void> {
    const { locale, createdTimestamp } = interaction;
    const t = translator(locale);
    const state = await this.stateOf(interaction, id);
    if (!isOpen(state, createdTimestamp)) return replyPrivately(interaction, t('contest.late'));
    const typed = interaction.fields.getTextInputValue(answerField);
    switch (state.contest.kind) {
      case 'fewest-moves':
        return this.solve(interaction, t, state, typed);
      case 'guess':
        return this.guess(interaction, t, state, typed);
      case 'first-move':
        throw new RangeError('a form for a contest without one');
    }
  }

  private async solve(interaction: ModalSubmitInteraction, t: TFunction, state: OpenState, typed: string) {
    const puzzle = knownPuzzle(state.contest.puzzle);
    const start = positionOf(puzzle, state.rounds[0]!);
    const line = parseMoves(puzzle, start, typed, puzzle.goal);
    if (!line.ok) {
      return replyPrivately(interaction, withPlace(explainMoveProblem(t, line.problem, harmless), typed, line.problem));
    }
    const { moves } = line.value;
    const count = moves.length;
    const end = puzzle.rank(replay(puzzle, start, moves).at(-1)!);
    const isSolved = puzzle.goal.positions.some((wanted) => puzzle.rank(wanted) === end);
    if (!isSolved) return replyPrivately(interaction, t('daily.unsolved', { count }));
    const text = formatMoves(puzzle, start, moves).join(' ');
    const { is, value: best } = await this.keep(interaction, state, { round: 1, value: count, text }, 'least');
    if (is !== 'kept') return replyPrivately(interaction, t('contest.late'));
    const length = t('answer.length', { count });
    await replyPrivately(interaction, t(best < count ? 'contest.better' : 'contest.kept', { length, best }));
  }

  private async guess(interaction: ModalSubmitInteraction, t: TFunction, state: OpenState, typed: string) {
    const guessed = parseGuess(typed);
    if (guessed === undefined) {
      return replyPrivately(interaction, t('contest.noNumber', { typed: harmless(typed), most: mostGuessed }));
    }
    const { is, value } = await this.keep(interaction, state, { round: 1, value: guessed, text: '' }, 'last');
    await replyPrivately(interaction, is === 'kept' ? t('contest.guessed', { value }) : t('contest.late'));
  }

  /** A move of a round: one try each. */
  private async choose(interaction: MessageComponentInteraction, [id, round, value]: MoveFields): Promise<void> {
    const t = translator(interaction.locale);
    const state = await this.stateOf(interaction, id);
    if (!isOpen(state, interaction.createdTimestamp)) return replyPrivately(interaction, t('contest.late'));
    const puzzle = knownPuzzle(state.contest.puzzle);
    const choice = state.rounds[round - 1] && choicesOf(puzzle, state.rounds[round - 1]!)[value];
    if (!choice) throw new RangeError('a move of no round');
    const { is } = await this.keep(interaction, state, { round, value, text: '' }, 'first');
    switch (is) {
      case 'kept':
        if (choice.isRight) await this.deps.referee.answered(id, round);
        return replyPrivately(
          interaction,
          t(choice.isRight ? 'contest.rightMove' : 'contest.wrongMove', { move: choice.name }),
        );
      case 'again':
        return replyPrivately(interaction, t('contest.again'));
      case 'past':
        return replyPrivately(interaction, t('contest.past'));
      case 'over':
        return replyPrivately(interaction, t('contest.late'));
    }
  }

  private keep(
    { id, user, createdTimestamp: at }: Said,
    { contest }: OpenState,
    answer: { readonly round: number; readonly value: number; readonly text: string },
    keep: 'least' | 'last' | 'first',
  ) {
    return this.deps.contests.answer(contest.id, { ...answer, user: user.id, id, at }, keep);
  }

  /** The contest of a component: only where it is held, whatever a custom id says. */
  private async stateOf({ channelId }: Said, id: string): Promise<State | undefined> {
    const state = await this.deps.contests.state(id);
    return state?.contest.channel === channelId ? state : undefined;
  }

  private async page({ guildId, locale, user }: Said, isHere: boolean, page: number): Promise<Message> {
    const scope = scopeOf(isHere, guildId);
    return contestPage(translator(locale), scope, page, await this.deps.contests.page(scope, page, user.id));
  }
}

/** A contest that takes answers. */
type OpenState = State & { readonly rounds: readonly Round[] };

const isOpen = (state: State | undefined, at: number): state is OpenState =>
  state?.rounds !== undefined && !state.isOver && at <= (state.ends ?? Number.POSITIVE_INFINITY);

const storeOf = ({ producer, config }: Foundation): ContestStore => new ContestStore(producer, config.redisPrefix);

const create = (services: Services): RunningFeature => {
  const { consumer, producer, config, rest, log, requests, guard } = services;
  const patient = new ContestStore(consumer, config.redisPrefix);
  const referee = new Referee(producer, consumer, config, { rest, contests: patient, log });
  return new Contests({ contests: storeOf(services), referee, requests, guard }).handlers;
};

export const contest: Feature = {
  commands: [definition],
  subcommands: {
    leaderboard: [subcommand('contest', (t) => t('command.leaderboard.contest'), [scopeOption])],
  },
  personalData: (foundation) => [storeOf(foundation)],
  challenges: (foundation) => new ContestChallenges(storeOf(foundation)),
  create,
};
