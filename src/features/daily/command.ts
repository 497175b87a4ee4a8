/** `/daily`: the challenge of the day, and those before. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AutocompleteInteraction, ChatInputCommandInteraction, MessageComponentInteraction } from 'discord.js';
import type { TFunction } from 'i18next';
import { component } from '../../discord/command.ts';
import {
  integerOption,
  type Option,
  slashCommand,
  stringOption,
  subcommand,
  subcommandGroup,
  themeOption,
} from '../../discord/definition.ts';
import { type Message, plainMessage } from '../../discord/message.ts';
import { mostChoices, withPlace } from '../../discord/question.ts';
import { reply, replyPrivately } from '../../discord/replies.ts';
import { harmless } from '../../discord/text.ts';
import { storedQuestion } from '../../jobs/fields.ts';
import { defaultPresentation } from '../../jobs/job.ts';
import type { Asked } from '../../jobs/reply.ts';
import type { Requests } from '../../jobs/request.ts';
import type { WorkStore } from '../../jobs/store.ts';
import type { Say } from '../../locales/definition.ts';
import { explainMoveProblem, titleOf, translator } from '../../locales/index.ts';
import { longestMoves, parseMoves } from '../../puzzles/moves.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { Drawing } from '../../render/drawing.ts';
import { type ThemeName, themeNames } from '../../render/theme.ts';
import type { RunningFeature, Services } from '../feature.ts';
import { cardOf, dailyAnswer, parseNumber, playComponent, shareAnswer, shareComponent } from './answer.ts';
import { type DailyResult, dailyJob } from './job.ts';
import type { ReminderStore } from './post-store.ts';
import { reminderNote } from './reminders.ts';
import { type ChallengeResults, reaches } from './results.ts';
import { isOver, lastDaily, numberAt, shareLine, turnOf } from './rules.ts';
import type { DailyStore } from './store.ts';

/** Which number, offered by the puzzles that it can be. */
const numberOption = (say: Say, required = false): Option =>
  integerOption('number', say, { required, autocomplete: true, min_value: 1, max_value: lastDaily });

export const dailyDefinition = slashCommand('daily', (t) => t('daily.command.description'), {
  options: [
    subcommand('show', (t) => t('daily.command.show')),
    subcommand('play', (t) => t('daily.command.play')),
    subcommand('submit', (t) => t('daily.command.submit'), [
      stringOption('moves', (t) => t('daily.command.moves'), { required: true, max_length: longestMoves }),
      numberOption((t) => t('daily.command.numberSent')),
    ]),
    subcommand('archive', (t) => t('daily.command.archive'), [numberOption((t) => t('daily.command.number'), true)]),
    subcommand('share', (t) => t('daily.command.share'), [
      numberOption((t) => t('daily.command.numberSent')),
      themeOption,
    ]),
    subcommandGroup('remind', (t) => t('daily.command.remind'), [
      subcommand('on', (t) => t('daily.command.remindOn')),
      subcommand('off', (t) => t('daily.command.remindOff')),
    ]),
  ],
});

/** A request for a number. */
type DailyRequest = Asked<typeof dailyJob>;

/** How long a card is waited for, of the 3 s that Discord gives. */
const drawnWithin = 1500;

type Interaction = ChatInputCommandInteraction | MessageComponentInteraction;

/** The running number, when an interaction was made. */
const numberOf = ({ createdTimestamp }: Interaction): number => numberAt(createdTimestamp);

export class DailyCommand {
  private readonly store: WorkStore;
  private readonly requests: Requests;
  private readonly drawing: Drawing;
  private readonly results: ChallengeResults;
  private readonly boards: Services['gameBoards'];
  private readonly daily: DailyStore;
  private readonly reminders: ReminderStore;

  constructor(services: Services, daily: DailyStore, reminders: ReminderStore) {
    this.store = services.store;
    this.requests = services.requests;
    this.drawing = services.drawing;
    this.results = services.challengeResults;
    this.boards = services.gameBoards;
    this.daily = daily;
    this.reminders = reminders;
  }

  get handlers(): RunningFeature {
    return {
      commands: {
        'daily show': (interaction) => this.show(interaction, numberOf(interaction)),
        'daily play': (interaction) => this.show(interaction, numberOf(interaction), true),
        'daily submit': (interaction) =>
          this.submit(interaction, interaction.options.getInteger('number') ?? numberOf(interaction)),
        'daily archive': (interaction) => this.archive(interaction),
        'daily share': (interaction) => {
          const theme = themeNames.find((name) => name === interaction.options.getString('theme'));
          const number = interaction.options.getInteger('number') ?? numberOf(interaction);
          return this.share(interaction, number, theme ?? defaultPresentation.theme);
        },
      },
      completions: { daily: (interaction) => this.complete(interaction) },
      components: [
        component({
          name: playComponent,
          parse: parseNumber,
          run: (interaction, [number]) => this.show(interaction, number, true),
        }),
        component({
          name: shareComponent,
          parse: parseNumber,
          run: (interaction, [number]) => this.share(interaction, number, defaultPresentation.theme),
        }),
      ],
      answers: { daily: { render: (t, asked, result) => this.render(t, asked, result) } },
    };
  }

