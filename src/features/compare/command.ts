/** `/compare`: the methods side by side on one position. */
import { privateOption, puzzleSubcommands, slashCommand } from '../../discord/definition.ts';
import { completeQuestion, questionOptions, readQuestion } from '../../discord/question.ts';
import { toWork } from '../../jobs/job.ts';
import type { Feature } from '../feature.ts';
import { compareAnswer } from './answer.ts';

const definition = slashCommand('compare', (t) => t('command.compare'), {
  options: puzzleSubcommands((puzzle) => [...questionOptions(puzzle), privateOption]),
});

export const compare: Feature = {
  commands: [definition],
  create: ({ store, requests, drawing }) => ({
    commands: {
      compare: async (interaction) => {
        const asked = await readQuestion(interaction);
        if (!asked) return;
        const isPrivate = interaction.options.getBoolean('private') ?? false;
        const question = toWork(asked.puzzle, asked.question);
        const { puzzle, position, goal } = question;
        const isAccepted = await requests.ask(interaction, { kind: 'compare', puzzle, position, goal }, { isPrivate });
        if (isAccepted) await store.remember(interaction, question);
      },
    },
    completions: { compare: (interaction) => completeQuestion(interaction, store) },
    answers: { compare: { render: (t, { work }, result) => compareAnswer(t, work, result, drawing) } },
  }),
};
