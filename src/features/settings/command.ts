/** `/settings`: what the admins of a server decide for it. Its subcommands are those of other features. */
import { ApplicationIntegrationType, InteractionContextType, PermissionFlagsBits } from 'discord.js';
import { slashCommand } from '../../discord/definition.ts';
import type { Feature } from '../feature.ts';

export const settingsFeature: Feature = {
  commands: [
    slashCommand('settings', 'settings.command.description', {
      // What clients go by. Servers can change it, so `forAdmins` asks again.
      default_member_permissions: PermissionFlagsBits.ManageGuild.toString(),
      contexts: [InteractionContextType.Guild],
      integration_types: [ApplicationIntegrationType.GuildInstall],
    }),
  ],
  create: () => ({}),
};
