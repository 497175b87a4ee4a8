/** The answer to one question, with buttons that show the boards of its solution. */
import type { TFunction } from 'i18next';
import { parseFields, questionFields, solveButton } from '../../ask/solve-button.ts';
import { fittingId } from '../../discord/command.ts';
import { difficultyText } from '../../discord/difficulty.ts';
import { fitting } from '../../discord/fitting.ts';
import { heading, questionBoard } from '../../discord/heading.ts';
import {
  boardPart,
  button,
  card,
  colours,
  duration,
  joinPresent,
  linkButton,
  type Message,
  row,
  text,
  wordRows,
} from '../../discord/message.ts';
import { stepNames, stepRow, stepTo } from '../../discord/steps.ts';
import { movesInCode } from '../../discord/text.ts';
import { explainObstacle, familyText } from '../../locales/index.ts';
import { formatMoves, withCounts } from '../../puzzles/moves.ts';
import type { Move, Obstacle, Position, Puzzle } from '../../puzzles/puzzle.ts';
import { parseQuestion } from '../../puzzles/reader.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { replayLink } from '../../puzzles/replay-link.ts';
import type { ReplyContext } from '../../queue/answer.ts';
import { boardInWords } from '../../render/description.ts';
import type { Drawing } from '../../render/drawing.ts';
import { type Presentation, presentationLetters, presentationOf, views } from '../../render/presentation.ts';
import { hasAllSolutions } from '../../search/all-solutions.ts';
import type { GaveUpReason } from '../../search/budget.ts';
import { isDivisible, methods, type Outcome } from '../../search/solve.ts';
import { type SolveRequest, type solveJob, solveWork, tooLarge } from './job.ts';

/** Room for the moves in a message of 4,000 characters; the longest solutions of all puzzles need less. */
const movesRoom = 1500;

export const stepComponent = 'step';

/** Buttons that show the other boards of a solution, the same board in another view, or more about it. */
const stepActions = [...stepNames, ...views, 'share', 'details', 'proof', 'all', 'prove'] as const;
type StepAction = (typeof stepActions)[number];

/** The fields of a step button: enough to show its board after a restart. */
export interface StepPress {
  readonly action: StepAction;
  readonly request: SolveRequest;
  /** The board that the message shows, 0 for the start. */
  readonly at: number;
  readonly presentation: Presentation;
  readonly owner: string;
}

/** A method is its first letters, as custom ids have 100 characters. */
const methodLetters = 6;

/**
 * The custom ids of all actions. Undefined where the start and the goal are too long for one, as those of large boards with many
 * pieces may be.
 */
const stepIds = (step: Omit<StepPress, 'action'>): Readonly<Record<StepAction, string>> | undefined => {
  const { request, at, presentation, owner } = step;
  const { question, method = '' } = request;
  const puzzle = knownPuzzle(request.puzzle);
  const state = [method.slice(0, methodLetters), at, presentationLetters(presentation), owner];
  const fields = [...questionFields(puzzle, question), ...state];
  const ids = stepActions.map((action) => [action, fittingId(stepComponent, action, ...fields)]);
  return ids.some(([, id]) => id === undefined) ? undefined : Object.fromEntries(ids);
};

/** The inverse of the custom id. */
export const parseStep = (fields: readonly string[]): StepPress | undefined => {
  const [pressed, ...shownFields] = fields;
  const [method = '', at = '', letters = '', owner = ''] = shownFields.slice(3);
  const action = stepActions.find((known) => known === pressed);
  const known = methods.find((one) => one === method || one.slice(0, methodLetters) === method);
  const isOurs = /^\d{1,4}$/u.test(at) && /^\d{15,21}$/u.test(owner) && (method === '' || known);
  const shown = presentationOf(letters);
  const parsed = isOurs && parseFields(shownFields);
  if (!action || !parsed || !shown) return undefined;
  const { request } = solveWork(parsed.puzzle, parsed.question, known);
  const view = views.find((other) => other === action) ?? shown.view;
  return { action, request, at: Number(at), presentation: { ...shown, view }, owner };
};

/** The custom id of a step without its owner: the same for each copy of a card. */
export const unowned = (customId: string): string => customId.slice(0, customId.lastIndexOf('|'));

/** The owner of a message, by the buttons that Discord says it has. The custom id of a press can be forged. */
export const ownerOf = (components: unknown): string | undefined =>
  /"custom_id":"step\|[^"]*\|(\d{15,21})"/u.exec(JSON.stringify(components))?.[1];

/** The board that a button shows. */
export const stepTarget = ({ action, at }: StepPress, length: number): number =>
  stepTo(action, at, length) ?? Math.min(at, length);

type Solved = Outcome & { status: 'solved' };

