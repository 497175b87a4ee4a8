/** What people see of each other's results: `/leaderboard daily`, `/stats`, and `/settings result` to hide one. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  AttachmentBuilder,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { component, type Feature } from '../../discord/command.ts';
import type { Message } from '../../discord/message.ts';
import { described, named } from '../../locales/definition.ts';
import { translator } from '../../locales/index.ts';
import type { Drawing } from '../../render/drawing.ts';
import { everywhere } from '../leaderboard/scope.ts';
import type { Setting, SettingsInteraction } from '../settings/command.ts';
import { boardPage, type PageFields, pageComponent, parsePage, statsAnswer } from './answer.ts';
import { numberAt, type Period } from './rules.ts';
import type { Board, DailyStore } from './store.ts';

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
  readonly drawing: Drawing;
  /** What somebody has to be told of their reminder, if anything. */
  readonly note: (t: TFunction, user: string) => Promise<string | undefined>;
}

export class Standings {
  readonly setting: Setting = { run: (interaction) => this.hide(interaction) };
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  get feature(): Feature {
    return {
      commands: [
        {
          definition: statsDefinition,
          run: async (interaction) => {
            await this.stats(interaction);
            const content = await this.parts.note(translator(interaction.locale), interaction.user.id);
            if (!content) return;
            await interaction.followUp({ content, flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } });
          },
        },
      ],
      components: [
        component({ name: pageComponent, parse: parsePage, run: (interaction, turn) => this.turn(interaction, turn) }),
      ],
    };
  }

  /** `/leaderboard daily`. In a direct message there is no server. */
  async show(interaction: ChatInputCommandInteraction, period: Period, isHere: boolean): Promise<void> {
    const scope = isHere ? (interaction.guildId ?? everywhere) : everywhere;
    const board = { period, number: numberAt(interaction.createdTimestamp), scope };
    const { components } = await this.page(interaction, board, 0);
    const flags = MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral;
    await interaction.reply({ components, flags, allowedMentions: { parse: [] } });
  }

  /** Another page. A server's board is for that server: only where a button is pressed tells which one it means. */
  private async turn(
    interaction: MessageComponentInteraction,
    [period, number, where, page]: PageFields,
  ): Promise<void> {
    const scope = where === 'here' ? (interaction.guildId ?? everywhere) : everywhere;
    const { components } = await this.page(interaction, { period, number, scope }, page);
    await interaction.update({ components, flags: MessageFlags.IsComponentsV2, allowedMentions: { parse: [] } });
  }

  private async page(
    { user, locale }: ChatInputCommandInteraction | MessageComponentInteraction,
    board: Board,
    page: number,
  ): Promise<Message> {
    const of = await this.parts.daily.page(board, page, user.id);
    return boardPage(translator(locale), board, of, user.id);
  }

  /** Publicly, but for who hides and who has nothing to show. That somebody hides is nobody else's business either. */
  private async stats(interaction: ChatInputCommandInteraction): Promise<void> {
    const { daily, drawing } = this.parts;
    const { user: asker, locale, guildLocale, createdTimestamp } = interaction;
    const { id } = interaction.options.getUser('user') ?? asker;
    const figures = await daily.figures(id, numberAt(createdTimestamp));
    const isOwn = id === asker.id;
    if (figures.played === 0 || (figures.isHidden && !isOwn)) {
      const t = translator(locale);
      const content = isOwn ? t('stats.none') : t('stats.nothing', { user: `<@${id}>` });
      await interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } });
      return;
    }
    // A picture may have to wait for others.
    await interaction.deferReply(figures.isHidden ? { flags: MessageFlags.Ephemeral } : {});
    const t = translator(figures.isHidden ? locale : (guildLocale ?? locale));
    const { components, files = [] } = await statsAnswer(t, id, figures, drawing);
    await interaction.editReply({
      components,
      files: files.map(({ name, data }) => new AttachmentBuilder(data, { name })),
      flags: MessageFlags.IsComponentsV2,
      allowedMentions: { parse: [] },
    });
  }

  /** `/settings result`. */
  private async hide(interaction: SettingsInteraction): Promise<void> {
    const { options, locale, guildId, createdTimestamp } = interaction;
    const user = options.getUser('user', true);
    const number = options.getInteger('number') ?? numberAt(createdTimestamp);
    const isHidden = options.getBoolean('hide') ?? true;
    const isThere = await this.parts.daily.hideResult(number, user.id, guildId, isHidden);
    const done = isHidden ? 'standings.hidden' : 'standings.shown';
    const content = translator(locale)(isThere ? done : 'standings.nothing', { user: `<@${user.id}>`, number });
    await interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } });
  }
}
