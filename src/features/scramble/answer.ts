/** The answer to `/scramble`: a board to play, and its shortest length hidden from who wants to find out. */

import type { TFunction } from 'i18next';
import { colours, container, type Message, plainMessage, row, text } from '../../discord/message.ts';
import { solveButton } from '../../discord/solve-button.ts';
import { storedQuestion } from '../../jobs/fields.ts';
import { heading } from '../../jobs/progress.ts';
import { titleOf } from '../../locales/index.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { emojiBoard } from '../../render/emoji.ts';
import type { ScrambleRequest, ScrambleResult } from './job.ts';

/** @param refusal why nothing but the board may be told, if so */
export const scrambleAnswer = (
  t: TFunction,
  request: ScrambleRequest,
  result: ScrambleResult,
  refusal?: string,
): Message => {
  const puzzle = knownPuzzle(request.puzzle);
  if (result.status === 'gave-up') return plainMessage(`${heading(t, request)}\n${t(`gaveUp.${result.reason}`)}`);
  if (result.status === 'no-such-length') {
    const values = { puzzle: titleOf(t, puzzle), length: request.length, count: result.most };
    const said = text(t('scramble.impossible', values));
    return { components: container(colours.unsolvable, text(heading(t, request)), said) };
  }
  const { start } = storedQuestion(puzzle, result.position);
  const board = [text(`${heading(t, request)}\n\`${result.position}\``), text(emojiBoard(puzzle, start))];
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
