/** `/probability`: how likely a random position needs a number of moves. */
import type { ChatInputCommandInteraction } from 'discord.js';
import { completePuzzle } from '../../ask/puzzle-option.ts';
import { option, slashCommand } from '../../discord/definition.ts';
import { replyPrivately } from '../../discord/replies.ts';
import { harmless } from '../../discord/text.ts';
import { translator } from '../../locales/index.ts';
import type { Feature } from '../feature.ts';
import { probabilityAnswer } from './answer.ts';
import { probabilityJob } from './job.ts';
import { kinds, mostAttempts, readChance, type SeriesKind } from './question.ts';
import { among, explain } from './wording.ts';

const longestPuzzles = 200;
const longestMoves = 40;

const definition = slashCommand('probability', 'command.probability.description', {
  options: [
    option.string('puzzle', 'command.probability.puzzle', {
      required: true,
      autocomplete: true,
      max_length: longestPuzzles,
    }),
    option.string('range', 'command.probability.moves', { required: true, max_length: longestMoves }),
    // No upper limit: it also depends on the puzzles, and an answer says more than a red option.
    option.integer('solves', 'command.probability.solves', { min_value: 1 }),
    option.choice('kind', 'command.probability.kind', kinds, 'probability.kind'),
    option.integer('attempts', 'command.probability.attempts', { min_value: 1, max_value: mostAttempts }),
    option.private,
  ],
});

const read = ({ options }: ChatInputCommandInteraction) =>
  readChance({
    puzzle: options.getString('puzzle', true),
    moves: options.getString('moves', true),
    solves: options.getInteger('solves') ?? undefined,
    kind: (options.getString('kind') as SeriesKind | null) ?? undefined,
    attempts: options.getInteger('attempts') ?? undefined,
  });

export const probabilityFeature: Feature = {
  helpPage: 'solve',
  commands: [definition],
  create: ({ requests }) => ({
    commands: {
      probability: async (interaction) => {
        const question = read(interaction);
        if (!question.ok) {
          return replyPrivately(interaction, explain(translator(interaction.locale), question.problem, harmless));
        }
        await requests.ask(interaction, { job: probabilityJob, request: question.value });
      },
    },
    completions: { probability: (interaction) => completePuzzle(interaction, among) },
    answers: { probability: { render: probabilityAnswer } },
  }),
};
