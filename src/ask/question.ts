/** Questions in slash commands: their options, and explanations of wrong ones. */
import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import type { TFunction } from 'i18next';
import { type Option, option } from '../discord/definition.ts';
import { type Repliable, replyPrivately, tell } from '../discord/replies.ts';
import { exampleOf, familyText, titleOf, translator } from '../locales/index.ts';
import { parseMoves } from '../puzzles/moves.ts';
import { longestInput } from '../puzzles/notation.ts';
import {
  type Goal,
  type Metric,
  type Move,
  type MoveNotation,
  metrics,
  type Position,
  type Puzzle,
  type Question,
  reaches,
} from '../puzzles/puzzle.ts';
import { parseQuestion, readGoal, readPosition } from '../puzzles/reader.ts';
import { allPuzzles, usualPuzzle } from '../puzzles/registry.ts';
import { type Presentation, presentationSchema } from '../render/presentation.ts';
import { anyOwn, readPuzzle } from './puzzle-option.ts';
import { offerPositions } from './written-moves.ts';
import { wrongInput, wrongMoves } from './wrong-input.ts';

/** What counts as a move. */
export const metricOption = (among: readonly Metric[]): Option =>
  option.choice('metric', 'command.solve.metric', among, 'metric');

/** The puzzle with the metric of the option; undefined if it doesn't have that. */
export const inChosenMetric = (
  puzzle: Puzzle,
  { options }: Pick<AutocompleteInteraction | ChatInputCommandInteraction, 'options'>,
): Puzzle | undefined => {
  const metric = (options.getString('metric') as Metric | null) ?? puzzle.metric;
  return metric === puzzle.metric ? puzzle : puzzle.inMetric?.(metric);
};

/** The options `position`, `goal` and, if there is a choice, `metric` of a puzzle's subcommand, or of a command for all puzzles. */
export const questionOptions = (puzzle?: Puzzle): readonly [position: Option, goal: Option, ...metric: Option[]] => {
  const limits = { autocomplete: true, max_length: longestInput } as const;
  const say = (name: 'position' | 'goal') => (t: TFunction) =>
    puzzle ? familyText(t, `command.solve.${name}`, puzzle) : t(`command.${name}`);
  return [
    option.string('position', say('position'), { required: !puzzle?.hasOwnPieces, ...limits }),
    option.string('goal', say('goal'), limits),
    ...(puzzle?.inMetric ? [metricOption(metrics.filter((metric) => puzzle.inMetric?.(metric)))] : []),
  ];
};

export const [positionOption, goalOption] = questionOptions();

/** Where moves begin. */
export const startOption = option.string('position', 'command.analyse.position', {
  autocomplete: true,
  max_length: longestInput,
});

/** How an answer is shown, by the options `view` and `theme`. */
export const readPresentation = (
  { options }: Pick<ChatInputCommandInteraction, 'options'>,
  usual: Presentation,
): Presentation =>
  presentationSchema.parse({
    view: options.getString('view') ?? usual.view,
    theme: options.getString('theme') ?? usual.theme,
  });

/**
 * The question that somebody typed; undefined after an explanation of what is wrong with it.
 * @param drawn a position near the goal where none is typed; then nothing has to be
 */
export const readQuestion = async (
  interaction: ChatInputCommandInteraction,
  drawn?: (puzzle: Puzzle, goal: Goal) => Position,
): Promise<{ puzzle: Puzzle; question: Question } | undefined> => {
  const wanted = { among: allPuzzles, takesOwn: anyOwn, ...(drawn && { usual: usualPuzzle }) };
  const chosen = await readPuzzle(interaction, wanted);
  if (!chosen) return undefined;
  const puzzle = inChosenMetric(chosen, interaction);
  if (!puzzle)
    return tell(interaction, 'answer.metricUnfit', { puzzle: titleOf(translator(interaction.locale), chosen) });
  const goal = interaction.options.getString('goal') ?? '';
  const end = goal.trim() ? readGoal(puzzle, goal) : undefined;
  const position =
    interaction.options.getString('position', !puzzle.hasOwnPieces && !drawn) ??
    (drawn ? puzzle.formatPosition(drawn(puzzle, end?.ok ? end.value : puzzle.goal)) : exampleOf(puzzle));
  const question = parseQuestion(puzzle, position, goal);
  if (question.ok) return { puzzle, question: question.value };
  // A text may also say its goal.
  const inPosition = !goal.trim() || !readPosition(puzzle, position).ok;
  if (inPosition && (await offerPositions(interaction, puzzle, position))) return undefined;
  return replyPrivately(interaction, wrongInput(interaction.locale, inPosition ? position : goal, question.problem));
};

/** The moves that somebody typed; undefined after an explanation of what is wrong with them. */
export const readMoves = async (
  interaction: Repliable,
  puzzle: Puzzle,
  { start, goal }: Question,
  typed: string,
  notation?: MoveNotation,
) => {
  const line = parseMoves(puzzle, start, typed, goal, notation);
  if (line.ok) return line.value;
  return replyPrivately(interaction, wrongMoves(interaction.locale, typed, line.problem));
};

/** The same for moves that must lead to the goal. */
export const readSolution = async (
  interaction: Repliable,
  puzzle: Puzzle,
  question: Question,
  typed: string,
): Promise<readonly Move[] | undefined> => {
  const moves = (await readMoves(interaction, puzzle, question, typed))?.moves;
  if (!moves || reaches(puzzle, question, moves)) return moves;
  return tell(interaction, 'daily.unsolved', { count: moves.length });
};
