/** `/solve file`: a file of positions, one a line. `/analyse` takes files of solves the same way. */
import type { ChatInputCommandInteraction } from 'discord.js';
import { readAttachment } from '../../ask/attachment.ts';
import { anyOwn, chosenPuzzle, completePuzzle, puzzleOption, readPuzzle } from '../../ask/puzzle-option.ts';
import { chosenNotation } from '../../ask/written-moves.ts';
import { option, subcommand } from '../../discord/definition.ts';
import { tell } from '../../discord/replies.ts';
import { resultOf } from '../../queue/preparation.ts';
import { packed } from '../../runtime/packed.ts';
import type { Feature, Services } from '../feature.ts';
import { fileAnswer } from './answer.ts';
import { fileJob } from './job.ts';
import { mostLines, type Purpose } from './lines.ts';
import { readingJob } from './reading-job.ts';

type Asking = Pick<Services, 'requests' | 'queue' | 'store'>;

const read = async (interaction: ChatInputCommandInteraction, file: Buffer, purpose: Purpose, asking: Asking) => {
  const chosen = chosenPuzzle(interaction);
  const name = chosen && ('id' in chosen ? chosen.id : chosen.name);
  const request = { packed: await packed(file), purpose, chosen: name };
  const found = await resultOf({ job: readingJob, request }, interaction, asking);
  if (!found) throw new Error('no worker reads the file');
  return found;
};

/** Reads the file of an option, and asks for its answers. The puzzle is an option, or that of the first position. */
export const askFile = async (
  asking: Asking,
  interaction: ChatInputCommandInteraction,
  option: 'attachment' | 'file',
  purpose: Purpose,
): Promise<void> => {
  const reading = () => readAttachment(interaction, option, (bytes) => read(interaction, bytes, purpose, asking));
  const file = await asking.requests.before(interaction, readingJob.kind, reading);
  if (!file) return;
  if (file.status === 'gave-up') return tell(interaction, `gaveUp.${file.reason}`);
  if (file.status === 'no-text') return tell(interaction, 'attachment.no-text');
  const { packed: lines, lineCount, count, position } = file;
  if (count === 0) return tell(interaction, 'file.empty');
  if (count > mostLines) return tell(interaction, 'file.tooMany', { count, most: mostLines });
  const puzzle = await readPuzzle(interaction, { takesOwn: anyOwn, position });
  if (!puzzle) return;
  const notation = purpose === 'analyse' ? chosenNotation(interaction) : undefined;
  const request = { puzzle: puzzle.id, purpose, packed: lines, lineCount, notation };
  await asking.requests.ask(interaction, { job: fileJob, request });
};

export const fileFeature: Feature = {
  helpPage: 'solve',
  commands: [],
  subcommands: {
    solve: [
      subcommand('file', 'command.solve.file', [
        option.attachment('attachment', 'command.solve.attachment', { required: true }),
        puzzleOption(),
        option.private,
      ]),
    ],
  },
  create: (services) => ({
    commands: { 'solve file': (interaction) => askFile(services, interaction, 'attachment', 'solve') },
    completions: { 'solve file': (interaction) => completePuzzle(interaction) },
    answers: { file: { render: (t, context, result) => fileAnswer(t, context, result) } },
  }),
};
