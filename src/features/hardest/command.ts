/** `/hardest`: a whole puzzle at a glance. */
import { ApplicationCommandType, type RESTPostAPIChatInputApplicationCommandsJSONBody } from 'discord.js';
import type { Feature } from '../../discord/command.ts';
import { privateOption, puzzleOption } from '../../jobs/question.ts';
import type { Requests } from '../../jobs/request.ts';
import { described, named } from '../../locales/definition.ts';
import { puzzles } from '../../puzzles/registry.ts';
import { canSurvey } from '../../search/solve.ts';

export const hardestDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('hardest'),
  ...described((t) => t('command.hardest.description')),
  options: [puzzleOption(puzzles.filter(canSurvey)), privateOption],
};

export const hardestFeature = ({ requests }: { requests: Requests }): Feature => ({
  commands: [
    {
      definition: hardestDefinition,
      run: async (interaction) => {
        const puzzle = interaction.options.getString('puzzle', true);
        const isPrivate = interaction.options.getBoolean('private') ?? false;
        await requests.ask(interaction, { kind: 'survey', puzzle }, { isPrivate });
      },
    },
  ],
  components: [],
});
