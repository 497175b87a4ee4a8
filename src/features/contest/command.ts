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
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { boardOption, completePuzzle, puzzleOption, readPuzzle } from '../../ask/puzzle-option.ts';
import { readSolution } from '../../ask/question.ts';
import { component, form } from '../../discord/command.ts';
import { type Option, option, slashCommand, subcommand } from '../../discord/definition.ts';
import { type Message, plainMessage } from '../../discord/message.ts';
import { replyPrivately, replyWhenMade, tell } from '../../discord/replies.ts';
import { harmless } from '../../discord/text.ts';
import { translator } from '../../locales/index.ts';
import { anyBoards, knownPuzzle } from '../../puzzles/registry.ts';
import type { ReplyContext } from '../../queue/answer.ts';
import type { Requester } from '../../queue/request.ts';
import { type Difficulty, difficulties } from '../../search/scramble.ts';
import { leaderboardOf } from '../../standings/pager.ts';
import type { Feature, Foundation, RunningFeature, Services } from '../feature.ts';
import {
  answerComponent,
  answerField,
  answerForm,
  answerModal,
  contestStandings,
  moveComponent,
  parseContest,
  parseMove,
  playContestComponent,
  rematchComponent,
} from './answer.ts';
import { type ContestResult, contestJob } from './job.ts';
import { Referee } from './referee.ts';
import { freeRounds, newSeed } from './rounds.ts';
import {
  type Contest,
  type ContestKind,
  choicesOf,
  drawsOf,
  mostGuessed,
  parseGuess,
  positionOf,
  puzzlesFor,
  takes,
} from './rules.ts';
import { takeAnswer } from './solutions.ts';
import { ContestStore, type Keep, type State } from './store.ts';
import { weeklySubcommand, weekSettings } from './week-settings.ts';
import { WeekStore } from './week-store.ts';
import { WeeklyContests } from './weekly.ts';

const minutesOf = {
  'fewest-moves': { usual: 5, most: 60 },
  guess: { usual: 3, most: 10 },
  duel: { usual: 10, most: 60 },
} as const;

const minutesOption = (kind: keyof typeof minutesOf): Option =>
  option.integer('minutes', (t) => t('contest.command.minutes', { count: minutesOf[kind].usual }), {
    min_value: 1,
    max_value: minutesOf[kind].most,
  });

const boardOptions = [puzzleOption({ required: true }), boardOption];

const definition = slashCommand('contest', 'contest.command.description', {
  contexts: [InteractionContextType.Guild],
  options: [
    subcommand('fewest-moves', 'contest.command.fewest-moves', [
      ...boardOptions,
      minutesOption('fewest-moves'),
      option.difficulty,
    ]),
    subcommand('first-move', 'contest.command.first-move', boardOptions),
    subcommand('guess', 'contest.command.guess', [...boardOptions, minutesOption('guess')]),
    subcommand('duel', 'contest.command.duel', [
      option.user('opponent', 'contest.command.opponent', { required: true }),
      ...boardOptions,
      minutesOption('duel'),
      option.difficulty,
    ]),
    subcommand('stop', 'contest.command.stop'),
  ],
});

interface ContestDeps extends Services {
  readonly contests: ContestStore;
  readonly referee: Referee;
}

type Said = ChatInputCommandInteraction | MessageComponentInteraction | ModalSubmitInteraction;

/** The kinds whose answers people type into a form. */
const typedKinds = ['fewest-moves', 'guess'] as const;

const isPlayer = ({ players }: State, id: string): boolean => players.some(({ user }) => user === id);

/** The permissions that the bot needs, by Discord's names. */
const needed = (isThread: boolean) =>
  ['ViewChannel', isThread ? 'SendMessagesInThreads' : 'SendMessages', 'AttachFiles'] as const;

class Contests {
  private readonly deps: ContestDeps;
  /** The interactions whose private replies tell people what became of their choices, as long as they can be deleted. */
  private readonly replies = new LRUCache<string, Promise<MessageComponentInteraction>>({ max: 500, ttl: 14 * 60_000 });

  constructor(deps: ContestDeps) {
    this.deps = deps;
    const { contests, referee, gameBoards } = deps;
    gameBoards.takeAnswer = (...answer) => takeAnswer(deps, ...answer);
    gameBoards.takeProgress = async (id, user, moves) => {
      if (await contests.progress(id, user, moves)) await referee.progressed(id);
    };
  }

