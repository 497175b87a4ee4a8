/** `/convert`: positions and moves from one notation to all others, as pictures and as replays. */
import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import {
  booleanOption,
  choiceOption,
  integerOption,
  privateOption,
  slashCommand,
  stringOption,
  themeOption,
} from '../../discord/definition.ts';
import type { Message } from '../../discord/message.ts';
import { anySize, puzzleOption, readPuzzle } from '../../discord/puzzle-option.ts';
import { completeQuestion } from '../../discord/question.ts';
import { acknowledgedIfLate, reply, replyPrivately } from '../../discord/replies.ts';
import { lettersOption, readReplay, toldBy } from '../../discord/written-moves.ts';
import { translator } from '../../locales/index.ts';
import { longestMoves } from '../../puzzles/moves.ts';
import { longestInput } from '../../puzzles/notation.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { allPuzzles, puzzleOf, puzzleOfAnySize } from '../../puzzles/registry.ts';
import { fastest } from '../../render/animation.ts';
import type { Drawing } from '../../render/drawing.ts';
import { type View, views } from '../../render/presentation.ts';
import type { ThemeName } from '../../render/theme.ts';
import { loopTurn } from '../../runtime/loop-turn.ts';
import type { Feature } from '../feature.ts';
import { type Conversion, type Converted, convert as convertText } from './answer.ts';

const textOption = stringOption('text', (t) => t('command.convert.text'), { required: true, max_length: longestMoves });
const positionOption = stringOption('position', (t) => t('command.convert.position'), {
  autocomplete: true,
  max_length: longestInput,
});
const changeOptions = (['reverse', 'simplify', 'scramble'] as const).map((name) =>
  booleanOption(name, (t) => t(`command.convert.${name}`)),
);
const pictureOptions = [
  choiceOption(
    'view',
    (t) => t('command.solve.view'),
    views,
    (t, view) => t(`view.${view}`),
  ),
  integerOption('tps', (t) => t('command.convert.tps'), { min_value: 1, max_value: fastest }),
  themeOption,
];

const definition = slashCommand('convert', (t) => t('command.convert.description'), {
  options: [
    ...[textOption, positionOption, ...changeOptions, lettersOption],
    ...[...pictureOptions, puzzleOption(), privateOption],
  ],
});

/** Only puzzles of the registry have emoji for all their pieces. */
const viewOf = (puzzle: Puzzle, chosen: View | null): View =>
  (puzzleOf(puzzle.id) || chosen === 'animation' ? chosen : 'picture') ?? 'emoji';

/** What somebody asks; undefined after an explanation. */
const read = async (interaction: ChatInputCommandInteraction): Promise<Conversion | undefined> => {
  const { options } = interaction;
  const typed = options.getString('text', true);
  const replay = await readReplay(interaction, typed, puzzleOfAnySize);
  if (replay === 'refused') return undefined;
  const position = options.getString('position') ?? replay?.position;
  const written = position ?? typed;
  const sized = replay?.puzzle ?? anySize(interaction, written);
  const puzzle = sized ?? (await readPuzzle(interaction, { among: allPuzzles, takesOwn: true, position: written }));
  if (!puzzle) return undefined;
  const asked = {
    puzzle,
    text: replay?.moves ?? typed,
    position,
    isReversed: options.getBoolean('reverse') ?? false,
    isSimplified: options.getBoolean('simplify') ?? false,
    isScramble: options.getBoolean('scramble') ?? false,
    told: replay ? ('piece-ways' as const) : toldBy(interaction),
    view: viewOf(puzzle, options.getString('view') as View | null),
  };
  if (puzzle.isReversible || !(asked.isReversed || asked.isSimplified)) return asked;
  await replyPrivately(interaction, translator(interaction.locale)('convert.irreversible'));
  return undefined;
};

/** The answer with its picture or animation. */
const illustrated = async (
  { options }: ChatInputCommandInteraction,
  { puzzle }: Conversion,
  { components, scene }: Converted,
  drawing: Drawing,
): Promise<Message> => {
  if (!scene) return { components };
  const { file: name, moves } = scene;
  const theme = (options.getString('theme') as ThemeName | null) ?? undefined;
  const task = { puzzle: puzzle.id, position: puzzle.formatPosition(scene.position), theme };
  const speed = options.getInteger('tps') ?? undefined;
  const data = moves.length === 0 ? drawing.picture(task) : drawing.animation({ ...task, moves, speed });
  return { components, files: [{ name, data: await data }] };
};

const answer = async (interaction: ChatInputCommandInteraction, asked: Conversion, drawing: Drawing): Promise<void> => {
  const isPrivate = interaction.options.getBoolean('private') ?? false;
  const locale = isPrivate ? interaction.locale : (interaction.guildLocale ?? interaction.locale);
  // Reading hundreds of moves takes a few milliseconds.
  await loopTurn(interaction.user.id);
  const converted = convertText(translator(locale), asked);
  // Errors are private, and in the user's language.
  if (!converted.isFound) return reply(interaction, convertText(translator(interaction.locale), asked), true);
  const making = illustrated(interaction, asked, converted, drawing);
  const flags = isPrivate ? ({ flags: MessageFlags.Ephemeral } as const) : {};
  await reply(interaction, await acknowledgedIfLate(making, () => interaction.deferReply(flags)), isPrivate);
};

export const convert: Feature = {
  helpPage: 'solve',
  commands: [definition],
  create: ({ recent, requests, drawing }) => ({
    commands: {
      convert: async (interaction) => {
        const asked = await read(interaction);
        if (!asked) return;
        await requests.limited(interaction, 'convert', () => answer(interaction, asked, drawing));
      },
    },
    completions: { convert: (interaction) => completeQuestion(interaction, recent, allPuzzles) },
  }),
};
