/** Questions in slash commands: their options, their autocomplete, and explanations of wrong ones. */
import type {
  APIApplicationCommandOptionChoice,
  AutocompleteInteraction,
  ChatInputCommandInteraction,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { explainProblem, familyText, plain, titleOf, translator } from '../locales/index.ts';
import { parseMoves } from '../puzzles/moves.ts';
import { longestInput } from '../puzzles/notation.ts';
import {
  type DrawnKind,
  goalOf,
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
import {
  allPuzzles,
  anyBoards,
  knownPuzzle,
  namedBoards,
  puzzleOf,
  puzzles,
  puzzlesAndSizes,
} from '../puzzles/registry.ts';
import { type BoardView, defaultPresentation, type Presentation, presentationSchema } from '../render/presentation.ts';
import { type Option, option } from './definition.ts';
import {
  anyOwn,
  completePuzzle,
  givenPuzzle,
  kindOf,
  longestChoice,
  mostChoices,
  readPuzzle,
} from './puzzle-option.ts';
import type { RecentQuestion, RecentQuestions } from './recent-questions.ts';
import { type Repliable, replyPrivately, tell } from './replies.ts';
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
  usual: BoardView = defaultPresentation.view,
): Presentation =>
  presentationSchema.parse({
    view: options.getString('view') ?? usual,
    theme: options.getString('theme') ?? defaultPresentation.theme,
  });

/** The question that somebody typed; undefined after an explanation of what is wrong with it. */
export const readQuestion = async (
  interaction: ChatInputCommandInteraction,
): Promise<{ puzzle: Puzzle; question: Question } | undefined> => {
  const chosen = await readPuzzle(interaction, { among: allPuzzles, takesOwn: anyOwn });
  if (!chosen) return undefined;
  const puzzle = inChosenMetric(chosen, interaction);
  if (!puzzle) {
    const t = translator(interaction.locale);
    await tell(interaction, 'answer.metricUnfit', { puzzle: titleOf(t, chosen) });
    return undefined;
  }
  const position = interaction.options.getString('position', !puzzle.hasOwnPieces) ?? puzzle.landmarks[0]!.position;
  const goal = interaction.options.getString('goal') ?? undefined;
  const question = parseQuestion(puzzle, position, goal);
  if (question.ok) return { puzzle, question: question.value };
  const inPosition = !readPosition(puzzle, position).ok;
  if (inPosition && (await offerPositions(interaction, puzzle, position))) return undefined;
  const input = inPosition ? position : (goal ?? '');
  await replyPrivately(interaction, wrongInput(interaction.locale, input, question.problem));
  return undefined;
};

/** The moves that somebody typed; undefined after an explanation of what is wrong with them. */
export const readMoves = async (
  interaction: Repliable,
  puzzle: Puzzle,
  { start, goal }: Question,
  typed: string,
  told?: MoveNotation,
) => {
  const line = parseMoves(puzzle, start, typed, goal, told);
  if (line.ok) return line.value;
  await replyPrivately(interaction, wrongMoves(interaction.locale, typed, line.problem));
  return undefined;
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
  await tell(interaction, 'daily.unsolved', { count: moves.length });
  return undefined;
};

/**
 * Offer famous positions and goals, and those of the user's recent questions; check the typed text.
 * @param among what there is to choose from; by default each puzzle in its usual metric, and any board
 */
export const completeQuestion = async (
  interaction: AutocompleteInteraction,
  questions: RecentQuestions,
  among: readonly (Puzzle | DrawnKind)[] = [...puzzlesAndSizes, ...anyBoards],
): Promise<void> => {
  const { options } = interaction;
  const { name, value } = options.getFocused(true);
  const kind = kindOf(options);
  if (name === 'puzzle' || name === kind?.namedBy) {
    return completePuzzle(
      interaction,
      kind ? namedBoards(kind).filter(({ id }) => puzzlesAndSizes.some((one) => one.id === id)) : among,
    );
  }
  const puzzle = givenPuzzle(interaction);
  const typed = value.trim();
  const all = await questions.of(interaction.user.id);
  if (!puzzle) return interaction.respond(name === 'goal' ? [] : positionsOfAll(all, typed, interaction.locale));
  // A text that is not complete draws another board than those that it may become.
  const usual = puzzle.kind ? (puzzleOf(puzzle.kind.name) ?? puzzle) : puzzle;
  const recent = all.filter((asked) => asked.puzzle === puzzle.id || asked.puzzle === usual.id);
  const choices = name === 'goal' ? goalChoices(usual, recent) : positionChoices(usual, recent, interaction.locale);
  const matching = choices.filter((choice) => choice.name.toLowerCase().includes(typed.toLowerCase()));
  const first = typed === '' ? [] : [checked(puzzle, name, typed, interaction.locale)];
  const others = matching.filter((choice) => choice.value !== first[0]?.value);
  await interaction.respond([...first, ...others].slice(0, mostChoices));
};

/** Recent positions, and a famous one of each puzzle, as long as nothing tells the puzzle. */
const positionsOfAll = (recent: readonly RecentQuestion[], typed: string, locale: string): Choice[] => {
  const t = translator(locale);
  const famous = puzzles.flatMap((puzzle) => {
    const position = puzzle.landmarks[0]?.position;
    return position ? [choice(position, titleOf(t, puzzle))] : [];
  });
  const asked = recent.map(({ position, puzzle }) => choice(position, titleOf(t, knownPuzzle(puzzle))));
  const matching = distinct([...asked, ...famous]).filter(({ name }) =>
    name.toLowerCase().includes(typed.toLowerCase()),
  );
  return matching.slice(0, mostChoices);
};

type Choice = APIApplicationCommandOptionChoice<string>;

const choice = (value: string, note: string): Choice => ({ name: `${value} · ${note}`.slice(0, longestChoice), value });

/** The usual text of a typed position, unless that would lose the exit which the typed one marks. */
const canonical = (puzzle: Puzzle, position: Position, typed: string): string =>
  goalOf(puzzle, position).text === goalOf(puzzle, [...position]).text
    ? puzzle.formatPosition(position)
    : typed.slice(0, longestChoice);

/** The typed text as it is understood, or with its problem. */
const checked = (puzzle: Puzzle, option: string, typed: string, locale: string): Choice => {
  const parsed = option === 'goal' ? readGoal(puzzle, typed) : readPosition(puzzle, typed);
  if (!parsed.ok) {
    const warning = `⚠ ${explainProblem(translator(locale), parsed.problem, plain)}`;
    return { name: warning.slice(0, longestChoice), value: typed.slice(0, longestChoice) };
  }
  const value = 'text' in parsed.value ? parsed.value.text : canonical(puzzle, parsed.value, typed);
  return { name: value, value };
};

const positionChoices = (puzzle: Puzzle, recent: readonly RecentQuestion[], locale: string): Choice[] => {
  const say = translator(locale);
  const famous = puzzle.landmarks.map(({ name, position }) =>
    choice(position, say(`landmark.${name}` as 'landmark.start')),
  );
  return distinct([...recent.map(({ position }) => choice(position, say('landmark.recent'))), ...famous]);
};

const goalChoices = (puzzle: Puzzle, recent: readonly RecentQuestion[]): Choice[] => {
  const famous = puzzle.landmarks.flatMap(({ goal }) => goal ?? []);
  const named = puzzle.goalNames ?? [];
  // Some puzzles have no usual goal.
  const goals = [puzzle.goal.text, ...famous, ...recent.map(({ goal }) => goal), ...named].filter(
    (goal) => goal !== '',
  );
  return distinct(goals.map((goal) => ({ name: goal, value: goal })));
};

const distinct = (choices: readonly Choice[]): Choice[] =>
  [...new Map(choices.toReversed().map((choice) => [choice.value, choice])).values()].toReversed();
