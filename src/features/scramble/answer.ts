/** The answer to `/scramble`: a board to play, with its shortest length hidden. */
import type { TFunction } from 'i18next';
import { colours, container, type Message, row, text } from '../../discord/message.ts';
import { solveButton } from '../../discord/solve-button.ts';
import { storedQuestion } from '../../jobs/fields.ts';
import { gaveUpMessage, heading } from '../../jobs/progress.ts';
import { titleOf } from '../../locales/index.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { emojiBoard } from '../../render/emoji.ts';
import type { ScrambleRequest, ScrambleResult } from './job.ts';

/** @param refusal why the answer is only the board, if it is */
export const scrambleAnswer = (
  t: TFunction,
  request: ScrambleRequest,
  result: ScrambleResult,
  refusal?: string,
): Message => {
  const puzzle = knownPuzzle(request.puzzle);
  if (result.status === 'gave-up') return gaveUpMessage(t, request, result);
  const title = heading(t, request);
  if (result.status === 'no-such-length') {
    const values = { puzzle: titleOf(t, puzzle), length: request.length, count: result.most };
    return { components: container(colours.unsolvable, text(title), text(t('scramble.impossible', values))) };
  }
  const { start } = storedQuestion(puzzle, result.position);
  const board = [text(`${title}\n\`${result.position}\``), text(emojiBoard(puzzle, start, puzzle.goal))];
  if (refusal !== undefined) return { components: container(colours.working, ...board, text(refusal)) };
  const length = result.length === undefined ? t('scramble.unknown') : t('scramble.length', { count: result.length });
  const isWalked = !puzzle.drawsSolvable && result.length === undefined;
  const odds = isWalked ? 'walked' : request.length === undefined ? 'uniform' : 'ofLength';
  return {
    components: container(
      colours.working,
      ...board,
      text(`${length}\n-# ${t(`scramble.${odds}`)}`),
      row(solveButton(puzzle, start, { label: t('scramble.solve') })),
    ),
  };
};
