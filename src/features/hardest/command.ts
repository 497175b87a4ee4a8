/** `/hardest`: a whole puzzle at a glance. */

import { privateOption, puzzleOption, slashCommand } from '../../discord/definition.ts';
import { puzzles } from '../../puzzles/registry.ts';
import { canSurvey } from '../../search/solve.ts';
import type { Feature } from '../feature.ts';
import { hardestAnswer } from './answer.ts';
import { surveyJob } from './job.ts';

const definition = slashCommand('hardest', (t) => t('command.hardest.description'), {
  options: [puzzleOption(puzzles.filter(canSurvey)), privateOption],
});

export const hardest: Feature = {
  commands: [definition],
  create: ({ requests, drawing }) => ({
    commands: {
      hardest: async (interaction) => {
        const puzzle = interaction.options.getString('puzzle', true);
        const isPrivate = interaction.options.getBoolean('private') ?? false;
        await requests.ask(interaction, { job: surveyJob, request: { puzzle } }, { isPrivate });
      },
    },
    answers: { survey: { render: (t, { request }, result) => hardestAnswer(t, request, result, drawing) } },
  }),
};
