/** `/hardest`: a whole puzzle at a glance. */
import { option, slashCommand } from '../../discord/definition.ts';
import { boardOption, completePuzzle, puzzleOption, readPuzzle } from '../../discord/puzzle-option.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { allPuzzles, anyBoards } from '../../puzzles/registry.ts';
import { canSurvey } from '../../search/solve.ts';
import type { Feature } from '../feature.ts';
import { hardestAnswer } from './answer.ts';
import { surveyJob } from './job.ts';

const among = allPuzzles.filter(canSurvey);

/** Whether a board of one's own has a goal, and few enough positions. */
const isCounted = (own: Puzzle): boolean => own.goal.positions.length > 0 && canSurvey(own);

const definition = slashCommand('hardest', 'command.hardest.description', {
  options: [puzzleOption({ required: true }), boardOption, option.private],
});

export const hardestFeature: Feature = {
  helpPage: 'solve',
  commands: [definition],
  create: ({ requests, drawing }) => ({
    commands: {
      hardest: async (interaction) => {
        const puzzle = await readPuzzle(interaction, { among, takesOwn: isCounted });
        if (!puzzle) return;
        const isPrivate = interaction.options.getBoolean('private') ?? false;
        await requests.ask(interaction, { job: surveyJob, request: { puzzle: puzzle.id } }, { isPrivate });
      },
    },
    completions: { hardest: (interaction) => completePuzzle(interaction, [...among, ...anyBoards]) },
    answers: { survey: { render: (t, asked, result) => hardestAnswer(t, asked, result, drawing) } },
  }),
};