  get handlers(): RunningFeature {
    const { contests } = this.deps;
    const board = leaderboardOf('contest-page', z.tuple([]), async (t, { scope, index, reader }) =>
      contestStandings(t, scope, await contests.standings(scope, index, reader)),
    );
    return {
      commands: {
        'contest fewest-moves': (interaction) => this.begin(interaction, 'fewest-moves'),
        'contest first-move': (interaction) => this.begin(interaction, 'first-move'),
        'contest guess': (interaction) => this.begin(interaction, 'guess'),
        'contest duel': (interaction) => this.begin(interaction, 'duel'),
        'contest stop': (interaction) => this.stop(interaction),
        'leaderboard contest': board.show,
      },
      completions: {
        contest: (interaction) =>
          completePuzzle(interaction, [
            ...puzzlesFor(interaction.options.getSubcommand() as ContestKind),
            ...anyBoards,
          ]),
      },
      components: [
        component(answerComponent, parseContest, (interaction, [id]) => this.ask(interaction, id)),
        component(playContestComponent, parseContest, (interaction, [id]) => this.play(interaction, id)),
        component(rematchComponent, parseContest, (interaction, [id]) => this.rematch(interaction, id)),
        component(moveComponent, parseMove, (interaction, move) => this.choose(interaction, ...move)),
        board.component,
      ],
      forms: [form(answerForm, parseContest, (interaction, [id]) => this.answer(interaction, id))],
      answers: { contest: { render: (t, context, result) => this.drawn(t, context, result) } },
    };
  }

  private async begin(interaction: ChatInputCommandInteraction, kind: ContestKind): Promise<void> {
    const { id, options } = interaction;
    // The person may have installed the app for themselves, in a server without the bot.
    if (!interaction.inCachedGuild()) return tell(interaction, 'contest.noMember');
    // Not a member if the person has left, and neither a bot nor oneself plays.
    const opponent = kind === 'duel' ? interaction.options.getMember('opponent') : undefined;
    if (opponent === null || opponent?.user.bot || opponent?.id === interaction.user.id) {
      return tell(interaction, 'contest.duel.noOpponent');
    }
    const puzzle = await readPuzzle(interaction, { among: puzzlesFor(kind), takesOwn: (own) => takes(kind, own) });
    if (!puzzle) return;
    const chosen = (options.getString('difficulty') ?? 'medium') as Difficulty;
    const contest: Contest = {
      id,
      kind,
      puzzle: puzzle.id,
      // Guesses are easy, medium or hard at random, but never farthest.
      difficulty: kind === 'guess' ? difficulties[randomInt(3)]! : chosen,
      minutes: kind === 'first-move' ? 0 : (options.getInteger('minutes') ?? minutesOf[kind].usual),
      guild: interaction.guildId,
      channel: interaction.channelId,
      locale: interaction.guildLocale,
    };
    await this.request(interaction, contest, opponent?.id);
  }

  /** Has a worker draw the positions, if the contest can be held in the channel. */
  private async request(interaction: Requester, contest: Contest, opponent: string | undefined): Promise<void> {
    const { contests, requests } = this.deps;
    const { kind, puzzle, difficulty } = contest;
    const { appPermissions, channel, locale } = interaction;
    const isThread = channel?.isThread() ?? false;
    const missing = needed(isThread).filter((permission) => !appPermissions.has(PermissionFlagsBits[permission]));
    if (missing.length > 0) {
      const t = translator(locale);
      const list = missing.map((permission) => t(`posting.permission.${permission}`)).join(', ');
      return tell(interaction, 'contest.permissions', { list });
    }
    const running = await contests.at(contest.channel);
    if (running && !running.isOver) return tell(interaction, 'contest.running');
    const request = {
      puzzle,
      difficulty,
      count: drawsOf(kind, knownPuzzle(puzzle)),
      seed: newSeed(),
      contest,
      ...(opponent !== undefined && { opponent }),
    };
    await requests.ask(interaction, { job: contestJob, request }, { isPrivate: true });
  }

