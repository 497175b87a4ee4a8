/** `/hardest`: a whole puzzle at a glance. */

import { boardOption, chosenPuzzle, completePuzzle, puzzleOption, readPuzzle } from '../../ask/puzzle-option.ts';
import { option, slashCommand } from '../../discord/definition.ts';
import { tell } from '../../discord/replies.ts';
import { power, titleOf, translator } from '../../locales/index.ts';
import { publishedCounts } from '../../puzzles/lengths.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { allPuzzles, anyBoards } from '../../puzzles/registry.ts';
import { canSurvey } from '../../search/solve.ts';
import type { Feature } from '../feature.ts';
import { hardestAnswer } from './answer.ts';
import { surveyJob } from './job.ts';

const among = allPuzzles.filter((puzzle) => canSurvey(puzzle) || publishedCounts(puzzle));

/** Whether a board of one's own has a goal, and few enough positions. */
const isCounted = (own: Puzzle): boolean => own.goal.positions.length > 0 && canSurvey(own);

/** The number of positions of the largest rectangles is too large for a number. */
const isTooLarge = (puzzle: Puzzle): boolean =>
  !among.includes(puzzle) && !canSurvey(puzzle) && !puzzle.hasOwnPieces && Number.isFinite(puzzle.states);

const definition = slashCommand('hardest', 'command.hardest.description', {
  options: [puzzleOption({ required: true }), boardOption, option.private],
});

export const hardestFeature: Feature = {
  helpPage: 'solve',
  commands: [definition],
  create: ({ requests }) => ({
    commands: {
      hardest: async (interaction) => {
        const chosen = chosenPuzzle(interaction);
        if (chosen && 'id' in chosen && isTooLarge(chosen)) {
          const t = translator(interaction.locale);
          return tell(interaction, 'hardest.tooMany', { puzzle: titleOf(t, chosen), count: power(t, chosen.states) });
        }
        const puzzle = await readPuzzle(interaction, { among, takesOwn: isCounted });
        if (!puzzle) return;
        await requests.ask(interaction, { job: surveyJob, request: { puzzle: puzzle.id } });
      },
    },
    completions: { hardest: (interaction) => completePuzzle(interaction, [...among, ...anyBoards]) },
    answers: { survey: { render: hardestAnswer } },
  }),
};