/** How it was solved. A search that was ended from outside told neither its time nor its method. */
const searched = (t: TFunction, { generated, milliseconds, method }: Outcome): string | false => {
  if (method === 'table') return t('answer.lookedUp');
  if (milliseconds === 0) return false;
  return t('answer.searched', { count: generated, time: duration(t, milliseconds), method: t(`method.${method}`) });
};

/** The length, and whether it is proved. Without a proof, people who slide for speed compare tiles in line as one move. */
const proof = (t: TFunction, { puzzle: id, question: { start } }: SolveRequest, outcome: Solved): string => {
  const { moves, optimal, lowerBound } = outcome;
  if (moves.length === 0) return `**${t('answer.already')}**`;
  const length = `**${t('answer.length', { count: moves.length })}**`;
  if (optimal) return `${length} · ${t('answer.proved')}`;
  const puzzle = knownPuzzle(id);
  const isInLine = puzzle.metric === 'steps' && puzzle.moveNotations.some(({ hasCounts }) => hasCounts);
  const count = isInLine && withCounts(formatMoves(puzzle, start, moves, 'piece-directions')).length;
  return `${length}${count ? t('answer.mtm', { count }) : ''} · ${t('answer.unproved', { least: lowerBound, most: moves.length })}`;
};

/** How hard a position is, if its shortest length is proved. */
const difficulty = (t: TFunction, { puzzle: id, question }: SolveRequest, outcome: Solved): string | false => {
  const { moves, optimal, percentile } = outcome;
  const puzzle = knownPuzzle(id);
  const isKnown = percentile !== undefined || question.goal.text === puzzle.goal.text;
  return optimal && moves.length > 0 && isKnown && difficultyText(t, puzzle, moves.length, percentile);
};

/** The moves as simulators write them. */
const otherNotations = (t: TFunction, puzzle: Puzzle, start: Position, moves: readonly Move[]): string[] => {
  return puzzle.moveNotations.flatMap(({ notation, separator, hasCounts }) => {
    if (!hasCounts || notation === 'named') return [];
    const written = withCounts(formatMoves(puzzle, start, moves, notation)).join(separator);
    return written.length > movesRoom / 2
      ? []
      : t('answer.written', { notation: t(`convert.${notation}`), moves: written });
  });
};

/** What the answer doesn't say: its other solutions, how far harder ones are, and how it was solved; a line each. */
const details = (t: TFunction, { puzzle: id, question }: SolveRequest, outcome: Solved): string => {
  const { moves, estimate, percentile, solutions, firstMoves = [] } = outcome;
  const puzzle = knownPuzzle(id);
  const left = percentile && percentile.diameter - moves.length;
  const first = firstMoves.flatMap((move) => formatMoves(puzzle, question.start, [move])).join(', ');
  return joinPresent([
    moves.length > 0 && solutions !== undefined && t('answer.ways', { count: solutions }),
    firstMoves.length > 0 && t('card.first', { moves: first }),
    left !== undefined && left > 0 && t('card.fromAntipode', { count: left }),
    estimate !== undefined && t('card.estimate', { count: estimate }),
    searched(t, outcome),
    familyText(t, 'answer.direction', puzzle),
    ...(moves.length > 0 ? otherNotations(t, puzzle, question.start, moves) : []),
    t('answer.board', { board: boardInWords(t, puzzle, question.start) }),
  ]);
};

/** A button that asks for the certificate of an answer. */
const proofButton = (t: TFunction, ids: Readonly<Record<StepAction, string>> | undefined) =>
  ids && button(ids.proof, t('proof.button'));

/** The details, and buttons that prove the answer and replay the solution elsewhere. */
export const detailsMessage = (t: TFunction, step: Omit<StepPress, 'action'>, outcome: Solved): Message => {
  const { request } = step;
  const puzzle = knownPuzzle(request.puzzle);
  const link = outcome.moves.length > 0 && replayLink(puzzle, request.question.start, outcome.moves);
  const replayButton = link && linkButton(link, t('answer.replay'));
  const buttons = [outcome.optimal && proofButton(t, stepIds(step)), replayButton];
  const lines = text(details(t, request, outcome));
  return { components: buttons.some(Boolean) ? [lines, row(...buttons)] : [lines] };
};

/** All moves, with a mark on the one that led to the shown board. */
const moveList = (t: TFunction, moves: readonly string[], at: number): string => {
  const code = (some: readonly string[]): string => (some.length === 0 ? '' : `\`${some.join(' ')}\``);
  if (at === 0 || fitting(moves, movesRoom).left > 0) return movesInCode(t, moves, movesRoom);
  const parts = [code(moves.slice(0, at - 1)), `**${code(moves.slice(at - 1, at))}**`, code(moves.slice(at))];
  return joinPresent(parts, ' ');
};

type Context = Pick<ReplyContext<typeof solveJob>, 'request' | 'step' | 'presentation' | 'user'>;

