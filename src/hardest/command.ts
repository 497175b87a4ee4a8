/** `/hardest`: a whole puzzle at a glance. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Feature } from '../discord/command.ts';
import { choiceOf, described, named } from '../locales/definition.ts';
import { titleOf, translator } from '../locales/index.ts';
import { puzzleOf, puzzles } from '../puzzles/index.ts';
import { canSurvey } from '../search/index.ts';
import { toWork } from '../work/job.ts';
import { privateOption } from '../work/question.ts';
import type { Requests } from '../work/request.ts';
import type { WorkStore } from '../work/store.ts';
import { antipodeComponent } from './answer.ts';

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

export const hardestFeature = ({ store, requests }: { store: WorkStore; requests: Requests }): Feature => ({
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
  components: [
    {
      name: antipodeComponent,
      // Solved in a message of its own, as the asker's own question.
      run: async (interaction, [id = '', rank = '']) => {
        const puzzle = puzzleOf(id);
        const number = Number.parseInt(rank, 36);
        if (!puzzle || !Number.isSafeInteger(number) || number < 0) throw new RangeError('an antipode of no puzzle');
        const question = puzzle.question(puzzle.unrank(number), puzzle.goal);
        if (!question.ok) throw new RangeError(`no position of ${id}`);
        const work = toWork(puzzle, question.value);
        if (await requests.ask(interaction, work, { isPrivate: false }))
          await store.remember(interaction.user.id, work);
      },
    },
  ],
});
