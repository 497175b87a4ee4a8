import { type ChatInputCommandInteraction, PermissionFlagsBits } from 'discord.js';
import { translator } from '../locales/index.ts';
import { replyPrivately } from './replies.ts';

/** A command of a server, used by an admin. */
export type AdminInteraction = ChatInputCommandInteraction<'cached' | 'raw'>;

/** Runs a command for the admins of a server, and tells everybody else that it is theirs. */
export const forAdmins =
  (run: (interaction: AdminInteraction) => Promise<void>) =>
  async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const isAdmin = interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild);
    if (interaction.inGuild() && isAdmin) return run(interaction);
    await replyPrivately(interaction, translator(interaction.locale)('settings.adminsOnly'));
  };
