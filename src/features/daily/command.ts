/** `/daily`. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { component, type Feature } from '../../discord/command.ts';
import { type Message, plainMessage } from '../../discord/message.ts';
import { harmless } from '../../discord/text.ts';
import {
  defaultPresentation,
  knownPuzzle,
  lastDaily,
  questionOf,
  type ReplyJob,
  type ResultOf,
  type WorkOf,
} from '../../jobs/job.ts';
import { themeOption, withPlace } from '../../jobs/question.ts';
import type { Requests } from '../../jobs/request.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { described, named } from '../../locales/definition.ts';
import { explainMoveProblem, titleOf, translator } from '../../locales/index.ts';
import { longestMoves, parseMoves } from '../../puzzles/moves.ts';
import { type Move, type Puzzle, type Question, replay } from '../../puzzles/puzzle.ts';
import type { Drawing } from '../../render/drawing.ts';
import { type ThemeName, themeNames } from '../../render/theme.ts';
import {
  cardOf,
  dailyAnswer,
  parseNumber,
  playComponent,
  resultAnswer,
  shareAnswer,
  shareComponent,
} from './answer.ts';
import { type Finish, isOver, numberAt, shareLine, turnOf } from './rules.ts';
import type { DailyStore } from './store.ts';

/** Which number, offered by the puzzles that it can be. */
const numberOption = (say: (t: TFunction) => string, required = false): APIApplicationCommandBasicOption => ({
  type: ApplicationCommandOptionType.Integer,
  ...named('number'),
  ...described(say),
  required,
  autocomplete: true,
  min_value: 1,
  max_value: lastDaily,
});

export const dailyDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('daily'),
  ...described((t) => t('daily.command.description')),
  options: [
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('show'),
      ...described((t) => t('daily.command.show')),
    },
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('play'),
      ...described((t) => t('daily.command.play')),
    },
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('submit'),
      ...described((t) => t('daily.command.submit')),
      options: [
        {
          type: ApplicationCommandOptionType.String,
          ...named('moves'),
          ...described((t) => t('daily.command.moves')),
          required: true,
          max_length: longestMoves,
        },
        numberOption((t) => t('daily.command.numberSent')),
      ],
    },
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('archive'),
      ...described((t) => t('daily.command.archive')),
      options: [numberOption((t) => t('daily.command.number'), true)],
    },
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('share'),
      ...described((t) => t('daily.command.share')),
      options: [numberOption((t) => t('daily.command.numberSent')), themeOption],
    },
    {
      type: ApplicationCommandOptionType.SubcommandGroup,
      ...named('remind'),
      ...described((t) => t('daily.command.remind')),
      options: [
        {
          type: ApplicationCommandOptionType.Subcommand,
          ...named('on'),
          ...described((t) => t('daily.command.remindOn')),
        },
        {
          type: ApplicationCommandOptionType.Subcommand,
          ...named('off'),
          ...described((t) => t('daily.command.remindOff')),
        },
      ],
    },
  ],
};

/** Who asked for which number, and how they read. */
type AskedDaily = Pick<ReplyJob, 'id' | 'user' | 'locale' | 'guild'> & { readonly work: WorkOf<'daily'> };

interface Parts {
  readonly daily: DailyStore;
  readonly store: WorkStore;
  readonly requests: Requests;
  readonly drawing: Drawing;
  /** Challenges as games. */
  readonly games: {
    challenged(t: TFunction, asked: AskedDaily, drawn: ResultOf<'daily'> & { status: 'challenge' }): Promise<Message>;
    /** How many hints somebody has had of a number. */
    hintsOf(number: number, user: string): Promise<number>;
  };
  readonly reminders: {
    /** Turns somebody's reminder on or off, and says so. */
    set(interaction: ChatInputCommandInteraction, isOn: boolean): Promise<void>;
    /** What somebody has to be told of theirs, if anything. */
    note(t: TFunction, user: string): Promise<string | undefined>;
  };
}

