/** `/heuristic`: try a lower bound of one's own. `/leaderboard bounds`: the best ones that people shared this week. */
import type { ChatInputCommandInteraction } from 'discord.js';
import { z } from 'zod';
import { chosenPuzzle, completePuzzle, puzzleOption, readPuzzle } from '../../ask/puzzle-option.ts';
import { puzzlesText } from '../../ask/wrong-input.ts';
import { option, slashCommand, subcommand } from '../../discord/definition.ts';
import { replyPrivately, tell } from '../../discord/replies.ts';
import { madeAt } from '../../discord/snowflake.ts';
import { titleOf, translator } from '../../locales/index.ts';
import { allPuzzles, usualPuzzle } from '../../puzzles/registry.ts';
import { mostCharacters, readBound } from '../../search/bounds/expression.ts';
import { featuresOf } from '../../search/bounds/features.ts';
import { takesBounds } from '../../search/bounds/space.ts';
import { leaderboardOf } from '../../standings/pager.ts';
import type { Feature, Foundation, RunningFeature, Services } from '../feature.ts';
import { boundProblem, boundStandings, heuristicAnswer } from './answer.ts';
import { heuristicJob, rankedNodes } from './job.ts';
import { BoundStore } from './store.ts';

const among = allPuzzles.filter(takesBounds);

const definition = slashCommand('heuristic', 'command.heuristic.description', {
  options: [
    option.string('bound', 'command.heuristic.bound', { required: true, max_length: mostCharacters }),
    puzzleOption(),
    option.boolean('share', 'heuristic.command.share'),
    option.private,
  ],
});

const storeOf = ({ producer, config }: Foundation): BoundStore => new BoundStore(producer, config.redisPrefix);

const create = (services: Services): RunningFeature => {
  const { requests, consumer, config } = services;
  const store = storeOf(services);
  const board = leaderboardOf('bounds-page', z.tuple([]), async (t, { scope, index, reader }) => {
    const at = Date.now();
    return boundStandings(t, await store.page(scope, index, reader, at), at);
  });
  // Keeping waits while Redis is away.
  const patientStore = new BoundStore(consumer, config.redisPrefix);

  const ask = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const t = translator(interaction.locale);
    const chosen = chosenPuzzle(interaction);
    if (chosen && 'id' in chosen && allPuzzles.includes(chosen) && !among.includes(chosen)) {
      return tell(interaction, 'heuristic.noTable', { puzzle: titleOf(t, chosen), puzzles: puzzlesText(among) });
    }
    const puzzle = await readPuzzle(interaction, { among, usual: usualPuzzle });
    if (!puzzle) return;
    const { options } = interaction;
    const typed = options.getString('bound', true);
    const bound = readBound(typed, featuresOf(puzzle));
    if (!bound.ok) return replyPrivately(interaction, boundProblem(t, puzzle, typed, bound.problem));
    const isShared = options.getBoolean('share') === true;
    const request = { puzzle: puzzle.id, bound: bound.value.text, ...(isShared && ({ isShared } as const)) };
    await requests.ask(interaction, { job: heuristicJob, request });
  };

  return {
    commands: { heuristic: ask, 'leaderboard bounds': board.show },
    completions: { heuristic: (interaction) => completePuzzle(interaction, among) },
    components: [board.component],
    answers: {
      heuristic: {
        render: heuristicAnswer,
        isProblem: ({ status }) => status === 'no-value',
      },
    },
    onDelivered: {
      heuristic: async ({ request, user, guild, id }, result) => {
        const nodes = request.isShared && rankedNodes(request, result);
        // The time of the interaction stays the same if the answer is delivered again.
        if (nodes !== undefined) await patientStore.keep(user, { bound: request.bound, nodes }, guild, madeAt(id));
      },
    },
  };
};

export const heuristicFeature: Feature = {
  helpPage: 'solve',
  commands: [definition],
  subcommands: { leaderboard: [subcommand('bounds', 'heuristic.command.leaderboard', [option.scope])] },
  personalData: (foundation) => [storeOf(foundation)],
  create,
};
