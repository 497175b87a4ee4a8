/** `/privacy`: people export, hide and delete what the bot stores about them. */
import {
  AttachmentBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { component, customId, noFields } from '../../discord/command.ts';
import { slashCommand, subcommand } from '../../discord/definition.ts';
import { button, joinPresent, row } from '../../discord/message.ts';
import { tell } from '../../discord/replies.ts';
import { translator } from '../../locales/index.ts';
import { noteErasure } from '../../runtime/erasure.ts';
import type { Feature, RunningFeature, Services } from '../feature.ts';
import { type ExportedPart, entriesOf, exportFile } from './rules.ts';

const definition = slashCommand('privacy', 'privacy.command.description', {
  options: [
    subcommand('hide', 'privacy.command.hide'),
    subcommand('reveal', 'privacy.command.show'),
    subcommand('export', 'privacy.command.export'),
    subcommand('delete', 'privacy.command.delete'),
  ],
});

const deleteComponent = 'privacy-delete';
/** How long the button to delete works, in milliseconds. */
const buttonLife = 5 * 60_000;

/** A line for each part: its name and how many entries it has. */
const numbers = (t: TFunction, parts: readonly ExportedPart[]): string[] =>
  parts.map(({ name, data }) => {
    const part = t(`privacy.part.${name}` as 'privacy.part.games');
    return `- ${t('privacy.entries', { part, count: entriesOf(data) })}`;
  });

const create = ({ personalData, producer, config }: Services): RunningFeature => {
  const partsOf = async (user: string): Promise<ExportedPart[]> => {
    const parts = personalData.map(async (one) => ({ name: one.name, data: await one.exported(user) }));
    return (await Promise.all(parts)).filter(({ data }) => data !== undefined);
  };

  const setHidden = async (interaction: ChatInputCommandInteraction, isHidden: boolean): Promise<void> => {
    await Promise.all(personalData.map((one) => one.setHidden?.(interaction.user.id, isHidden)));
    await tell(interaction, isHidden ? 'privacy.hidden' : 'privacy.shown');
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
    const t = translator(locale);
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const parts = await partsOf(user.id);
    if (parts.length === 0) return tell(interaction, 'privacy.nothing');
    const until = t('privacy.until', { when: `<t:${Math.floor((createdTimestamp + buttonLife) / 1000)}:R>` });
    await interaction.editReply({
      content: joinPresent([t('privacy.question'), ...numbers(t, parts), t('privacy.consequences'), `-# ${until}`]),
      components: [row(button(customId(deleteComponent), t('privacy.button'), ButtonStyle.Danger))],
    });
  };

  /** Deletes everything. Pressed again after a crash, it deletes the rest. */
  const remove = async (interaction: MessageComponentInteraction): Promise<void> => {
    const { user, locale, createdTimestamp, message } = interaction;
    const t = translator(locale);
    if (createdTimestamp > message.createdTimestamp + buttonLife) {
      await interaction.update({ content: t('privacy.expired'), components: [] });
      return;
    }
    await interaction.deferUpdate();
    // Some stored times are Discord's and some are ours, so the later clock counts.
    await noteErasure(producer, config.redisPrefix, user.id, Math.max(createdTimestamp, Date.now()));
    const parts = await partsOf(user.id);
    for (const one of personalData) await one.erase(user.id);
    const content =
      parts.length === 0 ? t('privacy.nothing') : joinPresent([t('privacy.deleted'), ...numbers(t, parts)]);
    await interaction.editReply({ content, components: [] });
  };

  return {
    commands: {
      'privacy hide': (interaction) => setHidden(interaction, true),
      'privacy show': (interaction) => setHidden(interaction, false),
      'privacy export': sendExport,
      'privacy delete': askToDelete,
    },
    components: [component(deleteComponent, noFields, remove)],
  };
};

export const privacyFeature: Feature = { helpPage: 'more', commands: [definition], create };
