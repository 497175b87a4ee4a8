/** `/daily`, `/stats` and `/leaderboard daily`. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Feature } from '../discord/command.ts';
import { harmless } from '../discord/text.ts';
import { described, named } from '../locales/definition.ts';
import { explainMoveProblem, translator } from '../locales/index.ts';
import { longestMoves, parseMoves } from '../puzzles/moves.ts';
import { replay } from '../puzzles/puzzle.ts';
import { knownPuzzle, questionOf } from '../work/job.ts';
import type { Message } from '../work/message.ts';
import { withPlace } from '../work/question.ts';
import type { Requests } from '../work/request.ts';
import type { WorkStore } from '../work/store.ts';
import { dailyPage, pageComponent, shareComponent, statsAnswer, submitAnswer } from './answer.ts';
import { numberAt, shareLine } from './rules.ts';
import { type DailyStore, everywhere } from './store.ts';

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
      ],
    },
  ],
};

export const statsDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('stats'),
  ...described((t) => t('daily.command.stats')),
  options: [
    { type: ApplicationCommandOptionType.User, ...named('user'), ...described((t) => t('daily.command.user')) },
  ],
};

interface Parts {
  readonly daily: DailyStore;
  readonly store: WorkStore;
  readonly requests: Requests;
}

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
          run: (interaction) =>
            interaction.options.getSubcommand() === 'submit' ? this.submit(interaction) : this.show(interaction),
        },
        { definition: statsDefinition, run: (interaction) => this.stats(interaction) },
      ],
      components: [
        { name: shareComponent, run: (interaction, [number = '']) => this.share(interaction, number) },
        { name: pageComponent, run: (interaction, fields) => this.turn(interaction, fields) },
      ],
    };
  }

  /** Privately, so that the clock of each person starts when they look. */
  private async show(interaction: ChatInputCommandInteraction): Promise<void> {
    const { user, createdTimestamp } = interaction;
    const number = numberAt(createdTimestamp);
    await this.parts.daily.begin(number, user.id, createdTimestamp);
    await this.parts.requests.ask(interaction, { kind: 'daily', number }, { isPrivate: true });
  }

  private async submit(interaction: ChatInputCommandInteraction): Promise<void> {
    const { user, locale, createdTimestamp: at, guildId } = interaction;
    const { daily, store } = this.parts;
    const t = translator(locale);
    const number = numberAt(at);
    const drawn = await store.result({ kind: 'daily', number });
    if (drawn?.status !== 'challenge') return this.say(interaction, t('daily.showFirst'));
    const puzzle = knownPuzzle(drawn.puzzle);
    const { question } = questionOf({ ...drawn, goal: puzzle.goal.text });
    const typed = interaction.options.getString('moves', true);
    const line = parseMoves(puzzle, question.start, typed, question.goal);
    if (!line.ok) {
      return this.say(interaction, withPlace(explainMoveProblem(t, line.problem, harmless), typed, line.problem));
    }
    const { moves } = line.value;
    const end = replay(puzzle, question.start, moves).at(-1)!;
    const isSolved = question.goal.positions.some((wanted) => puzzle.rank(wanted) === puzzle.rank(end));
    if (!isSolved) return this.say(interaction, t('daily.unsolved', { count: moves.length }));
    const seconds = Math.max(0, Math.floor((at - (await daily.began(number, user.id))) / 1000));
    const effort = { moves: moves.length, hints: 0, seconds };
    const optimal = drawn.moves.length;
    const isFirst = await daily.record(number, user.id, effort, { optimal, at, guild: guildId ?? undefined });
    const [best, { streak }] = await Promise.all([daily.result(number, user.id), daily.figures(user.id, number)]);
    const made = moves.length;
    await this.reply(
      interaction,
      submitAnswer(t, { number, puzzle: puzzle.id, optimal, made, best: best!, isFirst, streak }),
      true,
    );
  }

  /** The result in the channel, once for each person, channel and number. */
  private async share(interaction: MessageComponentInteraction, field: string): Promise<void> {
    const { user, locale, channelId } = interaction;
    const { daily, store } = this.parts;
    if (!/^\d{1,6}$/u.test(field)) throw new RangeError('a result of no challenge');
    const number = Number(field);
    const [result, drawn] = await Promise.all([daily.result(number, user.id), store.result({ kind: 'daily', number })]);
    if (!result || drawn?.status !== 'challenge') return this.say(interaction, translator(locale)('daily.over'));
    if (!(await daily.share(number, user.id, channelId))) {
      return this.say(interaction, translator(locale)('daily.shared'));
    }
    const line = shareLine(number, drawn.puzzle, drawn.moves.length, result);
    await interaction.reply({ content: `<@${user.id}>\n${line}`, allowedMentions: { parse: [] } });
  }

  private async stats(interaction: ChatInputCommandInteraction): Promise<void> {
    const { id } = interaction.options.getUser('user') ?? interaction.user;
    const figures = await this.parts.daily.figures(id, numberAt(interaction.createdTimestamp));
    await this.reply(interaction, statsAnswer(this.spoken(interaction), id, figures), false);
  }

  /** `/leaderboard daily`. */
  async standings(interaction: ChatInputCommandInteraction, isHere: boolean): Promise<void> {
    const number = numberAt(interaction.createdTimestamp);
    const message = await this.page(interaction, number, isHere && interaction.guildId !== null, 0);
    await this.reply(interaction, message, true);
  }

  private async turn(interaction: MessageComponentInteraction, fields: readonly string[]): Promise<void> {
    const [number = '', scope = '', page = ''] = fields;
    if (!/^\d{1,6}$/u.test(number) || !/^\d{1,6}$/u.test(page)) throw new RangeError('a page of no day');
    const isHere = scope === 'here' && interaction.guildId !== null;
    const { components } = await this.page(interaction, Number(number), isHere, Number(page));
    await interaction.update({ components, flags: MessageFlags.IsComponentsV2, allowedMentions: { parse: [] } });
  }

  private async page(interaction: Shown, number: number, isHere: boolean, page: number): Promise<Message> {
    const scope = isHere ? interaction.guildId! : everywhere;
    const of = await this.parts.daily.page(number, scope, page, interaction.user.id);
    return dailyPage(translator(interaction.locale), { number, isHere, page, of });
  }

  private spoken({ guildLocale, locale }: Shown) {
    return translator(guildLocale ?? locale);
  }

  private async reply(interaction: Shown, { components }: Message, isPrivate: boolean): Promise<void> {
    const flags = isPrivate ? MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral : MessageFlags.IsComponentsV2;
    await interaction.reply({ components, flags, allowedMentions: { parse: [] } });
  }

  private async say(interaction: Shown, content: string): Promise<void> {
    await interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } });
  }
}
