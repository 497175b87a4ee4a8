/** `/daily`: the challenge of the day, and those before. */
import type { AutocompleteInteraction, ChatInputCommandInteraction, MessageComponentInteraction } from 'discord.js';
import type { TFunction } from 'i18next';
import { readSolution } from '../../ask/question.ts';
import { component, noFields } from '../../discord/command.ts';
import {
  mostChoices,
  type Option,
  option,
  slashCommand,
  subcommand,
  subcommandGroup,
} from '../../discord/definition.ts';
import { joinPresent, type Message, plainMessage, stacked } from '../../discord/message.ts';
import { acknowledgedIfLate, reply, tell } from '../../discord/replies.ts';
import { madeAt } from '../../discord/snowflake.ts';
import type { Say } from '../../locales/definition.ts';
import { titleOf, translator } from '../../locales/index.ts';
import { longestMoves } from '../../puzzles/moves.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { ReplyContext } from '../../queue/answer.ts';
import { resultOf } from '../../queue/preparation.ts';
import { defaultPresentation } from '../../render/presentation.ts';
import { type ThemeName, themeNames } from '../../render/theme.ts';
import { within } from '../../runtime/deadline.ts';
import { costsOf } from '../../search/analysis.ts';
import { storedQuestion } from '../../search/schemas.ts';
import type { RunningFeature, Services } from '../feature.ts';
import {
  cardOf,
  dailyAnswer,
  dailyPlayComponent,
  parseNumber,
  parsePlay,
  pathComponent,
  pathText,
  shareAnswer,
  shareComponent,
  todayComponent,
} from './answer.ts';
import { type DailyChallenge, type DailyResult, dailyJob } from './job.ts';
import type { DailyStores } from './post-store.ts';
import { drawnChallenge, ownResult, pathWork, takeSolution } from './results.ts';
import { isDayOver, lastDaily, numberAt, shareLine, turnOf } from './rules.ts';
import type { PersonalResult } from './store.ts';

const numberOption = (say: Say, required = false): Option =>
  option.integer('number', say, { required, autocomplete: true, min_value: 1, max_value: lastDaily });

export const dailyDefinition = slashCommand('daily', 'daily.command.description', {
  options: [
    subcommand('show', 'daily.command.show'),
    subcommand('play', 'daily.command.play'),
    subcommand('submit', 'daily.command.submit', [
      option.string('moves', 'daily.command.moves', { required: true, max_length: longestMoves }),
      numberOption('daily.command.numberSent'),
    ]),
    subcommand('archive', 'daily.command.archive', [numberOption('daily.command.number', true)]),
    subcommand('share', 'daily.command.share', [numberOption('daily.command.numberSent'), option.theme]),
    subcommandGroup('remind', 'daily.command.remind', [
      subcommand('on', 'daily.command.remindOn'),
      subcommand('off', 'daily.command.remindOff'),
    ]),
  ],
});

/** How long to wait for a card, and for the mistakes of a path. A worker may have to build tables first. */
const shareMilliseconds = 10_000;

type Interaction = ChatInputCommandInteraction | MessageComponentInteraction;

/** The number that was running when an interaction was made. */
const numberOf = ({ createdTimestamp }: Interaction): number => numberAt(createdTimestamp);

type DailyDeps = Services & DailyStores;

export class DailyCommand {
  private readonly deps: DailyDeps;

  constructor(deps: DailyDeps) {
    this.deps = deps;
  }

  get handlers(): RunningFeature {
    const chosen = (interaction: ChatInputCommandInteraction): number =>
      interaction.options.getInteger('number') ?? numberOf(interaction);
    return {
      commands: {
        'daily show': (interaction) => this.show(interaction, numberOf(interaction)),
        'daily play': (interaction) => this.show(interaction, numberOf(interaction), true),
        'daily submit': (interaction) => this.submit(interaction, chosen(interaction)),
        'daily archive': (interaction) => this.archive(interaction),
        'daily share': (interaction) => {
          const theme = themeNames.find((name) => name === interaction.options.getString('theme'));
          return this.share(interaction, chosen(interaction), theme);
        },
        'daily remind on': (interaction) => this.remind(interaction, true),
        'daily remind off': (interaction) => this.remind(interaction, false),
      },
      completions: { daily: (interaction) => this.complete(interaction) },
      components: [
        component(dailyPlayComponent, parsePlay, (interaction, [number, again]) =>
          this.open(interaction, number, again !== undefined),
        ),
        component(todayComponent, noFields, (interaction) => this.open(interaction, numberOf(interaction), false)),
        component(pathComponent, parseNumber, (interaction, [number]) => this.analysePath(interaction, number)),
        component(shareComponent, parseNumber, (interaction, [number]) => this.share(interaction, number)),
      ],
      answers: { daily: { render: (t, context, result) => this.render(t, context, result) } },
    };
  }

