/** `/help` and `/about`. */
import { slashCommand } from '../../discord/definition.ts';
import { replyPrivately } from '../../discord/replies.ts';
import { titleOf, translator } from '../../locales/index.ts';
import { puzzles } from '../../puzzles/registry.ts';
import { version } from '../../runtime/version.ts';
import type { Feature } from '../feature.ts';

export const help: Feature = {
  commands: [slashCommand('help', (t) => t('command.help')), slashCommand('about', (t) => t('command.about'))],
  create: ({ definitions }) => ({
    commands: {
      help: (interaction) => {
        const t = translator(interaction.locale);
        const examples = puzzles.map((puzzle) => {
          const example = puzzle.landmarks[0]?.position ?? puzzle.goal.text;
          return `- \`/solve ${puzzle.id} ${example}\` ${titleOf(t, puzzle)}`;
        });
        const names = definitions
          .filter((definition) => 'description' in definition)
          .map(({ name, name_localizations: localized }) => `\`/${localized?.[interaction.locale] ?? name}\``);
        const lines = [t('help.opening'), ...examples, names.join(' '), t('help.notations'), t('help.buttons')];
        return replyPrivately(interaction, lines.join('\n'));
      },
      about: (interaction) => replyPrivately(interaction, translator(interaction.locale)('about', { version })),
    },
  }),
};
