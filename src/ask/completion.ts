/** What is offered while somebody types a question. */
import type { APIApplicationCommandOptionChoice, AutocompleteInteraction } from 'discord.js';
import { longestChoice, mostChoices } from '../discord/definition.ts';
import { explainProblem, plain, titleOf, translator } from '../locales/index.ts';
import { type DrawnKind, ok, type Puzzle, type Result } from '../puzzles/puzzle.ts';
import { parseQuestion, readGoal, readPosition } from '../puzzles/reader.ts';
import { anyBoards, knownPuzzle, namedBoards, puzzleOf, puzzles, puzzlesAndSizes } from '../puzzles/registry.ts';
import { questionText } from '../puzzles/start-and-goal.ts';
import { completePuzzle, givenPuzzle, kindOf } from './puzzle-option.ts';
import type { RecentQuestion, RecentQuestions } from './recent-questions.ts';

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

/** The typed text as it is understood. */
const understood = (puzzle: Puzzle, option: string, typed: string): Result<string> => {
  if (option === 'goal') {
    const goal = readGoal(puzzle, typed);
    return goal.ok ? ok(goal.value.text) : goal;
  }
  const question = parseQuestion(puzzle, typed);
  if (question.ok) return ok(questionText(puzzle, question.value));
  // Its goal may be in the other option.
  const position = readPosition(puzzle, typed);
  return position.ok ? ok(puzzle.formatPosition(position.value)) : position;
};

/** The same as a choice, or its problem. */
const checked = (puzzle: Puzzle, option: string, typed: string, locale: string): Choice => {
  const read = understood(puzzle, option, typed);
  const name = read.ok ? read.value : `⚠ ${explainProblem(translator(locale), read.problem, plain)}`;
  // A text that is too long for a choice stays as it is typed.
  const value = read.ok && read.value.length <= longestChoice ? read.value : typed;
  return { name: name.slice(0, longestChoice), value: value.slice(0, longestChoice) };
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
