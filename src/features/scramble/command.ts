/** `/scramble`: a random position. */
import { integerOption, privateOption, puzzleSubcommands, slashCommand } from '../../discord/definition.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { hasTable } from '../../search/tables/table.ts';
import type { Feature } from '../feature.ts';
import { scrambleAnswer } from './answer.ts';
import { scrambleJob } from './job.ts';

/** No puzzle with a table has a longer shortest solution. */
const longest = 99;

const definition = slashCommand('scramble', (t) => t('command.scramble.description'), {
  options: puzzleSubcommands((puzzle) => {
    if (!hasTable(puzzle)) return [privateOption];
    const limits = { min_value: 0, max_value: longest };
    return [integerOption('length', (t) => t('command.scramble.length'), limits), privateOption];
  }),
});

export const scramble: Feature = {
  commands: [definition],
  create: ({ requests }) => ({
    commands: {
      scramble: async (interaction) => {
        const puzzle = knownPuzzle(interaction.options.getSubcommand()).id;
        const length = interaction.options.getInteger('length') ?? undefined;
        const isPrivate = interaction.options.getBoolean('private') ?? false;
        // The interaction is the seed, so that a retry draws the same position.
        const request = { puzzle, ...(length !== undefined && { length }), seed: interaction.id };
        await requests.ask(interaction, { job: scrambleJob, request }, { isPrivate });
      },
    },
    answers: {
      scramble: { render: (t, { request, refusal }, result) => scrambleAnswer(t, request, result, refusal) },
    },
  }),
};
