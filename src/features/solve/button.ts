/** The button that asks for the solution of a position which a message shows: a question like any other. */
import { type APIButtonComponentWithCustomId, ButtonStyle, ComponentType, MessageFlags } from 'discord.js';
import { type Component, component, customId } from '../../discord/command.ts';
import { toWork, type WorkOf } from '../../jobs/job.ts';
import type { Requests } from '../../jobs/request.ts';
import type { WorkStore } from '../../jobs/store.ts';
import type { Goal, Position, Puzzle } from '../../puzzles/puzzle.ts';
import { puzzleOf } from '../../puzzles/registry.ts';

const solveComponent = 'ask';

/** Discord's limit for the text on a button. */
const longestLabel = 80;

interface Wish {
  readonly label: string;
  readonly goal?: Goal;
  /** Whether the answer is for the one who presses alone. */
  readonly isPrivate?: boolean;
  readonly style?: ButtonStyle.Primary | ButtonStyle.Secondary;
}

export const solveButton = (
  puzzle: Puzzle,
  position: Position,
  { label, goal = puzzle.goal, isPrivate = false, style = ButtonStyle.Primary }: Wish,
): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style,
  label: label.slice(0, longestLabel),
  custom_id: customId(
    solveComponent,
    puzzle.id,
    puzzle.rank(position).toString(36),
    goal.text === puzzle.goal.text ? '' : goal.text,
    isPrivate ? 'p' : '',
  ),
});

/** The inverse of the custom id. */
export const parseSolve = ([id = '', rank = '', goalText = '', privacy = '']: readonly string[]):
  | { readonly work: WorkOf<'solve'>; readonly isPrivate: boolean }
  | undefined => {
  const puzzle = puzzleOf(id);
  const number = /^[\da-z]{1,11}$/u.test(rank) ? Number.parseInt(rank, 36) : -1;
  if (!puzzle || !Number.isSafeInteger(number) || number < 0) return undefined;
  const position = puzzle.parsePosition(puzzle.formatPosition(puzzle.unrank(number)));
  const goal = puzzle.parseGoal(goalText === '' ? puzzle.goal.text : goalText);
  const question = position.ok && goal.ok ? puzzle.question(position.value, goal.value) : undefined;
  return question?.ok ? { work: toWork(puzzle, question.value), isPrivate: privacy === 'p' } : undefined;
};

/** Solves in a message of its own, as the question of whoever pressed. */
export const solveButtons = ({ store, requests }: { store: WorkStore; requests: Requests }): Component =>
  component({
    name: solveComponent,
    parse: parseSolve,
    run: async (interaction, { work, isPrivate }) => {
      // What was shown to one person alone stays between us.
      const isAlone = isPrivate || interaction.message.flags.has(MessageFlags.Ephemeral);
      if (await requests.ask(interaction, work, { isPrivate: isAlone })) await store.remember(interaction, work);
    },
  });
