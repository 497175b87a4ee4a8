/** `/convert`: positions and moves from one notation to all others. */
import { booleanOption, privateOption, slashCommand, stringOption } from '../../discord/definition.ts';
import { puzzleOption, readPuzzle } from '../../discord/puzzle-option.ts';
import { completeQuestion } from '../../discord/question.ts';
import { reply, replyPrivately } from '../../discord/replies.ts';
import { translator } from '../../locales/index.ts';
import { longestMoves } from '../../puzzles/moves.ts';
import { longestInput } from '../../puzzles/notation.ts';
import type { Feature } from '../feature.ts';
import { convert as convertText } from './answer.ts';

const textOption = stringOption('text', (t) => t('command.convert.text'), { required: true, max_length: longestMoves });
const positionOption = stringOption('position', (t) => t('command.convert.position'), {
  autocomplete: true,
  max_length: longestInput,
});
const changeOptions = (['reverse', 'simplify'] as const).map((name) =>
  booleanOption(name, (t) => t(`command.convert.${name}`)),
);

const definition = slashCommand('convert', (t) => t('command.convert.description'), {
  options: [textOption, positionOption, ...changeOptions, puzzleOption(), privateOption],
});

export const convert: Feature = {
  commands: [definition],
  create: ({ store }) => ({
    commands: {
      convert: async (interaction) => {
        const { options } = interaction;
        const puzzle = await readPuzzle(interaction, {
          position: options.getString('position') ?? options.getString('text', true),
        });
        if (!puzzle) return;
        const isPrivate = options.getBoolean('private') ?? false;
        const locale = isPrivate ? interaction.locale : (interaction.guildLocale ?? interaction.locale);
        const asked = {
          puzzle,
          text: options.getString('text', true),
          position: options.getString('position') ?? undefined,
          isReversed: options.getBoolean('reverse') ?? false,
          isSimplified: options.getBoolean('simplify') ?? false,
        };
        if (!asked.puzzle.isReversible && (asked.isReversed || asked.isSimplified)) {
          return replyPrivately(interaction, translator(interaction.locale)('convert.irreversible'));
        }
        const { isFound, components } = convertText(translator(locale), asked);
        // Errors are private, and in the user's language.
        const answer = isFound ? components : convertText(translator(interaction.locale), asked).components;
        await reply(interaction, { components: answer }, isPrivate || !isFound);
      },
    },
    completions: { convert: (interaction) => completeQuestion(interaction, store) },
  }),
};
