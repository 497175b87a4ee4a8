import { type ChatInputCommandInteraction, PermissionFlagsBits } from 'discord.js';
import { translator } from '../locales/index.ts';
import { replyPrivately } from './replies.ts';

export type AdminInteraction = ChatInputCommandInteraction<'cached' | 'raw'>;

/** A command handler that refuses people who are not admins of a server. */
export const forAdmins =
  (run: (interaction: AdminInteraction) => Promise<void>) =>
  async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const isAdmin = interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild);
    if (interaction.inGuild() && isAdmin) return run(interaction);
    await replyPrivately(interaction, translator(interaction.locale)('settings.adminsOnly'));
  };
