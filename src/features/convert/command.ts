/** `/convert`: positions and moves from one notation to all others. Answered at once, as nothing has to be searched. */
import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type ChatInputCommandInteraction,
  MessageFlags,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Feature } from '../../discord/command.ts';
import { knownPuzzle } from '../../jobs/job.ts';
import { completeQuestion, privateOption } from '../../jobs/question.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { described, named } from '../../locales/definition.ts';
import { titleOf, translator } from '../../locales/index.ts';
import { longestMoves } from '../../puzzles/moves.ts';
import { longestInput } from '../../puzzles/notation.ts';
import { puzzles } from '../../puzzles/registry.ts';
import { convert } from './answer.ts';

export const convertDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('convert'),
  ...described((t) => t('command.convert.description')),
  options: puzzles.map((puzzle) => {
    const text: APIApplicationCommandBasicOption = {
      type: ApplicationCommandOptionType.String,
      ...named('text'),
      ...described((t) => t('command.convert.text')),
      required: true,
      max_length: longestMoves,
    };
    const position: APIApplicationCommandBasicOption = {
      type: ApplicationCommandOptionType.String,
      ...named('position'),
      ...described((t) => t('command.convert.position')),
      autocomplete: true,
      max_length: longestInput,
    };
    const changes = (['reverse', 'simplify'] as const).map(
      (name): APIApplicationCommandBasicOption => ({
        type: ApplicationCommandOptionType.Boolean,
        ...named(name),
        ...described((t) => t(`command.convert.${name}`)),
      }),
    );
    // Jumps cannot be undone, so there is nothing to turn round or to leave out.
    const options = puzzle.family === 'peg' ? [text, position] : [text, position, ...changes];
    return {
      type: ApplicationCommandOptionType.Subcommand,
      name: puzzle.id,
      ...described((t) => titleOf(t, puzzle)),
      options: [...options, privateOption],
    };
  }),
};

export const convertFeature = ({ store }: { store: WorkStore }): Feature => {
  const run = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const { options } = interaction;
    const isPrivate = options.getBoolean('private') ?? false;
    const locale = isPrivate ? interaction.locale : (interaction.guildLocale ?? interaction.locale);
    const asked = {
      puzzle: knownPuzzle(options.getSubcommand()),
      text: options.getString('text', true),
      position: options.getString('position') ?? undefined,
      isReversed: options.getBoolean('reverse') ?? false,
      isSimplified: options.getBoolean('simplify') ?? false,
    };
    const { isFound, components } = convert(translator(locale), asked);
    // What could not be read is for its writer alone, and in their language.
    const said = isFound ? components : convert(translator(interaction.locale), asked).components;
    const flags =
      isPrivate || !isFound ? MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral : MessageFlags.IsComponentsV2;
    await interaction.reply({ components: said, flags, allowedMentions: { parse: [] } });
  };
  return {
    commands: [{ definition: convertDefinition, run, complete: (interaction) => completeQuestion(interaction, store) }],
    components: [],
  };
};
