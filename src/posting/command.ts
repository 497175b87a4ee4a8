/** `/settings daily`: where and when a server wants the daily challenge posted. */
import { MessageFlags } from 'discord.js';
import { translator } from '../locales/index.ts';
import type { Setting, SettingsInteraction } from '../settings/command.ts';

export class Posting {
  readonly setting: Setting = { run: (interaction) => this.show(interaction) };

  private async show(interaction: SettingsInteraction): Promise<void> {
    const content = translator(interaction.locale)('posting.off');
    await interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } });
  }
}
