/** `/help` and `/about`. */
import {
  ApplicationCommandType,
  type ChatInputCommandInteraction,
  MessageFlags,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Feature } from '../../discord/command.ts';
import { described, named } from '../../locales/definition.ts';
import { titleOf, translator } from '../../locales/index.ts';
import { puzzles } from '../../puzzles/registry.ts';
import { version } from '../../runtime/version.ts';

export const helpDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('help'),
  ...described((t) => t('command.help')),
};

export const aboutDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('about'),
  ...described((t) => t('command.about')),
};

const privately = (interaction: ChatInputCommandInteraction, content: string): Promise<unknown> =>
  interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } });

const help = async (interaction: ChatInputCommandInteraction): Promise<void> => {
  const say = translator(interaction.locale);
  const rows = puzzles.map((puzzle) => {
    const example = puzzle.landmarks[0]?.position ?? puzzle.goal.text;
    return `- \`/solve ${puzzle.id} ${example}\` ${titleOf(say, puzzle)}`;
  });
  await privately(interaction, [say('help.opening'), ...rows, say('help.notations'), say('help.buttons')].join('\n'));
};

const about = async (interaction: ChatInputCommandInteraction): Promise<void> => {
  await privately(interaction, translator(interaction.locale)('about', { version }));
};

export const helpFeature: Feature = {
  commands: [
    { definition: helpDefinition, run: help },
    { definition: aboutDefinition, run: about },
  ],
  components: [],
};
