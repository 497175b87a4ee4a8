/** `/scramble`: a position at random. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Feature } from '../../discord/command.ts';
import { knownPuzzle } from '../../jobs/job.ts';
import { privateOption } from '../../jobs/question.ts';
import type { Requests } from '../../jobs/request.ts';
import { described, named } from '../../locales/definition.ts';
import { titleOf } from '../../locales/index.ts';
import { puzzles } from '../../puzzles/registry.ts';
import { hasTable } from '../../search/tables/table.ts';

/** Longer than any shortest solution of a puzzle whose lengths are all known; what there is, the answer says. */
const longest = 99;

export const scrambleDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('scramble'),
  ...described((t) => t('command.scramble.description')),
  options: puzzles.map((puzzle) => ({
    type: ApplicationCommandOptionType.Subcommand,
    name: puzzle.id,
    ...described((t) => titleOf(t, puzzle)),
    options: [
      ...(hasTable(puzzle)
        ? [
            {
              type: ApplicationCommandOptionType.Integer as const,
              ...named('length'),
              ...described((t) => t('command.scramble.length')),
              min_value: 0,
              max_value: longest,
            },
          ]
        : []),
      privateOption,
    ],
  })),
};

export const scrambleFeature = ({ requests }: { requests: Requests }): Feature => ({
  commands: [
    {
      definition: scrambleDefinition,
      run: async (interaction) => {
        const puzzle = knownPuzzle(interaction.options.getSubcommand()).id;
        const length = interaction.options.getInteger('length') ?? undefined;
        const isPrivate = interaction.options.getBoolean('private') ?? false;
        // The interaction is the seed, so that a worker that takes over draws the same position.
        const work = {
          kind: 'scramble' as const,
          puzzle,
          ...(length !== undefined && { length }),
          seed: interaction.id,
        };
        await requests.ask(interaction, work, { isPrivate });
      },
    },
  ],
  components: [],
});
