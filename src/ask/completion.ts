/** What is offered while somebody types a question. */
import type { APIApplicationCommandOptionChoice, AutocompleteInteraction } from 'discord.js';
import type { TFunction } from 'i18next';
import { longestChoice, mostChoices } from '../discord/definition.ts';
import { explainProblem, plain, titleOf, translator } from '../locales/index.ts';
import { type DrawnKind, ok, type Puzzle, type Result } from '../puzzles/puzzle.ts';
import { parseQuestion, readGoal, readPosition } from '../puzzles/reader.ts';
import { anyBoards, knownPuzzle, namedBoards, puzzleOf, puzzles, puzzlesAndSizes } from '../puzzles/registry.ts';
import { questionText } from '../puzzles/start-and-goal.ts';
import { choicesLike, completePuzzle, givenPuzzle, kindOf, notedChoice } from './puzzle-option.ts';
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
  const { options, locale, user } = interaction;
  const { name, value } = options.getFocused(true);
  const kind = kindOf(options);
  if (name === 'puzzle' || name === kind?.namedBy)
    return completePuzzle(interaction, kind ? namedBoards(kind, puzzlesAndSizes) : among);
  const t = translator(locale);
  const typed = value.trim();
  const puzzle = givenPuzzle(interaction);
  const recent = await questions.of(user.id);
  const all = name === 'goal' ? goalChoices(puzzle, recent) : positionChoices(t, puzzle, recent);
  const first = puzzle && typed !== '' ? [checked(t, puzzle, name, typed)] : [];
  const others = choicesLike(all, typed).filter((choice) => choice.value !== first[0]?.value);
  await interaction.respond([...first, ...others].slice(0, mostChoices));
};

type Choice = APIApplicationCommandOptionChoice<string>;

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
const checked = (t: TFunction, puzzle: Puzzle, option: string, typed: string): Choice => {
  const read = understood(puzzle, option, typed);
  const name = read.ok ? read.value : `⚠ ${explainProblem(t, read.problem, plain)}`;
  // A text that is too long for a choice stays as it is typed.
  const value = read.ok && read.value.length <= longestChoice ? read.value : typed;
  return { name: name.slice(0, longestChoice), value: value.slice(0, longestChoice) };
};

/** A text that is not complete draws another board than those that it may become. */
const usualOf = (puzzle: Puzzle): Puzzle => (puzzle.kind && puzzleOf(puzzle.kind.name)) ?? puzzle;

const recentOf = (puzzle: Puzzle, recent: readonly RecentQuestion[]): RecentQuestion[] =>
  recent.filter((question) => question.puzzle === puzzle.id || question.puzzle === usualOf(puzzle).id);

/** Recent positions and famous ones; as long as nothing tells the puzzle, one of each. */
const positionChoices = (t: TFunction, puzzle: Puzzle | undefined, recent: readonly RecentQuestion[]): Choice[] => {
  if (!puzzle) {
    const latest = recent.map((one) => notedChoice(one.position, titleOf(t, knownPuzzle(one.puzzle))));
    const famous = puzzles.flatMap((one) =>
      one.landmarks.slice(0, 1).map(({ position }) => notedChoice(position, titleOf(t, one))),
    );
    return distinct([...latest, ...famous]);
  }
  const latest = recentOf(puzzle, recent).map(({ position }) => notedChoice(position, t('landmark.recent')));
  const famous = usualOf(puzzle).landmarks.map(({ name, position }) =>
    notedChoice(position, t(`landmark.${name}` as 'landmark.start')),
  );
  return distinct([...latest, ...famous]);
};

const goalChoices = (puzzle: Puzzle | undefined, recent: readonly RecentQuestion[]): Choice[] => {
  if (!puzzle) return [];
  const { goal, landmarks, goalNames = [] } = usualOf(puzzle);
  const famous = landmarks.flatMap((landmark) => landmark.goal ?? []);
  const goals = [goal.text, ...famous, ...recentOf(puzzle, recent).map((question) => question.goal), ...goalNames];
  // Some puzzles have no usual goal.
  return distinct(goals.flatMap((text) => (text === '' ? [] : { name: text, value: text })));
};

/** The first of those with the same value. */
const distinct = (choices: readonly Choice[]): Choice[] =>
  [...new Map(choices.toReversed().map((choice) => [choice.value, choice])).values()].toReversed();