  private async sayNotYet(interaction: Interaction, number: number): Promise<void> {
    const running = numberAt(interaction.createdTimestamp);
    await replyPrivately(interaction, translator(interaction.locale)('daily.notYet', { number, running }));
  }

  /** Numbers from the newest, with their puzzles and whether they are solved. */
  private async complete(interaction: AutocompleteInteraction): Promise<void> {
    const { user, options, locale } = interaction;
    const t = translator(locale);
    const running = numberAt(interaction.createdTimestamp);
    const newest = options.getSubcommand() === 'archive' ? running - 1 : running;
    const typed = options.getFocused().trim();
    const numbers = Array.from({ length: newest }, (_, index) => newest - index);
    const offered = numbers.filter((number) => String(number).startsWith(typed)).slice(0, mostChoices);
    const results = await Promise.all(offered.map((number) => this.daily.result(number, user.id)));
    const choices = offered.map((number, index) => {
      const title = titleOf(t, knownPuzzle(turnOf(number).deck.puzzle));
      return { name: `#${number} · ${title}${results[index] ? ' · ✓' : ''}`, value: number };
    });
    await interaction.respond(choices);
  }

  /** Privately, so that the clock of each person starts when they look. */
  private async show(interaction: Interaction, number: number, play?: true): Promise<void> {
    const { user, createdTimestamp: at } = interaction;
    if (number > numberAt(at)) return this.sayNotYet(interaction, number);
    await this.daily.begin(number, user.id, at);
    await this.requests.ask(
      interaction,
      { job: dailyJob, request: { number, ...(play && { play }) } },
      { isPrivate: true },
    );
  }

  /** One of the archive. */
  private async archive(interaction: ChatInputCommandInteraction): Promise<void> {
    const number = interaction.options.getInteger('number', true);
    const running = numberAt(interaction.createdTimestamp);
    if (number !== running) return this.show(interaction, number);
    await replyPrivately(interaction, translator(interaction.locale)('daily.running', { number }));
  }

  /** A challenge that a worker has drawn, or drawn again: as a board to look at or to play. */
  private async render(t: TFunction, asked: DailyRequest, result: DailyResult): Promise<Message> {
    if (asked.request.play && result.status === 'challenge') return this.boards.openChallenge(t, asked, result);
    const note = await reminderNote(this.reminders, t, asked.user);
    const { components } = dailyAnswer(t, asked.request, result, Date.now());
    return { components: [...components, ...(note ? plainMessage(note).components : [])] };
  }

  private async submit(interaction: ChatInputCommandInteraction, number: number): Promise<void> {
    const { user, locale, createdTimestamp: at, guildId } = interaction;
    const t = translator(locale);
    if (number > numberAt(at)) return this.sayNotYet(interaction, number);
    const drawn = await this.store.result({ job: dailyJob, request: { number } });
    if (drawn?.status !== 'challenge') {
      return replyPrivately(interaction, isOver(number, at) ? t('daily.lookFirst', { number }) : t('daily.showFirst'));
    }
    const puzzle = knownPuzzle(drawn.puzzle);
    const question = storedQuestion(puzzle, drawn.position);
    const typed = interaction.options.getString('moves', true);
    const line = parseMoves(puzzle, question.start, typed, question.goal);
    if (!line.ok) {
      return replyPrivately(interaction, withPlace(explainMoveProblem(t, line.problem, harmless), typed, line.problem));
    }
    const { moves } = line.value;
    if (!reaches(puzzle, question, moves))
      return replyPrivately(interaction, t('daily.unsolved', { count: moves.length }));
    const hints = await this.boards.hintsOf(number, user.id);
    const finish = { ...drawn, number, user: user.id, moves, optimal: drawn.moves.length, hints, at };
    await reply(interaction, await this.results.take(t, finish, guildId ?? undefined), true);
  }

  /** The result in the channel, once for each person, channel and number. */
  private async share(interaction: Interaction, number: number, theme: ThemeName): Promise<void> {
    const { user, locale, channelId, guildId, createdTimestamp: at } = interaction;
    const t = translator(locale);
    const running = numberAt(at);
    const [result, drawn, { streak }] = await Promise.all([
      this.daily.result(number, user.id),
      this.store.result({ job: dailyJob, request: { number } }),
      this.daily.figures(user.id, running),
    ]);
    if (!result) return replyPrivately(interaction, t('daily.noResult', { number }));
    if (drawn?.status !== 'challenge') return replyPrivately(interaction, t('daily.over'));
    const of = { number, puzzle: drawn.puzzle, optimal: drawn.moves.length };
    const spoken = translator(interaction.guildLocale ?? locale);
    const { card, alt } = cardOf(spoken, of, result, { streak: number === running ? streak : 0, theme });
    const data = await Promise.race([this.drawing.card(card), sleep(drawnWithin, undefined, { ref: false })]);
    // Taken as late as can be: a bot that dies before has taken nothing.
    if (!(await this.daily.share(number, user.id, channelId!, { at, guild: guildId ?? undefined }))) {
      return replyPrivately(interaction, t('daily.shared'));
    }
    const line = shareLine(number, of.puzzle, of.optimal, result);
    await reply(interaction, shareAnswer(user.id, line, alt, data));
  }
}
