/** `/scramble`: a random position. */
import { integerOption, privateOption, slashCommand } from '../../discord/definition.ts';
import { completePuzzle, puzzleOption, readPuzzle } from '../../discord/puzzle-option.ts';
import { replyPrivately } from '../../discord/replies.ts';
import { titleOf, translator } from '../../locales/index.ts';
import { eight } from '../../puzzles/catalogue/eight.ts';
import { hasTable } from '../../search/tables/table.ts';
import type { Feature } from '../feature.ts';
import { scrambleAnswer } from './answer.ts';
import { scrambleJob } from './job.ts';

/** No puzzle with a table has a longer shortest solution. */
const longest = 99;

const definition = slashCommand('scramble', (t) => t('command.scramble.description'), {
  options: [
    puzzleOption(),
    integerOption('length', (t) => t('command.scramble.length'), { min_value: 0, max_value: longest }),
    privateOption,
  ],
});

export const scramble: Feature = {
  commands: [definition],
  create: ({ requests }) => ({
    commands: {
      scramble: async (interaction) => {
        const puzzle = await readPuzzle(interaction, { usual: eight });
        if (!puzzle) return;
        const length = interaction.options.getInteger('length') ?? undefined;
        if (length !== undefined && !hasTable(puzzle)) {
          const t = translator(interaction.locale);
          return replyPrivately(interaction, t('scramble.noLength', { puzzle: titleOf(t, puzzle) }));
        }
        const isPrivate = interaction.options.getBoolean('private') ?? false;
        // The interaction is the seed, so that a retry draws the same position.
        const request = { puzzle: puzzle.id, ...(length !== undefined && { length }), seed: interaction.id };
        await requests.ask(interaction, { job: scrambleJob, request }, { isPrivate });
      },
    },
    completions: { scramble: (interaction) => completePuzzle(interaction) },
    answers: {
      scramble: { render: (t, { request, refusal }, result) => scrambleAnswer(t, request, result, refusal) },
    },
  }),
};
