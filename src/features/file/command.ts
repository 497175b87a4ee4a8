/** `/solve file`: a file of positions, one a line. `/analyse` takes files of solves the same way. */
import type { ChatInputCommandInteraction } from 'discord.js';
import { readAttachment } from '../../discord/attachment.ts';
import { attachmentOption, privateOption, subcommand } from '../../discord/definition.ts';
import { chosenPuzzle, completePuzzle, puzzleOption, puzzlesOf, readPuzzle } from '../../discord/puzzle-option.ts';
import { replyPrivately } from '../../discord/replies.ts';
import { toldBy } from '../../discord/written-moves.ts';
import type { Requests } from '../../jobs/request.ts';
import { translator } from '../../locales/index.ts';
import type { DrawnKind, Puzzle } from '../../puzzles/puzzle.ts';
import { readPosition, saysPosition } from '../../puzzles/reader.ts';
import { allPuzzles } from '../../puzzles/registry.ts';
import { loopTurn } from '../../runtime/loop-turn.ts';
import type { Feature } from '../feature.ts';
import { fileAnswer } from './answer.ts';
import { fileJob } from './job.ts';
import { boardsOf, headerOf, linesOf, mostLines, type Purpose, samplePosition } from './lines.ts';

type Chosen = Puzzle | DrawnKind | undefined;

/** Whether a text says one position of what is chosen, or else of some puzzle. */
const isPosition = (text: string, chosen: Chosen): boolean =>
  (chosen ? [chosen] : puzzlesOf(text)).some((puzzle) => saysPosition(puzzle, text));

/** The same on a board that has a name. */
const isUsual = (text: string, chosen: Chosen): boolean =>
  (chosen ? [chosen] : puzzlesOf(text)).some(
    (puzzle) => 'id' in puzzle && allPuzzles.includes(puzzle) && readPosition(puzzle, text).ok,
  );

/** The lines of a file, how many there are without its header, and a position to tell the puzzle by. */
const read = async (text: string, purpose: Purpose, chosen: Chosen, asker: string) => {
  const written = linesOf(text);
  // A file has a hundred texts to look at.
  const inTurn = (tells: typeof isPosition) => async (some: string) => {
    await loopTurn(asker);
    return tells(some, chosen);
  };
  const lines = purpose === 'solve' ? await boardsOf(written, inTurn(isPosition), inTurn(isUsual)) : written;
  const count = lines.length - (headerOf(lines[0]?.[1] ?? '') ? 1 : 0);
  return { lines, count, position: await samplePosition(lines, inTurn(isPosition)) };
};

/** Reads the file of an option, and asks for its answers. The puzzle is an option, or that of the first position. */
export const askFile = async (
  requests: Requests,
  interaction: ChatInputCommandInteraction,
  option: 'attachment' | 'file',
  purpose: Purpose,
): Promise<void> => {
  const chosen = chosenPuzzle(interaction);
  const file = await readAttachment(interaction, option, (text) => read(text, purpose, chosen, interaction.user.id));
  if (!file) return;
  const { lines, count, position } = file;
  const t = translator(interaction.locale);
  if (count === 0) return replyPrivately(interaction, t('file.empty'));
  if (count > mostLines) return replyPrivately(interaction, t('file.tooMany', { count, most: mostLines }));
  const puzzle = await readPuzzle(interaction, { takesOwn: true, position });
  if (!puzzle) return;
  const isPrivate = interaction.options.getBoolean('private') ?? false;
  const told = purpose === 'analyse' ? toldBy(interaction) : undefined;
  const request = { puzzle: puzzle.id, purpose, lines, ...(told && { told }) };
  await requests.ask(interaction, { job: fileJob, request }, { isPrivate });
};

export const file: Feature = {
  helpPage: 'solve',
  commands: [],
  subcommands: {
    solve: [
      subcommand('file', (t) => t('command.solve.file'), [
        attachmentOption('attachment', (t) => t('command.solve.attachment'), { required: true }),
        puzzleOption(),
        privateOption,
      ]),
    ],
  },
  create: ({ requests }) => ({
    commands: {
      'solve file': (interaction) => askFile(requests, interaction, 'attachment', 'solve'),
    },
    completions: { 'solve file': (interaction) => completePuzzle(interaction) },
    answers: { file: { render: (t, asked, result) => fileAnswer(t, asked, result) } },
  }),
};
