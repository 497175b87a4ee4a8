/** The answer to one question, with buttons that go through the boards of its solution. */

import type { APIComponentInContainer } from 'discord.js';
import type { TFunction } from 'i18next';
import { customId } from '../../discord/command.ts';
import {
  colours,
  container,
  duration,
  emojiButton,
  line,
  type Message,
  picture,
  row,
  text,
  wordsOf,
} from '../../discord/message.ts';
import { fitting } from '../../discord/text.ts';
import { type Presentation, views } from '../../jobs/job.ts';
import { boards, heading } from '../../jobs/progress.ts';
import type { Asked } from '../../jobs/reply.ts';
import { explainObstacle, familyText } from '../../locales/index.ts';
import { formatMoves } from '../../puzzles/moves.ts';
import { type Move, type Puzzle, type Question, replay } from '../../puzzles/puzzle.ts';
import { knownPuzzle, puzzleOf } from '../../puzzles/registry.ts';
import { describe } from '../../render/description.ts';
import type { Drawing } from '../../render/drawing.ts';
import { emojiBoard } from '../../render/emoji.ts';
import { themeNames } from '../../render/theme.ts';
import { type Method, methods, type Outcome } from '../../search/solve.ts';
import { type SolveRequest, type solveJob, solveWork } from './job.ts';

/** Room for the moves in a message of 4,000 characters; the longest solutions of all puzzles need less. */
const movesRoom = 1500;

export const stepComponent = 'step';

/** Buttons that go through the boards of a solution. */
const stepActions = { first: '⏮', back: '◀', on: '▶', last: '⏭' } as const;
type StepAction = keyof typeof stepActions;

/** What a step button knows: enough to show its board after any restart, in less than a custom id's 100 characters. */
export interface Step {
  readonly action: StepAction;
  readonly request: SolveRequest;
  /** The board that the message shows, 0 for the start. */
  readonly at: number;
  readonly presentation: Presentation;
  readonly owner: string;
}

/** Goals as short fields: nothing for the usual one, `~` and a rank for a single position, the text for the others. */
const goalField = (puzzle: Puzzle, { goal }: Question): string => {
  if (goal.text === puzzle.goal.text) return '';
  return goal.positions.length === 1 ? `~${puzzle.rank(goal.positions[0]!).toString(36)}` : goal.text;
};

const stepId = (step: Step): string => {
  const { question } = step.request;
  const puzzle = knownPuzzle(step.request.puzzle);
  const start = puzzle.rank(question.start).toString(36);
  const method = step.request.method ?? '';
  return customId(
    stepComponent,
    step.action,
    puzzle.id,
    start,
    goalField(puzzle, question),
    method,
    step.at,
    step.presentation.view[0]! + step.presentation.theme[0]!,
    step.owner,
  );
};

/** The inverse of the custom id; undefined for fields that no button of ours has. */
export const parseStep = (fields: readonly string[]): Step | undefined => {
  const [action = '', id = '', start = '', goal = '', method = '', at = '', shown = '', owner = ''] = fields;
  const puzzle = puzzleOf(id);
  const isOurs = Object.hasOwn(stepActions, action) && /^\d{1,4}$/u.test(at) && /^\d{15,21}$/u.test(owner);
  if (!puzzle || !isOurs || (method !== '' && !methods.includes(method as Method))) return undefined;
  const unranked = (rank: string): string => {
    const number = Number.parseInt(rank, 36);
    return Number.isSafeInteger(number) && number >= 0 ? puzzle.formatPosition(puzzle.unrank(number)) : '';
  };
  const position = puzzle.parsePosition(unranked(start));
  const target = puzzle.parseGoal(
    goal === '' ? puzzle.goal.text : goal.startsWith('~') ? unranked(goal.slice(1)) : goal,
  );
  const view = views.find((known) => known[0] === shown[0]);
  const theme = themeNames.find((known) => known[0] === shown[1]);
  if (!position.ok || !target.ok || !view || !theme) return undefined;
  const question = puzzle.question(position.value, target.value);
  if (!question.ok) return undefined;
  return {
    action: action as StepAction,
    request: solveWork(puzzle, question.value, method === '' ? undefined : (method as Method)).request,
    at: Number(at),
    presentation: { view, theme },
    owner,
  };
};

/**
 * Whose message it is, by the buttons that Discord says it has: those are ours, while the custom id of a press may be
 * anybody's.
 */
export const ownerOf = (components: unknown): string | undefined =>
  /"custom_id":"step\|[^"]*\|(\d{15,21})"/u.exec(JSON.stringify(components))?.[1];

/** The board that a press of the button leads to. */
export const stepTarget = ({ action, at }: Step, length: number): number => {
  const target = { first: 0, back: at - 1, on: at + 1, last: length }[action];
  return Math.min(Math.max(target, 0), length);
};

const searched = (t: TFunction, { generated, milliseconds, method }: Outcome): string =>
  `-# ${t('answer.searched', { count: generated, time: duration(t, milliseconds), method: t(`method.${method}`) })}`;

