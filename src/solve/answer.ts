/** The answer to one question, with buttons that go through the boards of its solution. Pure: from data to components. */
import {
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { customId } from '../discord/command.ts';
import { fitting } from '../discord/text.ts';
import { explainObstacle } from '../locales/index.ts';
import { puzzleOf } from '../puzzles/index.ts';
import { type Notation, type Puzzle, type Question, replay } from '../puzzles/puzzle.ts';
import { emojiBoard } from '../render/emoji.ts';
import { type Method, methods, type Outcome } from '../search/index.ts';
import { questionOf, toWork, type WorkOf } from '../work/job.ts';
import { boards, colours, container, duration, heading, line, type Message, text } from '../work/message.ts';

/** Room for the moves in a message of 4,000 characters; the longest solutions of all puzzles need less. */
const movesRoom = 1500;

export const stepComponent = 'step';

/** Buttons that go through the boards of a solution. */
export const stepActions = { first: '⏮', back: '◀', on: '▶', last: '⏭' } as const;
export type StepAction = keyof typeof stepActions;

/** What a step button knows: enough to show its board after any restart, in less than a custom id's 100 characters. */
export interface Step {
  readonly action: StepAction;
  readonly work: WorkOf<'solve'>;
  /** The board that the message shows, 0 for the start. */
  readonly at: number;
  readonly owner: string;
}

/** Goals as short fields: nothing for the usual one, a number for a single position, the text for the others. */
const goalField = (puzzle: Puzzle, { goal }: Question): string => {
  if (goal.text === puzzle.goal.text) return '';
  return goal.positions.length === 1 ? puzzle.rank(goal.positions[0]!).toString(36) : goal.text;
};

const stepId = (step: Step): string => {
  const { puzzle, question } = questionOf(step.work);
  const start = puzzle.rank(question.start).toString(36);
  const method = step.work.method ?? '';
  return customId(
    stepComponent,
    step.action,
    puzzle.id,
    start,
    goalField(puzzle, question),
    method,
    step.at,
    step.owner,
  );
};

/** The inverse of the custom id; undefined for fields that no button of ours has. */
export const parseStep = (fields: readonly string[]): Step | undefined => {
  const [action = '', id = '', start = '', goal = '', method = '', at = '', owner = ''] = fields;
  const puzzle = puzzleOf(id);
  const isOurs = Object.hasOwn(stepActions, action) && /^\d{1,4}$/u.test(at) && /^\d{15,21}$/u.test(owner);
  if (!puzzle || !isOurs || (method !== '' && !methods.includes(method as Method))) return undefined;
  const unranked = (rank: string): string => {
    const number = Number.parseInt(rank, 36);
    return Number.isSafeInteger(number) && number >= 0 ? puzzle.formatPosition(puzzle.unrank(number)) : '';
  };
  const position = puzzle.parsePosition(unranked(start));
  const named = goal === '' ? { ok: true as const, value: puzzle.goal } : puzzle.parseGoal(goal);
  const target = named.ok ? named : puzzle.parseGoal(unranked(goal));
  if (!position.ok || !target.ok) return undefined;
  const question = puzzle.question(position.value, target.value);
  if (!question.ok) return undefined;
  return {
    action: action as StepAction,
    work: toWork(puzzle, question.value, method === '' ? undefined : (method as Method)),
    at: Number(at),
    owner,
  };
};

/** The board that a press of the button leads to. */
export const stepTarget = ({ action, at }: Step, length: number): number => {
  const target = { first: 0, back: at - 1, on: at + 1, last: length }[action];
  return Math.min(Math.max(target, 0), length);
};

/** A move on one line: `5`, `==`, `13-15-7`. */
const spelt = (move: Notation): string => (typeof move === 'object' ? move.join('-') : String(move));

const searched = (t: TFunction, { generated, milliseconds, method }: Outcome): string =>
  `-# ${t('answer.searched', { count: generated, time: duration(t, milliseconds), method: t(`method.${method}`) })}`;

/** How long it is, how sure that is, and how many there are. */
const proof = (t: TFunction, { moves, optimal, lowerBound, solutions }: Outcome & { status: 'solved' }): string => {
  const length = `**${t('answer.length', { count: moves.length })}**`;
  if (!optimal) return `${length} · ${t('answer.unproved', { count: lowerBound })}`;
  const ways = solutions === undefined || moves.length === 0 ? '' : ` · ${t('answer.ways', { count: solutions })}`;
  return `${length} · ${t('answer.proved')}${ways}`;
};

const solved = (
  t: TFunction,
  asked: WorkOf<'solve'>,
  outcome: Outcome & { status: 'solved' },
  step: number,
  owner: string,
): Message['components'] => {
  const { puzzle, question } = questionOf(asked);
  const positions = replay(puzzle, question.start, outcome.moves);
  const moves = outcome.moves.map((move, index) => spelt(puzzle.notate(positions[index]!, move)));
  const length = moves.length;
  const at = Math.min(step, length);
  const board = emojiBoard(puzzle, positions[at]!);
  const place =
    at === 0 ? t('answer.start', { count: length }) : t('answer.step', { at, count: length, move: moves[at - 1] });
  const { text: shown, left } = fitting(moves, movesRoom);
  const rest = left === 0 ? '' : ` … ${t('answer.more', { count: left })}`;
  const button = (action: StepAction, disabled: boolean): APIButtonComponentWithCustomId => ({
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    emoji: { name: stepActions[action] },
    custom_id: stepId({ action, work: asked, at, owner }),
    disabled,
  });
  const row: APIComponentInContainer = {
    type: ComponentType.ActionRow,
    components: [
      button('first', at === 0),
      button('back', at === 0),
      button('on', at === length),
      button('last', at === length),
    ],
  };
  return container(
    colours.solved,
    text(heading(t, asked)),
    text(`${board}\n-# ${place}`),
    text(proof(t, outcome)),
    ...(length === 0 ? [] : [text(`\`${shown}\`${rest}\n-# ${t(`answer.direction.${puzzle.family}`)}`), row]),
    line,
    text(searched(t, outcome)),
  );
};

/** The answer to a question, showing the board after `step` moves. */
export const solveAnswer = (
  t: TFunction,
  asked: WorkOf<'solve'>,
  outcome: Outcome,
  step: number,
  owner: string,
): Message => {
  if (outcome.status === 'solved') return { components: solved(t, asked, outcome, step, owner) };
  const reason =
    outcome.status === 'unsolvable'
      ? explainObstacle(t, outcome.obstacle)
      : `${t(`gaveUp.${outcome.reason}`)}${outcome.lowerBound > 0 ? ` ${t('gaveUp.lowerBound', { count: outcome.lowerBound })}` : ''}`;
  const books = outcome.generated > 0 ? [line, text(searched(t, outcome))] : [];
  return {
    components: container(colours[outcome.status], text(heading(t, asked)), ...boards(asked), text(reason), ...books),
  };
};
