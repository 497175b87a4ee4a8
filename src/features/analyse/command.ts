/** `/analyse`: how good a user's moves are. */
import { privateOption, slashCommand, stringOption } from '../../discord/definition.ts';
import { puzzleOption } from '../../discord/puzzle-option.ts';
import { completeQuestion, questionOptions, readMoves, readQuestion } from '../../discord/question.ts';
import { longestMoves } from '../../puzzles/moves.ts';
import type { Feature } from '../feature.ts';
import { analyseAnswer } from './answer.ts';
import { analyseJob } from './job.ts';

const [positionOption, goalOption] = questionOptions();
const movesOption = stringOption('moves', (t) => t('command.analyse.moves'), {
  required: true,
  max_length: longestMoves,
});

const definition = slashCommand('analyse', (t) => t('command.analyse.description'), {
  options: [positionOption, movesOption, goalOption, puzzleOption(), privateOption],
});

export const analyse: Feature = {
  commands: [definition],
  create: ({ store, requests }) => ({
    commands: {
      analyse: async (interaction) => {
        const asked = await readQuestion(interaction);
        if (!asked) return;
        const { puzzle, question } = asked;
        const text = interaction.options.getString('moves', true);
        const line = await readMoves(interaction, puzzle, question, text);
        if (!line) return;
        const isPrivate = interaction.options.getBoolean('private') ?? false;
        const request = { ...line, puzzle: puzzle.id, question };
        const isAccepted = await requests.ask(interaction, { job: analyseJob, request }, { isPrivate });
        if (isAccepted) await store.remember(interaction, request);
      },
    },
    completions: { analyse: (interaction) => completeQuestion(interaction, store) },
    answers: { analyse: { render: (t, { request }, result) => analyseAnswer(t, request, result) } },
  }),
};
