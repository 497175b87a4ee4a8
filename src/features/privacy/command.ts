/** `/privacy`: people see, hide and delete what the bot keeps about them. */
import {
  AttachmentBuilder,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
} from 'discord.js';
import { component, noFields } from '../../discord/command.ts';
import { slashCommand, subcommand } from '../../discord/definition.ts';
import { replyPrivately } from '../../discord/replies.ts';
import { translator } from '../../locales/index.ts';
import type { Feature, RunningFeature, Services } from '../feature.ts';
import { deleteComponent, deletedAnswer, deleteQuestion, expiredAnswer } from './answer.ts';
import { exportFile, type Part } from './rules.ts';

const definition = slashCommand('privacy', (t) => t('privacy.command.description'), {
  options: [
    subcommand('hide', (t) => t('privacy.command.hide')),
    subcommand('reveal', (t) => t('privacy.command.show')),
    subcommand('export', (t) => t('privacy.command.export')),
    subcommand('delete', (t) => t('privacy.command.delete')),
  ],
});

/** How long the button to delete works, in milliseconds. */
const buttonLife = 5 * 60_000;

const create = ({ personalData, erasures }: Services): RunningFeature => {
  const partsOf = async (user: string): Promise<Part[]> => {
    const parts = await Promise.all(
      personalData.map(async (one) => ({ name: one.name, data: await one.exported(user) })),
    );
    return parts.filter(({ data }) => data !== undefined);
  };

  const setHidden = async (interaction: ChatInputCommandInteraction, isHidden: boolean): Promise<void> => {
    await Promise.all(personalData.map((one) => one.setHidden?.(interaction.user.id, isHidden)));
    await replyPrivately(interaction, translator(interaction.locale)(isHidden ? 'privacy.hidden' : 'privacy.shown'));
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
    for (const one of personalData) await one.erase(user.id);
    await interaction.editReply(deletedAnswer(t, parts));
  };

  return {
    commands: {
      'privacy hide': (interaction) => setHidden(interaction, true),
      'privacy show': (interaction) => setHidden(interaction, false),
      'privacy export': sendExport,
      'privacy delete': askToDelete,
    },
    components: [component({ name: deleteComponent, parse: noFields, run: remove })],
  };
};

export const privacy: Feature = { commands: [definition], create };
