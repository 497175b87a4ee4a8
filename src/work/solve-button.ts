/** The button that asks for the solution of a position which a message shows: a question like any other. */
import { type APIButtonComponentWithCustomId, ButtonStyle, ComponentType, MessageFlags } from 'discord.js';
import { type Component, customId } from '../discord/command.ts';
import { puzzleOf } from '../puzzles/index.ts';
import type { Goal, Position, Puzzle } from '../puzzles/puzzle.ts';
import { toWork } from './job.ts';
import type { Requests } from './request.ts';
import type { WorkStore } from './store.ts';

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

/** Solves in a message of its own, as the question of whoever pressed. */
export const solveButtons = ({ store, requests }: { store: WorkStore; requests: Requests }): Component => ({
  name: solveComponent,
  run: async (interaction, [id = '', rank = '', goalText = '', privacy = '']) => {
    const puzzle = puzzleOf(id);
    const number = Number.parseInt(rank, 36);
    if (!puzzle || !Number.isSafeInteger(number) || number < 0) throw new RangeError('a button to solve no puzzle');
    const position = puzzle.parsePosition(puzzle.formatPosition(puzzle.unrank(number)));
    const goal = puzzle.parseGoal(goalText === '' ? puzzle.goal.text : goalText);
    const question = position.ok && goal.ok ? puzzle.question(position.value, goal.value) : undefined;
    if (!question?.ok) throw new RangeError(`no position of ${id}`);
    const work = toWork(puzzle, question.value);
    // What was shown to one person alone stays between us.
    const isPrivate = privacy === 'p' || interaction.message.flags.has(MessageFlags.Ephemeral);
    if (await requests.ask(interaction, work, { isPrivate })) {
      await store.remember(interaction, work);
    }
  },
});
