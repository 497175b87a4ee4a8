/** `/compare`: the methods side by side on one position. */

import { completeQuestion } from '../../ask/completion.ts';
import { puzzleOption } from '../../ask/puzzle-option.ts';
import { questionOptions, readQuestion } from '../../ask/question.ts';
import { option, slashCommand } from '../../discord/definition.ts';
import { allPuzzles } from '../../puzzles/registry.ts';
import type { Feature } from '../feature.ts';
import { compareAnswer } from './answer.ts';
import { compareJob } from './job.ts';

const definition = slashCommand('compare', 'command.compare', {
  options: [...questionOptions(), puzzleOption(), option.private],
});

export const compareFeature: Feature = {
  helpPage: 'solve',
  commands: [definition],
  create: ({ recent, requests }) => ({
    commands: {
      compare: async (interaction) => {
        const input = await readQuestion(interaction);
        if (!input) return;
        const request = { puzzle: input.puzzle.id, question: input.question };
        const isAccepted = await requests.ask(interaction, { job: compareJob, request });
        if (isAccepted) await recent.add(interaction, request);
      },
    },
    completions: { compare: (interaction) => completeQuestion(interaction, recent, allPuzzles) },
    answers: { compare: { render: compareAnswer } },
  }),
};
