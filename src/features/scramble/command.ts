/** `/scramble`: random positions. */
import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import { option, slashCommand } from '../../discord/definition.ts';
import { anyOwn, anySize, boardOption, completePuzzle, puzzleOption, readPuzzle } from '../../discord/puzzle-option.ts';
import { readPresentation } from '../../discord/question.ts';
import { acknowledgedIfLate, reply, replyPrivately, tell } from '../../discord/replies.ts';
import type { Requests } from '../../jobs/request.ts';
import { titleOf, translator } from '../../locales/index.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { readPosition } from '../../puzzles/reader.ts';
import { allPuzzles, anyBoards, usualPuzzle } from '../../puzzles/registry.ts';
import type { Drawing } from '../../render/drawing.ts';
import type { ThemeName } from '../../render/theme.ts';
import { seeded } from '../../search/scramble.ts';
import { hasScrambleMoves } from '../../search/scramble-moves.ts';
import { isQuick } from '../../search/solve.ts';
import { hasTable } from '../../search/tables/table.ts';
import type { Feature } from '../feature.ts';
import { drawnAnswer, scrambleAnswer } from './answer.ts';
import { mostScrambles, scrambleJob } from './job.ts';

/** No puzzle with a table has a longer shortest solution. */
const longest = 99;

const definition = slashCommand('scramble', 'command.scramble.description', {
  options: [
    puzzleOption(),
    boardOption,
    option.integer('length', 'command.scramble.length', { min_value: 0, max_value: longest }),
    option.integer('count', 'command.scramble.count', { min_value: 1, max_value: mostScrambles }),
    option.boolean('moves', 'command.scramble.moves'),
    option.choice('view', 'command.solve.view', ['emoji', 'picture'], 'view'),
    option.theme,
    option.private,
  ],
});

/** Why a puzzle is not scrambled like this, as a key; undefined if it is. */
const unfit = (puzzle: Puzzle, count: number, moves: boolean) => {
  // Boards with pieces of their own are made one by one, and where a rule does not tell which are solvable.
  const isMany = count > 1 && (puzzle.boards !== undefined || !(puzzle.drawsSolvable || hasTable(puzzle)));
  if (isMany) return 'scramble.noCount';
  if (moves && !hasScrambleMoves(puzzle)) return 'scramble.noMoves';
  return moves && count > 1 && !isQuick(puzzle) ? 'scramble.movesOfOne' : undefined;
};

/** Sizes that nothing searches: a position as text and as a picture, without a job. */
const scrambleDrawn = async (
  interaction: ChatInputCommandInteraction,
  puzzle: Puzzle,
  requests: Requests,
  drawing: Drawing,
): Promise<void> => {
  const { options } = interaction;
  const isPrivate = options.getBoolean('private') ?? false;
  const t = translator(isPrivate ? interaction.locale : (interaction.guildLocale ?? interaction.locale));
  if (['length', 'count', 'moves'].some((name) => options.get(name) !== null)) {
    const own = translator(interaction.locale);
    return replyPrivately(interaction, own('scramble.drawnOnly', { puzzle: titleOf(own, puzzle) }));
  }
  const position = puzzle.randomPosition(seeded(interaction.id), puzzle.goal);
  const theme = (options.getString('theme') as ThemeName | null) ?? undefined;
  const acknowledge = () => interaction.deferReply(isPrivate ? { flags: MessageFlags.Ephemeral } : {});
  await requests.limited(interaction, 'scramble', async () => {
    const making = drawnAnswer(t, puzzle, position, theme, drawing);
    await reply(interaction, await acknowledgedIfLate(making, acknowledge), isPrivate);
  });
};

export const scrambleFeature: Feature = {
  helpPage: 'play',
  commands: [definition],
  create: ({ requests, drawing }) => ({
    commands: {
      scramble: async (interaction) => {
        const large = anySize(interaction);
        if (large) return scrambleDrawn(interaction, large, requests, drawing);
        const puzzle = await readPuzzle(interaction, { among: allPuzzles, takesOwn: anyOwn, usual: usualPuzzle });
        if (!puzzle) return;
        const length = interaction.options.getInteger('length') ?? undefined;
        if (length !== undefined && !hasTable(puzzle)) {
          const t = translator(interaction.locale);
          return tell(interaction, 'scramble.noLength', { puzzle: titleOf(t, puzzle) });
        }
        const { options } = interaction;
        const board = options.getString('board');
        const start = puzzle.hasOwnPieces && board !== null ? readPosition(puzzle, board) : undefined;
        const count = options.getInteger('count') ?? 1;
        const moves = options.getBoolean('moves') ?? false;
        const refusal = unfit(puzzle, count, moves);
        if (refusal) {
          const t = translator(interaction.locale);
          return tell(interaction, refusal, { puzzle: titleOf(t, puzzle) });
        }
        const isPrivate = options.getBoolean('private') ?? false;
        const request = {
          puzzle: puzzle.id,
          ...(start?.ok && { start: puzzle.formatPosition(start.value) }),
          ...(length !== undefined && { length }),
          ...(count > 1 && { count }),
          ...(moves && ({ moves } as const)),
          // A retry draws the same positions.
          seed: interaction.id,
        };
        const presentation = readPresentation(interaction);
        await requests.ask(interaction, { job: scrambleJob, request }, { isPrivate, presentation });
      },
    },
    completions: { scramble: (interaction) => completePuzzle(interaction, [...allPuzzles, ...anyBoards]) },
    answers: {
      scramble: { render: (t, asked, result) => scrambleAnswer(t, asked, result, drawing) },
    },
  }),
};