  /** Opens a contest with the rounds that a worker drew. Any bot may do this, and repeat it: the first draw counts. */
  private async drawn(
    t: TFunction,
    { user, request: { contest, opponent } }: ReplyContext<typeof contestJob>,
    result: ContestResult,
  ): Promise<Message> {
    if (!contest) throw new Error('rounds of no contest');
    const { contests, referee, guard } = this.deps;
    if (result.status === 'gave-up') {
      return plainMessage(`${t(`gaveUp.${result.reason}`)} ${t('contest.notDrawn')}`);
    }
    const state = await contests.state(contest.id);
    if (state?.isOver) return plainMessage(t('contest.stopped'));
    const rounds = state?.rounds ?? (await freeRounds(guard, contest, result.rounds));
    if (!rounds) return plainMessage(t('contest.allSecret'));
    if ((await contests.take(contest, user, opponent)) !== undefined) return plainMessage(t('contest.running'));
    if (!(await contests.draw(contest, rounds))) return plainMessage(t('contest.stopped'));
    await referee.open(contest.id);
    return plainMessage(t(contest.kind === 'duel' ? 'contest.duel.begins' : 'contest.begins'));
  }

  private async stop(interaction: ChatInputCommandInteraction): Promise<void> {
    const { channelId, user, memberPermissions } = interaction;
    const state = await this.deps.contests.at(channelId);
    if (!state || state.isOver) return tell(interaction, 'contest.none');
    const isOwn = state.owner === user.id || isPlayer(state, user.id);
    if (!isOwn && !memberPermissions?.has(PermissionFlagsBits.ManageMessages)) {
      return tell(interaction, 'contest.notYours');
    }
    const { id } = state.contest;
    await this.deps.referee.end(id);
    // The channel is free for the next one as soon as the person is told.
    await this.deps.contests.close(id);
    await tell(interaction, 'contest.stopping');
  }

  /** Opens the position as a game, whose solution is an answer. A duel begins so for each player. */
  private async play(interaction: MessageComponentInteraction, id: string): Promise<void> {
    const state = await this.openState(interaction, id, ['fewest-moves', 'duel']);
    if (!state) return;
    const { locale, user, guildId } = interaction;
    const isDuel = state.contest.kind === 'duel';
    if (isDuel && !isPlayer(state, user.id)) return tell(interaction, 'contest.duel.others');
    const asker = { id: interaction.id, user: user.id, locale, guild: guildId ?? undefined };
    const question = { puzzle: state.contest.puzzle, position: state.first.position };
    const { gameBoards } = this.deps;
    const of = { contest: id, ...(isDuel && ({ duel: true } as const)) };
    const opening = gameBoards.openChallenge(translator(locale), asker, of, question);
    await replyWhenMade(interaction, opening, true);
  }

  /** Begins a duel like one that is over, between the same two. */
  private async rematch(interaction: MessageComponentInteraction, id: string): Promise<void> {
    const { user, channelId } = interaction;
    const state = await this.deps.contests.state(id);
    if (state?.contest.channel !== channelId || state.players.length < 2) return tell(interaction, 'contest.duel.gone');
    if (!isPlayer(state, user.id)) return tell(interaction, 'contest.duel.others');
    const opponent = state.players.find((player) => player.user !== user.id);
    const locale = interaction.guildLocale ?? state.contest.locale;
    await this.request(interaction, { ...state.contest, id: interaction.id, locale }, opponent?.user);
  }

  private async ask(interaction: MessageComponentInteraction, id: string): Promise<void> {
    const state = await this.openState(interaction, id, typedKinds);
    if (state) await interaction.showModal(answerModal(translator(interaction.locale), state.contest));
  }

  private async answer(interaction: ModalSubmitInteraction, id: string): Promise<void> {
    const state = await this.openState(interaction, id, typedKinds);
    if (!state) return;
    const typed = interaction.fields.getTextInputValue(answerField);
    if (state.contest.kind === 'guess') return this.guess(interaction, id, typed);
    const puzzle = knownPuzzle(state.contest.puzzle);
    const start = positionOf(puzzle, state.first);
    const moves = await readSolution(interaction, puzzle, { start, goal: puzzle.goal }, typed);
    if (!moves) return;
    const { id: sent, user, createdTimestamp: at } = interaction;
    const solution = { id: sent, user: user.id, puzzle: puzzle.id, position: state.first.position, moves, at };
    await replyPrivately(interaction, await takeAnswer(this.deps, translator(interaction.locale), id, solution));
  }

