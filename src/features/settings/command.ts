/** `/settings`: what those who run a server decide for it. What each subcommand means is another feature's. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  type AutocompleteInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  InteractionContextType,
  MessageFlags,
  PermissionFlagsBits,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Feature } from '../../discord/command.ts';
import { described, named } from '../../locales/definition.ts';
import { translator } from '../../locales/index.ts';

const subcommands = ['daily', 'result'] as const;
type Subcommand = (typeof subcommands)[number];

export const settingsDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('settings'),
  ...described((t) => t('settings.command.description')),
  // What clients go by. Servers can change it, so it is asked again below.
  default_member_permissions: PermissionFlagsBits.ManageGuild.toString(),
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
  options: [
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('daily'),
      ...described((t) => t('settings.command.daily')),
      options: [
        {
          type: ApplicationCommandOptionType.Channel,
          ...named('channel'),
          ...described((t) => t('settings.command.channel')),
          channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
        },
        {
          type: ApplicationCommandOptionType.Integer,
          ...named('hour'),
          ...described((t) => t('settings.command.hour')),
          min_value: 0,
          max_value: 23,
        },
        {
          type: ApplicationCommandOptionType.String,
          ...named('zone'),
          ...described((t) => t('settings.command.zone')),
          autocomplete: true,
          max_length: 50,
        },
        {
          type: ApplicationCommandOptionType.Role,
          ...named('role'),
          ...described((t) => t('settings.command.role')),
        },
        {
          type: ApplicationCommandOptionType.Boolean,
          ...named('thread'),
          ...described((t) => t('settings.command.thread')),
        },
        {
          type: ApplicationCommandOptionType.Boolean,
          ...named('off'),
          ...described((t) => t('settings.command.off')),
        },
      ],
    },
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('result'),
      ...described((t) => t('settings.command.result')),
      options: [
        {
          type: ApplicationCommandOptionType.User,
          ...named('user'),
          ...described((t) => t('settings.command.user')),
          required: true,
        },
        {
          type: ApplicationCommandOptionType.Integer,
          ...named('number'),
          ...described((t) => t('settings.command.number')),
          min_value: 1,
          max_value: 999_999,
        },
        {
          type: ApplicationCommandOptionType.Boolean,
          ...named('hide'),
          ...described((t) => t('settings.command.hide')),
        },
      ],
    },
  ],
};

export type SettingsInteraction = ChatInputCommandInteraction<'cached' | 'raw'>;

/** What a subcommand does once it is certain that an admin uses it in a server. */
export interface Setting {
  run(interaction: SettingsInteraction): Promise<void>;
  complete?(interaction: AutocompleteInteraction): Promise<void>;
}

export const settingsFeature = (settings: Readonly<Record<Subcommand, Setting>>): Feature => ({
  commands: [
    {
      definition: settingsDefinition,
      run: async (interaction) => {
        const isAdmin = interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild);
        if (!interaction.inGuild() || !isAdmin) {
          const content = translator(interaction.locale)('settings.adminsOnly');
          await interaction.reply({ content, flags: MessageFlags.Ephemeral });
          return;
        }
        await settings[interaction.options.getSubcommand() as Subcommand].run(interaction);
      },
      complete: async (interaction) => {
        await settings[interaction.options.getSubcommand() as Subcommand].complete?.(interaction);
      },
    },
  ],
  components: [],
});