  private async sayNotYet(interaction: Interaction, number: number): Promise<void> {
    await tell(interaction, 'daily.notYet', { number, running: numberOf(interaction) });
  }

  /** Offers numbers from the newest, with their puzzles and whether they are solved. */
  private async complete(interaction: AutocompleteInteraction): Promise<void> {
    const { user, options, locale } = interaction;
    const t = translator(locale);
    const running = numberAt(interaction.createdTimestamp);
    const newest = options.getSubcommand() === 'archive' ? running - 1 : running;
    const typed = options.getFocused().trim();
    const numbers = Array.from({ length: newest }, (_, index) => newest - index);
    const offered = numbers.filter((number) => String(number).startsWith(typed)).slice(0, mostChoices);
    const choices = offered.map(async (number) => {
      const title = titleOf(t, knownPuzzle(turnOf(number).deck.puzzle));
      const mark = (await this.deps.daily.result(number, user.id)) ? ' · ✓' : '';
      return { name: `#${number} · ${title}${mark}`, value: number };
    });
    await interaction.respond(await Promise.all(choices));
  }

  /** Answers privately, as people see the board from when they press Play. */
  private async show(interaction: Interaction, number: number, play?: true): Promise<void> {
    if (number > numberOf(interaction)) return this.sayNotYet(interaction, number);
    const work = { job: dailyJob, request: { number, ...(play && { play }) } };
    await this.deps.requests.ask(interaction, work, { isPrivate: true });
  }

  private async archive(interaction: ChatInputCommandInteraction): Promise<void> {
    const number = interaction.options.getInteger('number', true);
    if (number !== numberOf(interaction)) return this.show(interaction, number);
    await tell(interaction, 'daily.running', { number });
  }

  private async remind(interaction: ChatInputCommandInteraction, isOn: boolean): Promise<void> {
    const { user, locale, createdTimestamp } = interaction;
    if (isOn) await this.deps.reminders.start(user.id, locale, createdTimestamp);
    else await this.deps.reminders.erase(user.id);
    await tell(interaction, isOn ? 'posting.reminderOn' : 'posting.reminderStopped');
  }

  private async render(t: TFunction, context: ReplyContext<typeof dailyJob>, result: DailyResult): Promise<Message> {
    const { daily, drawing } = this.deps;
    const { user, request } = context;
    if (request.play && result.status === 'challenge') {
      await daily.begin(request.number, user, madeAt(context.id));
      return this.deps.gameBoards.openChallenge(t, context, { daily: request.number }, result);
    }
    const hasBegun = (await daily.began(request.number, user)) !== undefined;
    const own =
      result.status === 'challenge' &&
      (await ownResult(daily, t, { ...request, ...result, user, optimal: result.moves.length }));
    const answer = own || (await dailyAnswer(t, request, result, { now: Date.now(), hasBegun }, drawing));
    const isClosed = await this.deps.reminders.isClosed(context.user);
    return stacked(answer, isClosed && plainMessage(t('posting.reminderClosed')));
  }

  private async submit(interaction: ChatInputCommandInteraction, number: number): Promise<void> {
    const { user, locale, createdTimestamp: at, guildId } = interaction;
    if (number > numberAt(at)) return this.sayNotYet(interaction, number);
    const drawn = await drawnChallenge(this.deps.store, number);
    if (!drawn) return tell(interaction, isDayOver(number, at) ? 'daily.lookFirst' : 'daily.showFirst', { number });
    const puzzle = knownPuzzle(drawn.puzzle);
    const question = storedQuestion(puzzle, drawn.position);
    const moves = await readSolution(interaction, puzzle, question, interaction.options.getString('moves', true));
    if (!moves) return;
    const hints = await this.deps.gameBoards.hintsOf(number, user.id);
    const finish = { ...drawn, number, user: user.id, moves, optimal: drawn.moves.length, hints, at };
    await reply(
      interaction,
      await takeSolution(this.deps.daily, translator(locale), finish, guildId ?? undefined),
      true,
    );
  }