  private async guess(interaction: ModalSubmitInteraction, id: string, typed: string): Promise<void> {
    const guessed = parseGuess(typed);
    if (guessed === undefined) {
      return tell(interaction, 'contest.noNumber', { typed: harmless(typed), most: mostGuessed });
    }
    const { is, value } = await this.keep(interaction, id, 1, guessed, 'last');
    await tell(interaction, is === 'kept' ? 'contest.guessed' : 'contest.late', { value });
  }

  /** Takes the move that a person chose in a round: the first choice counts. */
  private async choose(interaction: MessageComponentInteraction, id: string, round: number, value: number) {
    const state = await this.openState(interaction, id, ['first-move']);
    if (!state) return;
    const drawn = state.rounds[round - 1];
    const choice = drawn && choicesOf(knownPuzzle(state.contest.puzzle), drawn)[value];
    if (!choice) throw new RangeError('a move of no round');
    const { is } = await this.keep(interaction, id, round, value, 'first');
    if (is === 'kept' && choice.isRight) await this.deps.referee.answered(id, round);
    const kept = choice.isRight ? 'contest.rightMove' : 'contest.wrongMove';
    const sentences = { kept, again: 'contest.again', past: 'contest.past', over: 'contest.late' } as const;
    await this.tellChoice(interaction, id, translator(interaction.locale)(sentences[is], { move: choice.name }));
  }

  /** Tells a person what became of a choice, in place of what was told of the one before. */
  private async tellChoice(interaction: MessageComponentInteraction, contest: string, sentence: string): Promise<void> {
    const key = `${contest} ${interaction.user.id}`;
    const before = this.replies.get(key);
    // A new reply is also the acknowledgement: an edit could be lost after it.
    const replied = replyPrivately(interaction, sentence).then(() => interaction);
    // People may see a reply, and press again, before Discord's response to it is here.
    this.replies.set(key, replied);
    await replied;
    try {
      await (await before)?.deleteReply();
    } catch {
      // It was not sent, or the person has dismissed it.
    }
  }

  private keep({ id, user, createdTimestamp: at }: Said, contest: string, round: number, value: number, keep: Keep) {
    return this.deps.contests.answer(contest, { round, value, text: '', user: user.id, id, at }, keep);
  }

  /**
   * A contest that takes answers in this channel. Without one, the person is told that they are late.
   * @param kinds those whose message has the component: a forged one may name another contest
   */
  private async openState(interaction: Said, id: string, kinds: readonly ContestKind[]) {
    const { channelId, createdTimestamp: at } = interaction;
    const state = await this.deps.contests.state(id);
    const { rounds = [] } = state ?? {};
    const [first] = rounds;
    const isOpen = state?.contest.channel === channelId && !state.isOver && at <= (state.ends ?? at);
    if (isOpen && first) {
      if (!kinds.includes(state.contest.kind)) throw new RangeError('a component of another kind of contest');
      return { ...state, rounds, first };
    }
    await tell(interaction, 'contest.late');
    return undefined;
  }
}

const storeOf = ({ producer, config }: Foundation): ContestStore => new ContestStore(producer, config.redisPrefix);

const create = (services: Services): RunningFeature[] => {
  const { consumer, producer, config } = services;
  const contests = storeOf(services);
  // What runs by the clock waits while Redis is away.
  const patient = { ...services, contests: new ContestStore(consumer, config.redisPrefix) };
  const referee = new Referee(patient);
  const weeks = new WeekStore(consumer, config.redisPrefix);
  const { schedule } = new WeeklyContests({ ...patient, weeks, referee });
  return [
    new Contests({ ...services, contests, referee }).handlers,
    weekSettings(new WeekStore(producer, config.redisPrefix), contests, referee),
    { background: schedule },
    { background: referee },
  ];
};

export const contestFeature: Feature = {
  helpPage: 'challenges',
  commands: [definition],
  subcommands: {
    leaderboard: [subcommand('contest', 'command.leaderboard.contest', [option.scope])],
    settings: [weeklySubcommand],
  },
  personalData: (foundation) => [storeOf(foundation)],
  challenges: storeOf,
  create,
};
