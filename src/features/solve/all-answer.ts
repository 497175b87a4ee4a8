/** The answer with all shortest solutions: their number, a file of them, and their first moves on the board. */
import type { TFunction } from 'i18next';
import { heading, questionBoard, unsolvableMessage } from '../../discord/heading.ts';
import { boardPart, card, colours, download, duration, type Message, text } from '../../discord/message.ts';
import { solutionCount } from '../../locales/index.ts';
import type { Move } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { ReplyContext } from '../../queue/answer.ts';
import type { Drawing } from '../../render/drawing.ts';
import { writtenSolutions } from '../../search/solution-graph.ts';
import { bestMethod } from '../../search/solve.ts';
import type { AllResult, allJob } from './all-job.ts';

type Context = Pick<ReplyContext<typeof allJob>, 'request' | 'presentation'>;

export const allAnswer = async (
  t: TFunction,
  { request, presentation }: Context,
  result: AllResult,
  drawing: Drawing,
): Promise<Message> => {
  const { question } = request;
  const { start, goal } = question;
  const { view, theme } = presentation;
  const context = { ...request, presentation };
  if (result.status === 'unsolvable') return unsolvableMessage(t, context, result, drawing);
  const title = text(heading(t, request));
  if (result.status === 'gave-up') {
    const { reason, lowerBound } = result;
    const bound = lowerBound > 0 && t('gaveUp.lowerBound', { count: lowerBound });
    const details = text(t(`gaveUp.${reason}`), t('solutions.noLength'), bound);
    return card(colours['gave-up'], title, await questionBoard(t, context, drawing), details);
  }
  const puzzle = knownPuzzle(request.puzzle);
  const { length, count, reason, firstMoves, undecided, graph, generated, milliseconds } = result;
  if (length === 0) return card(colours.solved, title, text(`**${t('answer.already')}**`));

  const lines = writtenSolutions(puzzle, start, graph);
  const named = (some: readonly Move[]): string =>
    some.map((move) => `\`${puzzle.formatMove(start, move, 'named')}\``).join(' ');
  const number = solutionCount(t, count, reason === undefined);
  const board = { puzzle, position: start, goal, theme, moves: firstMoves };
  const values = { count: generated, time: duration(t, milliseconds) };
  const method = bestMethod(puzzle, goal);
  return card(
    colours[reason ? 'gave-up' : 'solved'],
    title,
    text(`**${t('answer.length', { count: length })}** · ${t('answer.proved')} · **${number}**`),
    reason && text(t(`gaveUp.${reason}`)),
    text(
      t('card.first', { moves: named(firstMoves) }),
      undecided.length > 0 && t('solutions.undecided', { moves: named(undecided) }),
    ),
    await boardPart(t, view === 'emoji' ? view : 'picture', board, drawing),
    download('solutions.txt', `${lines.join('\n')}\n`),
    text(
      lines.length !== count && `-# ${t('solutions.part', { count: lines.length })}`,
      `-# ${method === 'table' ? t('answer.lookedUp') : t('answer.searched', { ...values, method: t(`method.${method}`) })}`,
    ),
  );
};