  /** The game on a challenge; first the result of who has solved it, unless they play it again. */
  private async open(interaction: MessageComponentInteraction, number: number, again: boolean): Promise<void> {
    const isSolved = !again && (await this.deps.daily.result(number, interaction.user.id)) !== undefined;
    return this.show(interaction, number, isSolved ? undefined : true);
  }

  private share(interaction: Interaction, number: number, theme?: ThemeName): Promise<void> {
    return this.deps.requests.limited(interaction, 'share', () => this.showResult(interaction, number, theme));
  }

  private async analysePath(interaction: MessageComponentInteraction, number: number): Promise<void> {
    const drawn = await drawnChallenge(this.deps.store, number);
    const work = drawn && (await pathWork(this.deps.daily, { ...drawn, number, user: interaction.user.id }));
    if (!work) return tell(interaction, 'daily.noPath');
    await this.deps.requests.ask(interaction, work, { isPrivate: true });
  }

  /** The path of a result as squares, once its day is over: they tell its length. Undefined where they are not known. */
  private async squares(
    { id, user, guildId, createdTimestamp }: Interaction,
    t: TFunction,
    number: number,
    drawn: DailyChallenge,
    { moves }: PersonalResult,
  ): Promise<string | undefined> {
    if (!isDayOver(number, createdTimestamp)) return undefined;
    const puzzle = knownPuzzle(drawn.puzzle);
    const { start, goal } = storedQuestion(puzzle, drawn.position);
    // It may be near a challenge that is running now.
    const audience = { user: user.id, guild: guildId ?? undefined, private: false };
    if (await this.deps.guard.spoiledBy(audience, { puzzle, goal, positions: [start] })) return undefined;
    const noMistakes = drawn.moves.map(() => 0);
    if (moves === noMistakes.length) return pathText(t, noMistakes);
    const work = await pathWork(this.deps.daily, { ...drawn, number, user: user.id });
    const analysis = work && (await resultOf(work, { id, milliseconds: shareMilliseconds }, this.deps));
    return analysis?.status === 'analysed' ? pathText(t, costsOf(analysis.distances)) : undefined;
  }

  /** Shows a result in the channel, once for each person, channel and number. */
  private async showResult(interaction: Interaction, number: number, theme = defaultPresentation.theme): Promise<void> {
    const { user, locale, channelId, guildId, createdTimestamp: at } = interaction;
    const running = numberAt(at);
    const [result, drawn, { streak }] = await Promise.all([
      this.deps.daily.result(number, user.id),
      drawnChallenge(this.deps.store, number),
      this.deps.daily.figures(user.id, running),
    ]);
    if (!result) return tell(interaction, 'daily.noResult', { number });
    if (!drawn) return tell(interaction, 'daily.over');
    const of = { number, puzzle: drawn.puzzle, optimal: drawn.moves.length };
    const inServer = translator(interaction.guildLocale ?? locale);
    const { card, alt } = cardOf(inServer, of, result, { streak: number === running ? streak : 0, theme });
    const drawing = within(shareMilliseconds, this.deps.drawing.card(card));
    const making = Promise.all([drawing, this.squares(interaction, inServer, number, drawn, result)]);
    const [data, squares] = await acknowledgedIfLate(making, () => interaction.deferReply());
    // Claimed as late as possible: a bot that dies before has claimed nothing.
    if (!(await this.deps.daily.share(number, user.id, channelId!, { at, guild: guildId ?? undefined }))) {
      return tell(interaction, 'daily.shared');
    }
    const line = shareLine(number, titleOf(inServer, knownPuzzle(of.puzzle)), of.optimal, result);
    await reply(interaction, shareAnswer(user.id, joinPresent([line, squares]), alt, data));
  }
}