const reaches = (puzzle: Puzzle, { start, goal }: Question, moves: readonly Move[]): boolean => {
  const end = puzzle.rank(replay(puzzle, start, moves).at(-1)!);
  return goal.positions.some((wanted) => puzzle.rank(wanted) === end);
};

/** Discord's limit of an autocomplete answer. */
const mostChoices = 25;

/** How long a card is waited for, of the 3 s that Discord gives. */
const drawnWithin = 1500;

type Shown = ChatInputCommandInteraction | MessageComponentInteraction;

export class Daily {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  get feature(): Feature {
    return {
      commands: [
        {
          definition: dailyDefinition,
          run: (interaction) => this.run(interaction),
          complete: (interaction) => this.complete(interaction),
        },
      ],
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
    };
  }

  private async run(interaction: ChatInputCommandInteraction): Promise<void> {
    const number = numberAt(interaction.createdTimestamp);
    switch (interaction.options.getSubcommand()) {
      case 'on':
        return this.parts.reminders.set(interaction, true);
      case 'off':
        return this.parts.reminders.set(interaction, false);
      case 'show':
        return this.show(interaction, number);
      case 'play':
        return this.show(interaction, number, true);
      case 'archive':
        return this.look(interaction, number);
      case 'share': {
        const theme = themeNames.find((name) => name === interaction.options.getString('theme'));
        return this.share(
          interaction,
          interaction.options.getInteger('number') ?? number,
          theme ?? defaultPresentation.theme,
        );
      }
      default:
        return this.submit(interaction, interaction.options.getInteger('number') ?? number);
    }
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
    const results = await Promise.all(offered.map((number) => this.parts.daily.result(number, user.id)));
    const choices = offered.map((number, index) => {
      const title = titleOf(t, knownPuzzle(turnOf(number).deck.puzzle));
      return { name: `#${number} · ${title}${results[index] ? ' · ✓' : ''}`, value: number };
    });
    await interaction.respond(choices);
  }

  /** One of the archive. */
  private async look(interaction: ChatInputCommandInteraction, running: number): Promise<void> {
    const number = interaction.options.getInteger('number', true);
    if (number !== running) return this.show(interaction, number);
    await this.say(interaction, translator(interaction.locale)('daily.running', { number }));
  }

  /** Privately, so that the clock of each person starts when they presentation. */
  private async show(interaction: Shown, number: number, play?: true): Promise<void> {
    const { user, createdTimestamp: at } = interaction;
    if (number > numberAt(at)) return this.sayNotYet(interaction, number);
    await this.parts.daily.begin(number, user.id, at);
    await this.parts.requests.ask(interaction, { kind: 'daily', number, ...(play && { play }) }, { isPrivate: true });
  }

  /** A challenge that a worker has drawn, or drawn again: as a board to look at or to play. */
  async drawn(t: TFunction, asked: AskedDaily, result: ResultOf<'daily'>): Promise<Message> {
    if (asked.work.play && result.status === 'challenge') return this.parts.games.challenged(t, asked, result);
    const note = await this.parts.reminders.note(t, asked.user);
    const { components } = dailyAnswer(t, asked.work, result, Date.now());
    return { components: [...components, ...(note ? plainMessage(note).components : [])] };
  }

