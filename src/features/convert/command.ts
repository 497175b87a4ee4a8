/** `/convert`: positions and moves from one notation to all others, as pictures and as replays. */
import type { ChatInputCommandInteraction } from 'discord.js';
import { completeQuestion } from '../../ask/completion.ts';
import { anyOwn, puzzleOption, readPuzzle } from '../../ask/puzzle-option.ts';
import { readPresentation, startOption } from '../../ask/question.ts';
import { chosenNotation, lettersOption, readReplay } from '../../ask/written-moves.ts';
import { option, slashCommand } from '../../discord/definition.ts';
import { tell } from '../../discord/replies.ts';
import { longestMoves } from '../../puzzles/moves.ts';
import { longestInput } from '../../puzzles/notation.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { allPuzzles } from '../../puzzles/registry.ts';
import { drawnIfNumbered } from '../../render/emoji.ts';
import { fastest } from '../../render/gif.ts';
import { usualPresentation } from '../../render/presentation.ts';
import type { Feature } from '../feature.ts';
import { convertAnswer } from './answer.ts';
import { type ConvertRequest, convertJob } from './job.ts';

const textOption = option.string('text', 'command.convert.text', { required: true, max_length: longestMoves });
const changes = ['reverse', 'simplify', 'scramble'] as const;
const changeOptions = changes.map((name) => option.boolean(name, (t) => t(`command.convert.${name}`)));
const pictureOptions = [
  option.view,
  option.integer('tps', 'command.convert.tps', { min_value: 1, max_value: fastest }),
  option.theme,
];

const definition = slashCommand('convert', 'command.convert.description', {
  options: [
    ...[textOption, startOption, ...changeOptions, lettersOption],
    ...[...pictureOptions, puzzleOption(), option.private],
  ],
});

/** What somebody asks; undefined after an explanation. */
const read = async (
  interaction: ChatInputCommandInteraction,
): Promise<{ readonly puzzle: Puzzle; readonly request: ConvertRequest } | undefined> => {
  const { options } = interaction;
  const typed = options.getString('text', true);
  const replay = await readReplay(interaction, typed);
  if (replay === 'refused') return undefined;
  const position = options.getString('position') ?? replay?.position;
  const written = position ?? typed;
  const puzzle =
    replay?.puzzle ?? (await readPuzzle(interaction, { among: allPuzzles, takesOwn: anyOwn, position: written }));
  if (!puzzle) return undefined;
  const [reverse, simplify, scramble] = changes.map((name) => options.getBoolean(name) || undefined);
  if (!puzzle.isReversible && (reverse || simplify)) return tell(interaction, 'convert.irreversible');
  const notation = replay ? 'piece-directions' : chosenNotation(interaction);
  const speed = options.getInteger('tps') ?? undefined;
  const request = {
    puzzle: puzzle.id,
    // Those of a link may be longer. What is too long is cut to the first of too many characters.
    text: (replay?.moves ?? typed).slice(0, longestMoves + 1),
    position: position?.slice(0, longestInput + 1),
    reverse,
    simplify,
    scramble,
    notation,
    speed,
  };
  return { puzzle, request };
};

export const convertFeature: Feature = {
  helpPage: 'solve',
  commands: [definition],
  create: ({ recent, requests, drawing }) => ({
    commands: {
      convert: async (interaction) => {
        const input = await read(interaction);
        if (!input) return;
        const usual = usualPresentation(input.puzzle);
        const presentation = drawnIfNumbered(input.puzzle, readPresentation(interaction, usual));
        await requests.ask(interaction, { job: convertJob, request: input.request }, { presentation });
      },
    },
    completions: { convert: (interaction) => completeQuestion(interaction, recent, allPuzzles) },
    answers: {
      convert: {
        render: (t, context, result) => convertAnswer(t, context, result, drawing),
        isProblem: ({ status }) => status === 'unreadable',
      },
    },
  }),
};
