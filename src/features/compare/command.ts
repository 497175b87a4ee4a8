/** `/compare`: the methods side by side on one position. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Feature } from '../../discord/command.ts';
import { toWork } from '../../jobs/job.ts';
import { completeQuestion, privateOption, questionOptions, readQuestion } from '../../jobs/question.ts';
import type { Requests } from '../../jobs/request.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { described, named } from '../../locales/definition.ts';
import { titleOf } from '../../locales/index.ts';
import { puzzles } from '../../puzzles/registry.ts';

export const compareDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('compare'),
  ...described((t) => t('command.compare')),
  options: puzzles.map((puzzle) => ({
    type: ApplicationCommandOptionType.Subcommand,
    name: puzzle.id,
    ...described((t) => titleOf(t, puzzle)),
    options: [...questionOptions(puzzle), privateOption],
  })),
};

export const compareFeature = ({ store, requests }: { store: WorkStore; requests: Requests }): Feature => ({
  commands: [
    {
      definition: compareDefinition,
      run: async (interaction) => {
        const asked = await readQuestion(interaction);
        if (!asked) return;
        const isPrivate = interaction.options.getBoolean('private') ?? false;
        const question = toWork(asked.puzzle, asked.question);
        const { puzzle, position, goal } = question;
        const isAccepted = await requests.ask(interaction, { kind: 'compare', puzzle, position, goal }, { isPrivate });
        if (isAccepted) await store.remember(interaction, question);
      },
      complete: (interaction) => completeQuestion(interaction, store),
    },
  ],
  components: [],
});
