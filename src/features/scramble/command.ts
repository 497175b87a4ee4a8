/** `/scramble`: random positions. */

import { anyOwn, boardOption, completePuzzle, puzzleOption, readPuzzle } from '../../ask/puzzle-option.ts';
import { readPresentation } from '../../ask/question.ts';
import { option, slashCommand } from '../../discord/definition.ts';
import { tell } from '../../discord/replies.ts';
import { titleOf, translator } from '../../locales/index.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { readPosition } from '../../puzzles/reader.ts';
import { allPuzzles, anyBoards, usualPuzzle } from '../../puzzles/registry.ts';
import { drawnIfNumbered } from '../../render/emoji.ts';
import { usualPresentation } from '../../render/presentation.ts';
import { hasScrambleMoves } from '../../search/scramble-moves.ts';
import { isQuick } from '../../search/solve.ts';
import { hasTable } from '../../search/tables/table.ts';
import type { Feature } from '../feature.ts';
import { scrambleAnswer } from './answer.ts';
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

export const scrambleFeature: Feature = {
  helpPage: 'play',
  commands: [definition],
  create: ({ requests }) => ({
    commands: {
      scramble: async (interaction) => {
        const puzzle = await readPuzzle(interaction, { among: allPuzzles, takesOwn: anyOwn, usual: usualPuzzle });
        if (!puzzle) return;
        const length = interaction.options.getInteger('length') ?? undefined;
        const named = { puzzle: titleOf(translator(interaction.locale), puzzle) };
        if (length !== undefined && !hasTable(puzzle)) return tell(interaction, 'scramble.noLength', named);
        const { options } = interaction;
        const board = options.getString('board');
        const start = puzzle.hasOwnPieces && board !== null ? readPosition(puzzle, board) : undefined;
        const count = options.getInteger('count') ?? 1;
        const moves = options.getBoolean('moves') ?? false;
        const refusal = unfit(puzzle, count, moves);
        if (refusal) return tell(interaction, refusal, named);
        const request = {
          puzzle: puzzle.id,
          ...(start?.ok && { start: puzzle.formatPosition(start.value) }),
          ...(length !== undefined && { length }),
          ...(count > 1 && { count }),
          ...(moves && ({ moves } as const)),
          // A retry draws the same positions.
          seed: interaction.id,
        };
        const presentation = drawnIfNumbered(puzzle, readPresentation(interaction, usualPresentation(puzzle)));
        await requests.ask(interaction, { job: scrambleJob, request }, { presentation });
      },
    },
    completions: { scramble: (interaction) => completePuzzle(interaction, [...allPuzzles, ...anyBoards]) },
    answers: { scramble: { render: scrambleAnswer } },
  }),
};