  private async submit(interaction: ChatInputCommandInteraction, number: number): Promise<void> {
    const { user, locale, createdTimestamp: at, guildId } = interaction;
    const { games, store } = this.parts;
    const t = translator(locale);
    if (number > numberAt(at)) return this.sayNotYet(interaction, number);
    const drawn = await store.result({ kind: 'daily', number });
    if (drawn?.status !== 'challenge') {
      return this.say(interaction, isOver(number, at) ? t('daily.lookFirst', { number }) : t('daily.showFirst'));
    }
    const puzzle = knownPuzzle(drawn.puzzle);
    const { question } = questionOf({ ...drawn, goal: puzzle.goal.text });
    const typed = interaction.options.getString('moves', true);
    const line = parseMoves(puzzle, question.start, typed, question.goal);
    if (!line.ok) {
      return this.say(interaction, withPlace(explainMoveProblem(t, line.problem, harmless), typed, line.problem));
    }
    const { moves } = line.value;
    if (!reaches(puzzle, question, moves)) return this.say(interaction, t('daily.unsolved', { count: moves.length }));
    const hints = await games.hintsOf(number, user.id);
    const finish = { ...drawn, number, user: user.id, moves, optimal: drawn.moves.length, hints, at };
    await this.reply(interaction, await this.finished(t, finish, guildId ?? undefined), true);
  }

  /**
   * Take a result, and say what it is worth. Again after a retry does no harm.
   * @throws RangeError where the moves are no solution: nothing is recorded that has not been made again here
   */
  async finished(t: TFunction, finish: Finish, guild: string | undefined): Promise<Message> {
    const { daily } = this.parts;
    const { number, user, moves, optimal, hints, at } = finish;
    const puzzle = knownPuzzle(finish.puzzle);
    const { question } = questionOf({ ...finish, goal: puzzle.goal.text });
    if (!reaches(puzzle, question, moves)) throw new RangeError(`no solution of the daily challenge ${number}`);
    const seconds = Math.max(0, Math.floor((at - (await daily.began(number, user))) / 1000));
    const made = { moves: moves.length, hints, seconds };
    await daily.record(number, user, made, { optimal, at, guild });
    const now = Date.now();
    const [best, { streak }] = await Promise.all([daily.result(number, user), daily.figures(user, numberAt(now))]);
    // Who has left since has none.
    return best ? resultAnswer(t, finish, { made, best, streak, now }) : plainMessage(t('daily.over'));
  }

  /** The result in the channel, once for each person, channel and number. */
  private async share(interaction: Shown, number: number, theme: ThemeName): Promise<void> {
    const { user, locale, channelId, guildId, createdTimestamp: at } = interaction;
    const { daily, store, drawing } = this.parts;
    const t = translator(locale);
    const running = numberAt(at);
    const [result, drawn, { streak }] = await Promise.all([
      daily.result(number, user.id),
      store.result({ kind: 'daily', number }),
      daily.figures(user.id, running),
    ]);
    if (!result) return this.say(interaction, t('daily.noResult', { number }));
    if (drawn?.status !== 'challenge') return this.say(interaction, t('daily.over'));
    const of = { number, puzzle: drawn.puzzle, optimal: drawn.moves.length };
    const spoken = translator(interaction.guildLocale ?? locale);
    const { card, alt } = cardOf(spoken, of, result, { streak: number === running ? streak : 0, theme });
    const data = await Promise.race([drawing.card(card), sleep(drawnWithin, undefined, { ref: false })]);
    // Taken as late as can be: a bot that dies before has taken nothing.
    if (!(await daily.share(number, user.id, channelId!, { at, guild: guildId ?? undefined }))) {
      return this.say(interaction, t('daily.shared'));
    }
    const line = shareLine(number, of.puzzle, of.optimal, result);
    await this.reply(interaction, shareAnswer(user.id, line, alt, data), false);
  }

  private async reply(interaction: Shown, { components, files = [] }: Message, isPrivate: boolean): Promise<void> {
    const flags = isPrivate ? MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral : MessageFlags.IsComponentsV2;
    const attached = files.map(({ name, data }) => ({ name, attachment: data }));
    await interaction.reply({ components, files: attached, flags, allowedMentions: { parse: [] } });
  }

  private async sayNotYet(interaction: Shown, number: number): Promise<void> {
    const running = numberAt(interaction.createdTimestamp);
    await this.say(interaction, translator(interaction.locale)('daily.notYet', { number, running }));
  }

  private async say(interaction: Shown, content: string): Promise<void> {
    await interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } });
  }
}
