/** `/privacy`: what is kept about somebody is theirs to see, to hide and to delete. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  AttachmentBuilder,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import { component, type Feature, noFields } from '../../discord/command.ts';
import { described, named } from '../../locales/definition.ts';
import { translator } from '../../locales/index.ts';
import type { Erasures, PersonalData } from '../../runtime/erasure.ts';
import { deleteComponent, deletedAnswer, deleteQuestion, expiredAnswer } from './answer.ts';
import { exportFile, type Part } from './rules.ts';

export const privacyDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('privacy'),
  ...described((t) => t('privacy.command.description')),
  options: [
    { type: ApplicationCommandOptionType.Subcommand, ...named('hide'), ...described((t) => t('privacy.command.hide')) },
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('reveal'),
      ...described((t) => t('privacy.command.show')),
    },
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('export'),
      ...described((t) => t('privacy.command.export')),
    },
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('delete'),
      ...described((t) => t('privacy.command.delete')),
    },
  ],
};

/** How long the button to delete works, in milliseconds. */
const buttonLife = 5 * 60_000;

interface Parts {
  /** All places where something about people is kept. */
  readonly kept: readonly PersonalData[];
  readonly erasures: Erasures;
}

export const privacyFeature = ({ kept, erasures }: Parts): Feature => {
  const partsOf = async (user: string): Promise<Part[]> => {
    const parts = await Promise.all(kept.map(async (one) => ({ name: one.name, data: await one.exported(user) })));
    return parts.filter(({ data }) => data !== undefined);
  };

  const setHidden = async (interaction: ChatInputCommandInteraction, isHidden: boolean): Promise<void> => {
    await Promise.all(kept.map((one) => one.setHidden?.(interaction.user.id, isHidden)));
    const content = translator(interaction.locale)(isHidden ? 'privacy.hidden' : 'privacy.shown');
    await interaction.reply({ content, flags: MessageFlags.Ephemeral });
  };

  const sendExport = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const { user, locale, createdTimestamp } = interaction;
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const parts = await partsOf(user.id);
    const { name, data } = exportFile(user.id, parts, createdTimestamp);
    const content = translator(locale)(parts.length === 0 ? 'privacy.nothing' : 'privacy.exported');
    await interaction.editReply({ content, files: [new AttachmentBuilder(data, { name })] });
  };

  const askToDelete = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const { user, locale, createdTimestamp } = interaction;
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const parts = await partsOf(user.id);
    await interaction.editReply(deleteQuestion(translator(locale), parts, createdTimestamp + buttonLife));
  };

  /** What a kill leaves undone, the same button does. */
  const remove = async (interaction: MessageComponentInteraction): Promise<void> => {
    const { user, locale, createdTimestamp, message } = interaction;
    const t = translator(locale);
    // Only the one who asked sees this button, and it deletes what is kept about who pressed it.
    if (createdTimestamp > message.createdTimestamp + buttonLife) {
      await interaction.update(expiredAnswer(t));
      return;
    }
    await interaction.deferUpdate();
    // Times are of Discord's clock, and some of ours: of the two the later.
    await erasures.erase(user.id, Math.max(createdTimestamp, Date.now()));
    const parts = await partsOf(user.id);
    for (const one of kept) await one.erase(user.id);
    await interaction.editReply(deletedAnswer(t, parts));
  };

  return {
    commands: [
      {
        definition: privacyDefinition,
        run: async (interaction) => {
          switch (interaction.options.getSubcommand()) {
            case 'hide':
              return setHidden(interaction, true);
            case 'show':
              return setHidden(interaction, false);
            case 'export':
              return sendExport(interaction);
            case 'delete':
              return askToDelete(interaction);
          }
        },
      },
    ],
    components: [component({ name: deleteComponent, parse: noFields, run: remove })],
  };
};