/** A button that continues a search without a proof, unless it has had all the time that people may give. */
const proveButton = (
  t: TFunction,
  outcome: Outcome,
  ids: Readonly<Record<StepAction, string>> | undefined,
  longProofMilliseconds: number,
) => {
  const { reason } = outcome as { readonly reason?: GaveUpReason };
  const mayGoOn = reason && reason !== 'memory' && isDivisible(outcome.method);
  return mayGoOn && outcome.milliseconds < longProofMilliseconds && ids && button(ids.prove, t('answer.button.prove'));
};

const solved = async (
  t: TFunction,
  { request, step, presentation, user: owner }: Context,
  outcome: Solved,
  drawing: Drawing,
  longProofMilliseconds: number,
): Promise<Message> => {
  const { start, goal } = request.question;
  const { view, theme } = presentation;
  const puzzle = knownPuzzle(request.puzzle);
  const moves = formatMoves(puzzle, start, outcome.moves);
  const count = moves.length;
  const at = Math.min(step, count);
  const position = outcome.moves.slice(0, at).reduce(puzzle.play, start);
  const isAnimated = view === 'animation' && count > 0;
  const lastMove = moves[at - 1];
  const move = lastMove && familyText(t, 'answer.moved', puzzle, { move: lastMove, defaultValue: lastMove });
  const place = count > 0 && `-# ${move ? t('answer.step', { at, count, move }) : t('answer.start', { count })}`;
  const frame = isAnimated
    ? { position: start, moves: outcome.moves }
    : { position, moves: outcome.moves.slice(Math.max(0, at - 1), at) };
  const board = await boardPart(t, view, { puzzle, goal, theme, ...frame }, drawing);
  const ids = stepIds({ request, at, presentation, owner });
  const hasAll = count > 0 && outcome.optimal && hasAllSolutions(puzzle, goal);
  const other = view === 'emoji' ? 'picture' : 'emoji';
  const hardness = difficulty(t, request, outcome);
  return card(
    colours[outcome.optimal ? 'solved' : 'gave-up'],
    text(
      heading(t, request),
      proof(t, request, outcome),
      hardness && `-# ${hardness}`,
      !outcome.optimal && tooLarge(t, request),
    ),
    board,
    !isAnimated && place && text(place),
    count > 0 && text(moveList(t, moves, isAnimated ? 0 : at)),
    count > 0 && !isAnimated && ids && stepRow((step) => ids[step], at, count),
    ...(ids
      ? wordRows(
          button(ids[other], t(`answer.button.${other}`)),
          count > 0 && !isAnimated && button(ids.animation, t('answer.button.animation')),
          button(ids.share, t('answer.button.share')),
          button(ids.details, t('answer.button.details')),
          hasAll && button(ids.all, t('answer.button.all')),
          proveButton(t, outcome, ids, longProofMilliseconds),
        )
      : []),
  );
};

/** A button that asks for the nearest solvable question. */
const nearestButton = (t: TFunction, id: string, { nearest }: Obstacle) => {
  const puzzle = knownPuzzle(id);
  const question = nearest && parseQuestion(puzzle, nearest.position, nearest.goal);
  if (!question?.ok) return undefined;
  return solveButton(puzzle, question.value, { label: t('obstacle.solve') });
};

/**
 * The answer to a question, with the board after `step` moves.
 * @param longProofMilliseconds for how long people may continue a search without a proof
 */
export const solveAnswer = async (
  t: TFunction,
  context: Context,
  outcome: Outcome,
  drawing: Drawing,
  longProofMilliseconds = 0,
): Promise<Message> => {
  if (outcome.status === 'solved') return solved(t, context, outcome, drawing, longProofMilliseconds);
  const { request, step: at, presentation, user: owner } = context;
  const ids = stepIds({ request, at, presentation, owner });
  const isBounded = outcome.status === 'gave-up' && outcome.lowerBound > 0;
  const reason = outcome.status === 'unsolvable' ? explainObstacle(t, outcome.obstacle) : t(`gaveUp.${outcome.reason}`);
  const figures = outcome.generated > 0 && searched(t, outcome);
  const offers =
    outcome.status === 'unsolvable'
      ? [nearestButton(t, request.puzzle, outcome.obstacle), proofButton(t, ids)]
      : [proveButton(t, outcome, ids, longProofMilliseconds)];
  return card(
    colours[outcome.status],
    text(heading(t, request)),
    await questionBoard(t, { ...request, presentation }, drawing),
    text(
      reason,
      outcome.status === 'gave-up' && tooLarge(t, request),
      isBounded && t('gaveUp.lowerBound', { count: outcome.lowerBound }),
    ),
    figures && text(`-# ${figures}`),
    row(...offers),
  );
};
