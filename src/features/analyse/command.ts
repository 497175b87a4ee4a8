/** `/analyse`: from somebody's own moves to a request in the queue. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type ChatInputCommandInteraction,
  MessageFlags,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Feature } from '../../discord/command.ts';
import { harmless } from '../../discord/text.ts';
import { toWork } from '../../jobs/job.ts';
import { completeQuestion, privateOption, questionOptions, readQuestion, withPlace } from '../../jobs/question.ts';
import type { Requests } from '../../jobs/request.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { described, named } from '../../locales/definition.ts';
import { explainMoveProblem, titleOf, translator } from '../../locales/index.ts';
import { longestMoves, parseMoves } from '../../puzzles/moves.ts';
import { puzzles } from '../../puzzles/registry.ts';

export const analyseDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('analyse'),
  ...described((t) => t('command.analyse.description')),
  options: puzzles.map((puzzle) => {
    const [position, goal] = questionOptions(puzzle);
    return {
      type: ApplicationCommandOptionType.Subcommand,
      name: puzzle.id,
      ...described((t) => titleOf(t, puzzle)),
      options: [
        position!,
        {
          type: ApplicationCommandOptionType.String,
          ...named('moves'),
          ...described((t) => t(`command.analyse.moves.${puzzle.family}`)),
          required: true,
          max_length: longestMoves,
        },
        goal!,
        privateOption,
      ],
    };
  }),
};

interface Parts {
  readonly store: WorkStore;
  readonly requests: Requests;
}

export const analyseFeature = ({ store, requests }: Parts): Feature => {
  const run = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const asked = await readQuestion(interaction);
    if (!asked) return;
    const { puzzle, question } = asked;
    const text = interaction.options.getString('moves', true);
    const line = parseMoves(puzzle, question.start, text, question.goal);
    if (!line.ok) {
      const sentence = explainMoveProblem(translator(interaction.locale), line.problem, harmless);
      const content = withPlace(sentence, text, line.problem);
      await interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } });
      return;
    }
    const isPrivate = interaction.options.getBoolean('private') ?? false;
    const { position, goal } = toWork(puzzle, question);
    const moves = line.value.moves.map((move) => [...move]);
    const work = { ...line.value, kind: 'analyse' as const, puzzle: puzzle.id, position, goal, moves };
    if (await requests.ask(interaction, work, { isPrivate })) await store.remember(interaction, work);
  };
  return {
    commands: [{ definition: analyseDefinition, run, complete: (interaction) => completeQuestion(interaction, store) }],
    components: [],
  };
};