/** How long it is, how sure that is, and how many there are. */
const proof = (t: TFunction, { moves, optimal, lowerBound, solutions }: Outcome & { status: 'solved' }): string => {
  const length = `**${t('answer.length', { count: moves.length })}**`;
  if (!optimal) return `${length} · ${t('answer.unproved', { count: lowerBound })}`;
  const ways = solutions === undefined || moves.length === 0 ? '' : ` · ${t('answer.ways', { count: solutions })}`;
  return `${length} · ${t('answer.proved')}${ways}`;
};

/** How hard the position is in comparison with all others, and what was to be seen of that at a glance. */
const comparison = (
  t: TFunction,
  { moves, estimate, percentile: known, firstMoves = [] }: Outcome & { status: 'solved' },
  notate: (move: Move) => string,
): string[] => {
  if (moves.length === 0) return [];
  const parts: string[] = [];
  if (known) {
    const left = known.diameter - moves.length;
    parts.push(left === 0 ? t('card.antipode', { count: known.antipodes }) : t('card.fromAntipode', { count: left }));
    // Rounded down: 100 % would say that none is as hard.
    const share = Math.floor(known.closer * 10_000) / 10_000;
    if (left > 0) parts.push(t('card.harder', { share }));
  }
  if (estimate !== undefined) parts.push(t('card.estimate', { count: estimate }));
  // A single one is the first of the moves below.
  const first = firstMoves.length < 2 ? [] : [`-# ${t('card.first', { moves: firstMoves.map(notate).join(', ') })}`];
  return [...(parts.length === 0 ? [] : [`-# ${parts.join(' · ')}`]), ...first];
};

/** What an answer needs: the board to show, how, and whose message it is. */
type Shown = Pick<Asked<typeof solveJob>, 'request' | 'step' | 'presentation' | 'user'>;

const solved = async (
  t: TFunction,
  { request, step, presentation, user: owner }: Shown,
  outcome: Outcome & { status: 'solved' },
  drawing: Drawing,
): Promise<Message> => {
  const { question } = request;
  const puzzle = knownPuzzle(request.puzzle);
  const positions = replay(puzzle, question.start, outcome.moves);
  const moves = formatMoves(puzzle, question.start, outcome.moves);
  const length = moves.length;
  const at = Math.min(step, length);
  const position = positions[at]!;
  const isAnimated = presentation.view === 'animation' && length > 0;
  const place = isAnimated
    ? []
    : [
        `-# ${at === 0 ? t('answer.start', { count: length }) : t('answer.step', { at, count: length, move: moves[at - 1] })}`,
      ];
  const { theme } = presentation;
  const drawn = { puzzle: puzzle.id, goal: question.goal.text, theme };
  const show = async (): Promise<Pick<Message, 'files'> & { board: APIComponentInContainer }> => {
    if (presentation.view === 'emoji') return { board: text([emojiBoard(puzzle, position), ...place].join('\n')) };
    const name = isAnimated ? 'solution.gif' : 'board.png';
    const data = isAnimated
      ? await drawing.animation({ ...drawn, position: puzzle.rank(question.start), moves: outcome.moves })
      : await drawing.picture({ ...drawn, position: puzzle.rank(position), move: outcome.moves[at - 1] });
    const alt = describe(puzzle, position, wordsOf(t));
    const said = isAnimated ? t('alt.animation', { count: length, board: alt }) : alt;
    return { board: picture(name, said), files: [{ name, data }] };
  };
  const { board, files } = await show();
  const { text: shown, left } = fitting(moves, movesRoom);
  const rest = left === 0 ? '' : ` … ${t('answer.more', { count: left })}`;
  const button = (action: StepAction, isDisabled: boolean) =>
    emojiButton(stepId({ action, request, at, presentation, owner }), stepActions[action], isDisabled);
  const buttons = row(
    button('first', at === 0),
    button('back', at === 0),
    button('on', at === length),
    button('last', at === length),
  );
  const steps = length === 0 ? [] : [text(`\`${shown}\`${rest}\n-# ${familyText(t, 'answer.direction', puzzle)}`)];
  return {
    components: container(
      colours.solved,
      text(heading(t, request)),
      board,
      // A picture has no place for a line of its own.
      ...(presentation.view === 'picture' ? [text(place.join('\n'))] : []),
      text(
        [proof(t, outcome), ...comparison(t, outcome, (move) => puzzle.formatMove(question.start, move, 'named'))].join(
          '\n',
        ),
      ),
      ...steps,
      ...(length === 0 || isAnimated ? [] : [buttons]),
      line,
      text(searched(t, outcome)),
    ),
    ...(files && { files }),
  };
};

/** The answer to a question, showing the board after `step` moves. */
export const solveAnswer = async (t: TFunction, asked: Shown, outcome: Outcome, drawing: Drawing): Promise<Message> => {
  if (outcome.status === 'solved') return solved(t, asked, outcome, drawing);
  const { request } = asked;
  const reason =
    outcome.status === 'unsolvable'
      ? explainObstacle(t, outcome.obstacle)
      : `${t(`gaveUp.${outcome.reason}`)}${outcome.lowerBound > 0 ? ` ${t('gaveUp.lowerBound', { count: outcome.lowerBound })}` : ''}`;
  const books = outcome.generated > 0 ? [line, text(searched(t, outcome))] : [];
  return {
    components: container(
      colours[outcome.status],
      text(heading(t, request)),
      ...boards(request),
      text(reason),
      ...books,
    ),
  };
};
