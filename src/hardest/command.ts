/** `/hardest`: a whole puzzle at a glance. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Feature } from '../discord/command.ts';
import { choiceOf, described, named } from '../locales/definition.ts';
import { titleOf } from '../locales/index.ts';
import { puzzles } from '../puzzles/index.ts';
import { canSurvey } from '../search/index.ts';
import { privateOption } from '../work/question.ts';
import type { Requests } from '../work/request.ts';

export const hardestDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('hardest'),
  ...described((t) => t('command.hardest.description')),
  options: [
    {
      type: ApplicationCommandOptionType.String,
      ...named('puzzle'),
      ...described((t) => t('command.hardest.puzzle')),
      required: true,
      choices: puzzles.filter(canSurvey).map((puzzle) => choiceOf(puzzle.id, (t) => titleOf(t, puzzle))),
    },
    privateOption,
  ],
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
